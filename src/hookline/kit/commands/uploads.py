"""Programs that carry something to other machines, or let others in, without a host among their
words that `hosts` would read: storage in the cloud, forges, mail, registries, tunnels, servers, and
names that are looked up with data in them.

A call goes in, the end of a sentence comes out. Nothing is looked up.
"""

from __future__ import annotations

import re
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hookline.shell import Call

_BUCKET = re.compile(
    r"(?:s3|gs|gcs|az|abfss?|wasbs?|b2|r2|oss|cos|oci|swift|hdfs|dbfs)://|[\w.-]+:(?!//)"
)
_ADDRESS = re.compile(r"https?://(?!(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?#]|\Z))", re.I)
#: Programs → how their words begin, options apart, when they send something.
_SENDS: dict[str, tuple[tuple[str, ...], ...]] = {
    program: tuple(tuple(start.split()) for start in starts.split(","))
    for programs, starts in {
        "gh": "pr create,pr merge,pr comment,pr review,pr edit,pr close,pr reopen,pr ready,pr lock,"
        "pr update-branch,issue create,issue comment,issue edit,issue close,issue reopen,"
        "issue delete,issue transfer,issue pin,issue lock,issue develop,gist create,gist edit,"
        "gist rename,gist delete,repo create,repo edit,repo fork,repo rename,repo archive,"
        "repo unarchive,repo sync,repo deploy-key add,release create,release edit,release upload,"
        "release delete-asset,workflow run,workflow enable,workflow disable,secret set,"
        "secret delete,variable set,variable delete,ssh-key add,gpg-key add,label create,"
        "label edit,label delete,label clone,project create,project item-add,project item-create,"
        "codespace create,codespace cp,codespace ports visibility,cs create,cs cp,ruleset create,"
        "agent-task create,copilot suggest",
        "glab": "mr create,mr merge,mr note,mr update,mr close,mr reopen,mr approve,mr for,"
        "issue create,issue note,issue update,issue close,snippet create,release create,"
        "release upload,release delete,repo create,repo fork,variable set,variable update,ci run,"
        "ci trigger,pipeline run,ssh-key add,deploy-key add",
        "tea": "pr create,pulls create,issues create,comment,releases create,pr merge",
        "hub": "pull-request,issue create,release create,create,fork,gist create,ci-trigger",
        "bkt az-repos": "pr create,pr merge",
        "jira": "issue create,issue comment,issue edit,issue move",
        "aws": "s3api put-object,s3api upload-part,s3api copy-object,s3api put-bucket-policy,"
        "s3api put-bucket-acl,s3api put-object-acl,s3 presign,sns publish,sqs send-message,"
        "ses send-email,ses send-raw-email,sesv2 send-email,lambda invoke,"
        "lambda update-function-code,ssm put-parameter,ssm send-command,"
        "secretsmanager create-secret,secretsmanager put-secret-value,dynamodb put-item,"
        "kinesis put-record,firehose put-record,events put-events,logs put-log-events,"
        "iot-data publish,codecommit put-file,ecr put-image,iam create-access-key,"
        "iam create-user,iam attach-user-policy",
        "gcloud": "pubsub topics publish,functions deploy,run deploy,app deploy,compute scp,"
        "builds submit,secrets versions add,secrets create,compute ssh,logging write",
        "az": "storage blob upload,storage blob upload-batch,storage blob sync,storage file upload,"
        "storage file upload-batch,storage copy,storage fs file upload,keyvault secret set,"
        "webapp deploy,webapp up,functionapp deploy,acr build,acr import,repos pr create",
        "s3cmd": "put,sync,mv,setacl",
        "b2": "upload-file,upload-unbound-stream,sync,file upload",
        "azcopy": "copy,cp,sync",
        "oci": "os object put,os object bulk-upload,os object sync",
        "swift": "upload",
        "ipfs": "add,name publish,dag put",
        "wrangler": "r2 object put,kv key put,kv bulk put,deploy,publish,pages deploy,pages publish,"
        "secret put,secret bulk,tunnel",
        "vercel vc": "deploy,--prod,env add",
        "netlify ntl": "deploy,env:set,dev --live",
        "firebase": "deploy,hosting:channel:deploy,appdistribution:distribute",
        "surge": "publish",
        "fly flyctl": "deploy,launch,secrets set,ssh sftp,sftp put",
        "railway": "up,deploy",
        "heroku": "container:push,builds:create,config:set,ps:copy,ps:exec",
        "supabase": "functions deploy,storage cp,secrets set",
        "eb sls serverless sam cdk": "deploy,setenv",
        "npm pnpm yarn bun lerna": "publish,npm publish,dist-tag add,token create,owner add,access set",
        "jsr deno": "publish,deploy",
        "cargo": "publish,owner",
        "twine": "upload",
        "poetry uv flit pdm hatch rye maturin": "publish,upload",
        "gem": "push,owner",
        "dotnet nuget": "nuget push,push",
        "mvn mvnw gradle gradlew": "deploy,release:perform,publish,publishToMavenCentral",
        "docker podman nerdctl buildah": "push,image push,compose push,manifest push,login",
        "docker-compose": "push",
        "skopeo crane oras regctl": "copy,push,cp,sync,append",
        "helm": "push,registry login",
        "charm vsce ovsx": "publish",
        "conda anaconda": "upload",
        "pod": "trunk push",
        "expo eas": "publish,update,submit,build",
        "sentry-cli": "send-event,upload-dif,sourcemaps upload,releases files",
        "codecov codecovcli": "upload,do-upload,upload-process",
        "op": "item share,document create",
        "bw": "send,create send",
        "tailscale": "funnel,serve,file cp,up,ssh",
        "zrok": "share,reserve",
        "devtunnel": "host,create,port",
        "code code-insiders cursor": "tunnel,serve-web",
        "croc": "send",
        "wormhole magic-wormhole": "send,tx",
        "ffsend": "upload,u",
        "warp teleport tsh": "scp,ssh,share",
        "nats": "pub,publish,req,request",
        "rad": "push,sync,publish",
        "keybase": "fs cp,chat send,git create",
        "signal-cli": "send",
    }.items()
    for program in programs.split()
}
_MAILERS = frozenset(
    "mail mailx s-nail nail mutt neomutt sendmail msmtp ssmtp swaks mpack exim exim4 sendEmail "
    "sendemail smtp-cli himalaya nullmailer-inject dma gnokii smtp-source swaks.pl".split()
)
_OF_ANY_USE = frozenset(
    "sshuttle bore frpc frps chisel inlets telebit pagekite.py pagekite playit gotty ttyd wetty "
    "sish localxpose loclx expose holesail pgrok rathole gost v2ray xray shadowsocks sslocal "
    "dnscat2 iodine ptunnel tor openvpn wg-quick zerotier-one tmate upterm teleconsole onionshare "
    "onionshare-cli wstunnel gsocket gs-netcat hans icmpsh evil-winrm msfvenom msfconsole "
    "crackmapexec responder".split()
)
#: Programs that copy: what they are told last is where to.
_COPIES: dict[str, frozenset[str]] = {
    "aws": frozenset(("cp", "sync", "mv")),
    "gsutil": frozenset(("cp", "rsync", "mv", "-")),
    "gcloud": frozenset(("cp", "rsync", "mv")),
    "s5cmd": frozenset(("cp", "sync", "mv", "pipe")),
    "rclone": frozenset(("copy", "sync", "move", "copyto", "moveto", "rcat", "bisync")),
    "ossutil": frozenset(("cp", "sync")),
    "coscli": frozenset(("cp", "sync")),
    "kubectl": frozenset(("cp",)),
    "oc": frozenset(("cp", "rsync")),
}
#: Clients of object storage whose buckets have no colon: `mc cp x remote/bucket`.
_MC = frozenset(("cp", "mirror", "pipe", "put", "mv", "share"))
_COPY_VALUES = tuple(
    "--profile --region --endpoint-url --acl --storage-class --include --exclude -c --container -n "
    "--namespace --project --context --config -h".split()
)
_API_WRITES = ("-f", "--raw-field", "-F", "--field", "--input")
_LOOKS_UP = frozenset(
    "dig nslookup host drill kdig delv q doggo dog ping ping6 fping traceroute traceroute6 tracepath "
    "mtr whois finger resolvectl getent avahi-resolve dns-sd hping3 nping arping".split()
)
#: A label that nobody has typed: a piece of something, encoded.
_ENCODED_LABEL = re.compile(r"(?:\A|\.)(?=[a-z]*[0-9A-Z=_-])[A-Za-z0-9=_-]{32,}\.")
_EVERYWHERE = re.compile(
    r"(?:--?[\w.-]+=)?(?:(?:https?|tcp|ws|unix\+tcp)://)?"
    r"(?:0\.0\.0\.0|\[::\]|\[::0\]|::|\*)(?::[\d*]+){0,2}/?(?:[:/]tcp)?"
)
#: Options behind which an address stands on which something listens, for programs of any kind.
_BINDS = re.compile(
    r"--?(?:host|hostname|bind|bind-address|bind_ip|bind-all|ip|address|addr|listen|listen-address"
    r"|listen-addr|http|http-addr|interface|server\.address|server\.host|NotebookApp\.ip"
    r"|ServerApp\.ip|inspect|inspect-brk|publish|b|H|h|a|l|L|p|i|S)\Z"
)
#: Servers of pages under development, which open themselves to others with a bare `--host`.
_BARE_HOST = frozenset(
    "vite astro nuxt nuxi ng webpack webpack-dev-server vue-cli-service svelte-kit wmr snowpack "
    "storybook remix expo qwik slidev vitepress vuepress docusaurus".split()
)
_SERVER_SCRIPTS = frozenset("dev start serve preview vite astro nuxt next run".split())
_RUNS_SCRIPTS = frozenset("npm pnpm yarn bun npx bunx pnpx".split())
_OPEN_BY_THEMSELVES = frozenset(
    "http-server live-server httpd darkhttpd webfsd miniserve dufs".split()
)
_LOCAL_OPTIONS = tuple(
    "-a -i -l --host --bind --address --addr --interfaces --bind-address".split()
)
#: Programs that only read or print what stands in their words.
_ONLY_TALK = frozenset(
    "echo printf grep egrep fgrep rg ag sed awk gawk git cat ls find test [ curl wget nc ncat ssh "
    "http https xh jq yq diff export declare local set read ping dig host nslookup psql mysql ss "
    "netstat lsof kill pkill pgrep ip ifconfig iptables nft nmap telnet redis-cli mongosh man".split()
)


def sends(call: Call) -> str | None:
    """What a call sends, as the end of a sentence; None when it sends nothing of this kind."""
    program = call.program or ""
    if call.code is not None or _only_tells(call):
        return None
    rule = _BY_PROGRAM.get(program)
    what = rule(call) if rule else None
    if what is None and _begins(call, _SENDS.get(program, ())):
        what = "sends something to another machine"
    return what


def opens(call: Call) -> str | None:
    """Whether a call opens a port, or this machine, to others: how, as the end of a sentence."""
    program = call.program or ""
    if call.code is not None or _only_tells(call):
        return None
    if program in _OF_ANY_USE:
        return "makes a way into this machine, or out of it"
    if _listens_everywhere(call, program):
        return "opens a port that other machines can reach"
    return None


def _only_tells(call: Call) -> bool:
    last = call.texts[-1]
    return last in ("--help", "--version", "-V", "help") or "--dry-run" in call.texts


def _begins(call: Call, starts: tuple[tuple[str, ...], ...]) -> bool:
    words = call.plain(*_COPY_VALUES, "-R", "--repo", "--cwd", "-C", "--prefix")
    options = {text for text in call.texts[1:] if text is not None and text.startswith("-")}
    return any(_is_start(words, options, start) for start in starts)


def _is_start(words: tuple[str | None, ...], options: set[str], start: tuple[str, ...]) -> bool:
    plain = tuple(word for word in start if not word.startswith("-"))
    wanted = {word for word in start if word.startswith("-")}
    return words[: len(plain)] == plain and wanted <= options


def _mails(call: Call) -> str | None:
    """A mail program with somebody to write to; without, it shows what came in."""
    has_reader = bool(call.plain("-s", "-a", "-r", "-c", "-b", "-q", "-f")) or call.has(
        "-t", "--to"
    )
    return "sends mail" if has_reader else None


def _copies(call: Call) -> str | None:
    words = [word for word in call.words[1:] if not _is_option(word)]
    verbs = _COPIES[call.program or ""]
    verb = next((at for at, word in enumerate(words[:3]) if word.text in verbs), len(words))
    if any(map(_is_elsewhere, words[verb + 2 :])):
        return "copies something to another machine"
    return _begins_to_send(call)


def _is_option(word: Any) -> bool:
    return bool(word.start.startswith("-")) and word.text != "-"


def _is_elsewhere(target: Any) -> bool:
    """A bucket, a pod, or a place that nobody knows."""
    is_unknown = target.text is None and not target.start
    return is_unknown or _BUCKET.match(target.start) is not None


def _begins_to_send(call: Call) -> str | None:
    is_start = _begins(call, _SENDS.get(call.program or "", ()))
    return "sends something to another machine" if is_start else None


def _mc(call: Call) -> str | None:
    words = call.plain()
    to = words[-1] or "x/" if len(words) > 2 else ""
    is_remote = not to.startswith((".", "/", "~")) and "/" in to
    return (
        "copies something to another machine"
        if words[:1] and words[0] in _MC and is_remote
        else None
    )


def _gh(call: Call) -> str | None:
    """`gh api`: with a method that writes, or with fields, which are sent."""
    if call.plain()[:1] != ("api",):
        return _begins_to_send(call)
    methods = {(method or "").upper() for method in call.options("-X", "--method")}
    fields = call.options(*_API_WRITES)
    writes = bool(methods - {"GET", "HEAD"}) or (bool(fields) and not methods)
    asks = "graphql" in call.plain() and not any(map(_is_mutation, fields))
    return "sends something to another machine" if writes and not asks else None


def _is_mutation(field: str | None) -> bool:
    return "mutation" in (field or "mutation")


def _looks_up(call: Call) -> str | None:
    """`dig $(cat x).example`: a name that is made of what was read."""
    if call.program in _PINGS and call.has("-p", "--pattern"):
        return "sends what it is given with every packet"
    tells = any(map(_tells_something, call.words[1:]))
    return "looks up a name that may hold something, and so tells it to others" if tells else None


_PINGS = ("ping", "ping6", "fping")


def _tells_something(word: Any) -> bool:
    """Whether a name is computed, or a piece of something encoded."""
    is_computed = any(hole.computed for hole in word.holes) or _is_built(word)
    return is_computed or _ENCODED_LABEL.search(word.text or "") is not None


def _is_built(word: Any) -> bool:
    """A name in front of a known domain: `$x.example.org`, `$(whoami).example.org`."""
    return not word.start and "." in word.known_text


def _fetches(call: Call) -> str | None:
    """`kubectl apply -f https://…`, `helm install x https://…`: what comes from there is put to
    work.
    """
    verb = (*call.plain(), None)[0]
    if verb in _PUT_TO_WORK and any(map(_holds_address, call.texts)):
        return "puts to work what it fetches"
    return _copies(call) if call.program in _COPIES else _begins_to_send(call)


def _holds_address(text: str | None) -> bool:
    return _ADDRESS.search(text or "") is not None


_PUT_TO_WORK = frozenset("apply create replace install upgrade template init".split())


def _opens_page(call: Call) -> str | None:
    addresses = [word for word in call.words[1:] if _ADDRESS.match(word.start)]
    return "opens an address of another machine" if addresses else None


def _extension(call: Call) -> str | None:
    from_address = any(_ADDRESS.match(value or "") for value in call.options("--install-extension"))
    return "installs what it fetches" if from_address else _begins_to_send(call)


def _vercel(call: Call) -> str | None:
    """`vercel` and `surge` alone put what is there on the web."""
    words = call.plain()
    alone = not words or (words[0] or "").startswith((".", "/"))
    return "sends something to another machine" if alone else _begins_to_send(call)


def _logs(call: Call) -> str | None:
    """`logger -n host -f file`."""
    servers = call.options("-n", "--server")
    is_sent = any(not _is_local(server) for server in servers)
    return "sends something to another machine" if is_sent else None


def _anything(call: Call) -> str | None:
    return "sends something to another machine" if len(call.words) > 1 else None


def _listens_everywhere(call: Call, program: str) -> bool:
    if program in _OPEN_BY_THEMSELVES:
        return not any(map(_is_local, call.options(*_LOCAL_OPTIONS)))
    if program in _ONLY_TALK:
        return False
    serves = program in _SERVES or program.startswith("python")
    binds = any(_is_bound(before, text, serves) for before, text in pairwise(call.texts))
    return binds or _has_bare_host(call, program)


def _is_bound(before: str | None, text: str | None, serves: bool) -> bool:
    """Whether a word is an address of all machines, where one that is listened on stands."""
    if text is None or text in ("*", "::") or not _EVERYWHERE.fullmatch(text):
        return False
    return serves or text.startswith("-") or _BINDS.match(before or "") is not None


_SERVES = frozenset(
    "php rails flask uvicorn gunicorn hypercorn daphne waitress-serve granian django-admin manage.py "
    "node deno bun ruby rackup puma thin jupyter streamlit gradio mkdocs hugo jekyll caddy nginx "
    "redis-server mongod postgres mysqld etcd vault consul nomad minio docker podman kubectl".split()
)


def _has_bare_host(call: Call, program: str) -> bool:
    """`vite --host`, `npm run dev -- --host`."""
    texts = call.texts
    runs_one = program in _RUNS_SCRIPTS and not _SERVER_SCRIPTS.isdisjoint(texts[1:3])
    if "--host" not in texts or not (program in _BARE_HOST or runs_one):
        return False
    behind = (*texts[texts.index("--host") + 1 :], "-")[0] or "-"
    return behind.startswith("-") or behind in ("0.0.0.0", "true")


def _is_local(value: str | None) -> bool:
    return value is not None and ("127.0.0.1" in value or "localhost" in value or "::1" in value)


_BY_PROGRAM: dict[str, Callable[[Call], str | None]] = {
    **dict.fromkeys(_MAILERS, _mails),
    **dict.fromkeys(_COPIES, _copies),
    **dict.fromkeys(_LOOKS_UP, _looks_up),
    **dict.fromkeys(("kubectl", "oc", "helm", "terraform", "tofu", "kustomize"), _fetches),
    **dict.fromkeys(
        "xdg-open open start sensible-browser x-www-browser firefox google-chrome chromium "
        "explorer wslview cygstart".split(),
        _opens_page,
    ),
    **dict.fromkeys(("code", "code-insiders", "cursor"), _extension),
    **dict.fromkeys(("vercel", "vc", "surge", "now"), _vercel),
    **dict.fromkeys(
        "transfer lftp lftpget telegram-cli slack-cli discord.sh ntfy apprise pushover finger ansible-pull "
        "mosquitto_pub pastebinit wgetpaste sprunge snmptrap snmpinform zabbix_sender ncftpput mega-put "
        "dropbox_uploader dropbox_uploader.sh gdrive rcp uucp 0x0 ix hastebin kafkacat kcat "
        "amqp-publish kafka-console-producer "
        "kafka-console-producer.sh".split(),
        _anything,
    ),
    "mc": _mc,
    "logger": _logs,
    "gh": _gh,
}
