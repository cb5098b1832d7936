import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites the pattern switches of our own jars from {@code invokedynamic} to plain tests.
 *
 * <p>javac leaves the choice of a branch to {@code SwitchBootstraps.typeSwitch}, which writes a
 * class at run time for each switch. An AOT cache of JDK 25 keeps the lambdas and concatenations
 * that are made so, but not these (aotConstantPoolResolver.cpp), and the first costs a start more
 * than reading the policy. What is put in their place does what the specification of typeSwitch
 * says: the index of the first label from {@code restart} on that the value is an instance of, -1
 * for null, else the number of labels.
 *
 * <p>Run at packaging: {@code java -cp lib/* PlainSwitches.java JAR...}, the other jars on the
 * class path, since frames are computed anew. A jar's time is kept.
 */
final class PlainSwitches {
  private static final ClassFile CLASS_FILE =
      ClassFile.of(
          ClassHierarchyResolverOption.of(
              ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader())
                  .orElse(ClassHierarchyResolver.defaultResolver())));

  private PlainSwitches() {}

  /** A switch, and the method that takes its place. */
  private record Site(String method, MethodTypeDesc type, List<ClassDesc> labels) {}

  public static void main(String[] jars) throws IOException {
    for (String jar : jars) {
      rewrite(Path.of(jar));
    }
  }

  private static void rewrite(Path jar) throws IOException {
    FileTime time = Files.getLastModifiedTime(jar);
    Path rewritten = jar.resolveSibling(jar.getFileName() + ".new");
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
        OutputStream file = Files.newOutputStream(rewritten);
        ZipOutputStream out = new ZipOutputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        out.putNextEntry(copy);
        out.write(entry.getName().endsWith(".class") ? plain(read(in)) : read(in));
        out.closeEntry();
      }
    }
    Files.setLastModifiedTime(rewritten, time);
    Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] read(InputStream in) throws IOException {
    return in.readAllBytes();
  }

  private static byte[] plain(byte[] bytes) {
    ClassModel type = CLASS_FILE.parse(bytes);
    ClassDesc self = type.thisClass().asSymbol();
    boolean isInterface = type.flags().has(AccessFlag.INTERFACE);
    List<Site> sites = new ArrayList<>();
    ClassTransform calls =
        ClassTransform.transformingMethodBodies(
            (code, element) -> {
              if (element instanceof InvokeDynamicInstruction call && choosesByType(call)) {
                Site site =
                    new Site(
                        "typeSwitch$" + sites.size(),
                        call.typeSymbol(),
                        call.bootstrapArgs().stream().map(ClassDesc.class::cast).toList());
                sites.add(site);
                code.invokestatic(self, site.method(), site.type(), isInterface);
              } else {
                code.with(element);
              }
            });
    ClassTransform methods =
        ClassTransform.endHandler(
            builder -> {
              for (Site site : sites) {
                builder.withMethodBody(
                    site.method(),
                    site.type(),
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                    code -> choose(code, site.labels()));
              }
            });
    byte[] rewritten = CLASS_FILE.transformClass(type, calls.andThen(methods));
    return sites.isEmpty() ? bytes : rewritten;
  }

  /** Whether all labels are types: constants among them are left as they are. */
  private static boolean choosesByType(InvokeDynamicInstruction call) {
    return call.bootstrapMethod().owner().equals(ClassDesc.of("java.lang.runtime.SwitchBootstraps"))
        && call.bootstrapMethod().methodName().equals("typeSwitch")
        && call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
  }

  private static void choose(CodeBuilder code, List<ClassDesc> labels) {
    Label present = code.newLabel();
    code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
    for (int i = 0; i < labels.size(); i++) {
      Label next = code.newLabel();
      code.iload(1).loadConstant(i).if_icmpgt(next);
      code.aload(0).instanceOf(labels.get(i)).ifeq(next).loadConstant(i).ireturn();
      code.labelBinding(next);
    }
    code.loadConstant(labels.size()).ireturn();
  }
}
