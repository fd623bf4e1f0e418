"""The hosts that the words of a network program name. Nothing is looked up and nothing is opened.

A host is text; None stands for one that is computed or cannot be read, and `LISTENS` for a port
that is opened to others.
"""

from __future__ import annotations

import re

from hookline.kit.commands.command_syntax import redirected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias

    from hookline.shell import Call

    Host: TypeAlias = str | None

LISTENS = "*"
_END = re.compile(r"[/?#]")
_ODD = re.compile(r"[\s\\\x00-\x1f]")
#: What ends a host, in a word of which perhaps only the beginning is known.
_HOST_ENDS = re.compile(r"[/?#]|:\Z")
_HOST = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]*)\Z|\[[0-9A-Fa-f:.%]+\]\Z")
_IPV6 = re.compile(r"(?=(?:[^:]*:){2})[0-9A-Fa-f:]+(?:\.\d+){0,3}")
_REMOTE = re.compile(r"(?:[^/:@\s]+@)?(\[[^\]]+\]|[^/:\s]+):")
_SOCAT = re.compile(
    r"(?:tcp|tcp4|tcp6|udp|udp4|udp6|openssl|ssl|sctp|socks4a?|socks5|proxy)[a-z-]*:", re.I
)
_URL = re.compile(r"\b(?:https?|ftps?|wss?|ssh|git|telnet|ldaps?|smtps?)://[^\s\"'`<>)\]}]+", re.I)

_LOOPBACK = re.compile(
    r"localhost|.+\.localhost|127(?:\.\d{1,3}){1,3}|::1|0\.0\.0\.0|host\.docker\.internal\Z"
)
_DEVICE = re.compile(r"/dev/(?:tcp|udp)/(?P<host>[^/]*)")
#: What code needs in order to talk to other machines without starting a program.
_CODE_TALKS = re.compile(
    r"\burllib|\brequests\b|\bhttpx?\b|\baiohttp\b|\bsocket|\bftplib|\bsmtplib|\bparamiko"
    r"|\bfetch\s*\(|\bhttps?\b(?!:/)|\bnet\b|\bdgram\b"
    r"|\bNet::|\bLWP|\bIO::Socket|\bopen-uri|\bTCPSocket|\bfsockopen|\bcurl_|\bfile_get_contents"
    r"|\bXMLHttpRequest|\bWebSocket"
    r"|\bhttpd\b|WebRequest|WebClient|RestMethod|\bdns\b"
)

_CURL = (
    "-X -K --config -d -H -o -u -A -e -b -c -F -T -x -m -w -r -E -Y -y -z -C -D -t -Q -P -U "
    "--request --data --data-raw --data-binary --data-urlencode --data-ascii --json --header "
    "--output --user --user-agent --referer --cookie --cookie-jar --form --form-string "
    "--upload-file --proxy --max-time --connect-timeout --write-out --range --cert --key --cacert "
    "--capath --dump-header --retry --retry-delay --retry-max-time --limit-rate --max-redirs "
    "--output-dir --url --proxy-user --resolve --connect-to --interface --oauth2-bearer "
    "--unix-socket --noproxy --pinnedpubkey --ciphers --tls-max --trace --stderr --variable "
    "--aws-sigv4 --create-file-mode --max-filesize --speed-limit --speed-time --time-cond "
    "--netrc-file"
)
_WGET = (
    "-O -i --input-file -o -a -P -T -t -w -U -Q -A -R -D -I -X -l -B -e --output-document "
    "--output-file --append-output --directory-prefix --timeout --tries --wait --user-agent "
    "--header --post-data --post-file --body-data --body-file --method --user --password --quota "
    "--accept --reject --domains --level --load-cookies --save-cookies --ca-certificate "
    "--certificate --limit-rate"
)
#: Options of programs that fetch which take the next word.
FETCH_VALUES = frozenset(_CURL.split())
_SSH = "-p -i -l -o -F -J -L -R -D -W -b -c -e -m -O -Q -S -w -B -E -I -P -P"
#: Options that name a file with addresses in it, or bend where a connection goes.
_BENDS = tuple("-K --config -i --input-file --resolve --connect-to --doh-url --preproxy".split())
_PROXY = tuple(
    "-x --proxy --socks5 --socks5-hostname --socks4 --socks4a --url --referer-url".split()
)


def hosts_of(call: Call) -> list[Host] | None:
    """The hosts a call names; None when its program is no network program."""
    program, first = call.program or "", call.texts[1:2]
    if program in _TABLE:
        values, read = _TABLE[program]
        only_tells = first in (("--help",), ("--version",))
        return [] if only_tells else list(read(call, words_of(call, values)))
    if program.startswith("python") and first == ("-m",):
        return _python_module(call)
    return None


def hosts_in_code(text: str) -> list[Host]:
    """The hosts in addresses that code spells out."""
    return [host_of(found[0]) for found in _URL.finditer(text)]


def code_hosts(call: Call) -> list[Host]:
    """Where code that a call runs can talk to: to the addresses it spells out, or nobody knows to
    which; nowhere when it talks to nobody.
    """
    text = call.code.known_text if call.code is not None else ""
    modules = " ".join(
        word.known_text[2:] for word in call.words[1:] if word.start.startswith(("-M", "-r"))
    )
    talks = _CODE_TALKS.search(f"{text}\n{modules}")
    if call.language in ("sed", "awk", "text", "psql", "mysql", "sqlite") or not talks:
        return []
    return hosts_in_code(text) or [None]


def devices_in(text: str) -> Iterator[Host]:
    """bash's own network: `< /dev/tcp/host/port`."""
    for _, target in redirected(text):
        if found := _DEVICE.match(target):
            yield host_of(found["host"])


def is_this_machine(host: str) -> bool:
    """Whether a host, as it is written, is the machine itself."""
    return _LOOPBACK.fullmatch(host) is not None


def host_of(address: str) -> Host:
    """The host of a URL, or of `host:port/path`; an address of IPv6 may stand by itself."""
    if _IPV6.fullmatch(address):
        return address.lower()
    scheme, found, rest = address.partition("://")
    if found and scheme.lower() == "file":
        return "localhost"
    authority = _END.split(rest if found else address, maxsplit=1)[0]
    if _ODD.search(authority):
        return None  # programs disagree about such addresses
    name = authority.rpartition("@")[2]
    name = name.partition("]")[0] + "]" if name.startswith("[") else name.partition(":")[0]
    return name.strip("[]").lower().rstrip(".") if _HOST.match(name) else None


def _of_word(word: Any) -> Host:
    """The host of an address of which perhaps only the beginning is known."""
    if word.as_written is not None:
        return host_of(word.as_written)  # `[::1]` in an address is no wildcard
    start = str(word.start)
    rest = start.partition("://")[2] if "://" in start else start
    is_whole = _HOST_ENDS.search(rest) is not None and not start.endswith("://")
    return host_of(start) if is_whole else None


def words_of(call: Call, values: str) -> list[Any]:
    """The words that are no options, nor values of options."""
    takes_value = frozenset(values.split())
    plain = []
    words = iter(call.words[1:])
    for word in words:
        if not word.start.startswith("-") or word.text == "-":
            plain.append(word)
        elif _takes_next(word.start, takes_value):
            next(words, None)
    return plain


def _takes_next(option: str, takes_value: frozenset[str]) -> bool:
    """Whether an option takes the next word: `-o`, `--output`, and `-sSo`, in which the last letter
    does.
    """
    if option.startswith("--") or option in takes_value:
        return option in takes_value
    with_value = [at for at, letter in enumerate(option) if at and f"-{letter}" in takes_value]
    return with_value[:1] == [len(option) - 1]


def _urls(call: Call, words: list[Any]) -> Iterator[Host]:
    for word in words:
        yield _of_word(word)
    for value in call.options(*_PROXY):
        yield None if value is None else host_of(value)
    bends = [option for option in _BENDS if option != "-i" or call.program != "curl"]
    if call.options(*bends) and call.program in ("curl", "wget", "aria2c"):
        yield None


def _httpie(call: Call, words: list[Any]) -> Iterator[Host]:
    methods = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
    address = next((word for word in words if word.text not in methods), None)
    if address is not None:
        yield "localhost" if (address.text or "").startswith(":") else _of_word(address)


def _first(call: Call, words: list[Any]) -> Iterator[Host]:
    if call.program in _NETCATS and call.has("-l", "--listen", "-k", "--keep-open"):
        bound = words[0].text if words else None
        yield LISTENS if _is_everywhere(bound) else host_of(bound or "")
    elif words:
        yield _of_word(words[0])


_NETCATS = ("nc", "ncat", "netcat")


def _is_everywhere(bound: str | None) -> bool:
    """Whether a program that listens here can be reached by others; a number is only its port."""
    return bound in (None, "", "0.0.0.0", "::") or (bound or "").isdigit()


def _ssh(call: Call, words: list[Any]) -> Iterator[Host]:
    yield from _first(call, words)
    for jump in call.options("-J"):
        yield None if jump is None or "proxy" in jump.lower() else host_of(jump)
    if any(option is None or "proxy" in option.lower() for option in call.options("-o")):
        yield None


def _remote(call: Call, words: list[Any]) -> Iterator[Host]:
    """`host:path` and `rsync://host/path`; the other words are files of this machine."""
    for word in words:
        if "://" in word.start:
            yield _of_word(word)
        elif _is_computed(word):
            yield None
        elif host := _REMOTE.match(word.start):
            yield host_of(host[1])


def _is_computed(word: Any) -> bool:
    if word.text is not None or word.start:
        return False
    return any(hole.computed or hole.splits for hole in word.holes)


def _socat(call: Call, words: list[Any]) -> Iterator[Host]:
    for word in words:
        kind = _SOCAT.match(word.start)
        if kind is None:
            yield from [None] if word.text is None and not word.start else []
        elif "listen" in kind[0].lower() or "recv" in kind[0].lower():
            yield LISTENS
        else:
            yield _of_word(word.without_start(kind[0]))


def _database(call: Call, words: list[Any]) -> Iterator[Host]:
    """A database on another machine, by option or by address."""
    for value in call.options("-h", "--host"):
        yield _of_server(value)
    yield from (_of_word(word) for word in words if "://" in word.start)


def _of_server(value: str | None) -> Host:
    """A name, or the folder of a socket on this machine."""
    if value is None:
        return None
    return "localhost" if value == "" or value.startswith("/") else host_of(value)


def _openssl(call: Call, words: list[Any]) -> Iterator[Host]:
    for value in call.options("-connect"):
        yield None if value is None else host_of(value)
    if words and words[0].text == "s_server":
        yield LISTENS


def _php(call: Call, words: list[Any]) -> Iterator[Host]:
    """`php -S 0.0.0.0:80` serves."""
    for value in call.options("-S"):
        host = None if value is None else host_of(value)
        yield LISTENS if host in ("0.0.0.0", "::") else host


def _tunnel(call: Call, words: list[Any]) -> Iterator[Host]:
    """Programs that let others in from anywhere."""
    if not call.has("-v", "--version", "version", "-h", "--help"):
        yield LISTENS


def git_hosts(call: Call, words: list[Any]) -> Iterator[Host]:
    """Addresses that git is given; a remote's name is not one."""
    for word in words:
        if "://" in word.start:
            yield _of_word(word)
        elif word.text and word.text.count("@") == 1 and (found := _REMOTE.match(word.text)):
            yield host_of(found[1])


def _python_module(call: Call) -> list[Host] | None:
    module = call.texts[2] if len(call.texts) > 2 else ""
    if module == "":
        return None
    if module not in ("http.server", "SimpleHTTPServer", "smtpd", "pyftpdlib"):
        return None if module is None else []
    bound = [address for address in call.options("-b", "--bind") if address]
    hosts = [LISTENS if _is_everywhere(address) else host_of(address) for address in bound]
    return hosts or [LISTENS]


_READ: dict[str, tuple[str, Callable[[Call, list[Any]], Iterable[Host]]]] = {
    "curl curlie": (_CURL, _urls),
    "wget wget2 aria2c axel lynx links elinks w3m fetch": (_WGET, _urls),
    "lwp-request lwp-download websocat wscat": (_WGET, _urls),
    "grpcurl grpc_cli": (
        "-d -H -proto -import-path -protoset -max-time -connect-timeout -cacert -cert -key -authority "
        "-rpc-header -reflect-header -servername -format",
        _first,
    ),
    "http https xh xhs httpie": (
        "-a -A -o -p -s --auth --auth-type --output --session --proxy --timeout",
        _httpie,
    ),
    "nc ncat netcat": ("-w -p -s -e -c -x -X -i -q -o -g -G -m -T -I -O -V", _first),
    "telnet ftp tftp lftp rlogin rsh ztcp": ("-l -u -p -e -b", _first),
    "sftp mosh": (_SSH, _first),
    "ssh autossh ssh-copy-id": (f"{_SSH} -M", _ssh),
    "scp rsync rclone": (
        f"{_SSH} --rsh --port --exclude --include --files-from --filter --bwlimit --timeout",
        _remote,
    ),
    "socat": ("", _socat),
    "sshfs": (_SSH, _remote),
    "nmap masscan zmap": ("-p -o -oN -oX -oG -iL -e -S --top-ports", _urls),
    "yt-dlp youtube-dl": ("-o -f -P -r --output --format --paths --proxy", _urls),
    "php": ("-t -d -c", _php),
    "ngrok cloudflared localtunnel lt": ("", _tunnel),
    **dict.fromkeys(
        (
            "psql pg_dump pg_restore createdb dropdb pgcli",
            "mysql mariadb mysqldump mycli mysqladmin",
        ),
        ("", _database),
    ),
    "redis-cli valkey-cli mongosh mongo mongodump mongorestore clickhouse-client cqlsh": (
        "-p -n -a -u --port --username --password --db",
        _database,
    ),
    "gnutls-cli s_client smbclient irssi weechat websocketd snmpwalk snmpget "
    "ldapsearch rpcinfo showmount ssh-keyscan": ("-p -P -U -c -v -u -x -b -D -w -H -t", _first),
    "openssl": ("-connect -servername -port -cert -key -CAfile", _openssl),
}
_TABLE = {name: row for names, row in _READ.items() for name in names.split()}
GIT_VALUES = (
    "-C -c --git-dir --work-tree -b --branch -o --origin --depth -u --upload-pack --reference -j "
    "--jobs"
)
