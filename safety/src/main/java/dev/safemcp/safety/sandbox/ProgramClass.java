package dev.safemcp.safety.sandbox;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What kind of program a name stands for, where an operator should know before allowing it. A table
 * of names: it informs, and nothing rests on it, since the kernel holds a program of any class to
 * the same rights.
 */
public enum ProgramClass {
  /** It runs a language, so its arguments are a program. */
  INTERPRETER("runs whatever program its arguments or a file hold"),
  /** Its work is to start another program. */
  LAUNCHER("starts other programs: it needs an execute grant to do anything"),
  /** One file with many programs in it. */
  MULTI_CALL("is many programs in one file: allowing it allows all of them"),
  /** It has ways to start programs beside its work. */
  STARTS_PROGRAMS("has options that start other programs"),
  /** It fetches or serves over the network. */
  NETWORK("reaches the network: it needs 'terminal.sandbox.network'"),
  /** It shows any file that it is given, in its output or its errors. */
  READS_ANYTHING("shows any file that it may read"),
  /** None of these. */
  PLAIN("does one thing");

  private static final Map<ProgramClass, Set<String>> NAMES =
      Map.of(
          INTERPRETER,
          Set.of(
              "ash",
              "awk",
              "bash",
              "bc",
              "bun",
              "busybox",
              "csh",
              "dash",
              "dc",
              "deno",
              "ed",
              "emacs",
              "expect",
              "fish",
              "gawk",
              "gdb",
              "guile",
              "irb",
              "java",
              "jrunscript",
              "jshell",
              "ksh",
              "lua",
              "luajit",
              "m4",
              "mawk",
              "mksh",
              "nano",
              "nawk",
              "node",
              "nodejs",
              "nvim",
              "octave",
              "original-awk",
              "perl",
              "php",
              "pypy",
              "python",
              "r",
              "rscript",
              "ruby",
              "sh",
              "sqlite",
              "tclsh",
              "tcsh",
              "vi",
              "vim",
              "wish",
              "zsh"),
          LAUNCHER,
          Set.of(
              "chroot",
              "chrt",
              "doas",
              "env",
              "flock",
              "ionice",
              "ld.so",
              "ltrace",
              "nice",
              "nohup",
              "nsenter",
              "parallel",
              "pkexec",
              "run-parts",
              "script",
              "setarch",
              "setpriv",
              "setsid",
              "setuidgid",
              "ssh-agent",
              "stdbuf",
              "strace",
              "su",
              "sudo",
              "taskset",
              "time",
              "timeout",
              "unshare",
              "valgrind",
              "watch",
              "xargs",
              "xvfb-run"),
          MULTI_CALL,
          Set.of("busybox", "coreutils", "toybox"),
          STARTS_PROGRAMS,
          Set.of(
              "cargo", "cmake", "cpio", "fd", "fdfind", "find", "git", "go", "gradle", "hg", "less",
              "make", "man", "more", "mvn", "ninja", "npm", "npx", "pip", "pnpm", "rg", "rpm",
              "sed", "sort", "split", "svn", "tar", "yarn", "zip"),
          NETWORK,
          Set.of(
              "curl",
              "dig",
              "ftp",
              "host",
              "nc",
              "ncat",
              "netcat",
              "nslookup",
              "ping",
              "rsync",
              "scp",
              "sftp",
              "socat",
              "ssh",
              "telnet",
              "wget"),
          READS_ANYTHING,
          Set.of(
              "base32", "base64", "cat", "comm", "cp", "cut", "date", "dd", "diff", "du", "file",
              "fold", "grep", "head", "hexdump", "jq", "nl", "od", "paste", "pr", "rev", "shuf",
              "strings", "tac", "tail", "tee", "uniq", "wc", "xxd"));

  private final String meaning;

  ProgramClass(String meaning) {
    this.meaning = meaning;
  }

  /** Returns what that means for an operator: a phrase about the program. */
  public String meaning() {
    return meaning;
  }

  /**
   * Classifies a program by the name that it is called by and by the file behind it, whichever says
   * more: {@code awk} may be mawk, {@code ls} may be busybox.
   *
   * @param name the command's name
   * @param file its program's file, real
   */
  public static ProgramClass of(String name, Path file) {
    String real = String.valueOf(file.getFileName());
    return Stream.of(MULTI_CALL, INTERPRETER, LAUNCHER, STARTS_PROGRAMS, NETWORK, READS_ANYTHING)
        .filter(one -> one.has(name) || one.has(real))
        .findFirst()
        .orElse(PLAIN);
  }

  private boolean has(String name) {
    Set<String> names = NAMES.getOrDefault(this, Set.of());
    if (names.contains(name)) {
      return true;
    }
    // python3.11, gawk-5.1, ld-linux-x86-64.so.2
    String bare = name.replaceFirst("[-.0-9]*$", "");
    return names.contains(bare) || (this == LAUNCHER && name.matches("ld(-.*)?\\.so.*"));
  }
}
