package dev.safemcp.safety.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the world may do to a log, under both fail modes. */
class AuditLogFaultTests {
  @TempDir Path folder;

  /** Something that is wrong before a server starts. */
  enum AtStart {
    FOLDER_MISSING("no such folder") {
      @Override
      Path make(Path folder) {
        return folder.resolve("missing");
      }
    },
    FOLDER_IS_A_FILE("") {
      @Override
      Path make(Path folder) throws IOException {
        return Files.createFile(folder.resolve("file"));
      }
    },
    LOG_IS_A_FOLDER("no regular file") {
      @Override
      Path make(Path folder) throws IOException {
        return folderOf(Files.createDirectory(folder.resolve("audit.jsonl")));
      }
    },
    LOG_IS_A_FIFO("no regular file") {
      @Override
      Path make(Path folder) throws IOException {
        return folderOf(fifo(folder.resolve("audit.jsonl")));
      }
    },
    LOG_IS_A_LINK("symbolic link") {
      @Override
      Path make(Path folder) throws IOException {
        Path target = Files.createFile(folder.resolve("elsewhere"));
        return folderOf(Files.createSymbolicLink(folder.resolve("audit.jsonl"), target));
      }
    },
    LOG_IS_A_LINK_TO_NOTHING("symbolic link") {
      @Override
      Path make(Path folder) throws IOException {
        return folderOf(
            Files.createSymbolicLink(folder.resolve("audit.jsonl"), folder.resolve("nothing")));
      }
    },
    LOG_IS_ANOTHER_FILE("no audit record") {
      @Override
      Path make(Path folder) throws IOException {
        return folderOf(Files.writeString(folder.resolve("audit.jsonl"), "Dear diary\n"));
      }
    },
    LOCK_IS_A_FIFO("no regular file") {
      @Override
      Path make(Path folder) throws IOException {
        return folderOf(fifo(folder.resolve("audit.jsonl.lock")));
      }
    };

    final String why;

    AtStart(String why) {
      this.why = why;
    }

    /** Makes it so and returns the log's folder. */
    abstract Path make(Path folder) throws IOException;
  }

  static Path folderOf(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  static Path fifo(Path path) throws IOException {
    Shell.run("mkfifo", path.toString());
    return path;
  }

  @ParameterizedTest
  @EnumSource
  void underClosedTheServerDoesNotStart(AtStart fault) throws IOException {
    LogFixture log = LogFixture.closed(fault.make(folder));
    List<Path> before = everything();

    assertThat(log.tryOpen())
        .isInstanceOfSatisfying(
            AuditLog.Opening.Failed.class,
            failed ->
                assertThat(failed.reason())
                    .contains(log.log.toString())
                    .contains(fault.why)
                    .doesNotContain("Exception")
                    .doesNotContain("\n"));
    assertThat(everything()).as("no folder was made").containsAll(before);
    assertThat(folder.resolve("missing")).doesNotExist();
    assertThat(folder.resolve("nothing")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void underOpenTheServerStartsAndSaysSoEachTime(AtStart fault) throws IOException {
    LogFixture log = new LogFixture(fault.make(folder), FailMode.OPEN, LogFixture.BIG, 3);
    try (AuditLog writer = log.open()) {
      goesOnUnrecorded(writer);
      goesOnUnrecorded(writer);
      assertThat(log.warnings).hasSizeBetween(1, 2);
      assertThat(folder.resolve("missing")).doesNotExist();
    }
  }

  @Test
  void aDeviceIsNeitherWrittenToNorGivenALockFile() {
    LogFixture log = LogFixture.closed(folder);
    for (Path device : List.of(Path.of("/dev/full"), Path.of("/dev/null"))) {
      dev.safemcp.safety.policy.AuditPolicy policy =
          new dev.safemcp.safety.policy.AuditPolicy(device, FailMode.CLOSED, LogFixture.BIG, 3);

      assertThat(
              AuditLog.open(
                  policy,
                  dev.safemcp.safety.policy.ServerKind.FILES,
                  LogFixture.POLICY,
                  log.warnings::add))
          .isInstanceOf(AuditLog.Opening.Failed.class);
      assertThat(Path.of(device + ".lock")).doesNotExist();
    }
  }

  @Test
  void aLogThatComesBackUnderOpenIsUsedAgain() throws IOException {
    Path missing = folder.resolve("missing");
    LogFixture log = new LogFixture(missing, FailMode.OPEN, LogFixture.BIG, 3);
    try (AuditLog writer = log.open()) {
      goesOnUnrecorded(writer);
      Files.createDirectory(missing);
      LogFixture.call(writer, "echo");
    }

    assertThat(log.intact().records()).isEqualTo(2);
    assertThat(log.warnings).last().asString().contains("can be written again");
  }

  /** Something that happens under a running server. */
  enum UnderTheServer {
    DELETED {
      @Override
      void happen(Path log) throws IOException {
        Files.delete(log);
      }
    },
    REPLACED_BY_A_FOLDER {
      @Override
      void happen(Path log) throws IOException {
        Files.delete(log);
        Files.createDirectory(log);
      }
    },
    REPLACED_BY_A_FIFO {
      @Override
      void happen(Path log) throws IOException {
        Files.delete(log);
        fifo(log);
      }
    },
    REPLACED_BY_A_LINK_TO_ITSELF {
      @Override
      void happen(Path log) throws IOException {
        Path away = Files.move(log, log.resolveSibling("away"));
        Files.createSymbolicLink(log, away);
      }
    },
    REPLACED_BY_A_COPY {
      @Override
      void happen(Path log) throws IOException {
        Path copy = Files.copy(log, log.resolveSibling("copy"));
        Files.move(copy, log, StandardCopyOption.ATOMIC_MOVE);
      }
    },
    REPLACED_BY_AN_EMPTY_FILE {
      @Override
      void happen(Path log) throws IOException {
        Files.delete(log);
        Files.createFile(log);
      }
    },
    REPLACED_BY_ANOTHER_FILE {
      @Override
      void happen(Path log) throws IOException {
        Files.delete(log);
        Files.writeString(log, "Dear diary\n");
      }
    },
    REPLACED_BY_ANOTHER_LOG {
      @Override
      void happen(Path log) throws IOException {
        Files.delete(log);
        new LogFixture(folderOf(log), FailMode.CLOSED, LogFixture.BIG, 3).with(9);
      }
    },
    ROTATED_AND_NOT_BY_US {
      @Override
      void happen(Path log) throws IOException {
        Files.move(log, log.resolveSibling("audit.jsonl.1"));
        Path folder = Files.createDirectory(log.resolveSibling("other"));
        LogFixture other = new LogFixture(folder, FailMode.CLOSED, LogFixture.BIG, 3).with(9);
        Files.move(other.log, log);
      }
    },
    CUT_TO_NOTHING {
      @Override
      void happen(Path log) throws IOException {
        Files.write(log, new byte[0]);
      }
    },
    CUT_BY_A_LINE {
      @Override
      void happen(Path log) throws IOException {
        List<String> lines = LogFixture.lines(log);
        LogFixture.write(log, lines.subList(0, lines.size() - 1));
      }
    },
    LAST_RECORD_OVERWRITTEN {
      @Override
      void happen(Path log) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        bytes[bytes.length - 10] ^= 1;
        Files.write(log, bytes);
      }
    },
    FOLDER_REMOVED {
      @Override
      void happen(Path log) throws IOException {
        Shell.run("rm", "-r", folderOf(log).toString());
      }
    },
    FOLDER_MOVED_AWAY {
      @Override
      void happen(Path log) throws IOException {
        Files.move(folderOf(log), folderOf(log).resolveSibling("elsewhere"));
      }
    };

    abstract void happen(Path log) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void underClosedNothingRunsUnrecordedUntilARestart(UnderTheServer fault) throws IOException {
    LogFixture log = LogFixture.closed(Files.createDirectory(folder.resolve("state")));
    try (AuditLog writer = log.open()) {
      LogFixture.call(writer, "echo");
      Permit before = (Permit) writer.attempt("run_command", LogFixture.redacted("echo"));
      fault.happen(log.log);

      assertThat(writer.attempt("run_command", LogFixture.redacted("touch made.txt")))
          .isInstanceOfSatisfying(Unavailable.class, this::saysNothingOfTheHost);
      assertThat(writer.outcome(before, LogFixture.outcome(ResultCode.OK, "done")))
          .isInstanceOfSatisfying(Unavailable.class, this::saysNothingOfTheHost);
      assertThat(log.warnings)
          .singleElement()
          .asString()
          .contains(log.log.toString())
          .contains(fault.name().startsWith("FOLDER") ? "" : "under the server")
          .doesNotContain("Exception");
    }
  }

  @ParameterizedTest
  @EnumSource
  void underOpenTheWorkGoesOnAndIsRecordedWhereItCanBe(UnderTheServer fault) throws IOException {
    Path state = Files.createDirectory(folder.resolve("state"));
    LogFixture log = new LogFixture(state, FailMode.OPEN, LogFixture.BIG, 3);
    try (AuditLog writer = log.open()) {
      LogFixture.call(writer, "echo");
      fault.happen(log.log);
      int told = log.warnings.size();

      Admission admission = writer.attempt("run_command", LogFixture.redacted("echo again"));

      assertThat(admission).isInstanceOf(Permit.class);
      assertThat(log.warnings.subList(told, log.warnings.size()))
          .isNotEmpty()
          .allSatisfy(line -> assertThat(line).contains(log.log.toString()));
      if (((Permit) admission).warning().isEmpty()) {
        assertThat(log.lines()).last().asString().contains("echo again");
      }
    }
  }

  @Test
  void aLogThatWasDeletedUnderOpenBeginsAnewWhereTheChainStood() throws IOException {
    LogFixture log = new LogFixture(folder, FailMode.OPEN, LogFixture.BIG, 3);
    try (AuditLog writer = log.open()) {
      LogFixture.call(writer, "echo");
      Files.delete(log.log);
      LogFixture.call(writer, "echo");
    }

    assertThat(log.intact().first()).isEqualTo(3);
    assertThat(log.intact().records()).isEqualTo(2);
  }

  @Test
  void putBackWhatWasTakenIsNotEnoughUnderClosed() throws IOException {
    LogFixture log = LogFixture.closed(folder);
    try (AuditLog writer = log.open()) {
      LogFixture.call(writer, "echo");
      Path away = Files.move(log.log, folder.resolve("away"));
      assertThat(writer.attempt("run_command", LogFixture.redacted("a")))
          .isInstanceOf(Unavailable.class);
      Files.move(away, log.log);
      assertThat(writer.attempt("run_command", LogFixture.redacted("a")))
          .isInstanceOf(Unavailable.class);
    }

    log.with(1);
    assertThat(log.intact().records()).isEqualTo(4);
  }

  @Test
  void aLockFileThatWasDeletedIsMadeAnew() throws IOException {
    LogFixture log = LogFixture.closed(folder);
    try (AuditLog writer = log.open();
        AuditLog other = log.open()) {
      LogFixture.call(writer, "echo");
      Files.delete(folder.resolve("audit.jsonl.lock"));
      LogFixture.call(other, "echo");
      LogFixture.call(writer, "echo");
    }

    assertThat(log.intact().records()).isEqualTo(6);
  }

  @Test
  void whereTheNamesCannotBeChangedTheLogGrowsOn() throws IOException {
    Path inTheWay = Files.createDirectories(folder.resolve("audit.jsonl.1").resolve("full"));
    LogFixture log = new LogFixture(folder, FailMode.CLOSED, 1500, 1);
    try (AuditLog writer = log.open()) {
      for (int i = 0; i < 5; i++) {
        LogFixture.call(writer, "echo");
      }
    }

    assertThat(inTheWay).exists();
    assertThat(log.lines()).hasSize(10);
    assertThat(log.warnings).isNotEmpty().allMatch(line -> line.contains("cannot be rotated"));
  }

  /** A file system without room: where mounting is not ours to do, a limit on the file's size. */
  @Test
  void aFileThatMayNotGrowStopsTheWriterAndLeavesNoPartOfARecord() throws Exception {
    Path errors = Files.createFile(folder.resolve("stderr"));
    LogFixture log = LogFixture.closed(folder);
    try (WriterProcess writer =
        WriterProcess.start(
            List.of("sh", "-c", "ulimit -f 32; exec \"$@\"", "sh"),
            log.log,
            "limited",
            LogFixture.BIG,
            3,
            1000,
            errors)) {
      String line = writer.next();
      String before = "";
      while (line != null && !line.startsWith("refused")) {
        before = line;
        line = writer.next();
      }
      assertThat(line).as(Files.readString(errors)).startsWith("refused");
      assertThat(before).contains("cannot be written");
      writer.finish();
    }

    assertThat(log.intact().records()).isGreaterThan(10);
    assertThat(log.intact().torn()).isEmpty();
    log.with(1);
    assertThat(log.intact().torn()).isEmpty();
  }

  @Test
  void aFullDiskStopsTheCommandAndRoomLetsItGoOn() throws IOException {
    if (!SmallDisk.canMount()) {
      // An ordinary user may not mount: the limit above holds the same promise there.
      return;
    }
    for (FailMode mode : FailMode.values()) {
      try (SmallDisk disk =
          SmallDisk.mount(Files.createDirectory(folder.resolve("disk-" + mode)))) {
        LogFixture log = new LogFixture(disk.folder(), mode, LogFixture.BIG, 3);
        try (AuditLog writer = log.open()) {
          Admission last = writer.attempt("run_command", LogFixture.redacted("echo"));
          while (last instanceof Permit permit && permit.warning().isEmpty()) {
            last = writer.attempt("run_command", LogFixture.redacted("echo"));
          }
          if (mode == FailMode.CLOSED) {
            assertThat(last).isInstanceOfSatisfying(Unavailable.class, this::saysNothingOfTheHost);
          } else {
            goesOnUnrecorded(writer);
          }
          assertThat(log.warnings).singleElement().asString().contains("No space left");
          assertThat(log.intact().torn()).isEmpty();

          disk.remount("size=1m");
          LogFixture.call(writer, "echo");
          assertThat(log.warnings).last().asString().contains("can be written again");
        }
        log.intact();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDiskThatIsReadOnlyIsAFaultAtStart(FailMode mode) throws IOException {
    Path state = Files.createDirectory(folder.resolve("state"));
    LogFixture log = new LogFixture(state, mode, LogFixture.BIG, 3);
    if (SmallDisk.canMount()) {
      try (SmallDisk disk = SmallDisk.mount(state)) {
        log.with(1);
        disk.remount("ro");
        refusesOrWarns(log, mode);
        assertThat(log.intact().records()).isEqualTo(2);
      }
    } else {
      Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("r-x------"));
      refusesOrWarns(log, mode);
      Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private void refusesOrWarns(LogFixture log, FailMode mode) {
    switch (log.tryOpen()) {
      case AuditLog.Opening.Failed failed -> assertThat(mode).isEqualTo(FailMode.CLOSED);
      case AuditLog.Opening.Opened opened -> {
        assertThat(mode).isEqualTo(FailMode.OPEN);
        goesOnUnrecorded(opened.log());
        opened.log().close();
      }
    }
  }

  private void goesOnUnrecorded(AuditLog log) {
    assertThat(log.attempt("run_command", LogFixture.redacted("echo")))
        .isInstanceOfSatisfying(
            Permit.class,
            permit -> {
              assertThat(permit.warning()).hasValueSatisfying(this::saysNothingOfTheHost);
              assertThat(log.outcome(permit, LogFixture.outcome(ResultCode.OK, "done")))
                  .isInstanceOfSatisfying(
                      Settlement.Recorded.class,
                      recorded -> assertThat(recorded.warning()).isPresent());
            });
  }

  private void saysNothingOfTheHost(Unavailable unavailable) {
    saysNothingOfTheHost(unavailable.reason());
  }

  private void saysNothingOfTheHost(String text) {
    assertThat(text)
        .contains("audit log")
        .doesNotContain("/")
        .doesNotContain("jsonl")
        .doesNotContain("Exception");
  }

  private List<Path> everything() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.toList();
    }
  }

  static Stream<FailMode> modes() {
    return Stream.of(FailMode.values());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void manyLostRecordsAreOneLineForTheOperator(FailMode mode) throws IOException {
    Path state = Files.createDirectory(folder.resolve("state"));
    LogFixture log = new LogFixture(state, mode, LogFixture.BIG, 3);
    try (AuditLog writer = log.open()) {
      LogFixture.call(writer, "echo");
      Files.delete(log.log);
      Files.createDirectory(log.log);
      for (int i = 0; i < 50; i++) {
        writer.attempt("run_command", LogFixture.redacted("echo"));
      }
      assertThat(log.warnings).hasSizeLessThanOrEqualTo(2);
    }
  }
}
