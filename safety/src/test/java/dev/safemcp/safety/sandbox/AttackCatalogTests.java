package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.SandboxPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Allowed programs and arguments that make them do more, with nothing but the kernel in the way. An
 * attack has won when a second program ran, when something beside the root changed, or when what
 * lies beside it was read.
 *
 * <p>docs/attacks.md has a row for each name here.
 */
final class AttackCatalogTests {
  private static final String TOUCH = "touch {ROOT}/p";

  /** {ROOT}, {OUT} and {LD} (the loader) are filled in. */
  private record Attack(String name, List<String> words) {}

  private static Attack attack(String name, String... words) {
    return new Attack(name, List.of(words));
  }

  private static final List<Attack> ATTACKS =
      List.of(
          // A second program.
          attack("find -exec", "find", ".", "-exec", "touch", "{ROOT}/p", ";"),
          attack("find -execdir", "find", ".", "-execdir", "/usr/bin/touch", "{ROOT}/p", ";"),
          attack("find -exec itself", "find", ".", "-exec", "find", "-fprint", "p", ";"),
          attack("find -exec loader", "find", ".", "-exec", "{LD}", "/bin/touch", "p", ";"),
          attack(
              "find -exec loader on a jailed program",
              "find",
              ".",
              "-exec",
              "{LD}",
              "./elf",
              "p",
              ";"),
          attack("find -exec script", "find", ".", "-exec", "./x.sh", ";"),
          attack(
              "tar --checkpoint-action",
              "tar",
              "cf",
              "/dev/null",
              "--checkpoint=1",
              "--checkpoint-action=exec=" + TOUCH,
              "a.txt"),
          attack(
              "tar abbreviated",
              "tar",
              "cf",
              "/dev/null",
              "--checkpoint=1",
              "--checkpoint-act=exec=" + TOUCH,
              "a.txt"),
          attack("tar -I", "tar", "-cIf", TOUCH, "x.tar", "a.txt"),
          attack(
              "tar --use-compress-program",
              "tar",
              "--use-compress-prog=" + TOUCH,
              "-cf",
              "x.tar",
              "a.txt"),
          attack("tar --to-command", "tar", "xf", "y.tar", "--to-com=" + TOUCH),
          attack("tar -F", "tar", "-c", "-L", "1", "-F", TOUCH, "-f", "x.tar", "a.txt"),
          attack("tar --rsh-command", "tar", "-cf", "host:x", "--rsh-command=./x.sh", "a.txt"),
          attack(
              "sort --compress-program",
              "sort",
              "-S",
              "1b",
              "--compress-program",
              "./x.sh",
              "a.txt"),
          attack("sed e", "sed", "1e " + TOUCH, "a.txt"),
          attack("sed s///e", "sed", "s/.*/touch p/e", "a.txt"),
          attack("awk system", "awk", "BEGIN{system(\"" + TOUCH + "\")}"),
          attack("awk pipe", "awk", "BEGIN{print \"x\" | \"" + TOUCH + "\"}"),
          attack("awk getline", "awk", "BEGIN{\"" + TOUCH + "\" | getline}"),
          attack("gawk indirect", "gawk", "BEGIN{f=\"system\";@f(\"" + TOUCH + "\")}"),
          attack("rg --pre", "rg", "--pre", "./x.sh", "hi", "."),
          attack(
              "rg --hostname-bin",
              "rg",
              "--hostname-bin",
              "./x.sh",
              "--hyperlink-format",
              "file://{host}{path}",
              "hi",
              "."),
          attack("fd -x", "fdfind", "-x", "touch", "{ROOT}/p"),
          attack("xargs", "xargs", "-t", "touch", "{ROOT}/p"),
          attack("env", "env", "touch", "{ROOT}/p"),
          attack("timeout", "timeout", "5", "touch", "{ROOT}/p"),
          attack("nice", "nice", "touch", "{ROOT}/p"),
          attack("nohup", "nohup", "touch", "{ROOT}/p"),
          attack("stdbuf", "stdbuf", "-o0", "touch", "{ROOT}/p"),
          attack("setsid", "setsid", "touch", "{ROOT}/p"),
          attack("flock", "flock", "a.txt", "touch", "{ROOT}/p"),
          attack("setarch", "setarch", "x86_64", "touch", "{ROOT}/p"),
          attack("strace", "strace", "touch", "{ROOT}/p"),
          attack("script", "script", "-c", TOUCH, "log"),
          attack("split --filter", "split", "--filter=" + TOUCH, "a.txt"),
          attack("zip -TT", "zip", "z.zip", "a.txt", "-T", "-TT", TOUCH + " #"),
          attack("make", "make", "-f", "./Makefile"),
          attack("man --html", "man", "--html=" + TOUCH, "man"),
          attack("less +!", "less", "+!" + TOUCH, "a.txt"),
          attack("ed", "ed", "-s", "a.txt"),
          attack("sh", "sh", "-c", TOUCH),
          attack("sh script", "sh", "x.sh"),
          attack("sh exec", "sh", "-c", "exec /usr/bin/touch p"),
          attack("bash loader", "bash", "-c", "{LD} /usr/bin/touch p"),
          attack("perl system", "perl", "-e", "system('touch','p')"),
          attack("sqlite .shell", "sqlite3", ":memory:", ".shell " + TOUCH),
          attack("git alias", "git", "-c", "alias.z=!" + TOUCH, "z"),
          attack("git alias in one word", "git", "-c", "alias.z=!./x.sh", "z"),
          attack("git alias loader", "git", "-c", "alias.z=!{LD}", "z", "/usr/bin/touch", "p"),
          attack(
              "git alias loader on a jailed program",
              "git",
              "-c",
              "alias.z=!{LD}",
              "z",
              "./elf",
              "p"),
          attack("git fsmonitor loader", "git", "-c", "core.fsmonitor={LD}", "status"),
          attack(
              "git external diff loader",
              "git",
              "-c",
              "diff.external={LD}",
              "diff",
              "--no-index",
              "elf",
              "a.txt"),
          attack("git fsmonitor", "git", "-c", "core.fsmonitor=./x.sh", "status"),
          attack("git external diff", "git", "-c", "diff.external=./x.sh", "diff"),
          attack("git pager", "git", "-c", "core.pager=./x.sh", "-p", "log"),
          attack("git sshCommand", "git", "-c", "core.sshCommand=./x.sh", "ls-remote", "ssh://h/x"),
          attack("git upload-pack", "git", "ls-remote", "--upload-pa=" + TOUCH, "./sub"),
          attack("git ext", "git", "-c", "protocol.ext.allow=always", "ls-remote", "ext::" + TOUCH),
          attack("git fetch-pack", "git", "fetch-pack", "--exec=" + TOUCH, "./sub"),
          attack("git grep -O", "git", "grep", "-O" + TOUCH, "--no-index", "hi"),
          attack("git bisect run", "git", "bisect", "run", "touch", "p"),
          attack(
              "git difftool", "git", "difftool", "-y", "-x", TOUCH, "--no-index", "a.txt", "b.txt"),
          attack("git editor", "git", "-c", "core.editor=" + TOUCH, "config", "-e"),
          // Writing beside the root.
          attack("find -fprint", "find", ".", "-fprint", "{OUT}/w"),
          attack("find -delete", "find", "{OUT}", "-delete"),
          attack("sed w", "sed", "w{OUT}/w", "a.txt"),
          attack("sed -i", "sed", "-i", "s/c/d/", "{OUT}/secret.txt"),
          attack("awk print", "awk", "BEGIN{print 1>\"{OUT}/w\"}"),
          attack("sort -o", "sort", "-o", "{OUT}/w", "a.txt"),
          attack("uniq out", "uniq", "a.txt", "{OUT}/w"),
          attack("tee", "tee", "{OUT}/w"),
          attack("cp -t", "cp", "-t{OUT}", "a.txt"),
          attack("cp over", "cp", "a.txt", "{OUT}/secret.txt"),
          attack("mv out", "mv", "a.txt", "{OUT}/w"),
          attack("mv in", "mv", "{OUT}/secret.txt", "."),
          attack("ln in", "ln", "{OUT}/secret.txt", "h"),
          attack("ln out", "ln", "a.txt", "{OUT}/h"),
          attack("ln -s out", "ln", "-s", "{ROOT}", "{OUT}/l"),
          attack("rm", "rm", "{OUT}/secret.txt"),
          attack("mkdir", "mkdir", "{OUT}/d"),
          attack("mkfifo", "mkfifo", "{OUT}/f"),
          attack("truncate", "truncate", "-s", "0", "{OUT}/secret.txt"),
          attack("dd of", "dd", "if=a.txt", "of={OUT}/w"),
          attack("dd over", "dd", "if=/dev/zero", "of={OUT}/secret.txt", "count=1"),
          attack("split out", "split", "a.txt", "{OUT}/x"),
          attack("tar -C", "tar", "-xf", "y.tar", "-C", "{OUT}"),
          attack("chmod", "chmod", "000", "{OUT}/secret.txt"),
          attack("chmod through a link", "chmod", "000", "lnk"),
          attack("xxd out", "xxd", "a.txt", "{OUT}/w"),
          attack("git --output", "git", "diff", "--no-index", "--output={OUT}/w", "a.txt", "b.txt"),
          attack("git init", "git", "init", "{OUT}/.ssh"),
          attack("through a link", "cp", "a.txt", "lnk"),
          // Reading beside the root.
          attack("cat", "cat", "{OUT}/secret.txt"),
          attack("cat through a link", "cat", "lnk"),
          attack("cat /proc/self/root", "cat", "/proc/self/root{OUT}/secret.txt"),
          attack("cat /proc/self/cwd", "cat", "/proc/self/cwd/../outside/secret.txt"),
          attack("head ..", "head", "-1", "../outside/secret.txt"),
          attack("ls", "ls", "{OUT}"),
          attack("find -files0-from", "find", "-files0-from", "{OUT}/secret.txt"),
          attack("grep -f", "grep", "--file={OUT}/secret.txt", "a.txt"),
          attack("grep -r", "grep", "-r", "canary", "{OUT}"),
          attack("wc --files0-from", "wc", "--files0-from={OUT}/secret.txt"),
          attack("du --files0-from", "du", "--files0-from={OUT}/secret.txt"),
          attack("sort --files0-from", "sort", "--files0-from={OUT}/secret.txt"),
          attack("date -f", "date", "-f", "{OUT}/secret.txt"),
          attack("diff --from-file", "diff", "--from-file={OUT}/secret.txt", "a.txt"),
          attack("comm", "comm", "{OUT}/secret.txt", "a.txt"),
          attack("paste", "paste", "{OUT}/secret.txt"),
          attack("tar read", "tar", "-cf", "-", "-C", "{OUT}", "secret.txt"),
          attack("xargs -a", "xargs", "-a", "{OUT}/secret.txt"),
          attack("file -f", "file", "-f", "{OUT}/secret.txt"),
          attack("jq --rawfile", "jq", "-n", "--rawfile", "x", "{OUT}/secret.txt", "$x"),
          attack("gawk include", "gawk", "-i", "{OUT}/secret.txt", "BEGIN{}"),
          attack("curl file", "curl", "-s", "file://{OUT}/secret.txt"),
          attack("curl -K", "curl", "-K", "{OUT}/secret.txt"),
          attack("base64", "base64", "-w0", "{OUT}/secret.txt"),
          attack("git --no-index", "git", "diff", "--no-index", "{OUT}/secret.txt", "a.txt"),
          attack("git hash-object", "git", "hash-object", "-w", "{OUT}/secret.txt"),
          attack("git blame", "git", "blame", "--contents", "{OUT}/secret.txt", "a.txt"));

  /** On every machine that builds this. */
  private static final Set<String> EVERYWHERE =
      Set.of("find", "tar", "sed", "sort", "env", "cat", "cp", "mv", "chmod");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void noArgumentMakesAnAllowedProgramDoMore(SandboxFixture.User user) throws Exception {
    SandboxPolicy.Grant git =
        new SandboxPolicy.Grant("git", List.of(Path.of("/usr/lib/git-core")), List.of(), List.of());
    SandboxPolicy policy = new SandboxPolicy(SandboxPolicy.Mode.REQUIRED, false, List.of(git));
    assertThat(winners(ATTACKS, user, policy)).isEmpty();
  }

  @Test
  void theSameAttacksWinWhereTheKernelHoldsNothing() throws Exception {
    List<Attack> attacks =
        ATTACKS.stream().filter(attack -> EVERYWHERE.contains(attack.words().getFirst())).toList();
    SandboxPolicy off = new SandboxPolicy(SandboxPolicy.Mode.OFF, false, List.of());
    assertThat(winners(attacks, SandboxFixture.User.OWN, off)).hasSizeGreaterThan(20);
  }

  /** The loader must be startable for any program to start; by itself it would start them all. */
  @Test
  void aGrantOfExecuteDoesNotGrantTheLoader() throws Exception {
    SandboxPolicy.Grant grant =
        new SandboxPolicy.Grant("env", List.of(Path.of("/usr")), List.of(), List.of());
    SandboxPolicy policy = new SandboxPolicy(SandboxPolicy.Mode.REQUIRED, false, List.of(grant));
    try (SandboxFixture fixture =
        new SandboxFixture(folder, SandboxFixture.User.OWN, List.of("env"), policy)) {
      fill(fixture);
      String loader = SystemPlaces.loaders().iterator().next().toString();
      Files.createSymbolicLink(fixture.root.resolve("ld"), Path.of(loader));
      for (String way : List.of(loader, "./ld", fixture.root + "/ld")) {
        assertThat(fixture.run("env", way, "./elf", "p").status()).as(way).isEqualTo(126);
      }
      assertThat(fixture.root.resolve("p")).doesNotExist();
      assertThat(fixture.run("env", "./absent").status()).isEqualTo(127);
      assertThat(fixture.run("env", "touch", "p").status()).isZero();
    }
  }

  /** Returns what attacks did that they must not. */
  private List<String> winners(List<Attack> attacks, SandboxFixture.User user, SandboxPolicy policy)
      throws IOException {
    Set<String> programs = new LinkedHashSet<>();
    attacks.forEach(attack -> programs.add(attack.words().getFirst()));
    List<String> won = new ArrayList<>();
    try (SandboxFixture fixture = new SandboxFixture(folder, user, List.copyOf(programs), policy)) {
      assertThat(EVERYWHERE).allMatch(fixture::has);
      String loader = SystemPlaces.loaders().iterator().next().toString();
      for (Attack attack : attacks) {
        if (!fixture.has(attack.words().getFirst())) {
          continue;
        }
        fill(fixture);
        Map<String, String> before = fixture.outsideState();
        List<String> words =
            attack.words().stream()
                .map(
                    word ->
                        word.replace("{ROOT}", fixture.root.toString())
                            .replace("{OUT}", fixture.outside.toString())
                            .replace("{LD}", loader))
                .toList();
        SandboxFixture.Run run = fixture.run(words);
        if (Files.exists(fixture.root.resolve("p"))) {
          won.add(attack.name() + ": ran a second program");
        }
        if (!fixture.outsideState().equals(before)) {
          won.add(attack.name() + ": changed what lies outside");
        }
        if (run.all().contains(SandboxFixture.CANARY)) {
          won.add(attack.name() + ": read outside");
        }
      }
    }
    return won;
  }

  private static void fill(SandboxFixture fixture) throws IOException {
    fixture.clear();
    fixture.resetOutside();
    fixture.write("a.txt", "hi\nthere\n");
    fixture.write("b.txt", "ho\n");
    fixture.write("x.sh", "#!/bin/sh\ntouch " + fixture.root + "/p\n");
    fixture.write("Makefile", "all:\n\ttouch p\n");
    Files.createDirectory(fixture.root.resolve("sub"));
    Files.createSymbolicLink(fixture.root.resolve("lnk"), fixture.secret);
    Files.write(fixture.write("elf", ""), Files.readAllBytes(Path.of("/usr/bin/touch")));
    Files.write(fixture.write("y.tar", ""), tar("a.txt", "hi\n"));
  }

  /** Returns an archive of one file, in the oldest of tar's formats. */
  private static byte[] tar(String name, String text) {
    byte[] archive = new byte[10_240];
    put(archive, 0, name);
    put(archive, 100, "0000644");
    put(archive, 108, "0000000");
    put(archive, 116, "0000000");
    put(archive, 124, String.format(java.util.Locale.ROOT, "%011o", text.length()));
    put(archive, 136, "00000000000");
    put(archive, 148, "        ");
    archive[156] = '0';
    int sum = 0;
    for (int i = 0; i < 512; i++) {
      sum += archive[i];
    }
    put(archive, 148, String.format(java.util.Locale.ROOT, "%06o\0 ", sum));
    put(archive, 512, text);
    return archive;
  }

  private static void put(byte[] archive, int at, String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, archive, at, bytes.length);
  }
}
