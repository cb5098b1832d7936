package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where a key stands: the right line, or none. */
class KeyLocatorTests {
  private static final KeyPath ROOT = KeyPath.ROOT;

  private static void assertPlace(String text, KeyPath path, int line, int column) {
    assertThat(KeyLocator.of(text).find(path))
        .as(path.dotted())
        .contains(new Position(line, column));
  }

  @Test
  void findsKeysOfTablesAndOfTheFileItself() {
    String text = "# a = 0\na = 1\r\n\n[t]\n  b = 2 # c\n[ t . \"u v\" ]\nc='x'";
    assertPlace(text, ROOT.child("a"), 2, 1);
    assertPlace(text, ROOT.child("t"), 4, 2);
    assertPlace(text, ROOT.child("t").child("b"), 5, 3);
    assertPlace(text, ROOT.child("t").child("u v"), 6, 7);
    assertPlace(text, ROOT.child("t").child("u v").child("c"), 7, 1);
  }

  @Test
  void findsEntriesOfArraysOfTablesAndWhatIsBelowThem() {
    String text = "[[a]]\nx = 1\n[a.b]\ny = 1\n[[a]]\nx = 2\n[[a.c]]\nz = 3\n  [[a.c]]\nz = 4\n";
    KeyPath a = ROOT.child("a");
    assertPlace(text, a.item(0), 1, 1);
    assertPlace(text, a.item(0).child("b").child("y"), 4, 1);
    assertPlace(text, a.item(1), 5, 1);
    assertPlace(text, a.item(1).child("x"), 6, 1);
    assertPlace(text, a.item(1).child("c").item(1), 9, 3);
    assertPlace(text, a.item(1).child("c").item(1).child("z"), 10, 1);
  }

  @Test
  void findsDottedKeysInlineTablesAndElements() {
    String text = "a.b.c = 1\nl = [ 'x', # [y]\n  { k = 1, \"m\".n = [2,\n3] },\n]\nz = 1\n";
    assertPlace(text, ROOT.child("a").child("b"), 1, 3);
    assertPlace(text, ROOT.child("a").child("b").child("c"), 1, 5);
    KeyPath list = ROOT.child("l");
    assertPlace(text, list.item(0), 2, 7);
    assertPlace(text, list.item(1).child("k"), 3, 5);
    assertPlace(text, list.item(1).child("m").child("n").item(1), 4, 1);
    assertPlace(text, ROOT.child("z"), 6, 1);
  }

  @Test
  void isNotMisledByWhatStandsInTexts() {
    String text =
        "a = \"\"\"\n"
            + "b = 1\n"
            + "[t]\n"
            + "\\\"\"\"\\\n"
            + "\"\"\"\"\n"
            + "c = '''\n"
            + "d = 1\n"
            + "'''''\n"
            + "e = \"# \\\" [\"\n"
            + "b = 2\n";
    assertPlace(text, ROOT.child("b"), 10, 1);
    assertThat(KeyLocator.of(text).find(ROOT.child("d"))).isEmpty();
    assertThat(KeyLocator.of(text).find(ROOT.child("t"))).isEmpty();
  }

  @Test
  void countsCharactersAsEditorsDo() {
    assertPlace("t = { \"\uD83D\uDE00\u00e9\" = 1, k = 2 }", ROOT.child("t").child("k"), 1, 17);
  }

  @Test
  void saysNothingWhereItCannotBeSure() {
    String text = "a = 1\n\"b\\u0062\" = 2\nc = 3\n";
    KeyLocator locator = KeyLocator.of(text);
    assertThat(locator.find(ROOT.child("a"))).isPresent();
    assertThat(locator.find(ROOT.child("bb"))).isEmpty();
    assertThat(locator.find(ROOT.child("c"))).isEmpty();
    assertThat(KeyLocator.of("a = [[[\n" + "[".repeat(100_000)).find(ROOT.child("x"))).isEmpty();
    assertThat(KeyLocator.of("= 1\na = 1").find(ROOT.child("a"))).isEmpty();
  }

  @Test
  void twoKeysThatReadAlikeAreTwoKeys() {
    String long1 = "k".repeat(300) + "1";
    String long2 = "k".repeat(300) + "2";
    assertPlace(long1 + " = 1\n" + long2 + " = 2\n", ROOT.child(long2), 2, 1);
    assertThat(ROOT.child("a.b")).isNotEqualTo(ROOT.child("a").child("b"));
    assertThat(ROOT.child("a[0]")).isNotEqualTo(ROOT.child("a").item(0));
  }

  @Test
  void namesTheSecondOfTwoKeys() {
    assertThat(KeyLocator.of("[t]\na.b = 1\n\na . 'b' = 2\n").repeated())
        .contains(
            new KeyLocator.Repeated(ROOT.child("t").child("a").child("b"), new Position(4, 1)));
    assertThat(KeyLocator.of("[[t]]\na = 1\n[[t]]\na = 2\n").repeated()).isEmpty();
  }
}
