"""Words that tell a stand-in from a secret, and rules that need more than their pattern. Data;
`secret_scan` applies it.
"""

from __future__ import annotations

#: Inside a value, in lower case: somebody wrote it to be replaced, or as an example.
STAND_INS = (
    "example", "changeme", "change-me", "change_me", "replace", "placeholder", "dummy", "fake",
    "sample", "redacted", "masked", "your-", "your_", "yourkey", "yourtoken", "yourpass",
    "yoursecret", "mypassword", "my-password", "my_password", "insert-", "insert_", "todo", "xxxx",
    "****", "....", "…", "foobar", "foo-bar", "lorem", "not-a-real", "notareal", "not_a_real",
    "-here", "_here", "supersecret", "super-secret", "super_secret", "secret-key", "secret_key",
    "api-key", "api_key", "test-token", "test_token", "dummy", "hidden", "omitted", "removed",
    "s3cr3t", "p4ssw0rd", "p@ssw0rd", "passw0rd", "0123456", "1234567", "2345678", "abcdefg",
    "bcdefgh", "qwerty", "deadbeef", "cafebabe", "{{", "}}", "${", "$(", "<%", "%>", "%s", "{0}",
    "%(", "</", "/>",
)  # fmt: skip

#: A value made of nothing but these and digits is what tests, tutorials and local databases use.
WEAK_WORDS = (
    "password", "passwort", "passwd", "pass", "pwd", "secret", "token", "test", "tests", "testing",
    "tester", "admin", "administrator", "root", "guest", "user", "username", "postgres", "mysql",
    "mongo", "redis", "rabbitmq", "docker", "local", "localhost", "demo", "default", "dev",
    "development", "staging", "production", "prod", "hunter", "letmein", "welcome", "abc", "foo",
    "bar", "baz", "qux", "key", "api", "apikey", "some", "my", "a", "the", "bob", "alice", "string",
    "value", "none", "null", "true", "false", "valid", "invalid", "wrong", "bad", "good", "old",
    "new", "random", "another", "other", "hello", "world", "mock", "stub", "spam", "eggs", "app",
    "db", "database", "login", "auth", "bearer", "basic", "access", "refresh", "id", "client",
    "server", "service", "jwt", "otp", "pin", "code", "first", "second", "one", "two", "ed", "hs",
    "rs", "es", "ps", "sha", "md", "aes", "rsa", "utf", "base", "oauth", "rfc", "hmac",
)  # fmt: skip

#: Rules that go by what stands before a value. The value must look like a secret as well.
BY_NAME = frozenset(
    """
    assigned auth-header basic-auth bearer connection-string env flag key-header named-value netrc
    npmrc-auth pgpass program-password server-password sql-password told typed-value url-password
    xml pagerduty-key
    """.split()
)

#: Keys that are made to be public begin so.
PUBLIC_STARTS = (
    "pk.",
    "pk_live_",
    "pk_test_",
    "phc_",
    "sb_publishable_",
    "ssh-rsa",
    "ssh-ed25519",
    "sha256-",
    "sha512-",
    "sha256:",
)

#: Keys that end in "token" and name a place in a list, a request or a guard against forgery.
PUBLIC_TOKENS = (
    b"nexttoken", b"next_token", b"next-token", b"pagetoken", b"page_token", b"page-token",
    b"paginationtoken", b"pagination_token", b"continuationtoken", b"continuation_token",
    b"continuation-token", b"synctoken", b"sync_token", b"cancellationtoken", b"cancel_token",
    b"idempotencytoken", b"idempotency_token", b"changetoken", b"change_token", b"idempotency-key",
    b"idempotency_key", b"starttoken", b"marker", b"cursor",
)  # fmt: skip

#: Keys that stand in every page, before whatever they hold.
PUBLIC_KEYS = (b"sitekey", b"site-key", b"site_key")

#: Words a kind begins with that would be taken for a stand-in.
OWN_WORDS = {"age-key": "AGE-SECRET-KEY-", "aws-bedrock-key": "bedrock-api-key-"}

#: Values that are numbers, versions, colours, algorithms, names in code, or made of weak words
#: only; whole, in RE2's syntax.
HARMLESS = (
    rf"(?i)(?:(?:{'|'.join(WEAK_WORDS)})[-_. ]?)+[0-9]{{0,5}}[!?]?",
    r"[v^~<>=]{0,2}[0-9.,:/+TZe_-]+[a-z]{0,2}",
    r"#[0-9A-Fa-f]{3,8}",
    r"[A-Za-z_]+[0-9]?(?:\.[A-Za-z_]+[0-9]?)+",
    r"[0-9]*\*[a-z]+",
    r"_?[a-z]+[0-9]{0,4}(?:[-_.:/][a-z]*[0-9]{0,4}[a-z]?)+",
    r"_?[A-Z]+[0-9]{0,4}(?:[-_.:/][A-Z]*[0-9]{0,4})+",
    r"(?:[a-z0-9_]+\.)*_?(?:[A-Z][a-z]+[0-9]*|[A-Z]{1,5}[0-9]?)*(?:Key|Keys|Token|Arg|Args|Type"
    r"|Types|Request|Client|Error|T)",
)

#: What a value begins with that is kept elsewhere, or is code.
REFERENCES = (
    "\\", "#/", ":", "?", "/", "./", "../", "~/", "$", "%", "<", "{", "[", "@", "&", "!", "*",
    "http://", "https://", "file:", "op://", "vault:", "ssm:", "arn:", "env:", "env.", "secret:",
    "secrets.", "secrets/", "projects/", "keyring:", "ref+", "gcp:", "aws:", "sops:", "process.",
    "os.", "self.", "this.", "config.", "settings.", "options.", "opts.", "args.", "props.", "req.",
    "request.", "ctx.", "context.", "event.", "user.", "data.", "params.", "var.", "local.",
    "module.", "const.", "new ", "await ",
)  # fmt: skip
