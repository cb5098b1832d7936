package dev.safemcp;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Holds the borders between packages: who may act, who may know whom. */
class ArchitectureTests {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.safemcp");

  private static final String REDACTED = "dev.safemcp.safety.redact.Redacted";

  /** Types that can carry text past the redactor. */
  private static final Set<String> RAW_TEXT =
      Set.of(
          "java.lang.String",
          "java.lang.CharSequence",
          "java.lang.Object",
          "java.lang.StringBuilder",
          "[C",
          "[B");

  /** The packages of safety that act on the world, each on its own part of it. */
  private static final String[] ACTING = {
    "dev.safemcp.safety.act..",
    "dev.safemcp.safety.audit..",
    "dev.safemcp.safety.journal..",
    "dev.safemcp.safety.move..",
    "dev.safemcp.safety.kernel.."
  };

  /** What of java.nio.file.Files only looks. */
  private static final Set<String> LOOKING =
      Set.of(
          "exists",
          "notExists",
          "isDirectory",
          "isRegularFile",
          "isSymbolicLink",
          "isExecutable",
          "isReadable",
          "isWritable",
          "isHidden",
          "isSameFile",
          "size",
          "readAttributes",
          "getAttribute",
          "getFileAttributeView",
          "getLastModifiedTime",
          "getOwner",
          "getPosixFilePermissions",
          "readSymbolicLink",
          "readString",
          "readAllBytes",
          "readAllLines",
          "lines",
          "newInputStream",
          "newBufferedReader",
          "newDirectoryStream",
          "list",
          "walk",
          "getFileStore",
          "probeContentType");

  @Test
  void theScanSawTheClasses() {
    assertThat(PRODUCT.size()).isGreaterThan(120);
    for (String name : new String[] {"safety", "stdio", "server.terminal", "server.files", "cli"}) {
      assertThat(PRODUCT.that(resideInAnyPackage("dev.safemcp." + name + "..")))
          .as(name)
          .isNotEmpty();
    }
  }

  @Test
  void onlyTheRunnerStartsProcesses() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.safemcp.safety.act..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName(ProcessBuilder.class.getName())
        .orShould()
        .callMethod(Runtime.class, "exec", String.class)
        .orShould()
        .callMethod(Runtime.class, "exec", String[].class)
        .check(PRODUCT);
  }

  @Test
  void onlyTheActingPackagesChangeTheFileSystem() {
    DescribedPredicate<JavaMethodCall> changing =
        describe(
            "a call that changes the file system",
            call ->
                call.getTargetOwner().isEquivalentTo(Files.class)
                    && !LOOKING.contains(call.getName()));
    noClasses()
        .that()
        .resideOutsideOfPackages(ACTING)
        .and()
        // The operator's own command, which no client can reach.
        .resideOutsideOfPackage("dev.safemcp.cli.registration..")
        .should()
        .callMethodWhere(changing)
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.nio.channels.FileChannel")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.RandomAccessFile")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.FileOutputStream")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.FileWriter")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.nio.file.SecureDirectoryStream")
        .check(PRODUCT);
  }

  @Test
  void onlyTheKernelPackageLeavesTheJvm() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.safemcp.safety.kernel..")
        .should()
        .dependOnClassesThat(
            are(
                describe(
                    "the linker of java.lang.foreign",
                    (JavaClass target) ->
                        target.getFullName().equals("java.lang.foreign.Linker")
                            || target.getFullName().equals("java.lang.foreign.SymbolLookup"))))
        .check(PRODUCT);
  }

  @Test
  void onlyTheTransportTouchesTheStandardStreams() {
    DescribedPredicate<JavaAccess<?>> streams =
        describe(
            "a standard stream",
            access ->
                access.getTargetOwner().isEquivalentTo(System.class)
                    && Set.of("in", "out", "err", "setIn", "setOut", "setErr")
                        .contains(access.getName()));
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.safemcp.stdio..")
        .should()
        .accessTargetWhere(streams)
        .check(PRODUCT);
  }

  @Test
  void onlyTheTransportKnowsTheMcpSdk() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.safemcp.stdio..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.modelcontextprotocol..", "reactor..", "org.reactivestreams..", "org.slf4j..")
        .check(PRODUCT);
  }

  @Test
  void safetyKnowsNoServerAndNoCommandLine() {
    noClasses()
        .that()
        .resideInAPackage("dev.safemcp.safety..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.safemcp.stdio..", "dev.safemcp.server..", "dev.safemcp.cli..", "picocli..")
        .check(PRODUCT);
  }

  @Test
  void theServersAreWiringAndKnowNoActingPackage() {
    noClasses()
        .that()
        .resideInAPackage("dev.safemcp.server..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ACTING)
        .check(PRODUCT);
  }

  @Test
  void noPackagesDependOnEachOtherInACircle() {
    slices().matching("dev.safemcp.safety.(*)..").should().beFreeOfCycles().check(PRODUCT);
    slices().matching("dev.safemcp.(*)..").should().beFreeOfCycles().check(PRODUCT);
  }

  @Test
  void nothingExplainedCanReachTheRunner() {
    noClasses()
        .that()
        .haveSimpleName("ExplainCommand")
        .or()
        .haveSimpleName("CommandCheck")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("CommandRunner")
        .check(PRODUCT);
  }

  @Test
  void everyPackageSaysWhereNullMayStand() {
    classes()
        .should(
            new com.tngtech.archunit.lang.ArchCondition<JavaClass>(
                "live in a @NullMarked package") {
              @Override
              public void check(JavaClass type, com.tngtech.archunit.lang.ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(
                    new com.tngtech.archunit.lang.SimpleConditionEvent(
                        type, marked, type.getPackageName() + " has no @NullMarked package-info"));
              }
            })
        .check(PRODUCT);
  }

  @Test
  void onlyTheRedactorMakesARedactedText() {
    noClasses()
        .that()
        .doNotHaveSimpleName("Redactor")
        .should()
        .callConstructorWhere(
            describe(
                "one of Redacted", call -> call.getTargetOwner().getFullName().equals(REDACTED)))
        .check(PRODUCT);
  }

  /** What leaves is Redacted, a number, a flag or a code: none of these types holds other text. */
  @Test
  void resultsAndOutcomesHoldNoTextThatIsNotRedacted() {
    fields()
        .that()
        .areDeclaredInClassesThat(
            resideInAnyPackage("dev.safemcp.safety.result..")
                .or(
                    describe(
                        "Outcome",
                        type -> type.getFullName().equals("dev.safemcp.safety.audit.Outcome"))))
        .and()
        .areNotStatic()
        .should(
            new com.tngtech.archunit.lang.ArchCondition<JavaField>("hold no raw text") {
              @Override
              public void check(JavaField field, com.tngtech.archunit.lang.ConditionEvents events) {
                // The action is the name of a tool: a word of ours.
                boolean raw = RAW_TEXT.contains(field.getRawType().getFullName());
                boolean holds = !raw || field.getName().equals("action");
                events.add(
                    new com.tngtech.archunit.lang.SimpleConditionEvent(
                        field, holds, field.getFullName() + " holds text that nobody redacted"));
              }
            })
        .check(PRODUCT);
  }

  /** The standard error stream prints objects of type Redacted, never a string. */
  @Test
  void theTransportPrintsNoStringsToStandardError() {
    noClasses()
        .that()
        .resideInAPackage("dev.safemcp.stdio..")
        .should()
        .callMethod(java.io.PrintStream.class, "println", String.class)
        .orShould()
        .callMethod(java.io.PrintStream.class, "print", String.class)
        .orShould()
        .callMethod(java.io.PrintStream.class, "printf", String.class, Object[].class)
        .check(PRODUCT);
  }

  @Test
  void namesAreTheFieldsOwn() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .check(PRODUCT);
  }
}
