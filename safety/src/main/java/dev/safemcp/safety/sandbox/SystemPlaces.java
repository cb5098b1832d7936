package dev.safemcp.safety.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What programs need of the system to start and to behave: the shortest list with which they do.
 *
 * <p>What is not here is not readable: no list of users (ids are shown as numbers), nothing of
 * other processes, no folder of programs. Places that a system lacks are passed over. Stateless.
 */
final class SystemPlaces {
  /**
   * A place and what it is for.
   *
   * @param path absolute
   * @param reason why it is on the list
   */
  record Place(String path, String reason) {}

  /** Every command reads these. */
  static final List<Place> READ =
      List.of(
          new Place("/etc/ld.so.cache", "where the loader looks up libraries"),
          new Place("/etc/ld.so.preload", "the loader reads it where it exists"),
          new Place("/usr/lib/locale", "UTF-8: without it every non-ASCII character is a mistake"),
          new Place("/usr/share/zoneinfo", "times in the zone that was asked for"),
          new Place("/etc/localtime", "times in the machine's zone"),
          new Place("/usr/share/terminfo", "programs that ask what a terminal can do"),
          new Place("/usr/lib/terminfo", "the same, Debian's minimal part"),
          new Place("/etc/terminfo", "the same, the machine's own part"),
          new Place("/etc/ssl/openssl.cnf", "what uses OpenSSL stops where it cannot be read"),
          new Place("/etc/pki/tls/openssl.cnf", "the same elsewhere"),
          new Place("/dev/zero", "empty memory and files"),
          new Place("/dev/random", "hash seeds, names of temporary files, keys"),
          new Place("/dev/urandom", "the same"));

  /** Every command reads and writes these. */
  static final List<Place> WRITE =
      List.of(
          new Place("/dev/null", "output that nobody wants"),
          new Place("/dev/full", "output that must fail, in tests"));

  /** Commands read these where the network is open. */
  static final List<Place> NETWORK =
      List.of(
          new Place("/etc/resolv.conf", "which name servers to ask"),
          new Place("/etc/hosts", "names of the machine's own"),
          new Place("/etc/host.conf", "how names are resolved"),
          new Place("/etc/nsswitch.conf", "the same"),
          new Place("/etc/gai.conf", "which address to prefer"),
          new Place("/etc/services", "names of ports"),
          new Place("/etc/protocols", "names of protocols"),
          new Place("/etc/ssl/certs", "whom to trust; private keys lie elsewhere"),
          new Place("/usr/share/ca-certificates", "what the links in there lead to"),
          new Place("/etc/pki/tls/certs", "the same elsewhere"),
          new Place("/etc/pki/ca-trust/extracted", "the same elsewhere"),
          new Place("/etc/ca-certificates/extracted", "the same elsewhere"));

  private static final List<String> LIBRARY_FOLDERS =
      List.of(
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/lib64",
          "/usr/lib",
          "/lib");

  private static final List<String> LOADERS =
      List.of("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1");

  private static final Path LOADER_FOLDERS = Path.of("/etc/ld.so.conf");

  private SystemPlaces() {}

  /**
   * Returns what one program reads beyond that, by the name of its file.
   *
   * @param executable the file, real
   */
  static List<Place> ofProgram(Path executable) {
    String name = String.valueOf(executable.getFileName());
    return switch (name) {
      case "git" ->
          List.of(
              new Place("/etc/gitconfig", "git stops where it exists and cannot be read"),
              new Place("/etc/gitattributes", "the machine's attributes"),
              new Place("/usr/share/git-core/templates", "what 'git init' starts from"));
      case "file" ->
          List.of(
              new Place("/etc/magic", "how files are recognized"),
              new Place("/usr/share/misc", "the same"),
              new Place("/usr/lib/file", "the same"));
      case "gawk" -> List.of(new Place("/usr/share/awk", "its own library"));
      case "id", "whoami", "groups" ->
          // They print names and never a file.
          List.of(
              new Place("/etc/passwd", "names of users are its output"),
              new Place("/etc/group", "the same of groups"),
              new Place("/etc/nsswitch.conf", "where names are looked up"));
      case "free" -> List.of(new Place("/proc/meminfo", "its output: the machine's memory"));
      case "uptime" ->
          List.of(
              new Place("/proc/uptime", "its output: the machine's figures"),
              new Place("/proc/loadavg", "the same"));
      case "perl" ->
          List.of(
              new Place("/usr/share/perl", "its own library"),
              new Place("/usr/share/perl5", "the same, installed packages"),
              new Place("/etc/perl", "the same, the machine's own part"));
      default -> ofInterpreter(name, executable);
    };
  }

  /** Interpreters whose library lies beside them, wherever they are installed. */
  private static List<Place> ofInterpreter(String name, Path executable) {
    Path prefix = executable.getParent() == null ? null : executable.getParent().getParent();
    if (prefix == null || prefix.getNameCount() == 0) {
      return List.of();
    }
    if (name.matches("python3?(\\.[0-9]+)?")) {
      List<Place> places = new ArrayList<>();
      for (Path home : List.of(prefix, Path.of("/usr/local"))) {
        for (Path found : matching(home.resolve("lib"), "{lib,}python3*")) {
          places.add(new Place(found.toString(), "its own library and installed packages"));
        }
      }
      return places;
    }
    return Files.isRegularFile(prefix.resolve("lib/modules"))
        ? List.of(
            new Place(prefix.resolve("lib").toString(), "a Java runtime's own library"),
            new Place(prefix.resolve("conf").toString(), "the same, its settings"))
        : List.of();
  }

  private static List<Path> matching(Path folder, String glob) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
      entries.forEach(found::add);
    } catch (IOException none) {
      // Then the program has no library here.
    }
    return found;
  }

  /**
   * Returns the folders of shared libraries, real: where the C library is, and those that the
   * machine's loader is configured for. Programs below them can be read and not executed.
   */
  static Set<Path> libraryFolders() {
    Set<Path> folders = new LinkedHashSet<>();
    for (String folder : LIBRARY_FOLDERS) {
      if (Files.isRegularFile(Path.of(folder, "libc.so.6"))) {
        addReal(folder, folders);
      }
    }
    configured(LOADER_FOLDERS, folders);
    matching(Path.of(LOADER_FOLDERS + ".d"), "*.conf").forEach(file -> configured(file, folders));
    return folders;
  }

  /** Returns the loaders that programs for this system name, real. */
  static Set<Path> loaders() {
    Set<Path> loaders = new LinkedHashSet<>();
    LOADERS.forEach(loader -> addReal(loader, loaders));
    return loaders;
  }

  private static void configured(Path file, Set<Path> folders) {
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        // Anything else on a line, such as "include", names no folder.
        if (line.startsWith("/")) {
          addReal(line.split("[#\\s]", 2)[0], folders);
        }
      }
    } catch (IOException unreadable) {
      // The loader's defaults hold.
    }
  }

  private static void addReal(String path, Set<Path> paths) {
    List<Path> found = new ArrayList<>();
    try {
      found.add(Path.of(path).toRealPath());
    } catch (IOException | InvalidPathException absent) {
      return;
    }
    // A machine whose loader is configured for "/" or "/etc" gets no rule of that breadth.
    found.stream()
        .filter(real -> real.getNameCount() >= 2 || real.startsWith("/lib64"))
        .forEach(paths::add);
  }
}
