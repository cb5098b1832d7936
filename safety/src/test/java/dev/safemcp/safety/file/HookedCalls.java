package dev.safemcp.safety.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** File calls with a hook before and after each, to fail there, to end there or to interfere. */
public class HookedCalls implements FileCalls {
  private final FileCalls calls;

  public HookedCalls(FileCalls calls) {
    this.calls = calls;
  }

  /** Runs before a call; what it throws is the call's failure. */
  protected void before(String call) throws CallFailed {}

  /** Runs after a call that succeeded. */
  protected void after(String call) throws CallFailed {}

  private interface Step<T> {
    T run() throws CallFailed;
  }

  private <T> T hooked(String call, Step<T> step) throws CallFailed {
    before(call);
    T result = step.run();
    after(call);
    return result;
  }

  private interface Act {
    void run() throws CallFailed;
  }

  private void hookedAct(String call, Act act) throws CallFailed {
    before(call);
    act.run();
    after(call);
  }

  @Override
  public Optional<String> weakness() {
    return calls.weakness();
  }

  @Override
  public Folder openRoot(Path root) throws CallFailed {
    return hooked("openRoot", () -> calls.openRoot(root));
  }

  @Override
  public Folder open(Folder base, List<Name> path) throws CallFailed {
    return hooked("open", () -> calls.open(base, path));
  }

  @Override
  public FileFacts stat(Folder folder) throws CallFailed {
    return hooked("statFolder", () -> calls.stat(folder));
  }

  @Override
  public FileFacts stat(Folder folder, Name name) throws CallFailed {
    return hooked("stat", () -> calls.stat(folder, name));
  }

  @Override
  public FolderAccess access(Folder folder) throws CallFailed {
    return hooked("access", () -> calls.access(folder));
  }

  @Override
  public void list(Folder folder, NameVisitor visitor) throws CallFailed {
    hookedAct("list", () -> calls.list(folder, visitor));
  }

  @Override
  public void renameNoReplace(Folder from, Name source, Folder to, Name destination)
      throws CallFailed {
    hookedAct("renameNoReplace", () -> calls.renameNoReplace(from, source, to, destination));
  }

  @Override
  public void rename(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    hookedAct("rename", () -> calls.rename(from, source, to, destination));
  }

  @Override
  public void link(Folder from, Name source, Folder to, Name destination) throws CallFailed {
    hookedAct("link", () -> calls.link(from, source, to, destination));
  }

  @Override
  public void unlink(Folder folder, Name name) throws CallFailed {
    hookedAct("unlink", () -> calls.unlink(folder, name));
  }

  @Override
  public void makeFolder(Folder folder, Name name) throws CallFailed {
    hookedAct("makeFolder", () -> calls.makeFolder(folder, name));
  }

  @Override
  public void removeFolder(Folder folder, Name name) throws CallFailed {
    hookedAct("removeFolder", () -> calls.removeFolder(folder, name));
  }

  @Override
  public void sync(Folder folder) throws CallFailed {
    hookedAct("sync", () -> calls.sync(folder));
  }
}
