"""detect.masking: what is a secret goes, what only looks like one stays."""

from __future__ import annotations

import json
import random
import re
import string
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.detect.masking import _spans, mask, mask_text, may_hold_secret
from hookline.detect.structures import is_secret_key
from hookline.journal.store import SqliteJournal

ALPHABETS = {
    "A": string.ascii_letters + string.digits,
    "U": string.ascii_uppercase + string.digits,
    "h": "0123456789abcdef",
    "b": string.ascii_letters + string.digits + "+/",
    "d": string.digits,
    "l": string.ascii_lowercase + string.digits,
}


def filled(template: str) -> str:
    """`{A36}` becomes 36 letters and digits, always the same ones: no line of this file is a secret by itself."""
    chance = random.Random(template)

    def letters(match: re.Match[str]) -> str:
        alphabet, length = ALPHABETS[match[1]], int(match[2])
        made = "".join(chance.choice(alphabet) for _ in range(length))
        return "aB3" + made[3:] if match[1] in "Ab" else made

    return re.sub(r"\{([AUhbdl])(\d+)\}", letters, template)


#: The secret stands between « and »; beside it the name of the rule that finds it.
SECRETS = [
    param("aws s3 ls # «AKIA{U16}»", "aws-key-id", id="an AWS key id"),
    param("aws_secret_access_key = «{b40}»", "aws-secret-key", id="an AWS secret key beside its name"),
    param("the key is «{b40}», keep it", "aws-secret-key", id="an AWS secret key without a name"),
    param("export AWS_SESSION_TOKEN=«IQoJb3JpZ2lu{b80}»", "aws-session-token", id="an AWS session token"),
    param("https://maps.example.com/?key=«AIza{A35}»", "gcp-api-key", id="a Google API key"),
    param("ya29: «ya29.{A60}»", "gcp-access-token", id="a Google access token"),
    param("AccountName=shop;AccountKey=«{b86}==»;End", "azure-storage-key", id="an Azure storage key"),
    param("client «{A3}8Q~{A34}»", "azure-client-secret", id="an Azure client secret"),
    param("doctl auth init -t «dop_v1_{h64}»", "digitalocean-token", id="a DigitalOcean token"),
    param("git push https://«ghp_{A36}»@github.com/shop/site", "github-token", id="a GitHub token in a URL"),
    param("gh: «github_pat_{A22}_{A59}»", "github-fine-token", id="a fine-grained GitHub token"),
    param("PRIVATE-TOKEN: «glpat-{A20}»", "gitlab-token", id="a GitLab token"),
    param("bot uses «xoxb-{d12}-{d12}-{A24}»", "slack-token", id="a Slack bot token"),
    param("https://hooks.slack.com/services/«T{U8}/B{U8}/{A24}»", "slack-webhook", id="a Slack webhook"),
    param("https://discord.com/api/webhooks/{d18}/«{A68}»", "discord-webhook", id="a Discord webhook"),
    param("bot «{d9}:AA{A33}»", "telegram-token", id="a Telegram bot token"),
    param("stripe.api_key is «sk_live_{A24}»", "stripe-key", id="a Stripe key"),
    param("«whsec_{A32}»", "stripe-webhook-secret", id="a Stripe webhook secret"),
    param("«shpat_{h32}»", "shopify-token", id="a Shopify token"),
    param("mail via «SG.{A22}.{A43}»", "sendgrid-key", id="a SendGrid key"),
    param("mailgun «key-{h32}»", "mailgun-key", id="a Mailgun key"),
    param("«{h32}-us12»", "mailchimp-key", id="a Mailchimp key"),
    param("//registry.npmjs.org/:_authToken=«npm_{A36}»", "npm-token", id="an npm token in .npmrc"),
    param("twine upload -p «pypi-AgEIcHlwaS5vcmc{A70}»", "pypi-token", id="a PyPI token"),
    param("cargo login «cio{A32}»", "crates-io-token", id="a crates.io token"),
    param("«dckr_pat_{A27}»", "docker-hub-token", id="a Docker Hub token"),
    param("ANTHROPIC «sk-ant-api03-{A93}AA»", "anthropic-key", id="an Anthropic key"),
    param("openai «sk-proj-{A48}»", "openai-key", id="an OpenAI key"),
    param("«hf_{A34}»", "huggingface-token", id="a Hugging Face token"),
    param("«gsk_{A52}»", "groq-key", id="a Groq key"),
    param("DD_API_KEY: «{h32}»", "datadog-key", id="a Datadog key"),
    param("dsn https://«{h32}»@o1.ingest.sentry.io/1", "sentry-dsn", id="a Sentry DSN"),
    param("vault login «hvs.{A24}»", "vault-token", id="a Vault token"),
    param("«{A14}.atlasv1.{A67}»", "terraform-token", id="a Terraform token"),
    param("«dapi{h32}»", "databricks-token", id="a Databricks token"),
    param("«tskey-auth-{A12}-{A32}»", "tailscale-key", id="a Tailscale key"),
    param("«lin_api_{A40}»", "linear-key", id="a Linear key"),
    param("cookie «eyJ{A20}.eyJ{A60}.{A43}»", "jwt", id="a JSON web token"),
    param("psql postgres://shop:«{A16}»@db.internal:5432/shop", "url-password", id="a password in a URL"),
    param("curl -H 'Authorization: Bearer «{A30}»' https://x.test", "auth-header", id="a bearer token in a header"),
    param("curl -u admin:«{A12}» https://x.test", "basic-auth", id="a password for curl"),
    param("X-Api-Key: «{A12}»", "key-header", id="a key in a header"),
    param("machine x.test login bob password «{A12}»", "netrc", id="a line of .netrc"),
    param("db.internal:5432:shop:bob:«{A12}»", "pgpass", id="a line of .pgpass"),
    param("sshpass -p «{A12}» ssh x.test", "program-password", id="a password for sshpass"),
    param("ALTER USER bob IDENTIFIED BY '«{A12}»'", "sql-password", id="a password in SQL"),
    param("DB_PASSWORD=«{A12}» make deploy", "env", id="a password in the environment"),
    param("mysql --password=«{A12}» shop", "flag", id="a password in a flag"),
    param('"client_secret": "«{A20}»"', "assigned", id="a secret in JSON text"),
    param("api_token: «{A20}»", "assigned", id="a token in YAML"),
    param("password: «correct-horse-9»", "assigned", id="a password made of words"),
    param("<password>«{A12}»</password>", "xml", id="a password in XML"),
    param("«-----BEGIN RSA PRIVATE KEY-----\n{b64}\n{b64}\n{b20}==\n-----END RSA PRIVATE KEY-----»\nrest", "private-key",
          id="a private key"),
    param("«-----BEGIN OPENSSH PRIVATE KEY-----\\n{b64}\\n{b64}\\n-----END OPENSSH PRIVATE KEY-----»", "private-key",
          id="a private key with its newlines escaped"),
    param("«AGE-SECRET-KEY-1{U58}»", "age-key", id="an age key"),
    param("root:«$6$saltsalt${A86}»:19000:0", "crypt-hash", id="a password's hash"),
    param("mnemonic: «abandon ability able about above absent absorb abstract absurd abuse access accident»", "seed-phrase",
          id="a wallet's seed phrase"),
]  # fmt: skip

HARMLESS = [
    param("git log --oneline 3f786850e387550fdab836ed7e6dc881de23001b", id="a commit"),
    param("sha256:" + "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", id="a digest of an image"),
    param("integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
          id="npm's integrity hash"),
    param("550e8400-e29b-41d4-a716-446655440000", id="a UUID"),
    param("src/hookline/engine/running/AndAVeryLongPathOfManyParts.py", id="a long path"),
    param("https://example.com/a/very/long/path/with/many/parts/index.html?page=2&sort=name", id="a long URL"),
    param("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ bob@example.com", id="a public key"),
    param("-----BEGIN PUBLIC KEY-----", id="the head of a public key"),
    param("git clone https://github.com/shop/site.git", id="a URL without a user"),
    param("ssh://git@github.com/shop/site.git", id="a URL with a user and no password"),
    param("postgres://localhost:5432/shop", id="a URL with a port"),
    param("postgres://$USER:$PASSWORD@localhost/shop", id="a URL with variables"),
    param("export DB_PASSWORD=$SECRET", id="a variable given to a variable"),
    param("password = os.environ['DB_PASSWORD']", id="a password read from the environment"),
    param("token = process.env.TOKEN", id="a token read from the environment"),
    param("password: <your password>", id="a placeholder in brackets"),
    param("api_key: xxxxxxxxxxxx", id="a placeholder of x"),
    param("password: ********", id="a password that is masked already"),
    param("def login(user: str, password: str) -> Token:", id="an annotation"),
    param("def reset(password=None):", id="a default"),
    param("if token is None: raise", id="a comparison"),
    param("self.token = token", id="an attribute"),
    param("password = get_password(user)", id="a call"),
    param("const secret = await readSecret(name)", id="a call in JavaScript"),
    param("The password must be at least twelve characters long.", id="prose about passwords"),
    param("Enter password: ", id="a prompt for a password"),
    param("error: invalid token", id="an error about a token"),
    param("token expired", id="an expired token"),
    param("Authorization: Bearer $TOKEN", id="a header with a variable"),
    param("max_tokens: 4096", id="how many tokens a model may use"),
    param("cat token.txt", id="a file named token"),
    param("keyboard: qwerty", id="a keyboard"),
    param("monkey=banana", id="a word that ends in key"),
    param("PWD=/home/bob/work", id="the working directory"),
    param("sk-learn is installed as scikit-learn", id="a name that begins with sk-"),
    param("npm_config_registry=https://registry.npmjs.org", id="npm's settings"),
    param("pip install hf_transfer", id="a package that begins with hf_"),
    param("ghp is short for git push", id="a word that begins as a token"),
    param("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", id="forty times the same letter"),
    param("bearer of bad news", id="a bearer of news"),
    param("curl -u $USER:$PASS https://x.test", id="curl with variables"),
    param("docker run -p 8080:80 nginx", id="a port for docker"),
    param("ls -la /etc/ssl/private", id="a folder named private"),
    param("eyJ is how base64 of a JSON object begins", id="three letters of a web token"),
    param("data:image/png;base64,iVBORw0KGgo=", id="a small picture"),
    param("1.2.3.4:5432", id="an address"),
    param("[masked:github-token:1a2b]", id="a mask"),
]  # fmt: skip


def marked(secret: str, name: str) -> str:
    return f"[masked:{name}:{sha256(secret.encode()).hexdigest()[:4]}]"


def taken_apart(template: str) -> tuple[str, str, str]:
    before, rest = filled(template).split("«")
    secret, behind = rest.split("»")
    return before, secret, behind


@pytest.mark.parametrize(("template", "name"), SECRETS)
def test_is_masked(template: str, name: str) -> None:
    before, secret, behind = taken_apart(template)
    text = before + secret + behind
    assert mask_text(text) == before + marked(secret, name) + behind
    assert may_hold_secret(text)
    assert may_hold_secret(json.dumps(text))


@pytest.mark.parametrize("text", HARMLESS)
def test_is_left_alone(text: str) -> None:
    assert mask_text(text) == text


@pytest.mark.parametrize(("template", "name"), SECRETS)
def test_a_mask_is_not_masked_again(template: str, name: str) -> None:
    once = mask_text("".join(taken_apart(template)))
    assert mask_text(once) == once


def places(text: str) -> dict[str, Any]:
    """The text everywhere a payload can have it."""
    return {
        "command": text,
        "deep": {"list": ["", [text]], "quoted": json.dumps({"output": text})},
        text: "as a key",
        "lines": f"first\n{text}\nlast",
    }


def test_no_secret_of_the_table_is_in_the_bytes_of_the_journal(journal_path: str, record: Any, run: Any) -> None:
    secrets = [taken_apart(str(row.values[0])) for row in SECRETS]
    with SqliteJournal(journal_path) as journal:
        for parts in secrets:
            text = "".join(parts)
            ran = run(command=text, stderr=text, failure=text, answer={"agent_message": text}, judge={"model": text})
            journal.append(record(ran, input=places(text), because=text, response={"user_message": text}, notes=(text,)))
        written = b"".join(file.read_bytes() for file in Path(journal_path).parent.iterdir())
        assert journal.trouble is None
    assert written.count(b"[masked:") > 10 * len(secrets)
    # A secret of several lines is in JSON with its newlines as escapes, so its lines are looked for.
    lines = [
        line for _, secret, _ in secrets for line in re.split(r"\n|\\n", secret) if len(line) > 7 and "-----" not in line
    ]
    assert [line for line in lines if line.encode() in written] == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        param({"password": "a b"}, {"password": marked("a b", "key")}, id="whatever stands under `password`"),
        param({"API-Key": 12345}, {"API-Key": marked("12345", "key")}, id="a number under a key of any spelling"),
        param({"token": ["x", {"v": "y"}]}, {"token": [marked("x", "key"), {"v": marked("y", "key")}]}, id="all below it"),
        param({"secret": None, "token": "", "credentials": False}, {"secret": None, "token": "", "credentials": False},
              id="nothing stays nothing"),
        param({"max_tokens": 10, "PWD": "/w", "author": "bob"}, {"max_tokens": 10, "PWD": "/w", "author": "bob"},
              id="keys that only sound alike"),
        param({"db_pwd": "x1"}, {"db_pwd": marked("x1", "key")}, id="a key that ends in pwd"),
        param({"name": "DB_PASSWORD", "value": "x"}, {"name": "DB_PASSWORD", "value": marked("x", "key")},
              id="a pair that names a secret"),
        param({"name": "color", "value": "red"}, {"name": "color", "value": "red"}, id="a pair that names something else"),
        param({"password": "[masked:key:1234]"}, {"password": "[masked:key:1234]"}, id="what is masked already"),
        param({"heroku": "550e8400-e29b-41d4-a716-446655440000"},
              {"heroku": marked("550e8400-e29b-41d4-a716-446655440000", "heroku-key")}, id="a secret only beside its key"),
        param({7: (1, 2.5, True, None, "x")}, {7: [1, 2.5, True, None, "x"]}, id="what JSON has"),
        param({"at": st}, {"at": str(st)}, id="what JSON has not is text"),
    ],
)  # fmt: skip
def test_values(value: Any, expected: Any) -> None:
    assert mask(value) == expected


def test_a_mask_is_no_hiding_place() -> None:
    assert mask({"password": "[masked:hunter2:1234]"}) == {"password": marked("[masked:hunter2:1234]", "key")}
    assert mask_text("sshpass -p [masked:hunter2 x") == f"sshpass -p {marked('[masked:hunter2', 'program-password')} x"


def test_a_find_that_begins_in_a_mask_takes_it_whole() -> None:
    text = "[masked:docker-hub-token:4dd2];hunter2"
    assert mask_text(f"curl -u {text} x") == f"curl -u {marked(text, 'basic-auth')} x"


def test_two_sights_of_one_secret_look_the_same_and_two_secrets_do_not() -> None:
    one, same, other = (mask_text(f"password={word}") for word in ("hunter2x", "hunter2x", "hunter3x"))
    assert one == same != other


def test_overlapping_finds_are_one_mask_with_the_name_of_the_upper_rule() -> None:
    _, secret, _ = taken_apart("«ghp_{A36}»")
    assert mask_text(f"GITHUB_TOKEN={secret} make") == f"GITHUB_TOKEN={marked(secret, 'github-token')} make"


#: Pieces that rules begin or end with, and characters of more than one byte between them.
PIECES = [
    "password", "=", ": ", "'", '"', "\\", "\n", " ", "é", "日", "\U0001f600", "\ud800", "hunter2", "Bearer ", "://", "u:", "@",
    "--token ", "curl -u ", "Cookie: a=", "x-api-key: ", "heroku ", "0123456789abcdef" * 2, "-----BEGIN PRIVATE KEY-----",
    "mysql ", "IDENTIFIED BY '", "sshpass -p ", "API_KEY=", "<secret>", "</", "cloudflare: ", "pagerduty ", "docker login -p ",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=())).map("".join))
def test_any_text_is_survived(text: str) -> None:
    """A mask that ended inside a character could not be decoded."""
    assert isinstance(mask_text(text), str)


@given(st.text(st.characters(exclude_categories=())))
def test_no_text_around_it_hides_a_token(around: str) -> None:
    secret = taken_apart("«ghp_{A36}»")[1]
    assert secret not in mask_text(f"{around} {secret} {around}")


@settings(deadline=None, max_examples=settings.default.max_examples)
@given(st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=())).map("".join))
def test_the_quick_look_is_never_wrong_when_it_says_no(text: str) -> None:
    """The close look is made all the same, by the rules themselves."""
    if not (may_hold_secret(text) and may_hold_secret(json.dumps(text))):
        assert _spans(text.encode("utf-8", "surrogatepass")) == []


def test_ordinary_text_needs_no_close_look() -> None:
    assert not may_hold_secret('{"command": "git status", "cwd": "/work/shop", "timeout": 60}')


def test_random_ids_of_an_event_rarely_cost_a_look() -> None:
    """A look makes all rules ready, which is a third of a whole `hookline fire`."""
    dice = random.Random(1)
    letters = string.ascii_lowercase + string.digits + "_"
    looks = 0
    for _ in range(2_000):
        ids = [f"{dice.getrandbits(64):016x}" for _ in range(2)]
        folder = "".join(dice.choices(letters, k=8))
        payload = {"conversation_id": f"conv-{ids[0]}", "generation_id": f"gen-{ids[1]}", "cwd": f"/tmp/work-{folder}"}
        looks += may_hold_secret(json.dumps(payload))
    assert looks < 40


@pytest.mark.parametrize("key", ["password", "DB_PASSWORD", "x-auth-token", "api.key", "API key", "Set-Cookie", "oldDbPwd"])
def test_is_a_secret_key(key: str) -> None:
    assert is_secret_key(key)


@pytest.mark.parametrize("key", ["pwd", "OLDPWD", "max_tokens", "tokenizer", "keyboard", "passwordless", "command"])
def test_is_no_secret_key(key: str) -> None:
    assert not is_secret_key(key)
