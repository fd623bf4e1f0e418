"""RULES: what a secret looks like, one row per kind. Data only; `finder` applies it.

Columns:
- `name`: what stands in the mask, `[masked:<name>:<4 hex>]`.
- `hint`: RE2 syntax, case aside, for the quick look: a text without it cannot hold this kind. It is
  also tried on JSON text, where a newline is the letters backslash and n, so it must not ask for a
  word boundary or for white space other than a blank. Empty: the kind is nothing but a long run of
  letters, see `LONG_RUNS`.
- `pattern`: RE2 syntax, on bytes; it must not end inside a character, so no `.` or `[^…]` with a
  count stands at its end. The last group that took part is the secret; without groups the whole
  match is.
- `check`: a test of `secret_checks.CHECKS` the found text must pass as well, for kinds that no
  pattern alone tells from prose.

When two rows find overlapping text, the upper one gives the name: particular kinds stand above
general ones.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.detect.program_arguments import ROWS as PROGRAM_ARGUMENTS


class Rule(NamedTuple):
    """One kind of secret. The columns are described at the top of the module."""

    name: str
    hint: str
    pattern: str
    check: str = ""


_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
#: Words that say that what is assigned to them is secret. A key may end in one of them, or in one
#: and a stage ("_prod").
_WORD = (
    r"(?:passwords?|passwd|passphrase|passcode|[a-z0-9]_(?:pwd|pass)|secrets?|tokens?[_-]secret"
    r"|token|api[_-]?keys?|api[_-]?secret|"
    r"(?:access|account|auth|deploy|encryption|license|master|private|secret|service|session"
    r"|shared|signing|storage)[_-]?key|"
    r"credentials?|_authtoken|connection[_-]?string|jwt)"
)
_STAGE = (
    r"(?:[_-]?(?:[0-9]{1,3}|prod|production|stage|staging|dev|development|test|live|old|new|value"
    r"|string|binary|base|base64|b64))?"
)
_KEY = _WORD + _STAGE
_LOUD_KEY = _KEY.upper()
#: In a connection string.
_DB_KEY = "(?:password|pwd|accesskey|sharedsecret)"
_UP_TO_SEMICOLON = r"""(?:'([^'\r\n]+)|"([^"\r\n]+)|([^;"'\s][^;"'\r\n]*))"""

#: What known secrets begin with, or are named by, as it looks in base64.
TELLING = (
    "PRIVATE KEY", "github_pat_", "ghp_", "gho_", "ghs_", "glpat-", "xoxb-", "xoxp-", "sk_live_",
    "sk-ant-", "sk-proj-", "AKIA", "npm_", "pypi-", "AIza", "dckr_pat_", "hvs.", "password",
    "PASSWORD", "Password", "passwd", "secret", "SECRET", "token", "TOKEN", "api_key", "API_KEY", "apikey",
    "apiKey", "Bearer ", "AGE-SECRET",
)  # fmt: skip


def _in_base64(text: str) -> list[str]:
    """The letters that stand for a text in base64, wherever in it the text begins."""
    from base64 import b64encode

    found = []
    for before in range(3):
        letters = b64encode(b"\0" * before + text.encode()).decode().rstrip("=")
        whole = (before + len(text)) * 8 // 6
        found.append(letters[-(-before * 8 // 6) : whole])
    return found


_ENCODED = "|".join(
    re.escape(form) for text in TELLING for form in _in_base64(text) if len(form) >= 4
)

#: Services whose keys have no form of their own: known by the name beside them.
_SERVICE = (
    r"mixpanel|amplitude|mailjet|wandb|algolia|linode|cloudsmith|codecov|segment|"
    r"opsgenie|serper|spotify|twitch|rollbar|bugsnag|loggly|airbrake|honeybadger|"
    r"trello|pipedrive|clickup|lokalise|crowdin|unsplash|giphy|openweather|weatherapi|"
    r"newsapi|finnhub|alphavantage|coinmarketcap|etherscan|infura|alchemy|moralis|"
    r"ipinfo|maxmind|mapquest|tomtom|railway|atlas|travis|sparkpost|bitly|deepl|"
    r"assemblyai|deepgram|stability|cohere|mistral|runpod|fastly|akamai|imgbb|imgur|"
    r"pusher|ably|pubnub|onesignal|vonage|nexmo|plivo|messagebird|telnyx|customerio|"
    r"klaviyo|iterable|braze|auth0|keycloak|zendesk|freshdesk|intercom|jira|storyblok|"
    r"contentful|confluent|upstash|cloudinary|filestack|gitea|codeberg|drone|jenkins|"
    r"artifactory|nexus|sentry|datadog|logdna|papertrail|splunk|elastic|shodan|"
    r"virustotal|censys|abuseipdb|hunter|clearbit|apollo|snov|lemlist|recaptcha|"
    r"hcaptcha|turnstile"
)

RULES: tuple[Rule, ...] = (
    # Whole blocks first: what lies inside them needs no name of its own.
    Rule(
        "private-key",
        "private key",
        r"----[ -]BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?[ -]----(?:\s|\\[nr])*(?:[A-Za-z-]{4,20}: "
        r"""[^\r\n\\]*(?:\s|\\[nr])+)*[A-Za-z0-9+/=\s\\"'#>|,]*(?:----[ -]END [A-Z0-9 """
        r"""]{0,40}[ -]----)?""",
    ),
    Rule(
        "private-key-tail",
        "private key",
        r"[A-Za-z0-9+/=\s\\]{40,}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
    ),
    Rule(
        "putty-key", "private-lines", r"Private-Lines: \d+(?:\s|\\[nr])+([A-Za-z0-9+/=\s\\]{40,})"
    ),
    Rule("age-key", "age-secret-key-", "AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{20,}"),
    Rule(
        "wireguard-key",
        "privatekey|presharedkey",
        r"(?:PrivateKey|PresharedKey)\s*=\s*([A-Za-z0-9+/]{42,43}=)",
    ),
    # Cloud providers
    Rule(
        "aws-key-id", "A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{6}", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"
    ),
    Rule(
        "aws-secret-key",
        "secret",
        r"""(?i)(?:aws|access)[a-z0-9_. -]{0,20}secret[a-z0-9_. -]{0,20}\\*["']?\s*(?:=>|:="""
        r"""|[:=,])?\s*\\*"""
        """["']?([A-Za-z0-9/+]{40})""",
    ),
    Rule(
        "aws-secret-key",
        "secretaccesskey",
        r"""(?i)secretaccesskey\\*["']?\s*[>:=]\s*\\*["']?([A-Za-z0-9/+]{40})""",
    ),
    Rule(
        "aws-session-token",
        "iqojb3jpz2lu|fwogzxivyxdz|fqogzxivyxdz",
        "(?:IQoJb3JpZ2lu|F[wQ]oGZXIvYXdz)[A-Za-z0-9/+=%]{30,}",
    ),
    Rule(
        "aws-bedrock-key",
        "absk|bedrock-api-key-",
        "ABSK[A-Za-z0-9+/=]{60,}|bedrock-api-key-[A-Za-z0-9+/=]{20,}",
    ),
    Rule(
        "aws-signature",
        "x-amz-s",
        "(?i)X-Amz-(?:Signature|Security-Token)=([A-Za-z0-9/+=%_-]{32,})",
    ),
    Rule("gcp-api-key", "aiza", "AIza[A-Za-z0-9_-]{30,}"),
    Rule("gcp-access-token", r"ya29\.", r"ya29\.[A-Za-z0-9_-]{20,}"),
    Rule("gcp-client-secret", "gocspx-", "GOCSPX-[A-Za-z0-9_-]{20,}"),
    Rule("gcp-refresh-token", "1//0[A-Za-z0-9_-]{6}", "1//0[A-Za-z0-9_-]{30,}"),
    Rule(
        "gcp-key-id",
        "private_key_id",
        r"""private_key_id\\*["']?\s*[:=]\s*\\*["']?([0-9a-f]{40})""",
    ),
    Rule("azure-storage-key", "accountkey", "(?i)AccountKey=([A-Za-z0-9+/]{40,}={0,2})"),
    Rule("azure-shared-key", "sharedaccesskey", "(?i)SharedAccessKey=([A-Za-z0-9+/]{30,}={0,2})"),
    Rule("azure-sas", "sig=", "[?&;]sig=([A-Za-z0-9%+/=_-]{30,})"),
    Rule(
        "azure-client-secret",
        "[0-9]Q~[A-Za-z0-9_~.-]{6}",
        "[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}",
    ),
    Rule("azure-devops-token", "azdo", "[A-Za-z0-9]{60,76}AZDO[A-Za-z0-9]{4}"),
    Rule(
        "azure-function-key",
        "azfu|azse|azca",
        "[A-Za-z0-9_/+-]{40,44}Az(?:Fu|Se|Ca)[A-Za-z0-9_/+-]{4,8}={0,2}",
    ),
    Rule("digitalocean-token", "o_v1_|p_v1_|r_v1_", "do[opr]_v1_[0-9a-f]{40,}"),
    Rule(
        "heroku-key",
        "hrku-|heroku",
        rf"HRKU-[A-Za-z0-9_-]{{30,}}|(?i:heroku)[^\r\n]{{0,40}}?({_UUID})",
    ),
    Rule(
        "cloudflare-token",
        "cloudflare|cf_api|cf-api|cf_token",
        r"""(?i)(?:cloudflare|cf[_-](?:api|token))[^\r\n]{0,40}?["'\s:=]([A-Za-z0-9_-]{37,40})\b""",
    ),
    Rule("cloudflare-origin-key", r"v1\.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}"),
    Rule("alibaba-key-id", "ltai", r"\bLTAI[A-Za-z0-9]{12,26}\b"),
    Rule("tencent-key-id", "akid", r"\bAKID[A-Za-z0-9]{28,36}\b"),
    Rule("scaleway-key-id", "SCW[A-Z0-9]{8}", r"\bSCW[A-Z0-9]{17}\b"),
    Rule(
        "yandex-token",
        "t1\\.[A-Za-z0-9_-]{20}",
        r"\bt1\.[A-Za-z0-9_-]{20,}={0,2}\.[A-Za-z0-9_-]{40,}={0,2}",
    ),
    Rule(
        "yandex-key",
        "AQVN|y0_[A-Za-z0-9_-]{8}",
        r"\bAQVN[A-Za-z0-9_-]{35,38}|\by0_[A-Za-z0-9_-]{50,}",
    ),
    Rule(
        "ibm-cloud-key",
        "ibm",
        r"""(?i)ibm[a-z0-9_ -]{0,30}(?:key|token)\\*["']?\s*[:=]\s*\\*["']?([A-Za-z0-9_-]{44})\b""",
    ),
    # Git hosts and builders
    Rule("github-token", "ghp_|gho_|ghu_|ghs_|ghr_", "gh[pousr]_[A-Za-z0-9_.-]{20,}"),
    Rule("github-fine-token", "github_pat_", "github_pat_[A-Za-z0-9_]{20,}"),
    Rule(
        "gitlab-token",
        "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-",
        "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{18,}",
    ),
    Rule("gitlab-runner-token", "gr1348941", "GR1348941[A-Za-z0-9_-]{16,}"),
    Rule("bitbucket-token", "atbb|bbdc-", r"\bATBB[A-Za-z0-9_=]{24,}|BBDC-[A-Za-z0-9+/_-]{30,}"),
    Rule("atlassian-token", "atatt3|atctt3", "AT[AC]TT3[A-Za-z0-9_=+/-]{30,}"),
    Rule("circleci-token", "ccipat_|cciprj_", "CCIP(?:AT|RJ)_[A-Za-z0-9_]{30,}"),
    Rule("buildkite-token", "bk[a-z]{2}_[0-9a-f]{6}", "bk(?:ua|aj|pt|ct|pi)_[0-9a-f]{40}"),
    Rule("sourcegraph-token", "sgp_", "sgp_[A-Za-z0-9_]{40,}"),
    Rule("sonar-token", "sq[pua]_[0-9a-f]{6}", r"\bsq[pua]_[0-9a-f]{40}\b"),
    Rule(
        "snyk-token",
        "snyk",
        rf"snyk_(?:uat|sat)\.[A-Za-z0-9_.-]{{20,}}|(?i:snyk)[^\r\n]{{0,40}}?({_UUID})",
    ),
    # Chat
    Rule("slack-token", "xox[abceoprs][.-]", r"xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}"),
    Rule("slack-app-token", "xapp-", "xapp-[0-9]-[A-Za-z0-9-]{20,}"),
    Rule(
        "slack-webhook",
        r"hooks\.slack\.com",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})",
    ),
    Rule(
        "discord-token", "", r"\b[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"
    ),
    Rule("discord-webhook", "/api/webhooks/", "/api/webhooks/[0-9]{15,22}/([A-Za-z0-9_-]{40,})"),
    Rule("telegram-token", "[0-9]:AA[A-Za-z0-9_-]{6}", "[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}"),
    Rule("teams-webhook", "webhookb2/", "/webhookb2/([A-Za-z0-9@/_-]{40,})"),
    Rule(
        "mattermost-webhook", "/hooks/[a-z0-9]{26}", r"/hooks/([a-z0-9]{26})\b", "random-capitals"
    ),
    Rule(
        "zapier-webhook",
        r"hooks\.zapier\.com",
        r"hooks\.zapier\.com/hooks/catch/([A-Za-z0-9/]{8,})",
    ),
    # Payment and commerce
    Rule("stripe-key", "[sr]k_(?:live|test|prod)_", r"\b[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    Rule("stripe-webhook-secret", "whsec_", "whsec_[A-Za-z0-9+/=]{20,}"),
    Rule(
        "square-token",
        "sq0[a-z]{3}-|EAAA[A-Za-z0-9_-]{6}",
        r"sq0[a-z]{3}-[A-Za-z0-9_-]{22,}|\bEAAA[A-Za-z0-9_-]{56,60}\b",
    ),
    Rule(
        "shopify-token", "shp[a-z]{2,3}_[0-9a-fA-F]{6}", "shp(?:at|ca|pa|ss|ua|tka)_[0-9a-fA-F]{32}"
    ),
    Rule(
        "braintree-token",
        r"access_token\$",
        r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
    ),
    Rule("razorpay-key", "rzp_", "rzp_(?:live|test)_[A-Za-z0-9]{14,}"),
    Rule(
        "plaid-token",
        "access-(?:sandbox|development|production)-",
        rf"access-(?:sandbox|development|production)-{_UUID}",
    ),
    Rule("flutterwave-key", "flwseck", "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?"),
    Rule("shippo-token", "shippo_", "shippo_(?:live|test)_[0-9a-f]{40}"),
    Rule("easypost-key", "EZ[AT]K[A-Za-z0-9]{6}", r"\bEZ[AT]K[A-Za-z0-9]{54}"),
    # Mail
    Rule(
        "sendgrid-key", r"SG\.[A-Za-z0-9_-]{8}", r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"
    ),
    Rule("mailgun-key", "", r"\bkey-[0-9a-f]{32}\b|\b[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b"),
    Rule("mailchimp-key", "", r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    Rule("postmark-token", "postmark", rf"(?i)postmark[^\r\n]{{0,40}}?({_UUID})"),
    Rule("brevo-key", "xkeysib-", "xkeysib-[0-9a-f]{40,}(?:-[A-Za-z0-9]{16})?"),
    Rule(
        "resend-key",
        "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{6}",
        r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}",
        "random",
    ),
    # Package registries
    Rule("npm-token", "npm_", "npm_[A-Za-z0-9]{30,}"),
    Rule("npmrc-auth", "_auth", r"""(?m)(?:^|[:\s])_auth(?:Token)?\s*=\s*([^\s"'$\\()]{8,})"""),
    Rule("pypi-token", "pypi-ag", "pypi-Ag[A-Za-z0-9_-]{40,}"),
    Rule("rubygems-key", "rubygems_", "rubygems_[0-9a-f]{40,}"),
    Rule("crates-io-token", "cio[A-Za-z0-9]{10}", r"\bcio[A-Za-z0-9]{32}\b"),
    Rule("nuget-key", "oy2[a-z0-9]{6}", r"\boy2[a-z0-9]{43}\b"),
    Rule("docker-hub-token", "dckr_", "dckr_[po]at_[A-Za-z0-9_-]{20,}"),
    Rule(
        "artifactory-key",
        "AKC[A-Za-z0-9]{8}|cmVmdGtu",
        r"\bAKC[A-Za-z0-9]{60,}|\bcmVmdGtu[A-Za-z0-9]{50,}",
    ),
    Rule("clojars-token", "clojars_", "CLOJARS_[a-z0-9]{50,}"),
    # Models and their tools
    Rule("anthropic-key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,}"),
    Rule("openrouter-key", "sk-or-", "sk-or-[A-Za-z0-9_-]{20,}"),
    Rule(
        "openai-key",
        "sk-proj-|sk-svcacct-|sk-admin-|t3blbkfj",
        "sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}"
        "|sk-[A-Za-z0-9]{16,}T3BlbkFJ[A-Za-z0-9]{16,}",
    ),
    Rule("sk-key", "sk[-_][0-9a-f]{16}", r"\bsk[-_][0-9a-f]{32,64}\b"),
    Rule("sk-key", "sk[-_][A-Za-z0-9_-]{12}", r"\bsk[-_][A-Za-z0-9_-]{24,}", "random"),
    Rule("huggingface-token", "hf_|api_org_", r"\b(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    Rule("replicate-token", "r8_", r"\br8_[A-Za-z0-9]{30,}"),
    Rule("groq-key", "gsk_", r"\bgsk_[A-Za-z0-9]{40,}"),
    Rule("perplexity-key", "pplx-", "pplx-[A-Za-z0-9]{30,}"),
    Rule("xai-key", "xai-", "xai-[A-Za-z0-9]{40,}"),
    Rule("langsmith-key", "lsv2_", "lsv2_(?:pt|sk)_[0-9a-f]{32}(?:_[0-9a-f]{10})?"),
    Rule("pinecone-key", "pcsk_", "pcsk_[A-Za-z0-9_]{40,}"),
    Rule("tavily-key", "tvly-", "tvly-[A-Za-z0-9-]{20,}"),
    Rule("nvidia-key", "nvapi-", "nvapi-[A-Za-z0-9_-]{40,}"),
    Rule("together-key", "tgp_v1_", "tgp_v1_[A-Za-z0-9_-]{30,}"),
    Rule("cursor-key", "(?:key|crsr)_[0-9a-f]{8}", r"\b(?:key|crsr)_[0-9a-f]{60,}"),
    # Monitoring
    Rule(
        "newrelic-key",
        "nrak-|nrii-|nrjs-|nraa-|nral",
        r"NR(?:AK|II|JS|AA)-[A-Za-z0-9_-]{19,}|\b[0-9a-fA-F]{30,36}(?:FFFF)?NRAL",
    ),
    Rule(
        "datadog-key",
        "(?:dd|datadog)[_-]?(?:api|app|client)[a-z]{0,8}[_-]?(?:key|token)",
        r"""(?i)(?:dd|datadog)[_-]?(?:api|app|application|client)?[_-]?(?:key"""
        r"""|token)\\*["']?\s*[:=]\s*\\*"""
        """["']?((?:pub)?[0-9a-f]{32,40})""",
    ),
    Rule("sentry-dsn", "://[0-9a-f]{32}[:@]", "https?://([0-9a-f]{32}(?::[0-9a-f]{32})?)@"),
    Rule("sentry-token", "sntrys_|sntryu_", "sntry[su]_[A-Za-z0-9+/=_-]{30,}"),
    Rule(
        "grafana-token",
        "glsa_|glc_|eyjrijoi",
        "glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/=]{32,}|eyJrIjoi[A-Za-z0-9+/=]{40,}",
    ),
    Rule(
        "pagerduty-key",
        "pagerduty|pd_api|pdtoken",
        r"""(?i)(?:pagerduty|pd_api"""
        r"""|pdtoken)[^\r\n]{0,40}?["'\s:=]((?:[uwy]\+)?[A-Za-z0-9_+-]{18,32})\b""",
        "loose",
    ),
    Rule("dynatrace-token", r"dt0[a-z][0-9]{2}\.", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    Rule("honeycomb-key", "hc[abcx]i[ck]_", r"\bhc[abcx]i[ck]_[A-Za-z0-9]{40,}"),
    Rule("posthog-key", "phx_", r"\bphx_[A-Za-z0-9_]{30,}"),
    Rule("launchdarkly-key", "(?:sdk|mob|api)-[0-9a-f]{8}-", rf"\b(?:sdk|mob|api)-{_UUID}"),
    # Infrastructure and identity
    Rule("vault-token", r"hvs\.|hvb\.|hvr\.", r"\bhv[sbr]\.[A-Za-z0-9_-]{20,}"),
    Rule("vault-token", r"s\.[A-Za-z0-9]{16}", r"\bs\.[A-Za-z0-9]{24}\b", "random"),
    Rule(
        "vault-unseal-key",
        "(?:unseal|recovery) key",
        r"(?i)(?:unseal|recovery) key(?: [0-9]{1,2})?:\s+([A-Za-z0-9+/]{43}=|[0-9a-f]{64,66})",
    ),
    Rule(
        "named-value",
        rf"""variable\s+[\\\"']*[a-z0-9_-]{{0,60}}{_WORD}""",
        rf"""(?i)variable\s+"[a-z0-9_-]{{0,60}}{_KEY}"\s*"""
        r"""\{[^}]{0,400}?default\s*=\s*"([^"\r\n]+)""",
        "quoted",
    ),
    Rule("terraform-token", r"\.atlasv1\.", r"[A-Za-z0-9]{10,}\.atlasv1\.[A-Za-z0-9_-]{30,}"),
    Rule("pulumi-token", "pul-", r"\bpul-[0-9a-f]{40}"),
    Rule("databricks-token", "dapi", r"\bdapi[0-9a-f]{32}(?:-[0-9])?"),
    Rule(
        "doppler-token",
        r"dp\.[a-z]{2,5}\.[A-Za-z0-9]",
        r"\bdp\.(?:pt|st|ct|sa|scim|audit|said)\.[A-Za-z0-9_.-]{30,}",
    ),
    Rule(
        "onepassword-token",
        "ops_eyJ|A3-[A-Z0-9]{6}-",
        r"ops_eyJ[A-Za-z0-9+/=_-]{40,}"
        r"|\bA3-[A-Z0-9]{6}-[A-Z0-9]{5,11}-[A-Z0-9]{5,6}-[A-Z0-9]{5}(?:-"
        "[A-Z0-9]{5}){0,2}",
    ),
    Rule("tailscale-key", "tskey-", "tskey-[A-Za-z0-9-]{16,}"),
    Rule(
        "okta-token",
        "okta|ssws",
        r"""(?i)(?:okta|ssws)[^\r\n]{0,40}?["'\s:=](00[A-Za-z0-9_-]{38,42})""",
    ),
    Rule("twilio-key", "", r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    Rule("openshift-token", "sha256~", "sha256~[A-Za-z0-9_-]{30,}"),
    Rule(
        "kubernetes-key-data",
        "key-data",
        r"""client-key-data\\*["']?\s*:\s*\\*["']?([A-Za-z0-9+/=]{20,})""",
    ),
    Rule(
        "docker-auth",
        r"""auth[\\\"']*\s*[:=]\s*[\\\"']*[A-Za-z0-9+/]{8}""",
        r"""\bauth\\*["']?\s*[:=]\s*\\*["']?([A-Za-z0-9+/]{8,}={0,2})""",
        "user-and-password",
    ),
    Rule(
        "crypt-hash",
        r"\$(?:2[abxy]|5|6|y|gy|7|apr1|argon2id?)\$",
        r"\$(?:2[abxy]|5|6|y|gy|7|apr1|argon2id?)\$[./A-Za-z0-9$=,]{20,}",
    ),
    # Platforms and other services
    Rule("figma-token", "fig[a-z]{1,2}_[A-Za-z0-9_-]{6}", r"\bfig[a-z]{1,2}_[A-Za-z0-9_-]{30,}"),
    Rule("linear-key", "lin_api_|lin_oauth_", "lin_(?:api|oauth)_[A-Za-z0-9]{30,}"),
    Rule("notion-token", "ntn_|secret_", r"\bntn_[A-Za-z0-9]{40,}|\bsecret_[A-Za-z0-9]{43}\b"),
    Rule(
        "firebase-server-key",
        "AAAA[A-Za-z0-9_-]{7}:",
        r"\bAAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{100,}",
    ),
    Rule("supabase-key", "sbp_|sb_secret_", "sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,}"),
    Rule("planetscale-token", "pscale_", "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{30,}"),
    Rule("neon-key", "napi_", r"\bnapi_[a-z0-9]{40,}"),
    Rule("mongodb-atlas-secret", "mdb_sa_sk_", "mdb_sa_sk_[A-Za-z0-9_-]{30,}"),
    Rule(
        "vercel-token",
        "vercel",
        r"""(?i:vercel)[^\r\n]{0,40}?["'\s:=]([A-Za-z0-9]{24})\b""",
        "random",
    ),
    Rule("vercel-token", "vc[pkair]_[A-Za-z0-9]{6}", r"\bvc[pkair]_[A-Za-z0-9]{24,}"),
    Rule("netlify-token", "nfp_", r"\bnfp_[A-Za-z0-9]{30,}"),
    Rule(
        "fly-token",
        "fo1_|fm[12][ar]?_[A-Za-z0-9+/=_-]{8}",
        r"\bfo1_[A-Za-z0-9_-]{40,}|\bfm[12][ar]?_[A-Za-z0-9+/=_-]{40,}",
    ),
    Rule("render-key", "rnd_", r"\brnd_[A-Za-z0-9]{26,}"),
    Rule("hubspot-token", "pat-(?:na|eu|ap)[0-9]-", rf"\bpat-(?:na|eu|ap)[0-9]-{_UUID}"),
    Rule("airtable-token", r"pat[A-Za-z0-9]{14}\.", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    Rule("asana-token", "", r"\b[0-2]/[0-9]{10,}(?:/[0-9]{10,})?:[0-9a-f]{32}"),
    Rule("contentful-token", "cfpat-", "CFPAT-[A-Za-z0-9_-]{30,}"),
    Rule("postman-key", "pmak-", "PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    Rule("prefect-key", "pn[ub]_[A-Za-z0-9]{6}", r"\bpn[ub]_[A-Za-z0-9]{36}"),
    Rule("dropbox-token", r"sl\.(?:u\.)?[A-Za-z0-9_-]{12}", r"\bsl\.(?:u\.)?[A-Za-z0-9_-]{100,}"),
    Rule("mapbox-secret-token", r"sk\.eyj", r"\bsk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{10,}"),
    Rule("facebook-token", "EAA[A-Z][A-Za-z0-9]{8}", r"\bEAA[A-Z][A-Za-z0-9]{80,}"),
    Rule("twitter-bearer", "aaaaaaaaaaaaaaaaaaaa", r"\bA{20,}[A-Za-z0-9%]{50,}", "random"),
    Rule("adobe-secret", "p8e-", r"\bp8e-[A-Za-z0-9_-]{30,}"),
    Rule(
        "extended-private-key",
        "[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{6}",
        r"\b[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,}",
    ),
    Rule(
        "wallet-key",
        "wif|private|wallet|btc|bitcoin|eth",
        r"""(?i)(?:wif|private|wallet|btc|bitcoin"""
        r"""|eth)[^\r\n]{0,30}?["'\s:=]((?:0x)?[0-9a-fA-F]{64}|[5KLc9]"""
        r"[1-9A-HJ-NP-Za-km-z]{50,51})\b",
    ),
    Rule(
        "seed-phrase",
        "mnemonic|seed phrase|seed_phrase|seedphrase|recovery phrase|recovery_phrase",
        r"""(?i)(?:mnemonic|(?:seed|recovery)[ _]?phrase)\\*["']?\s*(?:is"""
        r"""|[:=])\s*\\*["']?((?:[a-z]{3,8}\s+){11,23}"""
        "[a-z]{3,8})",
    ),
    Rule("octopus-key", "API-[A-Z0-9]{12}", r"\bAPI-[A-Z0-9]{25,32}\b", "random-capitals"),
    Rule("laravel-key", "app_key", r"""APP_KEY\s*[:=]\s*["']?(base64:[A-Za-z0-9+/]{40,}={0,2})"""),
    Rule(
        "login-argument",
        "login [A-Za-z0-9_-]{16}|auth [A-Za-z0-9_-]{16}",
        r"\b[a-z][a-z0-9-]{1,20} (?:auth )?(?:login|auth) ([A-Za-z0-9_-]{24,100})\b",
        "random",
    ),
    Rule(
        "adyen-key",
        "AQE[A-Za-z0-9]{8}",
        r"""(?:^|["'\s=:])(AQE[A-Za-z0-9+/=.:*_-]{60,})""",
        "mixed",
    ),
    Rule(
        "azure-devops-token",
        "devops|ado_|_ado|vsts|tfs",
        r"""(?i)(?:devops|\bado|_ado|vsts|\btfs)[a-z0-9_. -]{0,20}\\*["']?\s*[:=]?\s*\\*["']?"""
        r"([a-z0-9]{52}|[a-z0-9]{84})\b",
    ),
    Rule("checkout-key", "sk_(?:[a-z]{4}_)?[0-9a-f]{8}-", rf"\bsk_(?:test_|sbox_)?{_UUID}"),
    Rule("checkout-key", "sk_[a-z0-9]{16}", r"\bsk_(?:sbox_)?[a-z0-9]{24,40}\b", "loose"),
    Rule("cerebras-key", "csk-[a-z0-9]{12}", r"\bcsk-[a-z0-9]{40,}"),
    Rule("langfuse-key", "sk-lf-", rf"\bsk-lf-{_UUID}"),
    Rule("fireworks-key", "fw_[A-Za-z0-9]{12}", r"\bfw_[A-Za-z0-9]{22,}", "mixed"),
    Rule("firecrawl-key", "fc-[0-9a-f]{12}", r"\bfc-[0-9a-f]{32}\b"),
    Rule("anyscale-key", "esecret_", r"\besecret_[a-z0-9]{20,}"),
    Rule("intercom-token", "dG9rO[A-Za-z0-9]{8}", r"\bdG9rO[A-Za-z0-9+/=]{40,}"),
    Rule("snowflake-token", "hint:[0-9]", r"\bver:\d+-hint:\d+-([A-Za-z0-9+/=]{40,})"),
    Rule("infisical-token", r"st\.[0-9a-f]{12}", r"\bst\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}"),
    Rule(
        "rapidapi-key",
        "msh[0-9a-f]{12}",
        r"\b[0-9a-f]{10}msh[0-9a-f]{15}p1[0-9a-f]{6}jsn[0-9a-f]{12}",
    ),
    Rule("readme-key", "rdme_", r"\brdme_[a-z0-9]{60,}"),
    Rule("sanity-token", "sk[A-Za-z0-9]{40}", r"\bsk[A-Za-z0-9]{78,}\b", "mixed"),
    Rule("flagsmith-key", r"ser\.[A-Za-z0-9]{12}", r"\bser\.[A-Za-z0-9]{20,}", "mixed"),
    Rule("make-webhook", r"\.make\.com/[a-z0-9]", r"hook\.[a-z0-9]+\.make\.com/([a-z0-9]{20,})"),
    Rule("facebook-token", "EAA[A-Za-z0-9]{12}", r"\bEAA[a-z][A-Za-z0-9]{80,}"),
    Rule("confluent-secret", "cflt[A-Za-z0-9+/]{12}", r"\bcflt[A-Za-z0-9+/]{56,}"),
    Rule(
        "service-key",
        _SERVICE,
        rf"""(?i)(?:{_SERVICE})[a-z0-9_.: -]{{0,24}}(?:key|token|secret|pat)\\*["'`]?\s*"""
        r"""(?::=|=>|[:=]|is)?\s*\\*["'`]?([A-Za-z0-9+/=_-]{20,90})(?:[^A-Za-z0-9+/=_-]|$)""",
        "random",
    ),
    Rule(
        "service-key",
        _SERVICE,
        rf"""(?i)(?:{_SERVICE})[a-z0-9_. -]{{0,24}}(?:key|token|secret|pat)\\*["'`]?\s*"""
        rf"""(?::=|=>|[:=]|is)\s*\\*["'`]?({_UUID})""",
    ),
    # Forms that many issuers share
    Rule("jwt", "eyj", r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}"),
    Rule(
        "url-password",
        "jdbc:oracle|oracle://|sqlplus|sqlcl|expdp|impdp|sqlldr",
        r"""(?i)(?:jdbc:oracle:[a-z0-9]+:|\b(?:sqlplus|sql|sqlcl|expdp|impdp|sqlldr)\s+(?:-\w+\s+)*)["']?"""
        r"""[A-Za-z0-9_.$#-]{1,60}/"?([^\s"'/@]{3,})"?@""",
        "given",
    ),
    Rule(
        "url-password",
        r"://[^\s/@\"]*:[^\s/@\"]*@",
        r"""[A-Za-z][A-Za-z0-9+.-]{1,40}://[^\s:@/"'<>]*:([^\s@/"'<>]+)@""",
        "given",
    ),
    Rule(
        "url-token",
        "://[A-Za-z0-9_.%~-]{16,}@",
        "[A-Za-z][A-Za-z0-9+.-]{1,40}://([A-Za-z0-9_.%~-]{16,})@",
        "random",
    ),
    Rule(
        "auth-header",
        "authorization",
        r"""(?i)authorization\\*["']?\s*[:=]\s*\\*["']?(?:bearer|basic|token|digest|apikey|ssws"""
        r"""|negotiate|b"""
        r"""ot|key)\s+([^\s"'\\,;]{3,})""",
        "given",
    ),
    Rule(
        "auth-header",
        "authorization",
        r"""(?i)authorization\\*["']\s*,\s*\\*["'](?:bearer|basic|token|apikey|ssws"""
        r"""|key)\s+([^\s"'\\,;]{6,})""",
        "given",
    ),
    Rule(
        "auth-header",
        "authorization",
        r"""(?i)authorization\\*["']?\s*[:=]\s*\\*["']?([^\s"'\\,;]{6,})""",
        "loose",
    ),
    Rule("bearer", "bearer", r"""(?i)\bbearer\s+["']?([A-Za-z0-9._~+/=-]{12,})""", "loose"),
    Rule(
        "key-header",
        "x-[a-z0-9-]{0,30}(?:key|token|secret|auth)",
        r"""(?i)\bx-[a-z0-9-]{0,30}(?:key|token|secret"""
        r"""|auth)\\*["']?\s*[:=]\s*\\*["']?([^\s"'\\,;]{4,})""",
        "given",
    ),
    Rule(
        "cookie",
        "curl",
        r"""\bcurl\s(?:[^\r\n|;&"']|'[^'\r\n]*'|"[^"\r\n]*")*?(?:-b|--cookie)(?:\s+|=)?"""
        r"""(?:'[^\s'=]+=([^'\r\n]+)|"[^\s"=]+=([^"\r\n]+)|[^\s"'=|;&<>]+=["']?([^\s"'|;&<>]+))""",
        "given",
    ),
    Rule("cookie", "cookie", r"""(?i)\bcookie\\*["']?\s*:\s*\\*["']?([^\s"'\\=]+=[^\r\n"'\\]+)"""),
    Rule(
        "basic-auth",
        "curl|wget |https? |xh ",
        r"""(?:curl|wget|https?|xh)\b(?:[^\r\n|;&]|\\\r?\n|'[^'\r\n]*'|"[^"\r\n]*")*?\s["']?"""
        r"""(?:-[A-Za-z#]{0,8}[uU]|--user|-a|--auth|--proxy-user)(?:=|["']?\s+)?"""
        r"""(?:'[^\s:'$]*:([^'\r\n]+)|"[^\s:"$]*:([^"\r\n]+)|["']?[^\s:"'$]*:([^\s"']+))""",
        "given",
    ),
    Rule(
        "program-password",
        "bearer|jwt",
        r"""\b(?:https?|xhs?)\s[^\r\n|;&]*?(?:-a|--auth)(?:\s+|=)["']?([^\s"':$-][^\s"':]*)["']?"""
        r"""\s+(?:-A|--auth-type)[ =](?:bearer|jwt)\b""",
        "given",
    ),
    Rule("netrc", "password", r"(?:login|user)\s+[A-Za-z0-9._@+-]+\s+password\s+(\S+)", "given"),
    Rule(
        "pgpass",
        ":5432:|:5433:|:6432:",
        r"""(?m)(?:^|[\s"'])[^\s:"']+:(?:5432|5433|6432):[^\s:]+:[^\s:]+:([^\s"'\\]+)""",
    ),
    Rule("program-password", "sshpass", r"""\bsshpass\s+-p\s*["']?([^\s"']+)""", "given"),
    Rule(
        "program-password",
        "redis-cli",
        r"""\bredis-cli\b[^\r\n|;&]*?\s-a\s+["']?([^\s"']+)""",
        "given",
    ),
    Rule(
        "program-password", "pass:", r"""(?:-pass(?:in|out)?|-k)\s+["']?pass:([^\s"']+)""", "given"
    ),
    Rule(
        "sql-password",
        "identified|password",
        r"""(?i)(?:identified\s+(?:with\s+\S+\s+)?(?:by|as)|password(?:\s+for\s+[^\s=]+)?)\s*(?:\s|=\s*)"""
        r"""(?:(?:old_)?password\s*\(\s*)?(?:'([^'\r\n]+)'|"([^"\r\n]+)")""",
        "given",
    ),
    Rule("connection-string", r";\s*pwd=", r"""(?i);\s*pwd=([^\s;"'\\]+)""", "given"),
    # Up to the `;`, whatever stands before it.
    *(
        Rule("connection-string", rf"{_DB_KEY} *=", pattern, "given")
        for pattern in (
            rf"""(?i)[a-z]\s*=[^;"'\r\n]*;(?:[^;"'\r\n]*;)*?\s*{_DB_KEY}\s*=\s*{_UP_TO_SEMICOLON}""",
            rf"""(?i)\b{_DB_KEY}\s*=\s*{_UP_TO_SEMICOLON};\s*[a-z][a-z ]*\s*=""",
        )
    ),
    Rule(
        "named-value",
        rf"""{_WORD}[\\\"']*\s+value\s*=""",
        rf"""(?i)\b(?:key|name)=["'][^"'\r\n]{{0,60}}{_WORD}["']\s+value=["']([^"'\r\n]+)""",
        "quoted",
    ),
    Rule(
        "named-value",
        rf"""{_WORD}[\\\"']+\s*,\s*[\\\"']""",
        rf"""(?i)["'][a-z0-9_.-]{{0,60}}{_KEY}["']\s*,\s*["']([^"'\r\n]+)""",
        "typed",
    ),
    Rule(
        "told",
        "(?:password|passphrase|passcode|token|api key|secret|pwd) (?:is|was)",
        r"""(?i)\b(?:password|passphrase|passcode|token|api key|secret|pwd)\s+(?:is"""
        r"""|was)\s*:?\s+["'`]?([^\s"'`]{6,})""",
        "typed",
    ),
    Rule(
        "typed-value",
        rf"""{_WORD}\s*:\s*[&A-Za-z].*=\s*[\\\"']""",
        rf"""(?i){_KEY}\s*:\s*[&'A-Za-z<>\[\]| .]{{1,40}}=\s*["']([^"'\r\n]+)""",
        "quoted",
    ),
    Rule(
        "server-password",
        "requirepass|bindpw|masterauth|psk=|rootpw",
        r"""(?:^|\s)(?:requirepass|masterauth|bindpw|rootpw)\s+["']?([^\s"'<$]{6,})"""
        r"""|\bpsk="([^"\r\n]{8,63})\"""",
        "given",
    ),
    Rule(
        "program-password",
        "ldap",
        r"""\bldap[a-z]+\s[^\r\n|;&]*?\s-w\s+["']?([^\s"'$-][^\s"']*)""",
        "given",
    ),
    Rule(
        "program-password",
        "lftp|smbclient",
        r"""\b(?:lftp|smbclient)\s[^\r\n|;&]*?\s-[uU]\s+["']?[^\s,%"']+[,%]([^\s"']+)""",
        "given",
    ),
    Rule(
        "program-password",
        "securestring",
        r"""(?i)convertto-securestring\s+(?:-string\s+)?["']([^"'$\r\n]+)""",
        "given",
    ),
    Rule(
        "program-password",
        "credentials?[(]",
        r"""(?i)credentials?\(\s*["'][^"'\r\n]+["']\s*,\s*["']([^"'\r\n]+)""",
        "typed",
    ),
    Rule(
        "told",
        "passwort|kennwort|contrase|mot de passe|senha|wachtwoord",
        r"(?i)\b(?:passwort|kennwort|contrase[^\s\w]{0,2}\w{0,3}|mot de passe|senha|wachtwoord)"
        r"""\s*(?:ist|lautet|es|est|is|:|=)\s*:?\s*["'`]?([^\s"'`]{6,})""",
        "typed",
    ),
    Rule("told", "pass: ", r"""(?i)(?:^|[\s/,;])pass:\s+["'`]?([^\s"'`]{6,})""", "typed"),
    # Something assigned to a word that says "secret"
    Rule("env", _WORD, rf"""{_LOUD_KEY}=([^\s"'`;&|\\]+)""", "given"),
    Rule("env", "PASS=", r"""\b(?:[A-Z0-9_]*_|SSH|SMB)?PASS=["']?([^\s"'`;&|\\]+)""", "given"),
    Rule("env", "_auth=", r"""\b[A-Z0-9_]*_AUTH=["']?([^\s"'`;&|\\]+)""", "loose"),
    Rule("env", "cli_auth=", r"""\b[A-Z]+CLI_AUTH=["']?([^\s"'`;&|\\]+)""", "given"),
    Rule("env", "_pass=", r"""(?i)[a-z0-9]_pass=["']?([^\s"'`;&|\\]+)""", "given"),
    Rule(
        "flag",
        _WORD,
        rf"""(?i)--[a-z0-9-]{{0,40}}?{_KEY}(?:=|\s+)(?:"([^"\r\n]+)|'([^'\r\n]+)"""
        r"""|([^\s"'\\-][^\s"']*))""",
        "given",
    ),
    Rule(
        "flag",
        _WORD,
        rf"""(?i)--[a-z0-9-]{{0,40}}?{_KEY}["']\s+(?:"([^"\r\n]+)|'([^'\r\n]+))""",
        "given",
    ),
    Rule(
        "assigned",
        _WORD,
        rf"""(?i){_KEY}\\*["']?\]?\s*(?::=|=>|:|=)\s*[bru]{{0,2}}(?:"((?:[^"\\\r\n]|\\.)+)"""
        rf"""|'((?:[^'\\\r\n]|\\.)+)|"""
        r"""\\+["']([^"'\\\r\n]+))""",
        "quoted",
    ),
    Rule(
        "assigned",
        _WORD,
        rf"""(?i){_KEY}\\*["']?\]?[ \t]*(?::=|=>|:|=)[ \t]*([^\s"'`,;&|()<>\[\]{{}}\\]+)""",
        "unquoted",
    ),
    *(Rule("program-password", *row) for row in PROGRAM_ARGUMENTS),
    # In the next line, or as a block of YAML.
    Rule(
        "assigned",
        _WORD,
        rf"""(?im){_KEY}["']?[ \t]*[:=][ \t]*\r?\n[ \t]*(?:- )?["']?"""
        r"""([^\s"'`,;&|()<>\[\]{}\\]{6,})["']?[ \t]*\r?$""",
        "typed",
    ),
    Rule(
        "assigned",
        _WORD,
        rf"""(?im){_KEY}["']?[ \t]*:[ \t]*[|>][0-9+-]{{0,2}}[ \t]*(?:#[^\r\n]*)?\r?\n[ \t]+([^\r\n]+"""
        r"""(?:\r?\n[ \t]+[^\s:][^\r\n:]*\r?$)*)""",
        "given",
    ),
    Rule(
        "named-value",
        _WORD,
        rf"""(?i)\b(?:name|key)["']?:[ \t]*["']?[a-z0-9_.-]{{0,60}}{_KEY}["']?[ \t]*\r?\n"""
        r"""[ \t]*["']?value["']?:[ \t]*(?:"([^"\r\n]+)|'([^'\r\n]+)|([^\s"'][^\r\n]*))""",
        "given",
    ),
    # The whole rest of a line that is a setting and nothing else.
    Rule(
        "assigned",
        _WORD,
        rf"""(?im)^[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+)?[a-z0-9_.-]*{_KEY}[ \t]*[:=]"""
        r"""[ \t]*([^\s"'`]\S*)[ \t]*\r?$""",
        "whole-line",
    ),
    # What is encoded: the check looks inside.
    Rule(
        "encoded",
        _ENCODED,
        rf"(?:{_ENCODED})[A-Za-z0-9+/_-]{{6,}}={{0,2}}"
        r"(?:(?:\\n|\r?\n[ \t]*)(?:[A-Za-z0-9+/_-]{40,}={0,2}|[A-Za-z0-9+/_-]{4,}={1,2}))*",
        "encoded",
    ),
    Rule("xml", _WORD, rf"(?i)<{_WORD}>([^<>\s]+)</", "given"),
    Rule(
        "assigned",
        "pass|pwd|psw|_pw|pw[:=]|_pat[^h]|pat[:=]",
        r"""(?im)(?:^|[^A-Za-z0-9$-])(?:[A-Za-z0-9]+[_.-])*(?:pass|pwd|psw|pw|pat)\\*["']?\s*(?::=|=>|[:=])\s*"""
        r"""\\*["'`]?([^\s"'`,;&|()<>{}\[\]\\]{8,})""",
        "typed",
    ),
    Rule(
        "assigned",
        _WORD,
        rf"""(?i){_KEY}\\*["']?\]?\s*(?::=|=>|:|=)\s*`([^`$\r\n]{{6,}})`""",
        "quoted",
    ),
    Rule(
        "told",
        "(?:login|admin|root|user|account|credential|creds).* / ",
        r"""(?i)\b(?:login|admin|root|user|account|credentials?|creds)\b[^\r\n/]{0,60}?\s/\s["'`]?([^\s"'`,;/]{8,})""",
        "mixed",
    ),
    Rule(
        "named-value",
        r"(?:getenv|environ|env|fetch|config|setting)[A-Za-z_.]*[(]|process\.env\.",
        r"""(?i)(?:getenv|environ\.get|\benv|ENV\.fetch|config|setting|get_secret)\(\s*["'][^"'\r\n]{1,60}["']\s*,\s*"""
        r"""(?:default\s*=\s*)?["']([A-Za-z0-9+/_=.~!#%@^*-]{12,})["']""",
        "mixed",
    ),
    Rule(
        "named-value",
        r"process\.env\.|import\.meta\.env\.|ENV\[",
        r"""(?:process\.env|import\.meta\.env)\.[A-Za-z0-9_]+\s*(?:\|\||\?\?)\s*["'`]"""
        r"""([A-Za-z0-9+/_=.~!#%@^*-]{12,})["'`]""",
        "mixed",
    ),
    Rule(
        "key-header",
        "subscription-key|private-token|functions-key|api-key|app-key|access-token|auth-token",
        r"""(?i)\b(?:ocp-apim-subscription-key|private-token|(?:dd-)?(?:api|app|application|access|auth|functions)"""
        r"""-(?:key|token))\\*["']?\s*[:=]\s*\\*["']?([^\s"'\\,;]{8,})""",
        "given",
    ),
    Rule(
        "program-password",
        "zip |7z |7za |rar |htpasswd|mongo|smbclient|ldap|net use|security add|openssl|wp |sudo -S|gh secret",
        r"""\b(?:zip|unzip)\s(?:[^\r\n|;&]*?\s)?-P\s*["']?([^\s"'$-][^\s"']{3,})"""
        r"""|\b(?:7z|7za|7zz|rar|unrar)\s[^\r\n|;&]*?\s-h?p["']?([^\s"'$-][^\s"']{3,})"""
        r"""|\bhtpasswd\s+-[a-zA-Z]*b[a-zA-Z]*\s+(?:[^\s]+\s+){1,2}["']?([^\s"'$]{4,})"""
        r"""|\bmongo(?:sh|dump|restore|import|export)?\s[^\r\n|;&]*?\s-p\s+["']?([^\s"'$-][^\s"']{3,})"""
        r"""|\bldap[a-z]+\s(?:[^\r\n|;&]*?\s)?-w\s+["']?([^\s"'$-][^\s"']{3,})"""
        r"""|\bsecurity\s+add-[^\r\n|;&]*?\s-w\s+["']?([^\s"'$-][^\s"']{3,})"""
        r"""|\bopenssl\s[^\r\n|;&]*?\s-k\s+["']?([^\s"'$:-][^\s"':]{3,})"""
        r"""|\bnet\s+use\s[^\r\n|;&]*?\s([^\s"'$/*:-][^\s"']{5,})\s+/user:"""
        r"""|\becho\s+["']?([^\s"'$|]{6,})["']?\s*\|\s*sudo\s+-S"""
        r"""|\bgh\s+secret\s+set\s[^\r\n|;&]*?\s(?:-b|--body)[ =]["']?([^\s"'$-][^\s"']{3,})"""
        r"""|--(?:db)?pass(?:wd)?[= ]["']?([^\s"'$-][^\s"']{3,})""",
        "typed",
    ),
    # Random text
    Rule(
        "random-beside-key",
        r"""(?:key|auth|signature|sig|sid|session|seed|salt|cookie"""
        r"""|nonce)[\\\"']*\s*[:=]\s*[\\\"']*"""
        "[A-Za-z0-9+/_=]{8}",
        r"""(?i)\b(?:key|auth|signature|sig|sid|session|seed|salt|cookie"""
        r"""|nonce)\\*["']?\s*[:=]\s*\\*["']?("""
        "[A-Za-z0-9+/_=]{24,})",
        "mixed",
    ),
    Rule(
        "random-cookie",
        "(?:sess|session|sessionid|session_id|auth)=[A-Za-z0-9%._-]{16}",
        r"(?i)(?:sess|session|sessionid|session_id|auth)=([A-Za-z0-9%._-]{24,})",
        "mixed",
    ),
    Rule(
        "random-argument",
        r"""[A-Za-z0-9_]\(\s*[\\\"'][A-Za-z0-9]{32}""",
        r"""[A-Za-z0-9_]\(\s*["']([A-Za-z0-9]{32,64})["']""",
        "mixed",
    ),
    Rule(
        "random-with-prefix",
        "",
        r"\b[A-Za-z][A-Za-z0-9]{1,9}(?:[_.-][a-z0-9]{1,8})?[_-][A-Za-z0-9_-]{28,128}",
        "random-tail",
    ),
    Rule("aws-secret-key", "", "[A-Za-z0-9/+_-]{40,}", "aws40"),
    Rule(
        "told",
        "(?:key|token|secret|credential|password|passphrase|passcode)s?:? ",
        r"""(?i)\b(?:(?:key|token|secret|credential)s?:?\s+(?:is:?\s+|was\s+|=\s*|->\s*)|(?:password|passphrase|passcode)"""
        r"""\s+(?:is:?\s+|was\s+)?)"""
        r"""["'`]?([A-Za-z0-9+/_=.~!#%@^*-]{12,100})""",
        "mixed",
    ),
    Rule(
        "told",
        "(?:access|api|auth|bot|client|secret|private|service|signing|webhook|app|account)[ _-]"
        "(?:key|token|secret|pat)s?[:=]? ",
        r"""(?i)\b(?:access|api|auth|bot|client|secret|private|service|signing|webhook|app|account)"""
        r"""[ _-](?:key|token|secret|pat)s?[:=]?[ \t]+["'`]?([A-Za-z0-9+/_=.~-]{20,200})""",
        "scattered",
    ),
    Rule(
        "told",
        "(?:vpn|router|wi-?fi|wlan|nas|admin|root|login|ssh|ftp|server|database|printer|camera|switch"
        "|firewall|portal|console|panel)[a-z ]{0,16}: ",
        r"""(?i)\b(?:vpn|router|wi-?fi|wlan|nas|admin|root|login|ssh|ftp|server|database|printer|camera|switch"""
        r"""|firewall|portal|console|panel)[a-z ]{0,16}:[ \t]+(?:[A-Za-z0-9_.@-]{2,40}[ \t]*/[ \t]+)?"""
        r"""["'`]?([A-Za-z0-9!#%&*+=?@^~_$-]{10,60})(?:["'`]?[ \t]*(?:\\n|\r|\n|$))""",
        "jumbled",
    ),
)

#: Long runs of letters that any rule may concern: a text that holds one is looked at closely even
#: without a hint. The first is AWS's forty characters, alone, or behind an escape of JSON such as
#: \\n or \\u00e9.
LONG_RUNS = (
    r"(?:^|[^A-Za-z0-9/+_-])(?:[nrtbf]|u[0-9a-f]{4})?[A-Za-z0-9/+]{40}(?:[^A-Za-z0-9/+_-]|$)",
    r"[0-9a-f]{32}",
    r"[0-9A-Fa-f]{64}",
    r"[A-Za-z0-9][_-][A-Za-z0-9_-]{28}",
    r"[5KLc9][1-9A-HJ-NP-Za-km-z]{50}",
    r"\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}",
)

#: Keys under which a value is masked whatever it is: those that end so, in lower case and without
#: their signs.
SECRET_KEY_ENDINGS = (
    "password", "passwords", "passwd", "passphrase", "passcode", "secret", "secrets", "token",
    "apikey", "apikeys", "accesskey", "accountkey", "authkey", "encryptionkey", "masterkey",
    "privatekey", "secretkey", "sessionkey", "sharedkey", "signingkey", "authorization",
    "credential", "credentials", "connectionstring", "cookie", "setcookie", "mnemonic",
    "seedphrase", "jwt", "keydata", "sharedaccesskey", "secretstring", "secretbinary",
)  # fmt: skip

#: First parts of ids that services hand out and show to everybody, of checksums and of public keys.
PUBLIC_PREFIXES = frozenset(
    """
    acct asst batch build call card cart ch chatcmpl chunk client cmpl cs cus data doc evt evtsub fc
    file fp g gid git in integrity li md5 msg nonce org page pi pk pl pm po price prod proj pub
    public re req request resp rs run sess sha1 sha256 sha384 sha512 seti step sub subnet task
    thread toolu trace txn user v1 vs ws phc appl google site verification
    """.split()
)

#: What stands beside such a word and is no secret, in lower case: types, states, words of prose and
#: of documentation.
PLAIN_WORDS = frozenset(
    """
    a an and any api are argument arguments array as at auth authentication authorization basic be
    bearer binary bool boolean buffer by bytes can cannot char character characters check const
    default description disabled e.g. each either email empty enabled env environment expired
    expires false field fields file flag flags float for found from generated get given has hash
    have hidden if in include input int integer invalid is it item key keyring length less let list
    long matches may minimum missing module must n/a name never new nil no none not null number
    object of off omit on one only option optional options or our output parameter parameters
    password please prompt property provided read ref reference required reset return returned
    returns same same-origin see set short should some stdin store str string text than that the
    their then there these this to too true type uint undefined unique unknown unset use used user
    uses using valid value values var varchar vault verify void was we were when which will with
    without write wrong yes you your
    """.split()
)
