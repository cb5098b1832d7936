package dev.safemcp.safety.redact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that their makers gave a shape of their own.
 *
 * <p>One row each: kind, shape in the notation of {@link Shape}, and {@code mixed} where the prefix
 * alone says too little. Lengths are a little below what the makers document, since a token that
 * was shortened by hand is still best hidden. Sources: the makers' own pages on token formats, and
 * the shapes that open secret scanners agree on.
 */
final class ProviderShapes {
  private static final String TABLE =
      """
      1password-secret-key      \\bA3-[A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9-]{17,24}
      1password-service-token   \\bops_eyJ[A-Za-z0-9+/=_-]{60,}
      adobe-client-secret       \\bp8e-[A-Za-z0-9]{32}
      age-secret-key            AGE-SECRET-KEY-1[A-Z0-9]{50,}
      airtable-pat              \\bpat[A-Za-z0-9]{14}.[a-f0-9]{60,}
      alibaba-access-key-id     \\bLTAI[A-Za-z0-9]{12,30}\\b mixed
      anthropic-api-key         sk-ant-[A-Za-z0-9_-]{16,}
      artifactory-api-key       \\bAKCp[A-Za-z0-9]{60,}
      artifactory-token         \\bcmVmd[A-Za-z0-9]{59,}
      asana-pat                 \\b(0|1|2)/[0-9]{10,20}:[a-f0-9]{32}
      atlassian-api-token       \\b(ATATT3|ATCTT3|ATBB|ATSTT3)[A-Za-z0-9_=-]{24,}
      authress-key              \\b(sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}.[A-Za-z0-9]{4,6}.acc[A-Za-z0-9_-]{10,40}.[A-Za-z0-9+/_=-]{30,}
      aws-access-key-id         \\b(AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b
      aws-access-key-id         \\bA3T[A-Z0-9]{17}\\b mixed
      aws-bedrock-key           \\bABSK[A-Za-z0-9+/=]{60,}
      aws-bedrock-key           bedrock-api-key-[A-Za-z0-9+/=_-]{20,}
      aws-session-token         \\b(FwoG|IQoJ|FQoG)[A-Za-z0-9+/=]{80,}
      azure-client-secret       [A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}
      beamer-api-token          \\bb_[A-Za-z0-9=_-]{44}\\b mixed
      brevo-api-key             \\b(xkeysib|xsmtpsib)-[a-f0-9]{64}-[A-Za-z0-9]{16}
      buildkite-token           \\b(bkua|bkct|bkpi|bkpt|bkrp)_[a-f0-9]{40}
      circleci-token            \\b(CCIPAT|CCIPRJ)_[A-Za-z0-9_]{30,}
      clickhouse-key            \\b4b1d[A-Za-z0-9]{38}\\b mixed
      clojars-api-token         (CLOJARS|clojars)_[A-Za-z0-9]{50,}
      cloudflare-origin-ca-key  \\bv1.0-[a-f0-9]{24}-[a-f0-9]{100,}
      cloudflare-token          \\b(cfut|cfat|cfk)_[A-Za-z0-9]{40,}
      contentful-pat            \\bCFPAT-[A-Za-z0-9_-]{40,}
      databricks-token          \\bdapi[a-f0-9]{32}
      datadog-key               \\b(ddapp|ddpat|ddapi)_[A-Za-z0-9]{30,}
      defined-networking-token  \\bdnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{40,}
      digitalocean-token        \\b(dop|doo|dor)_v1_[A-Fa-f0-9]{50,}
      discord-webhook           discord.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{50,}
      discord-webhook           discordapp.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{50,}
      docker-pat                \\b(dckr_pat|dckr_oat)_[A-Za-z0-9_-]{20,}
      doppler-token             \\bdp.(pt|st|ct|sa|scim|audit).[A-Za-z0-9._-]{40,}
      dropbox-token             \\bsl.[A-Za-z0-9_=-]{100,}
      duffel-api-token          duffel_(test|live)_[A-Za-z0-9_=-]{40,}
      dynatrace-token           dt0[a-z]{1}[0-9]{2}.[A-Z0-9a-z]{24}.[A-Za-z0-9]{50,}
      easypost-key              \\b(EZAK|EZTK)[A-Za-z0-9]{54}\\b mixed
      facebook-token            \\bEAA(A|B|C|D|G|M)[A-Za-z0-9]{80,} mixed
      fastly-token              \\bfastly_[A-Za-z0-9_-]{32,} mixed
      figma-token               \\b(figd|figdr|figu)_[A-Za-z0-9_-]{38,}
      flutterwave-key           FLWSECK(_TEST|)-[A-Za-z0-9]{12,}
      flutterwave-key           FLWPUBK_TEST-[A-Za-z0-9]{32}
      flyio-token               \\b(fo1|fm1a|fm1r|fm2)_[A-Za-z0-9_+/=-]{40,}
      frameio-token             fio-u-[A-Za-z0-9_=-]{60,}
      github-fine-grained-pat   github_pat_\\w{36,}
      github-app-token          ghu_[A-Za-z0-9]{30,}
      github-app-token          ghs_[A-Za-z0-9._-]{30,}
      github-oauth              gho_[A-Za-z0-9]{30,}
      github-pat                ghp_[A-Za-z0-9]{30,}
      github-refresh-token      ghr_[A-Za-z0-9]{30,}
      gitlab-token              (glpat|gldt|glptt|glrt|glrtr|glft|glimt|glagent|gloas|glsoat|glcbt|glffct|glwt)-[A-Za-z0-9_.=-]{18,}
      gitlab-runner-token       \\bGR1348941[A-Za-z0-9_-]{18,}
      gitlab-session            _gitlab_session=[A-Za-z0-9%=_-]{20,}
      gocardless-token          \\blive_[A-Za-z0-9_=-]{40}\\b mixed
      google-api-key            \\bAIza[A-Za-z0-9_-]{35}
      google-oauth-secret       GOCSPX-[A-Za-z0-9_-]{20,}
      google-oauth-token        \\bya29.[A-Za-z0-9_.-]{20,}
      google-refresh-token      \\b1//0[A-Za-z0-9_-]{38,} mixed
      grafana-api-key           \\beyJrIjoi[A-Za-z0-9+/=_-]{60,}
      grafana-token             \\b(glc|glsa)_[A-Za-z0-9+/=_]{30,}
      groq-api-key              \\bgsk_[A-Za-z0-9]{40,}
      harness-api-key           \\b(pat|sat).[A-Za-z0-9_-]{22}.[A-Za-z0-9]{24}.[A-Za-z0-9]{20}
      heroku-api-key            \\bHRKU-[A-Za-z0-9_-]{30,}
      hubspot-pat               \\bpat-(na1|na2|eu1|ap1)-[a-f0-9]{8}-[a-f0-9-]{20,}
      huggingface-token         \\bhf_[A-Za-z0-9]{34,}\\b
      huggingface-token         \\bapi_org_[A-Za-z0-9]{34,}\\b
      infracost-api-key         \\bico-[A-Za-z0-9]{32}
      intra42-client-secret     s-s4t2(ud|af)-[a-f0-9]{60,}
      kubernetes-bootstrap      \\bK10[a-f0-9]{64}::[A-Za-z0-9:.]{10,}
      launchdarkly-key          \\b(sdk|mob|api)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}
      langsmith-key             \\blsv2_(pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}
      linear-api-key            \\blin_(api|oauth)_[A-Za-z0-9]{36,}
      lob-api-key               \\b(live|test)_[a-f0-9]{35}\\b
      lob-api-key               \\b(live|test)_pub_[a-f0-9]{31}\\b
      mailchimp-key             \\b[a-f0-9]{32}-us[0-9]{1,2}\\b
      mailgun-key               \\b(key|pubkey)-[a-f0-9]{32}\\b
      mapbox-token              \\b(pk|sk|tk).eyJ[A-Za-z0-9_-]{20,}.[A-Za-z0-9_-]{20,}
      maxmind-license-key       \\w{36}_mmk\\b
      messagebird-key           \\b(live|test)_[A-Za-z0-9]{25}\\b mixed
      microsoft-teams-url       outlook.office.com/webhook/[A-Za-z0-9@/-]{60,}
      microsoft-teams-url       .webhook.office.com/webhookb2/[A-Za-z0-9@/-]{60,}
      netlify-token             \\bnf(p|c|u|o|b)_[A-Za-z0-9]{36,}
      new-relic-key             \\bNR(AK|II|RA|SP|JS|AL|BR)-[A-Za-z0-9_-]{19,}
      notion-api-token          \\bntn_[A-Za-z0-9]{40,}
      notion-api-token          \\bsecret_[A-Za-z0-9]{43}\\b mixed
      npm-access-token          \\bnpm_[A-Za-z0-9]{30,}
      nuget-api-key             \\boy2[a-z0-9]{43}\\b
      octopus-api-key           \\bAPI-[A-Z0-9]{26}\\b
      openai-api-key            \\bsk-(proj|svcacct|admin|None|or-v1)-[A-Za-z0-9_-]{20,}
      openai-api-key            \\bsk-[A-Za-z0-9]{20,}T3BlbkFJ[A-Za-z0-9]{20,}
      openai-api-key            \\bsk-[A-Za-z0-9]{32,} mixed
      openshift-token           \\bsha256~[A-Za-z0-9_-]{43}
      password-hash             $(2a|2b|2y|2x)$[0-9]{2}$[A-Za-z0-9./]{40,}
      password-hash             $(1|5|6|7|y|gy|apr1|sha1)$[A-Za-z0-9./=$,]{20,}
      password-hash             $argon2(id|i|d)$[A-Za-z0-9./+=$,]{30,}
      password-hash             {SSHA}[A-Za-z0-9+/=]{28,}
      password-hash             {SHA}[A-Za-z0-9+/=]{28}
      paypal-token              access_token$(production|sandbox)$[a-z0-9]{16}$[a-f0-9]{32}
      perplexity-api-key        \\bpplx-[A-Za-z0-9]{32,}
      plaid-token               \\b(access|link)-(sandbox|development|production)-[a-f0-9]{8}-[a-f0-9-]{27}
      planetscale-token         \\bpscale_(tkn|oauth|pw)_[A-Za-z0-9_=.-]{30,}
      posthog-key               \\b(phx|phs|phr)_[A-Za-z0-9]{40,}
      postman-api-key           \\bPMAK-[A-Fa-f0-9]{24}-[A-Fa-f0-9]{34}
      prefect-api-key           \\b(pnu|pnb)_[A-Za-z0-9]{36}
      private-key               \\bb3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=]{20,}
      pulumi-token              \\bpul-[a-f0-9]{40}
      pypi-upload-token         pypi-AgE[A-Za-z0-9_-]{40,}
      readme-api-key            \\brdme_[a-z0-9]{60,}
      replicate-token           \\br8_[A-Za-z0-9]{37}
      rubygems-token            \\brubygems_[a-f0-9]{40,}
      scalingo-token            \\btk-us-[A-Za-z0-9_-]{40,}
      sendgrid-api-key          \\bSG.[A-Za-z0-9_=-]{16,}.[A-Za-z0-9_=-]{30,}
      sentry-token              \\b(sntryu|sntrys|sntryi|sntrya)_[A-Za-z0-9+/=_-]{40,}
      settlemint-token          \\bsm_(aat|pat|sat)_[A-Za-z0-9]{16}
      shippo-api-token          \\bshippo_(live|test)_[A-Fa-f0-9]{40}
      shopify-token             \\b(shpat|shpca|shppa|shpss|shptka|shpua)_[A-Fa-f0-9]{32}
      slack-app-token           \\bxapp-[0-9]{1}-[A-Za-z0-9]{6,20}-[0-9]{6,20}-[A-Za-z0-9]{16,}
      slack-token               xox(b|p|a|r|s|c|d|e)-[A-Za-z0-9%-]{10,}
      slack-token               xoxo-[0-9]{6,}-[A-Za-z0-9-]{10,}
      slack-token               xoxe.xox(b|p)-[A-Za-z0-9-]{20,}
      slack-webhook             hooks.slack.com/(services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}
      sonar-token               \\bsq(u|p|a)_[a-f0-9]{40}
      sourcegraph-token         \\bsgp_(local_|)[A-Fa-f0-9_]{40,}
      square-token              \\b(EAAA|sq0atp-|sq0csp-|sq0idp-)[A-Za-z0-9_-]{22,} mixed
      stripe-key                \\b(sk|rk)_(test|live|prod)_[A-Za-z0-9_]{10,}
      stripe-webhook-secret     \\bwhsec_[A-Za-z0-9+/=]{24,}
      supabase-token            \\b(sbp|sb_secret)_[A-Za-z0-9_-]{28,}
      tailscale-key             \\btskey-[A-Za-z0-9]{3,12}-[A-Za-z0-9-]{16,}
      telegram-bot-token        \\b[0-9]{5,16}:A[A-Za-z0-9_-]{34}\\b
      telegram-bot-token        /bot[0-9]{5,16}:A[A-Za-z0-9_-]{34}
      terraform-token           \\b[A-Za-z0-9]{14}.atlasv1.[A-Za-z0-9_=-]{40,}
      firebase-server-key       \\bAAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,}
      twilio-key                \\bAC[a-f0-9]{32}:[a-f0-9]{32}
      twilio-key                \\bSK[a-f0-9]{32}\\b
      twitter-bearer-token      \\bAAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,} mixed
      typeform-token            \\btfp_[A-Za-z0-9_.=-]{44,}
      vault-token               \\b(hvs|hvb|hvr).[A-Za-z0-9_-]{24,}
      vault-token               \\bs.[A-Za-z0-9]{24}\\b mixed
      vercel-token              \\b(vcp|vci|vca|vcr|vck)_[A-Za-z0-9]{24,}
      xai-api-key               \\bxai-[A-Za-z0-9]{60,}
      yandex-token              \\bt1.[A-Z0-9a-z_-]{20,400}.[A-Za-z0-9_-]{80,}
      yandex-key                \\bAQVN[A-Za-z0-9_-]{30,}
      zapier-webhook            hooks.zapier.com/hooks/catch/[0-9]{4,12}/[A-Za-z0-9]{6,}
      ifttt-webhook-key         maker.ifttt.com/use/[A-Za-z0-9_-]{20,}
      ifttt-webhook-key         /with/key/[A-Za-z0-9_-]{20,}
      slack-webhook             hooks.slack-gov.com/(services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}
      yandex-key                \\bYC[A-Za-z0-9_-]{38}\\b mixed
      """;

  private static final int LONGEST_PREFIX = 24;

  private final Map<String, List<Shape>> byKeyword = new HashMap<>();

  ProviderShapes() {
    TABLE
        .lines()
        .forEach(
            row -> {
              for (Shape shape : Shape.parse(row)) {
                byKeyword.computeIfAbsent(shape.keyword(), k -> new ArrayList<>()).add(shape);
              }
            });
  }

  /** Registers every prefix. */
  void register(Keywords keywords) {
    byKeyword.forEach(
        (keyword, shapes) ->
            keywords.add(
                keyword,
                (scan, at, length) -> {
                  Span span = first(shapes, scan.text, at);
                  if (span == null) {
                    return Rule.NOTHING;
                  }
                  scan.found.add(span.start(), span.end(), span.kind());
                  if (span.kind().equals("aws-access-key-id")) {
                    AwsSecretKeys.around(scan, span);
                  }
                  return span.end();
                }));
  }

  /** Returns the kind of a token that fills this stretch, or null where it has no known shape. */
  @Nullable String kindAt(Subject text, int start, int end) {
    for (int length = 2; length <= LONGEST_PREFIX && start + length <= end; length++) {
      List<Shape> shapes = byKeyword.get(text.slice(start, start + length));
      Span span = shapes == null ? null : first(shapes, text, start);
      if (span != null && span.start() == start && span.end() >= end) {
        return span.kind();
      }
    }
    return null;
  }

  private static @Nullable Span first(List<Shape> shapes, Subject text, int at) {
    for (Shape shape : shapes) {
      Span span = shape.match(text, at);
      if (span != null) {
        return span;
      }
    }
    return null;
  }
}
