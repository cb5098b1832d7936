package dev.safemcp.safety.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What is foretold of taking an entry out of its folder. */
class FolderAccessTests {
  private static final FolderAccess STICKY =
      new FolderAccess(Optional.empty(), OptionalInt.of(1000));

  private static FileFacts of(Standing standing) {
    return new FileFacts(Kind.REGULAR_FILE, 1, 2, 3, 4, 5, 1, standing);
  }

  @Test
  void whatIsSureToFailIsForetoldAndNothingElse() {
    FileFacts mine = of(new Standing(1000, false, false));
    FileFacts anothers = of(new Standing(1001, false, false));
    assertThat(FolderAccess.FREE.taking(anothers)).isEmpty();
    assertThat(STICKY.taking(mine)).isEmpty();
    assertThat(STICKY.taking(anothers)).contains(FileError.EPERM);
    assertThat(FolderAccess.FREE.taking(of(new Standing(1000, true, false))))
        .contains(FileError.EPERM);
    assertThat(FolderAccess.FREE.taking(of(new Standing(1000, false, true))))
        .contains(FileError.EBUSY);
    assertThat(new FolderAccess(Optional.of(FileError.EROFS), OptionalInt.empty()).taking(mine))
        .contains(FileError.EROFS);
  }
}
