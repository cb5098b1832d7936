package dev.safemcp.safety.kernel;

import dev.safemcp.safety.file.Folder;

/** An open directory. It is closed once, so that a later owner of the number is never hit. */
final class Descriptor implements Folder {
  private final int number;
  private boolean open = true;

  Descriptor(int number) {
    this.number = number;
  }

  /** Returns the number of a folder that these calls opened. */
  static int number(Folder folder) {
    Descriptor descriptor = (Descriptor) folder;
    if (!descriptor.open) {
      throw new IllegalStateException("a closed folder is used");
    }
    return descriptor.number;
  }

  @Override
  public synchronized void close() {
    if (open) {
      open = false;
      DescriptorCalls.close(number);
    }
  }
}
