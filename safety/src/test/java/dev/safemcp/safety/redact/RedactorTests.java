package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.RedactionPolicy.ExtraPattern;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What is hidden, what is shown. Secrets are put together at run time: none stands in this file.
 */
class RedactorTests {
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());

  /** Characters of every alphabet that tokens use, in no order. */
  private static final String BODY =
      "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2g3H4i5J6k7L8";

  private static final String HEX =
      "0123456789abcdef9876543210fedcba0f1e2d3c4b5a69788796a5b4c3d2e1f0";

  static String shown(String text) {
    return REDACTOR.output(text.getBytes(StandardCharsets.UTF_8), false, 1 << 20).text();
  }

  private static String body(int length) {
    return BODY.repeat(1 + length / BODY.length()).substring(0, length);
  }

  static List<String> providerTokens() {
    return List.of(
        "AKIA" + "QWERTYUIOPASDF23",
        "ghp_" + body(36),
        "gho_" + body(36),
        "ghs_" + "123456_" + body(120) + "." + body(60),
        "github_pat_" + body(82),
        "glpat-" + body(20),
        "glrt-" + body(20),
        "xoxb-" + "123456789012-" + body(24),
        "xapp-" + "1-A0" + body(30),
        "sk_live_" + body(24),
        "rk_test_" + body(24),
        "whsec_" + body(32),
        "AIza" + body(35),
        "GOCSPX-" + body(28),
        "ya29." + body(60),
        "sk-ant-api03-" + body(80) + "AA",
        "sk-proj-" + body(60),
        "hf_" + body(34),
        "npm_" + body(36),
        "pypi-AgEIcHlwaS5vcmc" + body(60),
        "SG." + body(22) + "." + body(43),
        "SK" + HEX.substring(0, 32),
        "dop_v1_" + HEX,
        "dapi" + HEX.substring(0, 32),
        "hvs." + body(60),
        "dp.pt." + body(43),
        "pul-" + HEX.substring(0, 40),
        "lin_api_" + body(40),
        "ntn_" + body(46),
        "shpat_" + HEX.substring(0, 32),
        body(14) + ".atlasv1." + body(64),
        "ops_eyJ" + body(120),
        "AGE-SECRET-KEY-1" + body(58).toUpperCase(java.util.Locale.ROOT),
        "pplx-" + body(48),
        "sntryu_" + HEX,
        "123456789:AA" + body(33),
        "https://hooks.slack.com/services/T00/B00/" + body(24),
        "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0." + body(43));
  }

  @Test
  void everyProvidersTokenIsHiddenInEveryDress() {
    List<String> dresses =
        List.of(
            "%s",
            "key %s end",
            "token: %s",
            "TOKEN=%s",
            "export TOKEN=\"%s\"",
            "{\"k\":\"%s\"}",
            "<k>%s</k>",
            "k = '%s'",
            "--key=%s",
            "--key %s",
            "https://h/p?k=%s&x=1",
            "Header: %s\r\n",
            "[%s]",
            "(%s)",
            "`%s`",
            "a,%s,b",
            "ENV KEY %s",
            "\tat f(%s)",
            "x=%s;y",
            "\"a\\n%s\\nb\"",
            "$ curl -H 'X: %s' h",
            "%s\n",
            "k=%s\\n",
            "- %s",
            "| %s |",
            "k:%s");
    int hidden = 0;
    int all = 0;
    for (String token : providerTokens()) {
      for (String dress : dresses) {
        String shown = shown(dress.formatted(token));
        String secret = token.substring(token.length() - 12);
        all++;
        hidden += shown.contains(secret) || !shown.contains("[REDACTED:") ? 0 : 1;
        assertThat(shown).as(dress.formatted(token)).doesNotContain(secret).contains("[REDACTED:");
      }
    }
    assertThat(hidden).isEqualTo(all);
  }

  @Test
  void aTokenLeavesItsSurroundingsAlone() {
    assertThat(shown("key " + "ghp_" + body(36) + " end\n"))
        .isEqualTo("key [REDACTED:github-pat] end\n");
  }

  @Test
  void structureTellsWhatNoPrefixDoes() {
    String[][] table = {
      {"DB_PASSWORD=hunter2", "DB_PASSWORD=[REDACTED:password]"},
      {"password: hunter2", "password: [REDACTED:password]"},
      {"\"password\": \"hunter two\",", "\"password\": \"[REDACTED:password]\","},
      {"{\\\"password\\\":\\\"hunter2\\\"}", "{\\\"password\\\":\\\"[REDACTED:password]\\\"}"},
      {"<password>hunter2</password>", "<password>[REDACTED:password]</password>"},
      {"password = 'it is \" here'", "password = '[REDACTED:password]'"},
      {"apiKey: \"0a1b2c3d4e5f\"", "apiKey: \"[REDACTED:key]\""},
      {"client_secret=abc-def", "client_secret=[REDACTED:secret]"},
      {"?access_token=0a1b2c3d4e5f&x=1", "?access_token=[REDACTED:token]"},
      {"mysql://root:hunter2@db/x", "mysql://root:[REDACTED:password]@db/x"},
      {"redis://:hunter2@h:1", "redis://:[REDACTED:password]@h:1"},
      {"https://0a1b2c3d4e5f6a7b8c9d@host/x", "https://[REDACTED:token]@host/x"},
      {"Authorization: Bearer abcdef123", "Authorization: Bearer [REDACTED:authorization]"},
      {"authorization: Basic dXNlcjpwYXNz", "authorization: Basic [REDACTED:authorization]"},
      {"Cookie: sid=abc; other=def", "Cookie: [REDACTED:cookie]"},
      {"X-Api-Key: abcdef123", "X-Api-Key: [REDACTED:key]"},
      {"curl -u me:hunter2 h", "curl -u me:[REDACTED:password] h"},
      {"tool --password hunter2 x", "tool --password [REDACTED:password] x"},
      {"tool --token=0a1b2c3d4e5f x", "tool --token=[REDACTED:token] x"},
      {"mysql -uroot -phunter2 db", "mysql -uroot -p[REDACTED:password] db"},
      {"machine h login me password hunter2", "machine h login me password [REDACTED:password]"},
      {"//r/:_authToken=0a1b2c3d4e5f", "//r/:_authToken=[REDACTED:token]"},
      {
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzz1",
        "aws_secret_access_key = [REDACTED:key]"
      },
      {"AccountKey=0a1B2c3D4e5F6g7H8i9J==;End", "AccountKey=[REDACTED:key];End"},
    };
    for (String[] row : table) {
      String want = row[0].startsWith("?") ? row[1] + "&x=1" : row[1];
      assertThat(shown(row[0])).as(row[0]).isEqualTo(want);
    }
  }

  @Test
  void aPrivateKeyIsHiddenWholeOrCutShort() {
    String key =
        "-----BEGIN RSA PRIVATE KEY-----\n"
            + (body(64) + "\n").repeat(3)
            + "-----END RSA PRIVATE KEY-----\nafter\n";
    assertThat(shown(key))
        .isEqualTo(
            "-----BEGIN RSA PRIVATE KEY-----[REDACTED:private-key]\n\n\n\n"
                + "-----END RSA PRIVATE KEY-----\n"
                + "after\n");
    assertThat(shown(key.substring(0, 150))).doesNotContain(body(10));
    assertThat(shown("\"k\": \"" + key.replace("\n", "\\n") + "\""))
        .doesNotContain(body(10))
        .contains("after");
    assertThat(shown("-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----\n"))
        .doesNotContain("REDACTED");
    assertThat(shown("-----BEGIN CERTIFICATE-----\nabc\n")).doesNotContain("REDACTED");
  }

  @Test
  void whatIsNoSecretIsLeftAlone() {
    for (String text :
        List.of(
            "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
            "key: 550e8400-e29b-41d4-a716-446655440000",
            "\"integrity\": \"sha512-" + body(80) + "==\"",
            "data:image/png;base64," + body(400),
            "d41d8cd98f00b204e9800998ecf8427e  file.txt",
            "cp -p a b",
            "mkdir -p a/b",
            "password:",
            "Enter password: ",
            "PASSWORD=${DB_PASSWORD}",
            "password = {{ secrets.db }}",
            "password=%s",
            "token: <your-token>",
            "api_key = xxxxxxxx",
            "password: ********",
            "AKIAIOSFODNN7EXAMPLE",
            "const token = getToken(request);",
            "String apiKeyHeaderName = \"X-Api-Key-Header\";",
            "keyFile=/etc/key.pem",
            "token_type: bearer",
            "csrf_token: abcdef1234567",
            "public_key=abcdef1234567",
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + body(43) + " me@host",
            "password: string",
            "token: Optional",
            "the secret: it is simple.",
            "monkey=banana1234",
            "author: Jane Doe 1234",
            "git@github.com:o/r.git",
            "ssh://git@host/x",
            "user@example.org",
            "if (password == null) {",
            "this.password = password;",
            "pass the salt",
            "sk-fading-circle sk-circle12",
            "task-list-item-checkbox-1234567890",
            "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............")) {
      assertThat(shown(text)).isEqualTo(text);
    }
  }

  @Test
  void aTokenInBase64IsHiddenToo() {
    String wrapped =
        Base64.getEncoder().encodeToString(("ghp_" + body(36)).getBytes(StandardCharsets.US_ASCII));
    assertThat(shown("x " + wrapped + " y")).isEqualTo("x [REDACTED:github-pat] y");
  }

  @Test
  void theOperatorsOwnShapesAreHidden() {
    Redactor redactor =
        Redactor.of(
            new RedactionPolicy(
                true,
                false,
                List.of(new ExtraPattern("internal-id", Pattern.compile("INT-[0-9]{8}")))));
    assertThat(redactor.line("a INT-12345678 b INT-1").text())
        .isEqualTo("a [REDACTED:internal-id] b INT-1");
  }

  @Test
  void chanceIsHiddenOnlyWhereThePolicySaysSo() {
    String word = "Zx9" + body(40);
    assertThat(shown("x " + word)).isEqualTo("x " + word);
    Redactor eager = Redactor.of(new RedactionPolicy(true, true, List.of()));
    assertThat(eager.line("x " + word).text()).isEqualTo("x [REDACTED:high-entropy]");
  }

  @Test
  void switchedOffItStillMakesEscapesVisible() {
    Redactor off = Redactor.of(new RedactionPolicy(false, false, List.of()));
    assertThat(off.line("\u001b[2J password=hunter2").text())
        .isEqualTo("\\u{1b}[2J password=hunter2");
  }

  @Test
  void anEscapeInsideATokenHidesNothing() {
    String token = "ghp_" + body(36);
    for (String splitter :
        List.of(
            "\u001b[0m", "\u200b", "\u202e", "\u001b]8;;x\u0007", "\u00ad", "\udb40\udc41", "\b")) {
      String split = token.substring(0, 8) + splitter + token.substring(8);
      assertThat(shown("k " + split + " e")).as(splitter).isEqualTo("k [REDACTED:github-pat] e");
    }
  }
}
