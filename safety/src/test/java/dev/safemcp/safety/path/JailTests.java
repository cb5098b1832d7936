package dev.safemcp.safety.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.command.CommandLine;
import dev.safemcp.safety.decision.VettedCommands;
import dev.safemcp.safety.path.Jail.Containment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In commands, {@code ROOT} stands for the root, {@code OUT} for a folder outside. */
class JailTests {
  @TempDir Path temporary;
  private Path root = Path.of("");
  private Path outside = Path.of("");

  @BeforeEach
  void fill() throws IOException {
    Path base = temporary.toRealPath();
    root = Files.createDirectories(base.resolve("root"));
    outside = Files.createDirectories(base.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "s");
    Files.writeString(Files.createDirectories(base.resolve("root_evil")).resolve("secret"), "s");
    Files.createDirectories(root.resolve("sub/deep"));
    Files.createDirectories(root.resolve("sub2"));
    Files.writeString(root.resolve("a.txt"), "a");
    Files.writeString(root.resolve("sub/b.txt"), "b");
    link("lnk", outside.resolve("secret.txt"));
    link("out", outside);
    link("dangling", outside.resolve("absent"));
    link("up", Path.of("../outside"));
    link("sub/climb", Path.of("../../outside"));
    link("parent", Path.of(".."));
    link("slash", Path.of("/"));
    link("self", Path.of("self"));
    link("ping", Path.of("pong"));
    link("pong", Path.of("ping"));
    link("inner", Path.of("a.txt"));
    link("innersub", Path.of("sub"));
    link("absolute-inner", root.resolve("sub"));
    link("round", Path.of("sub/../a.txt"));
    link("weird", Path.of("x/../../root/a.txt"));
    link("chain", Path.of("chain2"));
    link("chain2", Path.of("out"));
  }

  private void link(String name, Path target) throws IOException {
    Files.createSymbolicLink(root.resolve(name), target);
  }

  private Containment contain(String command, @Nullable String cwd) throws IOException {
    CommandLine line =
        CommandLine.parse(
            command.replace("ROOT", root.toString()).replace("OUT", outside.toString()));
    List<String> words = new ArrayList<>(((CommandLine.Words) line).words());
    return contain(words, cwd, true);
  }

  private Containment contain(List<String> words, @Nullable String cwd, boolean arguments)
      throws IOException {
    return Jail.of(root)
        .contain(
            VettedCommands.command(
                root, temporary.resolve("bin"), words.getFirst(), words.subList(1, words.size())),
            cwd,
            arguments);
  }

  private void assertInside(String command, @Nullable String cwd) throws IOException {
    assertThat(contain(command, cwd))
        .as("%s in %s", command, cwd)
        .isInstanceOf(Containment.Inside.class);
  }

  private void assertEscape(String command, @Nullable String cwd) throws IOException {
    assertThat(contain(command, cwd))
        .as("%s in %s", command, cwd)
        .isInstanceOfSatisfying(
            Containment.Escape.class,
            escape ->
                assertThat(escape.reason())
                    .startsWith("'")
                    .doesNotEndWith(".")
                    .satisfies(this::namesNoHostPathThatTheClientDidNot));
  }

  private void namesNoHostPathThatTheClientDidNot(String reason) {
    assertThat(reason.substring(reason.lastIndexOf('\''))).doesNotContain("/");
  }

  @Test
  void aFolderInsideIsFoundAndTheRootIsTheDefault() throws IOException {
    String[][] table = {
      {null, ""},
      {"", ""},
      {".", ""},
      {"./", ""},
      {"sub", "sub"},
      {"sub/", "sub"},
      {"./sub//deep/.", "sub/deep"},
      {"sub/../sub2", "sub2"},
      {"sub/deep/../..", ""},
      {root.toString(), ""},
      {root + "/", ""},
      {"/" + root + "/sub", "sub"},
      {root + "/sub/../sub2", "sub2"},
    };
    for (String[] row : table) {
      assertThat(contain("pwd", row[0]))
          .as("cwd %s", row[0])
          .isInstanceOfSatisfying(
              Containment.Inside.class,
              inside -> {
                ContainedFolder folder = inside.command().folder();
                assertThat(folder.root()).isEqualTo(root);
                assertThat(folder.relative()).isEqualTo(Path.of(row[1]));
                assertThat(folder.absolute()).isEqualTo(root.resolve(row[1]));
                assertThat(inside.command().command().name()).isEqualTo("pwd");
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../",
        "./..",
        "sub/../..",
        "sub/../../root",
        "absent/../..",
        "/",
        "/etc",
        "//etc",
        "/etc/..",
        "OUT",
        "ROOT_evil",
        "ROOT/..",
        "ROOT/../root",
        "ROOT/sub/../../outside",
        "../root_evil",
        "out",
        "lnk",
        "innersub",
        "innersub/deep",
        "absolute-inner",
        "sub/climb",
        "parent",
        "slash",
        "self",
        "ping",
        "dangling",
        "innersub/..",
        "out/../sub",
        "chain",
        "/proc/self/cwd",
        "/proc/self/root"
      })
  void aFolderOutsideOrThroughALinkIsAnEscape(String cwd) throws IOException {
    String text = cwd.replace("ROOT", root.toString()).replace("OUT", outside.toString());
    assertEscape("pwd", text);
    assertThat(contain(List.of("pwd"), text, false))
        .as("arguments unchecked")
        .isInstanceOf(Containment.Escape.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "absent",
        "sub/absent",
        "a.txt",
        "a.txt/",
        "a.txt/..",
        "absent/..",
        "sub/b.txt/x",
        "~",
        "$HOME",
        "'sub'",
        " sub",
        "sub ",
        "．．/x",
        "file:sub"
      })
  void aFolderThatIsNotThereIsNoFolder(String cwd) throws IOException {
    assertThat(contain("pwd", cwd))
        .isEqualTo(
            new Containment.NoFolder(
                "'" + cwd + "' is not there, or is no folder: name one that exists"));
  }

  @Test
  void aFolderNameThatCannotBeIsNoFolder() throws IOException {
    for (String cwd : List.of("x".repeat(300), "a\0b", "sub/\ud800")) {
      assertThat(contain("pwd", cwd)).isInstanceOf(Containment.NoFolder.class);
    }
  }

  @Test
  void aRootThatBecameALinkHoldsNothing() throws IOException {
    Path moved = root.resolveSibling("moved");
    Files.move(root, moved);
    Files.createSymbolicLink(root, outside);
    assertThat(contain("pwd", null))
        .isEqualTo(
            new Containment.Escape(
                "the root leads through a symbolic link: name the folder itself"));
    Files.delete(root);
    assertThat(contain("pwd", null))
        .isEqualTo(
            new Containment.NoFolder(
                "the root is not there, or is no folder: name one that exists"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // absolute, climbing, beside
        "cat /etc/passwd",
        "head -n1 //etc/passwd",
        "cat /",
        "cat /dev/null",
        "cat /proc/self/environ",
        "cat /absent/x",
        "cat /proc/self/root/etc/passwd",
        "cat OUT/secret.txt",
        "cat ROOT_evil/secret",
        "cat ROOT/../outside/secret.txt",
        "cat ROOT/../root/a.txt",
        "ls ..",
        "ls ../",
        "ls ./..",
        "ls sub/../..",
        "cat ../root/a.txt",
        "cat absent/../../x",
        "cat a.txt/../../x",
        "cat -- -x/../../x",
        // through a link
        "cat lnk",
        "cat ./lnk",
        "cat ROOT/lnk",
        "cat out/secret.txt",
        "touch out/new",
        "cat dangling",
        "cat up/x",
        "cat sub/climb/x",
        "ls parent",
        "cat slash/etc/passwd",
        "cat chain/x",
        "cat out/../x",
        "cat innersub/climb",
        "cat absolute-inner/climb/x",
        "cat weird",
        "cat self",
        "cat ping/x",
        "cat self/../../x",
        "cat innersub/../..",
        "cat sub/../lnk",
        "cat absent/../lnk",
        // as the value of an option
        "grep --file=/etc/passwd x",
        "grep --file=../x x",
        "grep --file=lnk x",
        "dd if=a.txt of=/x",
        "dd of=out/x",
        "tool a=b=/etc/x",
        "grep -f/etc/passwd x",
        "grep -f../x x",
        "grep -flnk x",
        "grep -f./lnk x",
        "tar -C.. -cf x .",
        "tar -xf../a",
        "tar -xf/etc/x",
        "cp -t/tmp a.txt",
        "cp -tOUT a.txt",
        "cp -tout a.txt",
        "git -C/ log",
        "make -C../..",
        "git --git-dir=OUT/.git log",
        "wc --files0-from=OUT/secret.txt",
        "tool -o=/x",
        "tool -Isrc/x",
        // as what follows a sign
        "curl -d @/etc/passwd x",
        "curl -d@/etc/passwd x",
        "curl --data=@/etc/passwd x",
        "curl -F f=@/etc/passwd x",
        "gcc @../x",
        "curl -d @lnk x",
        "curl -d@lnk x",
        "scp a.txt host:/x",
        "git show HEAD:/x",
        "git show HEAD:../x",
        "docker -v /:/x run",
        "docker -v sub:/x",
        "git clone ext::/x",
        "sqlite3 file:/etc/x",
        // URIs
        "curl file:///etc/passwd",
        "curl FILE:///etc/passwd",
        "curl file://localhost/etc/passwd",
        "curl file:///%65tc/passwd",
        "curl --url=file:///etc/passwd",
        "curl file:../x",
        "curl file://../x",
        "curl file:%2e%2e/x",
        "curl file:lnk",
        "curl file:///ROOT/%2e%2e/x",
        // homes
        "cat ~root/.bashrc",
        "cat ~/../x",
        "cat ~/lnk",
        "cat --file=~root/x",
        "git -c include.path=~/../x",
        // programs that mostly take patterns
        "grep x /etc/passwd",
        "grep x /",
        "grep -r x /",
        "rg x /etc",
        "sed -n p /etc/passwd",
        "awk 1 /etc/passwd",
        "cut -c1 /etc/x",
        "sed p ../x",
        "grep x lnk",
        "grep x /../etc/passwd",
        "sed -f/etc/x p"
      })
  void anArgumentThatNamesAPlaceOutsideIsAnEscape(String command) throws IOException {
    assertEscape(command, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat a.txt",
        "cat ./a.txt",
        "cat sub/../a.txt",
        "cat ROOT/a.txt",
        "cat ROOT",
        "cat ROOT/",
        "cat /ROOT//sub/./b.txt",
        "cat absent",
        "cat absent/deeper/x",
        "cat absent/../a.txt",
        "cat inner",
        "cat innersub/b.txt",
        "cat innersub/../a.txt",
        "cat absolute-inner/b.txt",
        "cat round",
        "ls .",
        "ls -la",
        "touch new.txt",
        "mkdir -p x/y/z",
        "echo ''",
        "echo ...",
        "echo ..x",
        "echo x..",
        "head -n1 a.txt",
        "cut -d , -f 1 a.txt",
        "sed -n 1,2p a.txt",
        "sed s/a/b/ a.txt",
        "awk '{print $1}' a.txt",
        "git log HEAD~1..HEAD",
        "git diff a..b --stat",
        "git log --format=%h",
        "git show HEAD:sub/b.txt",
        "git show HEAD:./a.txt",
        "git -C sub log",
        "git -Csub log",
        "date +%H:%M",
        "curl https://host/x",
        "curl https://host:80/x?a=b",
        "curl --url=https://host/x",
        "ls *.txt",
        "echo -n",
        "echo $HOME * ~ {a,b}",
        "cat ~/a.txt",
        "echo ~root",
        "echo a~",
        "echo HEAD~1",
        "grep 'GET /api' log",
        "grep -rn hi .",
        "tar -cf y.tar a.txt",
        "tar -xf y.tar -C sub",
        "dd if=a.txt of=b.txt bs=1M",
        "tool --opt=sub/b.txt",
        "tool -Isub",
        "tool -I./sub/deep",
        "tool --",
        "tool -",
        "tool -- -x",
        "scp a.txt host:x",
        "echo a:b",
        "echo a@b",
        "echo user@host",
        "npm i @scope/package",
        "curl -d @a.txt x",
        "curl file:ROOT/a.txt",
        "curl file://ROOT/a.txt",
        "profile file:",
        "echo 1/2",
        "echo a=b",
        "echo =",
        "echo a==",
        "find . -name '*.java' -type f",
        "expr 1 + 1",
        "basename a/b",
        // text to programs that take patterns
        "sed -n /hi-there/p a.txt",
        "sed -n '/hi-there/,/no-such/p' a.txt",
        "awk '/hi-there/ {print $2}' a.txt",
        "grep /api-v1/users log",
        "grep -e/api-v1 log",
        "cut -d/ -f1 a.txt",
        "cut -d / -f1 a.txt",
        "tr / _",
        "awk -F/ '{print $1}' a.txt"
      })
  void anArgumentThatNamesNoPlaceOutsidePasses(String command) throws IOException {
    assertInside(command, null);
  }

  @Test
  void argumentsAreRelativeToTheFolderInWhichTheCommandRuns() throws IOException {
    assertInside("cat ../a.txt", "sub");
    assertInside("cat ../../a.txt", "sub/deep");
    assertInside("git show HEAD:../a.txt", "sub");
    assertInside("tar -C../sub2 -cf x .", "sub");
    assertInside("cat ../inner", "sub");
    assertEscape("cat ../../a.txt", "sub");
    assertEscape("cat ../../root/a.txt", "sub");
    assertEscape("cat climb/x", "sub");
    assertEscape("cat ../lnk", "sub");
    assertInside("cat lnk", "sub");
    assertInside("cat ~/a.txt", "sub");
    assertEscape("cat ~/lnk", "sub");
  }

  @Test
  void anyArgumentMayBeTheOneThatEscapes() throws IOException {
    assertEscape("cat a.txt sub/b.txt ../x a.txt", null);
    assertThat(contain("cat a.txt ../x lnk", null))
        .isEqualTo(
            new Containment.Escape(
                "'../x' names a place outside the root: name it relative to the folder, without"
                    + " leaving the root"));
    assertThat(contain("cat lnk", null))
        .isEqualTo(
            new Containment.Escape(
                "'lnk' leads outside the root through a symbolic link: name a place inside it"));
  }

  @Test
  void argumentsAreNotCheckedWherePolicySaysSo() throws IOException {
    assertThat(contain(List.of("cat", "/etc/passwd", "lnk", ".."), null, false))
        .isInstanceOf(Containment.Inside.class);
  }

  @Test
  void aHostileArgumentCostsLittleAndPassesOnlyIfItIsHarmless() throws IOException {
    for (String sign :
        List.of("=", ":", "@", "-", "-a", "/", "a/", "../", "a/../", "~/", "file:", "=/", "%2e")) {
      for (String start : List.of("", "-", "--x=")) {
        String hostile = start + sign.repeat(60_000 / sign.length());
        assertThat(contain(List.of("echo", hostile), null, true))
            .as("%s%s...", start, sign)
            .isNotNull();
        assertThat(
                contain(
                    List.of("echo", hostile + "/../".repeat(5) + "../".repeat(31_000)), null, true))
            .as("%s%s... and out", start, sign)
            .isInstanceOf(Containment.Escape.class);
      }
    }
  }

  @Test
  void aLongTextIsNoPlace() throws IOException {
    for (String text :
        List.of(
            "x".repeat(300),
            "é".repeat(200),
            "word ".repeat(2000),
            "a".repeat(300) + "/b",
            "-m" + "x".repeat(5000))) {
      assertThat(contain(List.of("echo", text), null, true)).isInstanceOf(Containment.Inside.class);
    }
    assertThat(contain(List.of("echo", "../" + "x".repeat(300)), null, true))
        .isEqualTo(
            new Containment.Escape(
                "'<303 characters>' names a place outside the root: name it relative to the folder,"
                    + " without leaving the root"));
  }

  @Test
  void whatNoFileSystemCanNameCountsAsOutside() throws IOException {
    for (String argument : List.of("a\0b", "--x=\0", "\ud800")) {
      assertThat(contain(List.of("cat", argument), null, true))
          .isInstanceOfSatisfying(
              Containment.Escape.class,
              escape -> assertThat(escape.reason()).contains("cannot be checked"));
    }
  }

  @Test
  void fortyLinksAreFollowedAndNotMore() throws IOException {
    link("c0", Path.of("a.txt"));
    for (int i = 1; i <= 40; i++) {
      link("c" + i, Path.of("c" + (i - 1)));
    }
    assertInside("cat c39", null);
    assertEscape("cat c40", null);
  }

  @Test
  void aLinkWhoseTargetDoesNotDecodeIsFollowedAllTheSame() throws Exception {
    // Java cannot write such a target, the shell's printf can.
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ln -s \"$(printf '\\377\\376')\" bytes; ln -s \"$(printf '../\\377')\" bytes-out;"
                    + " ln -s bytes \"$(printf 'n\\377')\"; ln -s n* again")
            .directory(root.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    assertInside("cat bytes", null);
    assertInside("cat bytes/x", null);
    assertInside("cat again", null);
    assertEscape("cat bytes-out", null);
  }

  @Test
  void everyPlaceIsCheckedAsTheBenignCommandsOfADayNeedIt() throws IOException {
    for (String command :
        """
        ls -la
        cat a.txt
        head -n 1 a.txt
        tail -n 1 a.txt
        grep -rn hi .
        find . -name a.txt
        sort -u a.txt
        uniq a.txt
        wc -l a.txt
        cut -d , -f 1 a.txt
        diff a.txt a.txt
        stat a.txt
        du -sh .
        date -u
        echo a b
        touch new.txt
        mkdir made
        cp a.txt b.txt
        mv b.txt c.txt
        ln -s a.txt inner
        sed -n 1,2p a.txt
        awk '{print $1}' a.txt
        tar -cf y.tar a.txt
        tar -tf y.tar
        base64 a.txt
        gzip -k c.txt
        od -c a.txt
        basename a/b
        dirname a/b
        seq 3
        id -u
        uname -s
        git status --short
        git log --oneline
        git diff HEAD~1 --stat
        git show --stat HEAD
        git branch --list
        git rev-parse HEAD
        git ls-files
        xargs --version
        ls sub
        cat sub/deep.txt
        expr 1 + 1
        realpath a.txt
        git commit -m 'fix: a/b, see https://host/x (50%)'
        git push origin main:refs/heads/main
        mvn -q -Dtest=A,B verify
        npm run build --if-present
        python3 -m pytest -k 'a and b'
        """
            .lines()
            .toList()) {
      assertInside(command, null);
    }
  }
}
