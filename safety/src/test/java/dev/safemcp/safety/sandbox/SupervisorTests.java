package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.RawCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a supervised thread can do to attributes of files, by every call that there is for it. */
final class SupervisorTests {
  private static final SyscallTable TABLE =
      SyscallTable.of(System.getProperty("os.arch")).orElseThrow();
  private static final long AT_FDCWD = -100;
  private static final long NOFOLLOW = 0x100;
  private static final long EMPTY_PATH = 0x1000;
  private static final long SECONDS = 1_000_000_000;

  @TempDir Path folder;
  private Path root;
  private Path inside;
  private Path outside;
  private Path linkOut;

  @BeforeEach
  void files() throws Exception {
    root = Files.createDirectories(folder.toRealPath().resolve("root"));
    inside = Files.writeString(root.resolve("inside"), "");
    outside = Files.writeString(folder.toRealPath().resolve("outside"), "");
    linkOut = Files.createSymbolicLink(root.resolve("out"), outside);
  }

  private static long call(String name, long... arguments) {
    return TABLE.number(name).stream()
        .mapToLong(n -> RawCalls.call(n, arguments))
        .findAny()
        .orElse(0);
  }

  /** Every call, on a path or a descriptor; those that an architecture lacks do nothing. */
  private static Map<String, Long> changes(Arena arena, Path file) {
    long path = arena.allocateFrom(file.toString()).address();
    long empty = arena.allocateFrom("").address();
    MemorySegment times = arena.allocate(32, 8);
    for (int i = 0; i < 4; i += 2) {
      times.setAtIndex(ValueLayout.JAVA_LONG, i, SECONDS);
    }
    MemorySegment seconds = arena.allocate(16, 8);
    seconds.setAtIndex(ValueLayout.JAVA_LONG, 0, SECONDS);
    seconds.setAtIndex(ValueLayout.JAVA_LONG, 1, SECONDS);
    int reading = DescriptorCalls.openForReading(file.toString());
    int handle = DescriptorCalls.openPlace(file.toString());
    Map<String, Long> results = new LinkedHashMap<>();
    results.put("chmod", call("chmod", path, 0600));
    results.put("fchmod", call("fchmod", reading, 0600));
    results.put("fchmodat", call("fchmodat", AT_FDCWD, path, 0600));
    results.put("fchmodat2", call("fchmodat2", AT_FDCWD, path, 0600, 0));
    results.put("fchmodat2 handle", call("fchmodat2", handle, empty, 0600, EMPTY_PATH));
    results.put("chown", call("chown", path, -1, -1));
    results.put("lchown", Files.isSymbolicLink(file) ? 0 : call("lchown", path, -1, -1));
    results.put("fchown", call("fchown", reading, -1, -1));
    results.put("fchownat", call("fchownat", AT_FDCWD, path, -1, -1, 0));
    results.put("fchownat handle", call("fchownat", handle, empty, -1, -1, EMPTY_PATH));
    results.put("utime", call("utime", path, seconds.address()));
    results.put("utimes", call("utimes", path, times.address()));
    results.put("futimesat", call("futimesat", AT_FDCWD, path, times.address()));
    results.put("futimesat handle", call("futimesat", reading, 0, times.address()));
    results.put("utimensat", call("utimensat", AT_FDCWD, path, times.address(), 0));
    results.put("utimensat now", call("utimensat", AT_FDCWD, path, 0, 0));
    results.put("futimens", call("utimensat", reading, 0, times.address(), 0));
    results.put("utimensat handle", call("utimensat", handle, empty, times.address(), EMPTY_PATH));
    DescriptorCalls.close(reading);
    DescriptorCalls.close(handle);
    return results;
  }

  @Test
  void attributesChangeInsideTheRootAlone() throws Exception {
    Object before = Files.readAttributes(outside, "unix:mode,uid,gid,ctime,lastModifiedTime");
    Map<String, Map<String, Long>> results = new LinkedHashMap<>();
    try (Arena arena = Arena.ofShared()) {
      onSupervisedThread(
          () -> {
            results.put("inside", changes(arena, inside));
            results.put("outside", changes(arena, outside));
            results.put("link", changes(arena, linkOut));
          });
    }
    assertThat(results.get("inside")).allSatisfy((name, r) -> assertThat(r).as(name).isZero());
    for (String where : List.of("outside", "link")) {
      assertThat(results.get(where))
          .allSatisfy(
              (name, r) -> {
                boolean there =
                    TABLE.number(name.split(" ")[0].replace("futimens", "fchmod")).isPresent();
                if (there && !(name.equals("lchown") && where.equals("link"))) {
                  assertThat(r).as(where + " " + name).isEqualTo(-Errno.EACCES);
                }
              });
    }
    assertThat(Files.readAttributes(outside, "unix:mode,uid,gid,ctime,lastModifiedTime"))
        .isEqualTo(before);
  }

  /** The link's own times are the root's; what it leads to is not. */
  @Test
  void aLinkIsChangedAndNotFollowed() throws Exception {
    List<Long> results = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      long link = arena.allocateFrom(linkOut.toString()).address();
      MemorySegment times = arena.allocate(32, 8);
      times.setAtIndex(ValueLayout.JAVA_LONG, 2, SECONDS);
      onSupervisedThread(
          () -> {
            results.add(call("utimensat", AT_FDCWD, link, times.address(), NOFOLLOW));
            results.add(call("fchownat", AT_FDCWD, link, -1, -1, NOFOLLOW));
            results.add(call("fchmodat2", AT_FDCWD, link, 0600, NOFOLLOW));
          });
    }
    assertThat(results).startsWith(0L, 0L);
    assertThat(results.getLast()).isEqualTo(-Errno.EOPNOTSUPP);
    assertThat(Files.getLastModifiedTime(linkOut, LinkOption.NOFOLLOW_LINKS).toMillis())
        .isEqualTo(SECONDS * 1000);
    assertThat(Files.getLastModifiedTime(outside).toMillis()).isNotEqualTo(SECONDS * 1000);
  }

  /** Nonsense is answered with an error, and whoever comes next is served. */
  @Test
  void nonsenseDoesNotEndTheSupervisor() throws Exception {
    long[] strange = {0, -1, 1, 4096, Long.MIN_VALUE, 0x7fff_ffff_ffffL};
    List<Long> results = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment endless = arena.allocate(3 * 4096).fill((byte) 'a');
      MemorySegment undecodable = arena.allocate(300).fill((byte) 0xff).asSlice(0, 299);
      undecodable.set(ValueLayout.JAVA_BYTE, 298, (byte) 0);
      MemorySegment good = arena.allocateFrom(inside.toString());
      onSupervisedThread(
          () -> {
            for (String name : AttributeChange.CALLS) {
              for (long one : strange) {
                call(name, one, one, one, one);
                call(name, AT_FDCWD, one, one, one);
                call(name, good.address(), one, one, one);
                call(name, AT_FDCWD, endless.address(), one, one);
                call(name, AT_FDCWD, undecodable.address(), one, 0);
              }
            }
            results.add(call("fchmodat", AT_FDCWD, endless.address(), 0600));
            results.add(call("fchmodat", AT_FDCWD, good.address(), 04755));
            results.add(call("fchmod", 9999, 0600));
            results.add(call("fchmodat", AT_FDCWD, good.address(), 0600));
          });
    }
    assertThat(results)
        .containsExactly(-(long) Errno.EPERM, -(long) Errno.EPERM, -(long) Errno.EBADF, 0L);
  }

  private void onSupervisedThread(Runnable deed) throws Exception {
    SharedConfinement shared = SharedConfinement.of(false, KernelFeatures.ofThisMachine());
    AtomicReference<String> fault = new AtomicReference<>("");
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  shared
                      .confineThisThreadSupervised(List.of(root))
                      .ifPresentOrElse(fault::set, deed);
                });
    thread.join();
    assertThat(fault.get()).isEmpty();
  }
}
