package dev.safemcp.safety.redact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Tokens that tell by their beginning who issued them. */
final class ProviderShapes {
  private static final int ANY = 8192;

  /**
   * One kind of token.
   *
   * @param kind what stands in its place
   * @param prefix how it begins, to the letter
   * @param body what follows
   * @param least how many characters follow at least
   * @param most how many at most
   */
  record Shape(String kind, String prefix, CharSet body, int least, int most) {}

  private static final List<Shape> SHAPES = new ArrayList<>();

  /** Shapes by their first character. */
  private static final List<List<Shape>> BY_FIRST = new ArrayList<>();

  private ProviderShapes() {}

  private static void shape(String kind, CharSet body, int least, int most, String... prefixes) {
    for (String prefix : prefixes) {
      SHAPES.add(new Shape(kind, prefix, body, least, most));
    }
  }

  static {
    shape("aws-access-key-id", CharSet.BASE32, 16, 16, "AKIA", "ASIA", "ABIA", "ACCA");
    shape("aws-bedrock-key", CharSet.BASE64, 60, ANY, "ABSKQmVkcm9ja0FQSUtleS", "ABSK");
    shape("github-pat", CharSet.WORD, 30, ANY, "ghp_", "github_pat_");
    shape("github-token", CharSet.DOTTED, 30, ANY, "gho_", "ghu_", "ghs_", "ghr_");
    shape(
        "gitlab-token",
        CharSet.DOTTED,
        16,
        ANY,
        "glpat-",
        "gldt-",
        "glptt-",
        "glrt-",
        "glft-",
        "glimt-",
        "glagent-",
        "gloas-",
        "glsoat-",
        "glcbt-",
        "glffct-",
        "GR1348941");
    shape(
        "slack-token",
        CharSet.WORD,
        10,
        ANY,
        "xoxb-",
        "xoxp-",
        "xoxe-",
        "xoxe.xoxp-",
        "xoxe.xoxb-",
        "xoxa-",
        "xoxr-",
        "xoxs-",
        "xoxo-",
        "xoxd-",
        "xoxc-",
        "xapp-");
    shape(
        "slack-webhook",
        CharSet.PATH,
        20,
        ANY,
        "hooks.slack.com/services/",
        "hooks.slack.com/workflows/",
        "hooks.slack.com/triggers/");
    shape(
        "stripe-key",
        CharSet.ALNUM,
        10,
        256,
        "sk_test_",
        "sk_live_",
        "sk_prod_",
        "rk_test_",
        "rk_live_",
        "rk_prod_");
    shape("stripe-webhook-secret", CharSet.BASE64, 20, 256, "whsec_");
    shape("google-api-key", CharSet.WORD, 35, 35, "AIza");
    shape("google-oauth-secret", CharSet.WORD, 20, 64, "GOCSPX-");
    shape("google-oauth-token", CharSet.DOTTED, 20, ANY, "ya29.");
    shape("anthropic-key", CharSet.WORD, 20, ANY, "sk-ant-");
    shape("openai-key", CharSet.WORD, 20, ANY, "sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-v1-");
    shape("huggingface-token", CharSet.ALNUM, 30, 64, "hf_", "api_org_");
    shape("npm-token", CharSet.ALNUM, 36, 36, "npm_");
    shape(
        "pypi-token", CharSet.WORD, 50, ANY, "pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw");
    shape("sendgrid-key", CharSet.DOTTED, 60, 80, "SG.");
    shape("twilio-key", CharSet.HEX, 32, 32, "SK");
    shape("digitalocean-token", CharSet.HEX, 64, 64, "dop_v1_", "doo_v1_", "dor_v1_");
    shape("databricks-token", CharSet.HEX, 32, 40, "dapi");
    shape("vault-token", CharSet.WORD, 24, ANY, "hvs.", "hvb.", "hvr.", "s.hvs");
    shape(
        "doppler-token",
        CharSet.ALNUM,
        40,
        64,
        "dp.pt.",
        "dp.st.",
        "dp.ct.",
        "dp.sa.",
        "dp.scim.",
        "dp.audit.");
    shape("pulumi-token", CharSet.HEX, 40, 40, "pul-");
    shape("linear-key", CharSet.ALNUM, 32, 64, "lin_api_", "lin_oauth_");
    shape("notion-token", CharSet.ALNUM, 40, 64, "ntn_", "secret_");
    shape("shopify-token", CharSet.HEX, 32, 32, "shpat_", "shpca_", "shppa_", "shpss_");
    shape("onepassword-token", CharSet.BASE64, 100, ANY, "ops_eyJ");
    shape("age-secret-key", CharSet.ALNUM, 58, 58, "AGE-SECRET-KEY-1");
    shape("perplexity-key", CharSet.ALNUM, 40, 64, "pplx-");
    shape("sentry-token", CharSet.BASE64, 60, ANY, "sntryu_", "sntrys_");
    shape("groq-key", CharSet.ALNUM, 40, 64, "gsk_");
    shape("xai-key", CharSet.ALNUM, 60, 100, "xai-");
    shape("replicate-token", CharSet.ALNUM, 37, 40, "r8_");
    shape("atlassian-token", CharSet.BASE64, 100, ANY, "ATATT3");
    shape("bitbucket-token", CharSet.BASE64, 60, ANY, "ATBB", "ATCTT3");
    shape("figma-token", CharSet.WORD, 36, 64, "figd_", "figo_");
    shape("grafana-token", CharSet.WORD, 32, ANY, "glsa_", "glc_");
    shape("newrelic-key", CharSet.ALNUM, 26, 64, "NRAK-", "NRII-", "NRJS-", "NRIQ-");
    shape(
        "planetscale-token", CharSet.DOTTED, 32, 64, "pscale_tkn_", "pscale_pw_", "pscale_oauth_");
    shape("postman-key", CharSet.WORD, 50, 80, "PMAK-");
    shape("rubygems-key", CharSet.HEX, 48, 48, "rubygems_");
    shape("cargo-token", CharSet.ALNUM, 32, 40, "cio");
    shape("docker-pat", CharSet.WORD, 24, 40, "dckr_pat_", "dckr_oat_");
    shape("square-token", CharSet.WORD, 22, 80, "EAAA", "sq0atp-", "sq0csp-");
    shape("mailgun-key", CharSet.HEX, 32, 32, "key-");
    shape("mailchimp-key", CharSet.HEX, 32, 32, "mc-");
    shape("easypost-key", CharSet.ALNUM, 54, 54, "EZAK", "EZTK");
    shape("fly-token", CharSet.BASE64, 80, ANY, "fm2_", "FlyV1 fm2_");
    shape("supabase-token", CharSet.HEX, 40, 40, "sbp_");
    shape("tailscale-key", CharSet.WORD, 20, 80, "tskey-");
    shape("terraform-token", CharSet.WORD, 60, 80, ".atlasv1.");
    shape("dynatrace-token", CharSet.DOTTED, 80, 100, "dt0c01.");
    shape("artifactory-token", CharSet.ALNUM, 69, 80, "AKCp");
    shape("telegram-token", CharSet.WORD, 30, 40, ":AA");
    for (Shape plain : List.copyOf(SHAPES)) {
      base64(plain);
    }
    for (int c = 0; c < 128; c++) {
      BY_FIRST.add(new ArrayList<>());
    }
    SHAPES.forEach(shape -> BY_FIRST.get(shape.prefix().charAt(0)).add(shape));
  }

  /**
   * Adds the shape that the whole token has in base64: its prefix fixes the first characters there.
   */
  private static void base64(Shape plain) {
    byte[] prefix = plain.prefix().getBytes(StandardCharsets.US_ASCII);
    String encoded = Base64.getEncoder().withoutPadding().encodeToString(prefix);
    String fixed = encoded.substring(0, prefix.length * 8 / 6);
    if (fixed.length() >= 5) {
      SHAPES.add(
          new Shape(
              plain.kind(),
              fixed,
              CharSet.BASE64,
              (prefix.length + plain.least()) * 4 / 3 - fixed.length(),
              ANY));
    }
  }

  /** Returns whether any shape begins with a character. */
  static boolean beginsWith(char c) {
    return c < 128 && !BY_FIRST.get(c).isEmpty();
  }

  /**
   * Looks for a token that begins at an index.
   *
   * @param more whether the text goes on behind its end, so that a token at the end may be cut
   * @return the index behind the token, and its kind; nothing where there is none
   */
  static java.util.Optional<Span> at(String text, int index, boolean more) {
    char first = text.charAt(index);
    boolean infix = first == '.' || first == ':';
    if (!infix && !begins(text, index)) {
      return java.util.Optional.empty();
    }
    for (Shape shape : BY_FIRST.get(first)) {
      if (!text.startsWith(shape.prefix(), index)) {
        continue;
      }
      // A terraform token's own prefix stands in its middle, telegram's behind the bot's number.
      int start = infix ? runBackwards(text, index) : index;
      if (infix && start == index) {
        continue;
      }
      int body = index + shape.prefix().length();
      int end = shape.body().end(text, body, shape.most() + 1);
      boolean cut = more && end == text.length();
      boolean fits =
          end - body >= shape.least() && (end - body <= shape.most() || shape.most() == ANY);
      if ((fits || cut)
          && !Placeholders.example(text, index, end)
          && (cut || plausible(shape, text, body, end))) {
        return java.util.Optional.of(new Span(start, end, shape.kind()));
      }
    }
    return java.util.Optional.empty();
  }

  /**
   * A token begins where no word goes on; the letter of an escape such as {@code \\n} is no word.
   */
  private static boolean begins(String text, int index) {
    if (index == 0 || !CharSet.ALNUM.has(text.charAt(index - 1))) {
      return true;
    }
    return index > 1
        && text.charAt(index - 2) == '\\'
        && "nrtbf".indexOf(text.charAt(index - 1)) >= 0;
  }

  private static int runBackwards(String text, int index) {
    int start = index;
    while (start > 0 && index - start < 20 && CharSet.ALNUM.has(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  /** A random body of that length has a digit; a word that merely begins like a token has none. */
  private static boolean plausible(Shape shape, String text, int body, int end) {
    if (shape.body() == CharSet.PATH) {
      return true;
    }
    for (int i = body; i < end; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        return true;
      }
    }
    return end - body > 64;
  }
}
