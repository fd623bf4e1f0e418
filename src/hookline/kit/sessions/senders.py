"""What a shell command sends away, what it brings in from elsewhere, and the private files it
reads, as far as its words say.

A download is no sending, unless its address or a computed word carries something away.
"""

from __future__ import annotations

from typing import NamedTuple

from hookline.kit.commands.command_syntax import redirected, texts_of
from hookline.kit.commands.hosts import FETCH_VALUES, code_hosts, devices_in, hosts_of
from hookline.kit.sessions.carried_data import carries_data, is_data_label, looks_scrambled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from hookline.kit.sessions.private_paths import PrivatePaths
    from hookline.shell import Call, Reading
    from hookline.shell.word import Word


class Way(NamedTuple):
    """One way out of the machine, or into it: the program, and where it leads if that is known."""

    program: str
    target: str


#: Where a way leads whose end is not known.
SOMEWHERE = "a place that is computed"

#: Programs that fetch an address, and the options with which they send.
_FETCHERS = {
    **dict.fromkeys(
        ("curl", "curlie"),
        "-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form "
        "--form-string -T --upload-file -K --config",
    ),
    **dict.fromkeys(("wget", "wget2"), "--post-data --post-file --body-data --body-file"),
    **dict.fromkeys("http https xh xhs httpie".split(), ""),
    "lynx": "-post_data",
    **dict.fromkeys("aria2c axel links elinks w3m fetch lwp-request lwp-download".split(), ""),
}
_METHOD = ("-X", "--request", "--method")
_WRITING_METHODS = frozenset(("POST", "PUT", "PATCH", "DELETE"))
#: Values that go out with a request.
_SENT_ALONG = (
    "-H",
    "--header",
    "-b",
    "--cookie",
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "-u",
    "--user",
)
#: Programs that send whatever they are given to the host they talk to.
_TALKERS = frozenset(
    "nc ncat netcat telnet ftp tftp lftp sftp socat openssl websocat wscat grpcurl ssh mosh sshfs".split()
)
_COPIERS = frozenset("scp rsync rclone".split())
_MAILERS = frozenset("mail mailx mutt neomutt sendmail msmtp swaks s-nail ssmtp himalaya".split())
_RESOLVERS = frozenset("dig nslookup host drill kdig resolvectl ping ping6 getent".split())
#: Programs that publish with one of these sub-commands.
_PUBLISHES: dict[str, tuple[str, ...]] = {
    "git": ("push", "send-email"),
    "gh": (
        "issue create", "issue comment", "issue edit", "pr create", "pr comment", "pr edit", "pr review",
        "gist create", "gist edit", "release create", "release upload", "release edit", "repo create",
        "repo edit", "secret set", "variable set", "workflow run", "codespace cp",
    ),
    "glab": (
        "issue create", "issue note", "mr create", "mr note", "snippet create", "release create",
        "release upload", "repo create",
    ),
    **dict.fromkeys(("npm", "pnpm", "yarn", "cargo", "poetry", "uv", "flit", "hatch"), ("publish",)),
    "twine": ("upload",),
    "gem": ("push",),
    **dict.fromkeys(("docker", "podman", "helm", "oras"), ("push",)),
    "aws": (
        "s3 cp", "s3 mv", "s3 sync", "s3api put-object", "ses send-email", "sns publish", "sqs send-message",
    ),
    "gsutil": ("cp", "mv", "rsync"),
    "gcloud": ("storage cp", "storage rsync"),
    "az": ("storage blob upload", "storage copy"),
    "wormhole": ("send",),
    "croc": ("send",),
    "tailscale": ("file cp",),
    **dict.fromkeys(("pastebinit", "telegram-send", "surge", "transfer", "ngrok", "cloudflared"), ("",)),
    **dict.fromkeys(("netlify", "firebase", "wrangler"), ("deploy",)),
    **dict.fromkeys(("vercel", "smbclient", "twilio"), ("",)),
    "ntfy": ("publish",),
    "kubectl": ("cp",),
    "svn": ("commit", "ci", "import"),
    **dict.fromkeys(("hg", "bzr", "darcs", "fossil"), ("push",)),
    "jj": ("git push",),
}  # fmt: skip
_PUBLISH_VALUES = ("-C", "-c", "--git-dir", "--work-tree", "-R", "--repo", "--profile", "--region")
#: Options of `gh api` and `glab api` that send something.
_API_SENDS = ("-f", "-F", "--field", "--raw-field", "--input")
#: Sub-commands that show what others wrote.
_BRINGS: dict[str, tuple[str, ...]] = {
    "git": ("clone", "fetch", "pull"),
    "gh": (
        "issue view", "issue list", "pr view", "pr list", "pr diff", "gist view", "release view", "search",
        "api",
    ),
    "glab": ("issue view", "issue list", "mr view", "mr list", "mr diff", "api"),
    **dict.fromkeys(_MAILERS, ("",)),
}  # fmt: skip
#: Sub-commands that show what is kept secret.
_SHOWS_SECRETS: dict[str, tuple[str, ...]] = {
    "aws": ("secretsmanager get-secret-value", "ssm get-parameter", "configure export-credentials"),
    "vault": ("kv get", "read"),
    "op": ("read", "item get"),
    "pass": ("show",),
    "gh": ("auth token",),
    "gcloud": ("auth print-access-token", "auth print-identity-token", "secrets versions access"),
    "az": ("account get-access-token", "keyvault secret show"),
    "kubectl": ("get secret", "get secrets", "describe secret"),
    "security": ("find-generic-password", "find-internet-password"),
    "doppler": ("secrets",),
    "heroku": ("config",),
    "bw": ("get",),
}
#: Programs that name a file and show nothing of what is in it.
_SHOWS_NOTHING = frozenset(
    "source . ls stat test [ [[ chmod chown chgrp touch rm rmdir unlink mkdir echo printf ssh ssh-add "
    "ssh-keygen docker podman docker-compose export cd find fd du wc file which basename dirname realpath "
    "readlink trash shred truncate openssl make kubectl terraform helm sops chezmoi code vim nvim nano tree "
    "pip npm pnpm yarn node pytest uvicorn gunicorn flask dotenv env".split()
)
#: Programs whose last word is written, not read.
_COPIES = frozenset("cp mv ln install".split())
#: Programs whose first word is what they look for.
_SEARCHERS = frozenset("grep egrep fgrep rg ag ack sed awk gawk jq".split())
_GIT_READS = frozenset("show diff log add commit stash archive cat-file blame grep".split())


def ways_out(command: str, reading: Reading) -> list[Way]:
    """Every way by which a command sends something."""
    ways = [way for call in reading.calls for way in _sent_by(call)]
    for text in texts_of(command, reading):
        ways += [Way("the shell", host or SOMEWHERE) for host in devices_in(text)]
    return list(dict.fromkeys(ways))


def unclear_ways(reading: Reading) -> str:
    """Why nobody can tell whether a command sends something; empty when it can be told."""
    answers = (reading.runs(program) for program in ("curl", "git push", "nc"))
    return next((answer.reason for answer in answers if answer.unknown), "")


def ways_in(reading: Reading) -> list[Way]:
    """Every way by which a command shows what others wrote."""
    ways: list[Way] = []
    for call in reading.calls:
        program = call.program or ""
        if program in _FETCHERS:
            ways += [Way(program, host or SOMEWHERE) for host in hosts_of(call) or []]
        elif _does(call, _BRINGS):
            ways.append(Way(_named(call, _BRINGS), ""))
    return list(dict.fromkeys(ways))


def private_reads(
    command: str, reading: Reading, private: PrivatePaths
) -> tuple[list[str], list[str]]:
    """What a command shows that is private, and what it uses without showing it: `cat .env`, and
    `source .env`.
    """
    shown: list[str] = []
    used: list[str] = []
    for call in reading.calls:
        if call.code is not None:
            shown += [
                f"{call.language or 'code'} names {path}"
                for path in private.in_code(call.code.known_text)
            ]
        else:
            names = [text for text in map(_path_in, _read_words(call)) if private.has(text)]
            into = used if _shows_nothing(call) else shown
            into += [f"{call.program} reads {name}" for name in names]
        shown += [_named(call, _SHOWS_SECRETS)] if _does(call, _SHOWS_SECRETS) else []
    for text in texts_of(command, reading):
        into_shell = (target for operator, target in redirected(text) if operator == "<")
        shown += [f"the shell reads {target}" for target in into_shell if private.has(target)]
    return list(dict.fromkeys(shown)), list(dict.fromkeys(used))


def _sent_by(call: Call) -> Iterator[Way]:
    program = call.program or ""
    if call.code is not None:
        yield from (Way(call.language or "code", host or SOMEWHERE) for host in code_hosts(call))
    elif program in _SENDERS:
        yield from _SENDERS[program](call)
    elif _does(call, _PUBLISHES) and not _only_tries(call):
        yield Way(_named(call, _PUBLISHES), _published_to(call))
    elif program in ("gh", "glab") and _sub_command(call).startswith("api") and _api_sends(call):
        yield Way(f"{program} api", "")


def _fetcher(call: Call) -> Iterator[Way]:
    if _fetch_sends(call):
        yield from _to_hosts(call)


def _fetch_sends(call: Call) -> bool:
    names = _FETCHERS[call.program or ""].split()
    if names and (
        call.options(*names) or any(_holds(text or "", names) for text in call.texts[1:])
    ):
        return True
    if any((method or "POST").upper() in _WRITING_METHODS for method in call.options(*_METHOD)):
        return True
    if any(value is None or looks_scrambled(value) for value in call.options(*_SENT_ALONG)):
        return True
    return any(map(_carries, call.words[1:])) or _is_httpie_form(call)


def _holds(text: str, names: Collection[str]) -> bool:
    """Whether one of these options is among the letters of a word: `-d` in `-sd@file`."""
    if not text.startswith("-") or text.startswith("--"):
        return False
    letters = [f"-{letter}" for letter in text[1:]]
    with_value = next((letter for letter in letters if letter in FETCH_VALUES), "")
    return with_value in names


def _carries(word: Word) -> bool:
    """Whether a word of a download is computed, or is an address that carries something away."""
    text = word.as_written
    if text is None:
        return True
    return "." in text and not text.startswith("-") and carries_data(text)


def _is_httpie_form(call: Call) -> bool:
    if call.program not in ("http", "https", "xh", "xhs", "httpie"):
        return False
    texts = [text or "" for text in call.texts[1:]]
    writes = any(text in _WRITING_METHODS for text in texts)
    return writes or any("=" in text and "://" not in text and "==" not in text for text in texts)


def _talker(call: Call) -> Iterator[Way]:
    yield from _to_hosts(call)


def _to_hosts(call: Call) -> Iterator[Way]:
    for host in hosts_of(call) or []:
        yield Way(call.program or "", host or SOMEWHERE)


def _copier(call: Call) -> Iterator[Way]:
    """A copy goes out when its last word is a place of another machine."""
    last = next(iter(call.texts[-1:]), "")
    if last is None or ":" in (last or ""):
        yield from _to_hosts(call)


def _mailer(call: Call) -> Iterator[Way]:
    """A message to somebody: without an address a mailer only shows the mailbox."""
    addressed = [text for text in call.texts[1:] if text is None or "@" in text]
    if addressed or call.has("-t"):
        yield Way(call.program or "", next(iter(addressed), None) or SOMEWHERE)


def _resolver(call: Call) -> Iterator[Way]:
    for word in call.words[1:]:
        labels = (word.text or "").split(".")
        if word.text is None or any(map(is_data_label, labels)):
            yield Way(call.program or "", ".".join(labels[-2:]) or SOMEWHERE)


_SENDERS: dict[str, Callable[[Call], Iterator[Way]]] = {
    **dict.fromkeys(_FETCHERS, _fetcher),
    **dict.fromkeys(_TALKERS, _talker),
    **dict.fromkeys(_COPIERS, _copier),
    **dict.fromkeys(_MAILERS, _mailer),
    **dict.fromkeys(_RESOLVERS, _resolver),
}


def _sub_command(call: Call) -> str:
    return " ".join(text or "…" for text in call.plain(*_PUBLISH_VALUES))


def _does(call: Call, table: dict[str, tuple[str, ...]]) -> bool:
    return call.code is None and bool(_forms(call, table))


def _named(call: Call, table: dict[str, tuple[str, ...]]) -> str:
    """`gh pr create`."""
    return f"{call.program} {_forms(call, table)[0]}".rstrip()


def _forms(call: Call, table: dict[str, tuple[str, ...]]) -> list[str]:
    """The sub-commands of a table that a call is of; the empty one is any."""
    said = f"{_sub_command(call)} "
    return [
        form
        for form in table.get(call.program or "", ())
        if not form or said.startswith(f"{form} ")
    ]


def _only_tries(call: Call) -> bool:
    tries = ("--dry-run", "-n") if call.program == "git" else ("--dry-run",)
    return call.has(*tries, "--help")


def _published_to(call: Call) -> str:
    """The remote of a push, or the last word of a copy."""
    words = call.plain(*_PUBLISH_VALUES)
    if call.program == "git":
        return (words[1] or SOMEWHERE) if len(words) > 1 else "origin"
    repository = next(iter(call.options("-R", "--repo")), "")
    return repository or ""


def _api_sends(call: Call) -> bool:
    methods = [(method or "POST").upper() for method in call.options(*_METHOD)]
    return call.has(*_API_SENDS) or bool(_WRITING_METHODS.intersection(methods))


def _read_words(call: Call) -> Iterable[Word]:
    """The words of a call that may name a file it reads."""
    if call.program in _COPIES:
        return call.words[1:-1]
    if call.program in _SEARCHERS and not call.options("-e", "-f", "--regexp", "--file"):
        words = list(call.words[1:])
        pattern = next((at for at, word in enumerate(words) if not word.start.startswith("-")), 0)
        return words[:pattern] + words[pattern + 1 :]
    return call.words[1:]


def _path_in(word: Word) -> str:
    """The path in a word: of `-d @.env` and `--file=.env`, and what is known of `$HOME/.netrc`."""
    text = word.text if word.text is not None else word.known_text.strip()
    return text.rpartition("=")[2].rpartition("@")[2].removeprefix("file://")


def _shows_nothing(call: Call) -> bool:
    if call.program == "git":
        return _sub_command(call).partition(" ")[0] not in _GIT_READS
    return call.program in _SHOWS_NOTHING
