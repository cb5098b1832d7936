package dev.safemcp.safety.policy;

import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A policy file as its operator looks at it: what each server would make of it, and where each
 * value comes from. Immutable.
 */
public final class PolicyInspection {
  private static final Pattern PART = Pattern.compile("([A-Za-z0-9_-]+)((?:\\[[0-9]{1,6}])*)");
  private static final Pattern INDEX = Pattern.compile("\\[([0-9]+)]");

  private final PolicyFile file;
  private final KeyLocator locator;
  private final List<Setting> settings;
  private final Map<ServerKind, Loading> loadings = new EnumMap<>(ServerKind.class);
  private final List<PolicyRemark> remarks = new ArrayList<>();

  private PolicyInspection(TomlValue.Table root, LoadingContext context) {
    this.file = context.file();
    this.locator = KeyLocator.of(file.text());
    this.settings = SettingList.of(root, context);
    for (ServerKind kind : ServerKind.values()) {
      Loading loading = PolicyLoader.assemble(kind, Section.of(root), context.afresh());
      loadings.put(kind, loading);
      if (remarks.isEmpty() && loading instanceof Loading.Loaded loaded) {
        remarks.addAll(PolicyRemarks.of(Section.of(root), loaded.policy(), context.afresh()));
      }
    }
  }

  /** What looking says. */
  public sealed interface Inspecting {
    /** The file can be read, and has no key or type that is wrong. */
    record Inspected(PolicyInspection policy) implements Inspecting {}

    /**
     * No server could start, whichever it is.
     *
     * @param reason what is wrong, where, and what to do; one line
     */
    record Refused(String reason) implements Inspecting {}
  }

  /**
   * Looks at a policy, with the arguments of {@link PolicyLoader#load}.
   *
   * @param config the value of {@code --config}, which wins over {@code SAFE_MCP_POLICY_FILE}
   * @param environment the environment's variables
   * @param workingDirectory what relative values of both resolve against
   */
  public static Inspecting of(
      Optional<String> config, Map<String, String> environment, Path workingDirectory) {
    return switch (PolicyFile.open(config, environment, workingDirectory)) {
      case PolicyFile.Opening.Refused(String reason) -> new Inspecting.Refused(reason);
      case PolicyFile.Opening.Opened(PolicyFile file) -> {
        LoadingContext context =
            new LoadingContext(
                file, environment, workingDirectory.toAbsolutePath(), new Faults(file));
        yield switch (PolicyLoader.read(context)) {
          case PolicyLoader.Contents.Wrong(String reason) -> new Inspecting.Refused(reason);
          case PolicyLoader.Contents.Right(TomlValue.Table root) ->
              new Inspecting.Inspected(new PolicyInspection(root, context));
        };
      }
    };
  }

  /** Returns the file, absolute, as the operator named it: its last component may be a link. */
  public Path file() {
    return file.location();
  }

  /** Returns the file as the operator wrote it, on one line. */
  public String shown() {
    return file.shown();
  }

  /** Returns what a server would say when it starts. */
  public Loading loading(ServerKind kind) {
    return java.util.Objects.requireNonNull(loadings.get(kind));
  }

  /** Returns whether a server's root is set, so that it is meant to start. */
  public boolean configures(ServerKind kind) {
    String key = kind == ServerKind.TERMINAL ? "terminal.jail_root" : "files.workspace_root";
    return settings.stream()
        .anyMatch(
            setting ->
                setting.key().equals(key) && !(setting.value() instanceof Setting.Value.Unset));
  }

  /** Returns the policy as the first server that could start reads it; empty where none could. */
  public Optional<Policy> policy() {
    return loadings.values().stream()
        .filter(Loading.Loaded.class::isInstance)
        .map(loading -> ((Loading.Loaded) loading).policy())
        .findFirst();
  }

  /** Returns every value in the order of the documented file, also those that are defaults. */
  public List<Setting> settings() {
    return settings;
  }

  /** Returns what a server would warn of when it starts. */
  public List<PolicyRemark> remarks() {
    return List.copyOf(remarks);
  }

  /**
   * Returns the line of a key.
   *
   * @param key as {@link Setting#key()} has it, or the way to a table or an element of a list
   */
  public OptionalInt line(String key) {
    KeyPath path = KeyPath.ROOT;
    for (String part : key.split("\\.", -1)) {
      Matcher named = PART.matcher(part);
      if (!named.matches()) {
        break;
      }
      path = path.child(named.group(1));
      Matcher index = INDEX.matcher(named.group(2));
      while (index.find()) {
        path = path.item(Integer.parseInt(index.group(1)));
      }
    }
    return locator
        .find(path)
        .map(position -> OptionalInt.of(position.line()))
        .orElseGet(OptionalInt::empty);
  }
}
