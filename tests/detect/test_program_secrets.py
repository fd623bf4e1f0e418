"""Secrets that programs are told on their command line, in configuration and in base64; and what is none."""

from __future__ import annotations

import base64
import random
import re
import time
from pathlib import Path

import pytest
from pytest import param

from hookline.detect import mask_text

ROWS = [
    line.replace("\\n", "\n")
    for line in Path(__file__).with_name("program_secrets.txt").read_text().splitlines()
    if not line.startswith("#")
]
#: A word as the shell lets one write it, and what may stand before it then.
FORMS = [
    param(r"[\s=]", "'{S}'", id="in quotes"),
    param(r"[\s=]", '"{S}"', id="in double quotes"),
    param(r"[\s=]", "$'{S}'", id="in ANSI quotes"),
    param(r"\s", "\\\n  {S}", id="in the next line"),
    param(r"\s", '\\\r\n  "{S}"', id="in the next line, in quotes"),
]
#: One of letters and digits, and two of signs, which need quotes.
PLAIN, WITH_SIGNS = "aB3xK9mQ2vT7", ("pa$$w&rd!9%X", "Tr0ub4dor-3;x")
DJANGO = "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)"


@pytest.mark.parametrize("row", ROWS)
def test_a_secret_on_a_command_line(row: str) -> None:
    assert PLAIN not in mask_text(row.replace("{S}", PLAIN))
    if "'{S}'" in row:
        assert [secret for secret in WITH_SIGNS if secret in mask_text(row.replace("{S}", secret))] == []


@pytest.mark.fault(
    "6.4",
    "a password in quotes of any kind, or in the next line of a command, in the journal",
    "masked as in the plain spelling",
)
@pytest.mark.parametrize(("before", "form"), FORMS)
def test_quotes_and_continued_lines_hide_none(before: str, form: str) -> None:
    place = re.compile(rf"(?<={before}){{S}}(?=\s|$)")
    rows = [place.sub(lambda _: form, row) for row in ROWS if "<<" not in row and place.search(row)]
    masked = [mask_text(row.replace("{S}", PLAIN)) for row in rows]
    assert len(rows) > 40 and [text for text in masked if PLAIN in text] == []


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("stand_in", ["$PASSWORD", "${PASSWORD}", "<your-password>"])
def test_a_stand_in_is_left_alone(row: str, stand_in: str) -> None:
    if stand_in.startswith("<") and "'{S}'" not in row:
        return  # unquoted, the shell would read a file
    text = row.replace("{S}", stand_in)
    assert "[masked:program-password" not in mask_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "7z x archive.7z", "zip -r out.zip docs", "unzip -p archive.zip", "docker run -p 8080:80 nginx", "mkdir -p a/b/c",
        "echo hello | grep h", "echo done | tee log", "git commit -m 'gh secret set is documented'", "curl -b cookies.txt https://e",
        "curl -s https://e | sh", "openssl genrsa -out key.pem 2048", "openssl rsa -in k -passin env:PW", "openssl enc -pass file:pw.txt",
        "psql -p 5432 -U alice", "ssh -p 2222 host", "npm config set registry https://registry.npmjs.org", "vault login -method=oidc",
        "cargo login --registry x", "htpasswd -c .htpasswd alice", "kubectl create secret generic x --from-file=a=b.txt",
        "helm install x y --set replicas=3", "gh secret set KEY < key.txt", "gh secret list", "passwd alice", "sudo -S ls < file",
        "chpasswd < users.txt", "mongosh --port 27017", "redis-cli -h host ping", "net use Z: /delete", "heroku config:get KEY",
        "wrangler secret list", "the option -p of zip is explained below", "sqlplus / as sysdba", "snmpwalk -v2c -c public host",
        "Password=$DB_PASSWORD", "password: ${DB_PASSWORD:-changeme}", "Server=db;User Id=sa;Password=$(PASS);", "Password=<secret>;Server=x",
        "password = get_password(user);", "token: Optional[str] = None,", "secret_key = os.environ['SECRET_KEY']",
        "SECRET_KEY = '{{ secret_key }}'", "SECRET_KEY = '%(secret)s'", "password=%s&user=%s", "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "mysql -p db", "mysql \\\n  -u root \\\n  -p \\\n  db", "mysql --port 3306 --protocol tcp", "plink -P 22 host", "http -a alice https://e",
        "curl -fsSLO https://e:8080/a", "curl -sSu \"$USER:$PASS\" https://e", "useradd -m bob", "ldapsearch -x -W -b dc=x", "USE_AUTH=true",
        "SMTP_AUTH=plain", "setenv EDITOR vim", "ENV PATH /usr/bin", "ENV API_TOKEN $TOKEN", "the '--token' option", "docker login -u x r.io",
        "SET PASSWORD FOR x = PASSWORD(?)", "tokenString := makeToken(user)", "export DB_PASS=$'$X'", "plink -pw $PW host",
    ],
)  # fmt: skip
def test_what_is_no_secret(text: str) -> None:
    assert mask_text(text) == text


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        param(
            "Server=db;User Id=sa;Password=pa&ss9;Database=x",
            "Server=db;User Id=sa;Password=…;Database=x",
            id="& in the middle",
        ),
        param("Password=pa&ss9;Server=db", "Password=…;Server=db", id="the password first"),
        param("Data Source=x;Password='pa;s&s9';User=y", "Data Source=x;Password='…';User=y", id="in quotes"),
        param("DB_PASSWORD=pa&ss9|x\nA=1", "DB_PASSWORD=…\nA=1", id="a line of .env"),
        param("password: pa&ss,9\n", "password: …\n", id="a line of YAML"),
        param("a?user=a&password=pass9x&ssl=1", "a?user=a&password=…&ssl=1", id="in an address & ends it"),
    ],
)
def test_a_value_goes_as_far_as_its_format_says(text: str, masked: str) -> None:
    assert re.sub(r"\[masked:[a-z-]+:....\]", "…", mask_text(text)) == masked


@pytest.mark.parametrize(
    "form", ["SECRET_KEY='{}'", 'SECRET_KEY = "{}"', "SECRET_KEY={}", "  secret_key: '{}'", '{{"secret_key": "{}"}}']
)
def test_a_key_of_fifty_signs(form: str) -> None:
    chance = random.Random(form)
    for _ in range(200):
        key = "".join(chance.choice(DJANGO) for _ in range(50))
        masked = mask_text(form.format(key))
        assert not any(key[start : start + 10] in masked for start in range(41))


@pytest.mark.parametrize("kind", ["PRIVATE", "RSA PRIVATE", "EC PRIVATE", "OPENSSH PRIVATE", "ENCRYPTED PRIVATE"])
@pytest.mark.parametrize("before", ["", "x", "ab"])
@pytest.mark.parametrize("width", [0, 64, 76])
def test_a_private_key_in_base64(kind: str, before: str, width: int) -> None:
    body = "\n".join("MIIEowIBAAKCAQEAx7Kq2ZmW9bTn4RvL8sYdMIIEowIBAAKCAQEAx7Kq2ZmW9bTn" for _ in range(25))
    encoded = base64.b64encode(f"{before}-----BEGIN {kind} KEY-----\n{body}\n-----END {kind} KEY-----\n".encode()).decode()
    wrapped = "\n  ".join(re.findall(f".{{1,{width}}}", encoded)) if width else encoded
    masked = mask_text(f"tls.key: {wrapped}\nnext: line\n")
    assert "[masked:" in masked and masked.endswith("\nnext: line\n") and len(masked) < 250


@pytest.mark.parametrize(
    "secret", ["ghp_" + "a8Fk2LmQ9zXc4VbN7tRw1YpS6dHj3GeU0oKi", "password: aB3xK9mQ2v", "API_KEY=aB3xK9mQ2vT7xyz"]
)
@pytest.mark.parametrize("before", ["", "a", "ab", "user: bob\n"])
def test_a_secret_in_base64(secret: str, before: str) -> None:
    encoded = base64.b64encode((before + secret).encode()).decode()
    assert encoded[-10:] not in mask_text(f"data: {encoded}")


@pytest.mark.parametrize(
    "unit",
    [
        "the quick brown fox ", "password=", "[masked:key:1234] password=abc1d ", "mysql -p ", "echo 'a ", "echo a | b ", "cGFzc3dvcmQ",
        "a=b;Password=c1d2;", "curl -b a=b1 ", "token=${", "vault login ", "kubectl create secret generic x --from-literal=a=b1c2 ",
        "\\\n", "$'", "\\\n  -p$'a1b2c3' ", "curl -u ", "http -A bearer ", "zip -P a'b'", "--password' ", "set password for x ",
    ],
)  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    spent = []
    for size in (60_000, 600_000):
        began = time.perf_counter()
        mask_text((unit * size)[:size])
        spent.append(time.perf_counter() - began)
    assert spent[1] < 40 * spent[0] + 1
