package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.RedactionPolicy.ExtraPattern;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("StringConcatToTextBlock") // the formatter breaks rows of cases
class RedactorTests {
  private static final Random RANDOM = new Random(7);
  private static final String TOKEN = Samples.draw("ghp_[A-Za-z0-9]{36}", RANDOM);
  private final Redactor redactor = Redactor.of(RedactionPolicy.standard());

  private String redact(String text) {
    return redactor.output(text.getBytes(StandardCharsets.UTF_8), false, 65536).text();
  }

  @Test
  void onlyTheTokenIsReplaced() {
    assertThat(redact("key " + TOKEN + " end\n")).isEqualTo("key [REDACTED:github-pat] end\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "DB_PASSWORD=hunter2|DB_PASSWORD=[REDACTED:password]",
        "password: 'hunter2'|password: '[REDACTED:password]'",
        "{\"password\":\"hunter2\",\"a\":1}|{\"password\":\"[REDACTED:password]\",\"a\":1}",
        "postgres://u:hunter2@h/db|postgres://u:[REDACTED:uri-password]@h/db",
        "redis://:hunter2@h|redis://:[REDACTED:uri-password]@h",
        "mysql -u root -phunter2 db|mysql -u root -p[REDACTED:password] db",
        "tool --password hunter2 -v|tool --password [REDACTED:password] -v",
        "Server=d;Password=hunter2;X=y|Server=d;Password=[REDACTED:password];X=y",
        "<password>hunter2</password>|<password>[REDACTED:password]</password>",
        "curl -H \"Authorization: Bearer x\" u|curl -H \"Authorization: Bearer"
            + " [REDACTED:authorization]\" u",
        "machine h login b password hunter2|machine h login b password [REDACTED:password]",
        "a=%70assword%3Dhunter2|a=%70assword%3D[REDACTED:password]",
        "x?a=1&password=hunter2&b=2|x?a=1&password=[REDACTED:password]&b=2",
      })
  void theNameAndTheSyntaxStay(String text, String expected) {
    assertThat(redact(text)).isEqualTo(expected);
  }

  /** Rows of what stands in and what comes out, one line each. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\\\"password\\\":\\\"hunter2\\\"}|{\\\"password\\\":\\\"[REDACTED:password]\\\"}",
        "\"password\": \"hunter two\",|\"password\": \"[REDACTED:password]\",",
        "password = 'it is \" here'|password = '[REDACTED:password]'",
        "apiKey: \"0a1b2c3d4e5f\"|apiKey: \"[REDACTED:api-key]\"",
        "client_secret=abc-def|client_secret=[REDACTED:secret]",
        "https://0a1b2c3d4e5f6a7b8c9d@host/x|https://[REDACTED:uri-token]@host/x",
        "Cookie: sid=abc; other=def|Cookie: [REDACTED:cookie]",
        "X-Api-Key: abcdef123|X-Api-Key: [REDACTED:api-key]",
        "curl -sSu me:hunter2 h|curl -sSu me:[REDACTED:password] h",
        "//r/:_authToken=0a1b2c3d4e5f|//r/:_authToken=[REDACTED:token]",
        "AccountKey=0a1B2c3D4e5F6g7H8i9J==;End|AccountKey=[REDACTED:key]",
        "<password><![CDATA[hunter2]]></password>|<password><![CDATA[[REDACTED:password]]]></password>",
        "<key>Password</key><string>hunter2</string>|<key>Password</key><string>[REDACTED:password]</string>",
        "&quot;password&quot;:&quot;hunter2&quot;|&quot;password&quot;:&quot;[REDACTED:password]&quot;",
        "jdbc:oracle:thin:scott/tiger9@//h|jdbc:oracle:thin:scott/[REDACTED:password]@//h",
        "setx DB_PASSWORD hunter2|setx DB_PASSWORD [REDACTED:password]",
        "auth=(\"bob\", \"hunter2\")|auth=(\"bob\", \"[REDACTED:password]\")",
      })
  void everySyntaxKeepsItsOwnSigns(String text, String expected) {
    assertThat(redact(text)).isEqualTo(expected);
  }

  @Test
  void equalSecretsGetEqualMarkersAndOthersNumbers() {
    assertThat(redact("password=one1\npassword=two2\npassword=one1\n"))
        .isEqualTo(
            """
            password=[REDACTED:password]
            password=[REDACTED:password-2]
            password=[REDACTED:password]
            """);
  }

  @Test
  void aTokenIsSeenThroughWhatHidesIt() {
    for (String hidden :
        List.of(
            "\u001b[0m",
            "\u200b",
            "\u001b]0;x\u0007",
            "\u009b31m",
            "\ufe0f",
            "\udb40\udc41",
            "\0",
            "\u001b(B",
            "\u00ad",
            "\\u{200b}")) {
      for (int at = 1; at < TOKEN.length(); at += 5) {
        String text = TOKEN.substring(0, at) + hidden + TOKEN.substring(at);
        assertThat(redact("a " + text + " b")).isEqualTo("a [REDACTED:github-pat] b");
      }
    }
  }

  /** Every character of a token written in another way, and all of them. */
  @Test
  void anEncodedTokenIsSeenWhereverItIsEncoded() {
    for (String form : List.of("%%%02x", "%%%02X", "\\\\x%02x", "\\\\u%04x", "&#%d;", "&#x%x;")) {
      StringBuilder whole = new StringBuilder();
      for (int at = 0; at < TOKEN.length(); at++) {
        String encoded = form.replace("\\\\", "\\").formatted((int) TOKEN.charAt(at));
        whole.append(encoded);
        String one = TOKEN.substring(0, at) + encoded + TOKEN.substring(at + 1);
        assertThat(redact("a " + one + " b")).as(one).isEqualTo("a [REDACTED:github-pat] b");
      }
      assertThat(redact("a " + whole + " b")).isEqualTo("a [REDACTED:github-pat] b");
    }
  }

  /** A token is seen in base64 wherever it stands in what was encoded. */
  @Test
  void aTokenInBase64IsSeenAtEveryOffset() {
    for (int before = 0; before < 60; before++) {
      String plain = "x".repeat(before) + " " + TOKEN + " tail of the file";
      String encoded = Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
      assertThat(redact("a " + encoded + " b")).isEqualTo("a [REDACTED:github-pat] b");
    }
  }

  /** A log line is cut after it was redacted. */
  @Test
  void aCutLineLeaksNoBeginningOfAToken() {
    for (int before = 0; before < 120; before++) {
      String line = redactor.line("x".repeat(before) + " " + TOKEN + " y".repeat(40), 80).text();
      assertThat(line).doesNotContain(TOKEN.substring(4, 9));
      assertThat(line.length()).isLessThanOrEqualTo(83);
    }
  }

  @Test
  void aTokenInsideASequenceIsSeenToo() {
    assertThat(redact("\u001b]0;" + TOKEN + "\u0007x")).doesNotContain(TOKEN.substring(4));
    assertThat(redact("\u001b" + TOKEN)).doesNotContain(TOKEN.substring(4));
  }

  @Test
  void aTokenInBase64OrPercentEncodingIsSeen() {
    String base64 = Base64.getEncoder().encodeToString(TOKEN.getBytes(StandardCharsets.UTF_8));
    assertThat(redact("x " + base64 + " y")).isEqualTo("x [REDACTED:github-pat] y");
    assertThat(redact(TOKEN.replace("_", "%5f"))).isEqualTo("[REDACTED:github-pat]");
    assertThat(redact(TOKEN.replace("_", "\\u005f"))).isEqualTo("[REDACTED:github-pat]");
    assertThat(redact(TOKEN.replace("_", "&#95;"))).isEqualTo("[REDACTED:github-pat]");
  }

  @Test
  void aPrivateKeyIsHiddenWholeShortOrWithoutItsBeginning() {
    String body = Samples.draw("[A-Za-z0-9+/]{64}\n", RANDOM).repeat(20);
    String begin = "-----BEGIN RSA PRIVATE" + " KEY-----\n";
    String end = "-----END RSA PRIVATE" + " KEY-----\n";
    String inJson =
        "{\"private_key\":\"" + (begin + body + end).replace("\n", "\\n") + "\",\"a\":1}";
    for (String text :
        List.of(
            "a\n" + begin + body + end + "b\n",
            begin + body,
            body + end + "b\n",
            begin.replace("RSA", "OPENSSH") + body + end.replace("RSA", "OPENSSH"),
            inJson,
            begin + "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB\n\n" + body + end)) {
      String redacted = redact(text);
      assertThat(redacted).doesNotContain(body.substring(0, 8)).contains("[REDACTED:private-key]");
      assertThat(redacted.lines().count()).isEqualTo(text.lines().count());
    }
    assertThat(redact(inJson)).isEqualTo("{\"private_key\":\"[REDACTED:private-key]\\n\",\"a\":1}");
  }

  @Test
  void theOperatorsPatternsCountAndCannotStall() {
    RedactionPolicy policy =
        new RedactionPolicy(
            true,
            false,
            List.of(
                new ExtraPattern("internal-id", Pattern.compile("INT-[0-9]{8}")),
                new ExtraPattern("slow", Pattern.compile("q[^!]*!|q"))));
    Redactor own = Redactor.of(policy);
    assertThat(own.line("see INT-12345678.").text()).isEqualTo("see [REDACTED:internal-id].");
    byte[] hostile = "q".repeat(60_000).getBytes(StandardCharsets.UTF_8);
    assertThat(own.output(hostile, false, 65536).text()).doesNotContain("qqqqq");
  }

  @Test
  void entropyCountsOnlyWhereThePolicySaysSo() {
    String word = Samples.draw("[A-Za-z0-9]{40}", RANDOM);
    assertThat(redact(word)).isEqualTo(word);
    assertThat(Redactor.of(new RedactionPolicy(true, true, List.of())).line(word).text())
        .isEqualTo("[REDACTED:high-entropy]");
  }

  @Test
  void withoutRedactionTextIsStillVisibleAndCut() {
    Redactor off = Redactor.of(new RedactionPolicy(false, false, List.of()));
    byte[] bytes = ("\u001b[2J" + TOKEN).getBytes(StandardCharsets.UTF_8);
    assertThat(off.output(bytes, false, 65536).text()).isEqualTo("\\u{1b}[2J" + TOKEN);
    assertThat(off.output(bytes, false, 12).truncated()).isTrue();
  }
}
