"""Which argument of which program is a secret: `zip -P …`, `vault login …`, `echo … | chpasswd`.
Data, and the patterns that come of it; `secret_rules` takes them in.

A row names programs, and what stands right before the secret. Where a row can be told from another
by its option only, it is one row: a new program is a word in it.

Rows know nothing of quotes: every word may be quoted. Of continued lines and of `$'…'` nothing is
known here at all, see `unseen`.
"""

from __future__ import annotations

from typing import NamedTuple


class Argument(NamedTuple):
    """Programs that take a secret in the same way."""

    programs: str  # alternatives, in RE2's syntax
    before: str  # what stands right before the secret, behind a blank; RE2's syntax
    check: str = "given"
    hint: str = ""  # for the quick look, where the programs' names are too common for it


#: The secret is the word behind an option, or is written right behind it.
_OPTIONS = (
    Argument("7z|7za|7zr|7zz|7zzs|unrar|rar", r"-h?p"),
    Argument("zip|unzip|zipcloak|zipnote", r"-[A-Za-z]{0,6}P\s*"),
    Argument("mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlcheck|mysqlbinlog|mysqlpump|mariadb|mariadb-dump|mariadb-admin", r"-[A-Za-z]{0,6}?p"),
    Argument("docker login|podman login|az login|oc login|skopeo login|buildah login|crane login|nerdctl login|helm login|helm registry login|docker registry login", r"-u?p(?:\s+|=)?"),
    Argument("plink|pscp|psftp|putty|kitty|klink|puttygen", r"-pw\s+"),
    Argument("http|https|xh|xhs", r"(?:-A|--auth-type)(?:\s+|=)(?:bearer|jwt)\s+(?:\S+\s+){0,9}?(?:-a|--auth)(?:\s+|=)?"),
    Argument("useradd|usermod", r"-[A-Za-z]{0,6}p\s*"),
    Argument("sqlcmd|bcp|ipmitool|mosquitto_pub|mosquitto_sub|osql|tsql", r"-P\s*"),
    Argument(
        "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|mongostat|twine|cqlsh"
        "|rabbitmqadmin|poetry|ncftpput|ncftpget|rdesktop|evil-winrm|crackmapexec|netexec|nxc"
        "|altool|nuget|dotnet|sshpass|arangosh|exaplus|security unlock-keychain"
        "|htdigest|duo|cf login|ibmcloud login|oc login|jfrog|jf",
        r"-p(?:\s+|=)?",
    ),
    Argument("keytool|jarsigner|apksigner", r"-?-(?:store|dest|src|ks)(?:store)?-?pass(?:word)?\s+"),
    Argument("keytool|jarsigner|apksigner", r"-?-(?:key|new)-?pass(?:word)?\s+"),
    Argument("mysqladmin|mariadb-admin", r"(?:new-|old-)?password\s+"),
    Argument("nmcli", r"password\s+"),
    Argument("rclone config", r"[a-z_]*(?:secret|pass|token|key)[a-z_]*\s+"),
    Argument("net use", r"[A-Za-z]?:?\s*\\\\\S+\s+", "loose"),
    Argument("exp|imp", r"[\"']?[A-Za-z][A-Za-z0-9_$#]*/", "typed", "(?:exp|imp) [a-z0-9_]{1,30}/"),
    Argument("ldappasswd|ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami", r"-[AcCLMnNPvxZ]{0,6}w\s*"),
    Argument("ldappasswd", r"-s\s+"),
    Argument("ldappasswd", r"-a\s+"),
    Argument("security add-[a-z]+-password", r"-w\s*"),
    Argument("snmpwalk|snmpget|snmpset|snmpbulkwalk|snmptable", r"-A\s+"),
    Argument("snmpwalk|snmpget|snmpset|snmpbulkwalk|snmptable", r"-X\s+"),
    Argument("snmpwalk|snmpget|snmpset|snmpbulkwalk|snmptable", r"-c\s+", "typed"),
    Argument("ssh-keygen", r"-N\s*"),
    Argument("ssh-keygen", r"-P\s*"),
    Argument("openssl", r"-(?:k|K|pass|passin|passout)\s+(?:pass:)?", "key-argument"),
    Argument("redis-cli|valkey-cli|keydb-cli", r"(?:--pass|-a|(?i:auth)(?:\s+[a-z0-9_-]+)?)\s+"),
    Argument("curl", r"(?:--pass|--proxy-pass|--tlspassword|--proxy-tlspassword)(?:\s+|=)", "given", "--pass|--proxy-pass|--tlspass"),
    Argument("curl", r"(?:-E|--cert|--proxy-cert)(?:\s+|=)?[\"']?[^\s:\"']+:", "given", "(?s:curl.*-(?:E|cert))"),
    Argument("etcdctl|wscat|jenkins-cli", r"--?(?:user|auth|a)[ =][\"']?[^\s:\"'$]+:"),
    Argument("smbclient|rpcclient|smbget|smbmap|winexe", r"-U\s*[\"']?[^\s%\"']+%"),
    Argument("lftp", r"-u\s*[^\s,\"']+,"),
    Argument("xfreerdp|xfreerdp3|wlfreerdp|sdl-freerdp|mstsc", r"/p:"),
    Argument("gh secret set|gh variable set", r"(?:--body|-b)(?:\s+|=)?"),
    Argument("az keyvault secret set", r"--value(?:\s+|=)"),
    Argument("vercel|influx|slack", r"(?:-t|--token)(?:\s+|=)", "loose"),
    Argument("netlify", r"--auth(?:\s+|=)"),
    Argument("influx|vncviewer|x11vnc|nats", r"-?-pass(?:word|wd)?(?:\s+|=)"),
    Argument("nuget|dotnet|gem|choco", r"(?i:-api-?key|-k|--key|--api-key)(?:\s+|=)"),
    Argument("pdftotext|pdfinfo|pdftoppm|pdfimages", r"-[uo]pw\s+"),
    Argument("qpdf", r"--encrypt\s+(?:[^\s]+\s+)?"),
    Argument("qpdf", r"--encrypt\s+"),
    Argument("pdftk", r"(?:input_pw|owner_pw|user_pw)\s+(?:PROMPT\s+)?"),
    Argument("sonar-scanner|mvn|gradle|gradlew|java|mvnw", r"-[DP][A-Za-z0-9_.]*(?:login|pass)=", "given", "(?:login|pass)="),
    Argument("llm keys set", r"--value\s+"),
)  # fmt: skip
#: The secret is a word with a place of its own.
_PLACES = (
    Argument("htpasswd", r"(?:-[A-Za-z0-9]*b[A-Za-z0-9]*\s+(?:-[A-Za-z]\s+)*)(?:-n\s+)?[^\s-]\S*\s+[^\s-]\S*\s+"),
    Argument("htpasswd", r"-[A-Za-z]*(?:nb|bn)[A-Za-z]*\s+[^\s-]\S*\s+"),
    Argument("mosquitto_passwd", r"-[A-Za-z]*b[A-Za-z]*\s+\S+\s+\S+\s+"),
    Argument("aws configure set", r"(?:[A-Za-z0-9_.-]+\.)?aws_(?:secret_access_key|session_token)\s+"),
    Argument("npm|pnpm|yarn|bun", r"(?:config\s+)?set\s+\S*(?:_authToken|_auth|_password|npmAuthToken)(?:\s+|=)", "given", "_auth|_password|npmauthtoken"),
    Argument("poetry config", r"pypi-token\.\S+\s+"),
    Argument("poetry config", r"http-basic\.\S+\s+\S+\s+"),
    Argument("pulumi config set", r"(?:--secret\s+)?\S*(?i:password|secret|token|key|pass)\S*\s+(?:--secret\s+)?"),
    Argument("pulumi config set", r"--secret\s+\S+\s+"),
    Argument("dotnet user-secrets", r"set\s+\S+\s+"),
    Argument("netlify", r"env:set\s+\S*(?i:key|token|secret|pass|pwd|auth)\S*\s+"),
    Argument("rabbitmqctl", r"(?:add_user|change_password|authenticate_user)\s+\S+\s+"),
    Argument("mc alias|mc config host", r"(?:set|add)\s+\S+\s+\S+\s+\S+\s+"),
    Argument("ansible-vault encrypt_string", r"(?:--\S+\s+\S+\s+)*"),
    Argument("wpa_passphrase", r"\S+\s+", "loose"),
    Argument("sqlplus|sqlldr|expdp|impdp|rman|dgmgrl", r"[\"']?[A-Za-z][A-Za-z0-9_$#]*/"),
    Argument("isql|iusql", r"[A-Za-z0-9_.-]+\s+[A-Za-z0-9_.@-]+\s+", "loose"),
    Argument("psexec|impacket-[a-z]+|(?:psexec|wmiexec|smbexec|secretsdump|atexec)\\.py", r"[\"']?(?:[A-Za-z0-9_.-]+/)?[A-Za-z0-9_.-]+:"),
    Argument("net user", r"[A-Za-z0-9_.-]+\s+", "loose"),
    Argument("setenv|ENV|ARG", r"[A-Za-z0-9_]*(?i:key|token|secret|pass|password|pwd|auth)\s+", "loose", "(?:setenv|env|arg) [a-z0-9_]*(?:key|token|secret|pass|password|pwd|auth) "),
    Argument("setx", r"[A-Za-z0-9_]*(?i:key|token|secret|pass|password|pwd)\s+"),
    Argument("set", r"-[gxUl]{1,3}\s+[A-Za-z0-9_]*(?i:key|token|secret|pass|password|pwd)\s+", "loose", "set -[a-z]{1,3} "),
    Argument("drush", r"(?:upwd|user-password|user:password)\s+\S+\s+(?:--password=)?"),
    Argument("sops", r"--set\s+'[^'\r\n]*\]\s*\"?"),
    Argument(
        "vault|cargo|snyk auth|wandb|ngrok|bw|cloudflared|nuget|railway|hf auth|huggingface-cli|flyctl auth|render",
        r"(?:config\s+)?(?:login|authtoken|add-authtoken|auth|unlock|service\s+install|setapikey|token)\s+(?:[^\s@-]+@\S+\s+|[a-z]+=)?",
        "loose",
        "(?:vault|cargo|snyk|wandb|ngrok|bw|cloudflared|nuget|railway|hf|huggingface-cli|flyctl|render) (?:login|auth|unlock|service|setapikey|token|config|add-auth)",
    ),
    Argument("snyk", r"auth\s+", "loose"),
)  # fmt: skip
#: `NAME=value`, once or more: every value is a secret.
_PAIRS = (
    "heroku config:set|heroku config:add|fly secrets set|flyctl secrets set|doppler secrets set"
    "|supabase secrets set|firebase functions:config:set|railway variables --set"
    "|wrangler secret:bulk|vault kv put \\S+|vault write \\S+|pass-cli set|convox env set"
    "|kubectl create secret generic \\S+|oc create secret generic \\S+|docker secret create"
)
_MOST_PAIRS = 4
#: What reads its secret from a pipe, a here-string or a here-document.
_READERS = (
    "chpasswd|passwd|smbpasswd|kinit|cryptsetup|secret-tool store|htpasswd\\s+-[a-zA-Z]*i"
    "|pass\\s+(?:insert|add)|op\\s+signin|gh\\s+secret\\s+set|gh\\s+auth\\s+login|wrangler\\s+secret"
    "|wrangler\\s+pages\\s+secret|vercel\\s+env\\s+add|gcloud\\s+secrets|sudo\\s+(?:-[A-Za-z]+\\s+)*-[A-Za-z]*S"
    "|confluent\\s+login|npm\\s+login|vault\\s+login|systemd-creds\\s+encrypt|gpg-preset-passphrase"
    "|(?:docker|podman|helm|oc|crane|skopeo|buildah|nerdctl|az)\\s[^\\r\\n|;&]*?login"
    "|[a-z][a-z0-9-]*\\s[^\\r\\n|;&]*?--(?:password|token|api-key|passphrase|with)-?(?:stdin|token|fd)"
)

#: To the end of a simple command; quoted words may hold what else would end it.
_REST = r"""(?:[^\r\n|;&"']|\\\r?\n|'[^'\r\n]*'|"(?:[^"\\\r\n]|\\.)*")*?"""
#: What may go on behind a closing quote, or in quotes behind a bare part, and is the same word.
_PART = r"""(?:[A-Za-z0-9_.@%+-]|'[A-Za-z0-9_.@%+!#$^*-]+'|"[A-Za-z0-9_.@%+!#^*-]+")"""
#: A word of the shell, without its quotes.
_WORD = (
    rf"""(?:'([^'\r\n]+(?:'{_PART}+)?)|"((?:[^"\\\r\n]|\\.)+(?:"{_PART}+)?)"""
    rf"""|((?:\\.|[^\s"'|;&<>()`\\-])(?:\\.|[^\s"'|;&<>()`\\]|'{_PART}+'|"{_PART}+")*))"""
)
_PAIR = r"""["']?[A-Za-z_][A-Za-z0-9_.:/-]*="""
#: Everything up to a pipe.
_SPOKEN = r"""((?:'[^']*'|\\?"(?:[^"\\]|\\.)*"|[^\r\n|;&"'])+?)"""


def _names(programs: str) -> str:
    spaced = programs.replace(" ", r"\s+")
    return rf"\b(?:{spaced})(?:\.exe)?"


def _spread(before: str) -> str:
    """The same, where a closing quote may stand before each blank."""
    blanks = r"""["']?\s+"""
    return before.replace(r"\s+", blanks).replace(r"\s*", f"(?:{blanks})?")


def _hint(row: Argument) -> str:
    """The program and a blank, or what stands there in a list of arguments."""
    programs = row.programs.replace(" ", "[^a-mo-z]{1,20}")
    return row.hint or rf"""(?:{programs})(?: |\\*",)"""


def _option_rows() -> list[tuple[str, str, str]]:
    return [
        (
            _hint(row),
            rf"""{_names(row.programs)}\s(?:{_REST}\s)?["']?{_spread(row.before)}{_WORD}""",
            row.check,
        )
        for row in _OPTIONS
    ]


def _place_rows() -> list[tuple[str, str, str]]:
    return [
        (
            _hint(row),
            rf"""{_names(row.programs)}\s+(?:{_spread(row.before)}){_WORD}""",
            row.check,
        )
        for row in _PLACES
    ]


def _pair_rows() -> list[tuple[str, str, str]]:
    value = r"""(?:'[^'\r\n]*'|"[^"\r\n]*"|\S)*"""
    options = r"(?:--(?:from-literal|set)[ =]|--?[a-z][a-z-]*(?:\s+[A-Za-z0-9_./-]+)?\s+)*"
    start = rf"{_names(_PAIRS)}\s+{options}"
    return [
        (
            f"(?:{_PAIRS}) ".replace(r" \S+", ""),
            start + rf"(?:{_PAIR}{value}\s+{options}){{{number}}}{_PAIR}{_WORD}",
            "given",
        )
        for number in range(_MOST_PAIRS)
    ]


def _reader_rows() -> list[tuple[str, str, str]]:
    readers = rf"(?:sudo\s+(?:-[A-Za-z]+\s+)*)?(?:{_READERS})\b"
    hint = (
        "passwd|kinit|cryptsetup|secret|pass (?:insert|add)|op signin|auth login|env add|sudo -| login"
        "|stdin|systemd-creds|-(?:token|fd) "
    )
    return [
        (
            hint,
            rf"\b(?:echo|printf)\s+(?:-[neE]+\s+)*{_SPOKEN}\s*\|\s*{readers}",
            "spoken",
        ),
        (hint, rf"\b{readers}[^\r\n|;&<]*<<<\s*{_WORD}", "spoken"),
        (
            hint,
            rf"\b{readers}[^\r\n|;&<]*<<-?\s*\\?['\"]?[A-Za-z_]+['\"]?[^\r\n\\]*(?:\r?\n|\\n)"
            r"((?:[^\s:]+:[^\r\n]+\r?\n)+|[^\r\n]+)",
            "spoken",
        ),
    ]


#: Hint, pattern and check of every row.
ROWS = (*_option_rows(), *_place_rows(), *_pair_rows(), *_reader_rows())
