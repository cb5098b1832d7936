package dev.safemcp.safety.redact;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The test sets, generated: tokens of every known shape in every dress, structural secrets, and
 * traps that must stay.
 *
 * <p>Nothing here looks like a live secret: tokens are drawn at run time from the shapes that their
 * makers publish.
 */
final class Samples {
  /** What every set is drawn from, in the tests and in the report. */
  static final long SEED = 20_261_201;

  /** A text and the secret in it; a trap has none. */
  record Sample(String family, String text, String secret) {}

  /** Shapes as the makers document them: a name and how a token is drawn. */
  static final List<String> SHAPES =
      """
      1password A3-[A-Z0-9]{6}-[A-Z0-9]{11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
      1password ops_eyJ[a-zA-Z0-9+/]{250}
      adobe p8e-[a-z0-9]{32}
      age AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}
      airtable pat[A-Za-z0-9]{14}.[a-f0-9]{64}
      alibaba LTAI[a-z0-9A-Z]{20}
      anthropic sk-ant-api03-[a-zA-Z0-9_-]{93}AA
      anthropic sk-ant-admin01-[a-zA-Z0-9_-]{93}AA
      artifactory AKCp[A-Za-z0-9]{69}
      artifactory cmVmd[A-Za-z0-9]{59}
      atlassian ATATT3[A-Za-z0-9_=-]{186}
      authress sc_[a-z0-9]{12}.[a-z0-9]{5}.acc-[a-z0-9]{16}.[a-z0-9+/_=-]{60}
      aws AKIA[A-Z2-7]{16}
      aws ASIA[A-Z2-7]{16}
      aws ABIA[A-Z2-7]{16}
      bedrock ABSK[A-Za-z0-9+/]{120}
      azure [a-zA-Z0-9_~.]{3}8Q~[a-zA-Z0-9_~.-]{30}[a-zA-Z0-9]{1}
      clojars CLOJARS_[a-z0-9]{60}
      clickhouse 4b1d[A-Za-z0-9]{38}
      cloudflare v1.0-[a-f0-9]{24}-[a-f0-9]{146}
      databricks dapi[a-f0-9]{32}
      digitalocean dop_v1_[a-f0-9]{64}
      digitalocean doo_v1_[a-f0-9]{64}
      digitalocean dor_v1_[a-f0-9]{64}
      discord [MN]{1}[A-Za-z0-9]{23}.[A-Za-z0-9_-]{6}.[A-Za-z0-9_]{38}
      docker dckr_pat_[A-Za-z0-9_]{27}
      doppler dp.pt.[a-z0-9]{43}
      duffel duffel_live_[a-z0-9_=-]{42}a
      dynatrace dt0c01.[A-Z0-9]{24}.[A-Z0-9]{64}
      easypost EZAK[a-z0-9A-Z]{54}
      facebook EAAM[a-zA-Z0-9]{120}
      figma figd_[A-Za-z0-9_-]{40}
      flutterwave FLWSECK_TEST-[a-h0-9]{32}-X
      flyio fo1_[A-Za-z0-9_]{43}
      flyio fm2_[a-zA-Z0-9+/]{100}
      frameio fio-u-[a-z0-9_=-]{64}
      github ghp_[A-Za-z0-9]{36}
      github gho_[A-Za-z0-9]{36}
      github ghu_[A-Za-z0-9]{36}
      github ghr_[A-Za-z0-9]{36}
      github ghs_[A-Za-z0-9]{36}
      github ghs_[0-9]{7}_eyJ[A-Za-z0-9]{33}.eyJ[A-Za-z0-9_-]{120}.[A-Za-z0-9_-]{340}
      github github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}
      gitlab glpat-[A-Za-z0-9_-]{20}
      gitlab glpat-[A-Za-z0-9_-]{27}.01.[a-z0-9]{9}
      gitlab gldt-[A-Za-z0-9_-]{20}
      gitlab glptt-[a-f0-9]{40}
      gitlab glrt-[A-Za-z0-9_-]{20}
      gitlab glft-[A-Za-z0-9_-]{20}
      gitlab glimt-[A-Za-z0-9_-]{25}
      gitlab glagent-[A-Za-z0-9_-]{50}
      gitlab gloas-[A-Za-z0-9_-]{64}
      gitlab glsoat-[A-Za-z0-9_-]{20}
      gitlab glcbt-[a-z0-9]{3}_[A-Za-z0-9_-]{20}
      gitlab glffct-[A-Za-z0-9_-]{20}
      gitlab GR1348941[A-Za-z0-9_-]{20}
      google AIza[A-Za-z0-9_-]{35}
      google GOCSPX-[A-Za-z0-9_-]{28}
      google ya29.[A-Za-z0-9_-]{120}
      grafana eyJrIjoi[A-Za-z0-9]{80}
      grafana glc_[A-Za-z0-9+/]{60}
      grafana glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}
      groq gsk_[A-Za-z0-9]{52}
      harness pat.[a-zA-Z0-9_-]{22}.[a-zA-Z0-9]{24}.[a-zA-Z0-9]{20}
      heroku HRKU-AA[0-9a-zA-Z_-]{58}
      huggingface hf_[a-zA-Z]{34}
      huggingface api_org_[a-zA-Z]{34}
      infracost ico-[a-zA-Z0-9]{32}
      intra42 s-s4t2ud-[a-f0-9]{64}
      jwt eyJhbGciOiJIUzI1NiJ9.eyJ[A-Za-z0-9]{40}.[A-Za-z0-9_-]{43}
      linear lin_api_[a-z0-9A-Z]{40}
      lob live_[a-f0-9]{35}
      mailchimp [a-f0-9]{32}-us20
      mailgun key-[a-f0-9]{32}
      mapbox sk.eyJ[A-Za-z0-9]{60}.[A-Za-z0-9_-]{22}
      maxmind [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
      netlify nfp_[A-Za-z0-9]{36}
      newrelic NRAK-[A-Z0-9]{27}
      newrelic NRII-[a-z0-9-]{32}
      notion ntn_[0-9]{11}[A-Za-z0-9]{35}
      npm npm_[A-Za-z0-9]{36}
      nuget oy2[a-z0-9]{43}
      octopus API-[A-Z0-9]{26}
      openai sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20}
      openai sk-proj-[A-Za-z0-9_-]{74}T3BlbkFJ[A-Za-z0-9_-]{74}
      openai sk-svcacct-[A-Za-z0-9_-]{58}T3BlbkFJ[A-Za-z0-9_-]{58}
      openai sk-proj-[A-Za-z0-9_-]{48}
      openshift sha256~[A-Za-z0-9_-]{43}
      perplexity pplx-[a-zA-Z0-9]{48}
      planetscale pscale_tkn_[A-Za-z0-9_.=-]{42}a
      planetscale pscale_pw_[A-Za-z0-9_.=-]{42}a
      postman PMAK-[a-f0-9]{24}-[a-f0-9]{34}
      prefect pnu_[a-zA-Z0-9]{36}
      pulumi pul-[a-f0-9]{40}
      pypi pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{90}
      readme rdme_[a-z0-9]{70}
      rubygems rubygems_[a-f0-9]{48}
      scalingo tk-us-[A-Za-z0-9_-]{48}
      sendgrid SG.[A-Za-z0-9_-]{22}.[A-Za-z0-9_-]{43}
      sendinblue xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}
      sentry sntryu_[a-f0-9]{64}
      sentry sntrys_eyJpYXQiO[A-Za-z0-9+/]{100}_[A-Za-z0-9+/]{43}
      settlemint sm_pat_[a-zA-Z0-9]{16}
      shippo shippo_live_[a-f0-9]{40}
      shopify shpat_[a-fA-F0-9]{32}
      shopify shpca_[a-fA-F0-9]{32}
      shopify shppa_[a-fA-F0-9]{32}
      shopify shpss_[a-fA-F0-9]{32}
      slack xoxb-[0-9]{12}-[0-9]{12}-[A-Za-z0-9]{24}
      slack xoxp-[0-9]{12}-[0-9]{12}-[0-9]{12}-[a-f0-9]{32}
      slack xapp-1-A[A-Z0-9]{10}-[0-9]{13}-[a-f0-9]{64}
      slack xoxe-1-[A-Z0-9]{146}
      slack xoxe.xoxp-1-[A-Z0-9]{163}
      slack xoxa-2-[0-9a-z]{40}
      slack xoxr-[0-9a-z]{40}
      slack xoxs-[0-9]{10}-[0-9]{10}-[0-9]{10}-[a-f0-9]{10}
      slack https://hooks.slack.com/services/T[A-Z0-9]{8}/B[A-Z0-9]{8}/[A-Za-z0-9]{24}
      sonar squ_[a-f0-9]{40}
      sourcegraph sgp_[a-f0-9]{16}_[a-f0-9]{40}
      square sq0atp-[A-Za-z0-9_-]{22}
      stripe sk_live_[A-Za-z0-9]{24}
      stripe rk_test_[A-Za-z0-9]{40}
      stripe sk_prod_[A-Za-z0-9]{99}
      stripe whsec_[A-Za-z0-9]{32}
      tailscale tskey-auth-[A-Za-z0-9]{12}-[A-Za-z0-9]{32}
      teams https://a.webhook.office.com/webhookb2/[a-f0-9]{8}-[a-f0-9]{27}@[a-f0-9]{36}/IncomingWebhook/[a-f0-9]{32}/[a-f0-9]{36}
      telegram [1-9]{1}[0-9]{9}:AA[A-Za-z0-9_-]{33}
      terraform [A-Za-z0-9]{14}.atlasv1.[A-Za-z0-9_=-]{67}
      twilio SK[a-f0-9]{32}
      typeform tfp_[a-z0-9_.=-]{58}a
      vault hvs.[A-Za-z0-9_-]{95}
      vault hvb.[A-Za-z0-9_-]{150}
      yandex AQVN[A-Za-z0-9_-]{36}
      yandex t1.[A-Za-z0-9_-]{60}.[A-Za-z0-9_-]{86}
      """
          .lines()
          .toList();

  /** Values without a shape of their own, known by the name that they are given alone. */
  static final List<String> NAMED_VALUES =
      List.of(
          "adafruit [a-z0-9_-]{31}a",
          "algolia [a-z0-9]{32}",
          "asana [a-z0-9]{32}",
          "aws-secret [A-Za-z0-9/+]{39}a",
          "bitbucket [a-z0-9_-]{63}a",
          "codecov [a-z0-9]{32}",
          "coinbase [a-z0-9_-]{63}a",
          "datadog [a-f0-9]{40}",
          "dropbox [a-z0-9]{15}",
          "fastly [A-Za-z0-9_-]{31}a",
          "heroku [0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-8[0-9A-F]{3}-[0-9A-F]{12}",
          "kraken [a-z0-9/_+-]{84}a",
          "kucoin [a-f0-9]{24}",
          "linkedin [a-zA-Z0-9]{16}",
          "meraki [0-9a-f]{40}",
          "okta 00[A-Za-z0-9_-]{39}a",
          "plaid [a-z0-9]{30}",
          "rapidapi [a-z0-9_-]{49}a",
          "sendbird [a-f0-9]{40}",
          "snyk [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}",
          "sumologic [A-Za-z0-9]{64}",
          "travis [A-Za-z0-9]{22}",
          "twitch [a-z0-9]{30}",
          "twitter [A-Za-z0-9]{45}",
          "zendesk [a-z0-9]{40}");

  /** How a token is written down; {@code N} is the name, {@code U} in capitals, {@code S} it. */
  static final List<String> DRESSES =
      List.of(
          "«N»Token=\"«S»\"",
          "«N»Token = \"«S»\"",
          "«N»Token=«S»",
          "«N»Token = «S»",
          "[«N»]\ntoken = «S»\nuser = x",
          "{\n    \"«N»_token\": \"«S»\"\n}",
          "{\"a\":1,\"«N»_token\":\"«S»\",\"b\":2}",
          "{\"config.ini\": \"«U»_TOKEN=«S»\\nBACKUP_ENABLED=true\"}",
          "{\\\"«N»_token\\\": \\\"«S»\\\"}",
          "{\"name\": \"«U»_TOKEN\", \"value\": \"«S»\"}",
          "<«N»Token>«S»</«N»Token>",
          "<«N»Token>\n    «S»\n</«N»Token>",
          "<entry name=\"«N»Token\" value=\"«S»\" />",
          "«N»_token: «S»",
          "«N»_token: '«S»'",
          "«N»_token: \"«S»\"",
          "«N»_token: |\n  «S»\nnext: 1",
          "string «N»Token = \"«S»\";",
          "var «N»Token string = \"«S»\"",
          "«N»Token := `«S»`",
          "var «N»Token: string = \"«S»\"",
          "let «n»_token: &str = \"«S»\";",
          "$«N»Token .= \"«S»\"",
          "'«n»_token' => '«S»',",
          "System.setProperty(\"«U»_TOKEN\", \"«S»\")",
          "«U»_TOKEN ::= \"«S»\"",
          "«U»_TOKEN ?= «S»",
          "export «U»_TOKEN=«S»",
          "ENV «U»_TOKEN=«S»\nRUN make",
          "ENV «U»_TOKEN «S»",
          "https://example.com/x?«n»_token=«S»&fooBar=baz",
          "curl -H 'Authorization: Bearer «S»' https://example.com",
          "X-Auth-Token: «S»\r\nHost: example.com",
          "tool login --token «S» --verbose",
          "tool login --token=«S» --verbose",
          "2026-01-02T03:04:05Z WARN request failed, token=«S», retrying",
          "java.io.IOException: bad token «S»\n\tat a.b.C.d(C.java:12)",
          "machine example.com login «n» password «S»",
          "Server=db;User=x;Password=«S»;Database=y",
          "{PATH=/usr/bin, «U»_PASSWORD=«S», LC_CTYPE=C}",
          "os.environ[\"«U»_TOKEN\"] = '«S»'",
          "| «S» |",
          "#«S»",
          "//registry.example.com/:_authToken=«S»",
          "+  token: «S»");

  /** Dresses in which nothing but the token's own shape gives it away. */
  static boolean needsShape(String dress) {
    return dress.startsWith("| ")
        || dress.startsWith("#")
        || dress.startsWith("java.io")
        || dress.startsWith("ENV «U»_TOKEN «");
  }

  private Samples() {}

  /** Draws a token. */
  static String draw(String shape, Random random) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < shape.length()) {
      int set = shape.indexOf(']', i);
      boolean drawn = shape.charAt(i) == '[' && set > 0 && shape.startsWith("{", set + 1);
      if (!drawn) {
        out.append(shape.charAt(i++));
        continue;
      }
      int close = shape.indexOf(']', i);
      int end = shape.indexOf('}', close);
      String from = expand(shape.substring(i + 1, close));
      int count = Integer.parseInt(shape.substring(close + 2, end));
      for (int k = 0; k < count; k++) {
        out.append(from.charAt(random.nextInt(from.length())));
      }
      i = end + 1;
    }
    return out.toString();
  }

  private static String expand(String set) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < set.length(); i++) {
      if (i + 2 < set.length() && set.charAt(i + 1) == '-') {
        for (char c = set.charAt(i); c <= set.charAt(i + 2); c++) {
          out.append(c);
        }
        i += 2;
      } else {
        out.append(set.charAt(i));
      }
    }
    return out.toString();
  }

  static String dress(String dress, String name, String secret) {
    return dress
        .replace("«N»", name)
        .replace("«n»", name)
        .replace("«U»", name.toUpperCase(java.util.Locale.ROOT).replace('-', '_'))
        .replace("«S»", secret);
  }

  /** Set (a): every shape in every dress, and named values in the dresses that name them. */
  static List<Sample> providers(long seed) {
    Random random = new Random(seed);
    List<Sample> samples = new ArrayList<>();
    for (String row : SHAPES) {
      for (String dress : DRESSES) {
        add(samples, row, dress, random);
      }
    }
    for (String row : NAMED_VALUES) {
      for (String dress : DRESSES) {
        if (!needsShape(dress)) {
          add(samples, row, dress, random);
        }
      }
    }
    return samples;
  }

  private static void add(List<Sample> samples, String row, String dress, Random random) {
    int space = row.indexOf(' ');
    String secret = draw(row.substring(space + 1), random);
    String name = row.substring(0, space).replace("1p", "onep");
    samples.add(new Sample(name + " in " + dress, dress(dress, name, secret) + "\n", secret));
  }

  /** Set (b): secrets that only their place gives away. */
  static List<Sample> structural(long seed) {
    Random random = new Random(seed);
    List<Sample> samples = new ArrayList<>();
    List<String> values =
        List.of("hunter2", "Sw0rdfish!", "c0rrect-h0rse", "p4ss.w0rd", "qX7$kPz9", "Tr0ub4dor&3");
    for (String row : cases("structures.txt")) {
      for (String value : values) {
        String secret = row.contains("«R»") ? draw("[A-Za-z0-9]{32}", random) : value;
        if (row.contains("«A»")) {
          secret = draw("[A-Za-z0-9/+]{40}", random);
        }
        if (row.contains("?") && secret.contains("&")) {
          secret = "Tr0ub4dor";
        }
        String text =
            row.replace("«S»", secret)
                .replace("«A»", secret)
                .replace("«K»", draw("AKIA[A-Z2-7]{16}", random))
                .replace("«R»", secret);
        samples.add(new Sample(row, text + "\n", secret));
      }
    }
    return samples;
  }

  /** Reads a table of cases: texts with lines of two percent signs between them. */
  private static List<String> cases(String name) {
    try (InputStream in = Samples.class.getResourceAsStream(name)) {
      String all = new String(requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return List.of(all.stripTrailing().split("\n%%\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Set (c): what must stay as it is. */
  static List<Sample> traps(long seed) {
    Random random = new Random(seed);
    List<Sample> samples = new ArrayList<>();
    for (String row : cases("traps.txt")) {
      for (int i = 0; i < 3; i++) {
        String text = draw(row, random);
        samples.add(new Sample("trap", text + "\n", ""));
      }
    }
    return samples;
  }
}
