package dev.safemcp.safety.file;

/** What an entry of a folder is, by its lstat. */
public enum Kind {
  /** A regular file. */
  REGULAR_FILE("regular-file"),
  /** A directory. */
  DIRECTORY("directory"),
  /** A symbolic link, whatever it points to. */
  SYMBOLIC_LINK("symbolic-link"),
  /** A FIFO, a socket, a device, or what a later system invents. */
  OTHER("other");

  private final String word;

  Kind(String word) {
    this.word = word;
  }

  /** Returns the word for it in rules and in the journal. */
  public String word() {
    return word;
  }
}
