package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.SandboxPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What works under the kernel's half of the jail, and what a started program has left. */
final class ConfinedCommandTests {
  private static final List<String> USUAL =
      List.of(
          "ls -la",
          "cat a.txt",
          "head -n 1 a.txt",
          "tail -n 1 a.txt",
          "grep -rn hi .",
          "find . -name a.txt",
          "find . -type f -newer sub",
          "sort -u a.txt",
          "uniq a.txt",
          "wc -l a.txt",
          "cut -c 1 a.txt",
          "diff a.txt a.txt",
          "cmp a.txt a.txt",
          "stat a.txt",
          "du -sh .",
          "date",
          "date -u",
          "echo a b",
          "pwd",
          "touch new.txt",
          "touch a.txt",
          "mkdir -p made/deep",
          "cp a.txt b.txt",
          "cp -r sub copied",
          "mv b.txt sub/c.txt",
          "mv copied sub/moved",
          "ln -s a.txt inner",
          "ln a.txt sub/hard",
          "sed -n 1,2p a.txt",
          "sed -i s/hi/ho/ a.txt",
          "awk {print$1} a.txt",
          "gawk {print$1} a.txt",
          "tar -cf y.tar a.txt",
          "tar -tf y.tar",
          "tar -xf y.tar",
          "gzip -kf a.txt",
          "base64 a.txt",
          "sha256sum a.txt",
          "od -c a.txt",
          "basename a/b",
          "dirname a/b",
          "seq 3",
          "printenv",
          "id -u",
          "id -un",
          "whoami",
          "groups",
          "free",
          "uptime",
          "touch -d 2001-02-03 a.txt",
          "touch -h inner",
          "cp -p a.txt kept.txt",
          "rm inner",
          "cp -a sub kept",
          "ls -lZ",
          "perl -MFile::Find -e 1",
          "python3 -c pass",
          "python3 -m json.tool --help",
          "openssl version",
          "node -e 1",
          "uname -s",
          "true",
          "env --version",
          "xargs --version",
          "nl a.txt",
          "tac a.txt",
          "expr 1 + 1",
          "realpath a.txt",
          "tee out.txt",
          "split a.txt",
          "truncate -s 10 new.txt",
          "mkfifo fifo",
          "nproc",
          "sleep 0",
          "file a.txt",
          "rg hi .",
          "fdfind a.txt",
          "jq -n 1",
          "sh -c true",
          "chmod 700 a.txt",
          "chmod u+x sub/deep.txt",
          "git init -q",
          "git add a.txt",
          "git -c user.name=a -c user.email=a@b.c commit -qm one",
          "git status --short",
          "git log --oneline",
          "git diff --stat",
          "git show --stat HEAD",
          "git branch --list",
          "git rev-parse HEAD",
          "git ls-files");

  @TempDir Path folder;

  private static SandboxPolicy policy(SandboxPolicy.Grant... grants) {
    return new SandboxPolicy(SandboxPolicy.Mode.REQUIRED, false, List.of(grants));
  }

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void usualCommandsWork(SandboxFixture.User user) throws IOException {
    List<String> names = USUAL.stream().map(line -> line.split(" ", 2)[0]).distinct().toList();
    List<String> failed = new ArrayList<>();
    int run = 0;
    try (SandboxFixture fixture = new SandboxFixture(folder, user, names, policy())) {
      fixture.write("a.txt", "hi\nthere\n");
      fixture.run("mkdir", "sub");
      fixture.write("sub/deep.txt", "deep\n");
      for (String line : USUAL) {
        List<String> words = List.of(line.split(" "));
        // awk's program is one word; with a shell it would be in quotes.
        if (line.startsWith("awk") || line.startsWith("gawk")) {
          words = List.of(words.getFirst(), "{print $1}", "a.txt");
        }
        if (fixture.has(words.getFirst())) {
          run++;
          SandboxFixture.Run outcome = fixture.run(words);
          if (outcome.status() != 0) {
            failed.add(line + ": " + outcome);
          }
        }
      }
    }
    assertThat(failed).isEmpty();
    assertThat(run).isGreaterThan(40);
  }

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void aProgramStartsWithoutPrivilege(SandboxFixture.User user) throws IOException {
    SandboxPolicy.Grant proc =
        new SandboxPolicy.Grant("cat", List.of(), List.of(Path.of("/proc")), List.of());
    try (SandboxFixture fixture = new SandboxFixture(folder, user, List.of("cat"), policy(proc))) {
      String status = fixture.run("cat", "/proc/self/status").stdout();
      for (String set : List.of("CapInh", "CapPrm", "CapEff", "CapAmb")) {
        assertThat(status).contains(set + ":\t0000000000000000\n");
      }
      assertThat(status).contains("NoNewPrivs:\t1\n", "Seccomp:\t2\n");
      // Even where /proc can be read, the server's memory and environment cannot.
      long server = ProcessHandle.current().pid();
      for (String secret : List.of("environ", "maps", "mem")) {
        SandboxFixture.Run run = fixture.run("cat", "/proc/" + server + "/" + secret);
        assertThat(run.status()).as(secret).isNotZero();
        assertThat(run.stdout()).as(secret).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void modesChangeInsideTheRootAlone(SandboxFixture.User user) throws IOException {
    try (SandboxFixture fixture =
        new SandboxFixture(folder, user, List.of("chmod", "mkdir", "touch"), policy())) {
      fixture.run("mkdir", "d");
      fixture.run("touch", "d/f");
      Files.createSymbolicLink(fixture.root.resolve("out"), fixture.secret);
      Files.createSymbolicLink(fixture.root.resolve("up"), fixture.outside);
      Files.createSymbolicLink(fixture.root.resolve("in"), Path.of("d"));
      Path file = fixture.root.resolve("d/f");
      for (String way : List.of("d/f", "./d/../d/f", "in/f", file.toString())) {
        assertThat(fixture.run("chmod", "600", way).status()).as(way).isZero();
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        assertThat(fixture.run("chmod", "644", way).status()).as(way).isZero();
        assertThat(Files.getPosixFilePermissions(file)).hasSize(4);
      }
      Map<String, String> before = fixture.outsideState();
      for (String way :
          List.of(
              "out",
              "up/secret.txt",
              "../outside/secret.txt",
              "d/../../outside/secret.txt",
              fixture.secret.toString(),
              "/proc/self/root" + fixture.secret,
              "/proc/self/cwd/../outside/secret.txt",
              "up",
              "..",
              "/")) {
        assertThat(fixture.run("chmod", "000", way).status()).as(way).isNotZero();
      }
      assertThat(fixture.outsideState()).isEqualTo(before);
      for (String mode : List.of("4755", "2755", "u+s", "g+s")) {
        assertThat(fixture.run("chmod", mode, "d/f").status()).as(mode).isNotZero();
      }
      SandboxFixture.Run absent = fixture.run("chmod", "600", "absent");
      assertThat(absent.stderr()).contains("No such file");
    }
  }

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void ownersAndTimesChangeInsideTheRootAlone(SandboxFixture.User user) throws IOException {
    try (SandboxFixture fixture =
        new SandboxFixture(
            folder, user, List.of("touch", "chown", "chgrp", "cp", "id", "gzip", "ln"), policy())) {
      fixture.resetOutside();
      fixture.run("touch", "f");
      fixture.run("ln", "-s", fixture.secret.toString(), "out");
      String own = fixture.run("id", "-u").stdout().strip();
      String group = fixture.run("id", "-g").stdout().strip();
      Path file = fixture.root.resolve("f");
      for (List<String> usual :
          List.of(
              List.of("touch", "-d", "2001-02-03", "f"),
              List.of("touch", "-h", "-d", "2001-02-03", "out"),
              List.of("cp", "-p", "f", "g"),
              List.of("chown", own + ":" + group, "f"),
              List.of("chown", "-h", own, "out"),
              List.of("gzip", "-k", "f"))) {
        assertThat(fixture.run(usual)).as(usual.toString()).matches(run -> run.status() == 0);
      }
      for (String made : List.of("f", "g", "f.gz")) {
        assertThat(Files.getLastModifiedTime(fixture.root.resolve(made)).toString())
            .startsWith("2001-02-0");
      }
      assertThat(file).exists();
      Map<String, String> before = fixture.outsideState();
      String secret = fixture.secret.toString();
      for (List<String> attack :
          List.of(
              List.of("touch", secret),
              List.of("touch", "-c", "-d", "2001-02-03", secret),
              List.of("touch", "-d", "2001-02-03", "out"),
              List.of("touch", "-h", "-d", "2001-02-03", secret),
              List.of("touch", "-c", "-d", "2001-02-03", fixture.outside.toString()),
              List.of("chown", own, secret),
              List.of("chown", own, "out"),
              List.of("chown", "-h", own, secret),
              List.of("chgrp", group, secret),
              List.of("cp", "--attributes-only", "-p", "f", secret))) {
        // Under bubblewrap there is nothing, which "-c" takes for success.
        boolean quiet = attack.contains("-c");
        assertThat(fixture.run(attack))
            .as(attack.toString())
            .matches(r -> quiet || r.status() != 0);
        assertThat(fixture.outsideState()).as(attack.toString()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SandboxFixture.User.class)
  void nothingThatACommandLeavesBehindLives(SandboxFixture.User user) throws IOException {
    SandboxPolicy.Grant sleep =
        new SandboxPolicy.Grant(
            "setsid", List.of(Path.of("/usr/bin/sleep").toRealPath()), List.of(), List.of());
    try (SandboxFixture fixture =
        new SandboxFixture(folder, user, List.of("setsid"), policy(sleep))) {
      // A time that no other process of the machine sleeps tells it from others.
      String time = "300." + ProcessHandle.current().pid();
      SandboxFixture.Run run = fixture.run("setsid", "--fork", "sleep", time);
      assertThat(run.status()).as(run.all()).isZero();
      assertThat(
              ProcessHandle.allProcesses()
                  .map(process -> process.info().commandLine().orElse(""))
                  .filter(line -> line.contains(time)))
          .isEmpty();
    }
  }

  @Test
  void aGrantGivesWhatItSaysAndNoMore() throws IOException {
    Path shared = Files.createDirectories(folder.resolve("shared")).toRealPath();
    Files.writeString(shared.resolve("in.txt"), "granted\n");
    SandboxPolicy.Grant reading =
        new SandboxPolicy.Grant("cat", List.of(), List.of(shared), List.of());
    SandboxPolicy.Grant writing =
        new SandboxPolicy.Grant("cp", List.of(), List.of(), List.of(shared));
    SandboxPolicy.Grant starting =
        new SandboxPolicy.Grant(
            "env", List.of(Path.of("/usr/bin/touch").toRealPath()), List.of(), List.of());
    try (SandboxFixture fixture =
        new SandboxFixture(
            folder,
            SandboxFixture.User.OWN,
            List.of("cat", "cp", "tee", "env", "head"),
            policy(reading, writing, starting))) {
      fixture.write("a.txt", "hi\n");
      String in = shared.resolve("in.txt").toString();
      assertThat(fixture.run("cat", in).stdout()).isEqualTo("granted\n");
      assertThat(fixture.run("head", in).status()).isNotZero();
      assertThat(fixture.run("cp", "a.txt", shared + "/b.txt").status()).isZero();
      assertThat(fixture.run("cp", "-p", "a.txt", shared + "/d.txt").status()).isZero();
      assertThat(fixture.run("tee", shared + "/c.txt").status()).isNotZero();
      assertThat(fixture.run("env", "touch", "made").status()).isZero();
      assertThat(fixture.run("env", "cat", "a.txt").status()).isNotZero();
    }
  }

  @Test
  void whatAGrantOpensIsNamed() {
    List<String> lines =
        GrantRemarks.of(
            policy(
                new SandboxPolicy.Grant("git", List.of(Path.of("/usr/bin")), List.of(), List.of()),
                new SandboxPolicy.Grant("find", List.of(Path.of("/bin/sh")), List.of(), List.of()),
                new SandboxPolicy.Grant("cp", List.of(), List.of(), List.of(Path.of("/srv"))),
                new SandboxPolicy.Grant("ls", List.of(), List.of(Path.of("/srv")), List.of())));
    assertThat(lines)
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).contains("'git'", "'/usr/bin'", "'sh'"))
        .anySatisfy(line -> assertThat(line).contains("'find'", "runs whatever"))
        .anySatisfy(line -> assertThat(line).contains("'cp'", "outside the root"));
  }

  @Test
  void aScriptStartsOnlyWhereItsInterpreterIsAllowed() throws IOException {
    Path script = Files.writeString(folder.resolve("tool"), "#!/bin/sh\necho started\n");
    Path shell = Path.of("/bin/sh").toRealPath();
    CommandRights without =
        CommandRights.of("tool", script, List.of(script), folder.resolve("root"), policy());
    assertThat(without.execute()).containsExactly(script);
    assertThat(without.lacking()).singleElement().asString().contains("'/bin/sh'", "not allowed");
    CommandRights with =
        CommandRights.of("tool", script, List.of(script, shell), folder.resolve("root"), policy());
    assertThat(with.execute()).contains(script, shell).hasSize(3);
    assertThat(with.lacking()).isEmpty();
  }
}
