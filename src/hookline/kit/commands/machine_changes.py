"""What changes a machine for everybody on it, or lets somebody in: rights of programs, users, services,
firewalls, containers that get hold of the whole machine. One rule for each program; a rule takes a
call and looks at nothing else.
"""

from __future__ import annotations

import re

from hookline.kit.findings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hookline.shell import Call

    #: What a call does, as the end of a sentence; None: nothing of this kind.
    Change = str | None

_RUNS_AS_ITS_OWNER = re.compile(r"0*[2-7]\d{3}\Z|(?:[ugoa]*[+=][rwxX]*s[rwxXst]*)")
_GUARDS = re.compile(
    r"(?:ufw|firewalld?|iptables|nftables|auditd|apparmor|fail2ban|clamav\w*|falcon\S*|osquery\w*"
    r"|rsyslog|syslog|systemd-journald|crowdsec|selinux\w*)(?:\.service)?\Z"
)
_ENDS = frozenset("stop disable mask kill".split())
#: What a container gets hold of the machine with: `/`, what is below it that a machine lives on, and
#: the socket of the program that runs containers.
_WHOLE_MACHINE = re.compile(
    r"/+(?:|etc|root|home|usr|var|boot|proc|sys|dev|bin|lib|host)/?|(?:/private)?/var/lib/docker/?"
    r"|/+(?:var/)?run/(?:docker|containerd/containerd|podman/podman|crio/crio)\.sock|[A-Za-z]:[/\\]*"
    r"|/mnt/[a-z]/?"
)
_MOUNT_SOURCE = re.compile(r"(?:^|,)(?:source|src)=(?P<source>[^,]*)")
_PRIVILEGED = frozenset(("--privileged", "--privileged=true"))
_RISKY_RIGHTS = frozenset(
    "ALL all SYS_ADMIN SYS_PTRACE SYS_MODULE CAP_SYS_ADMIN CAP_SYS_PTRACE sys_admin".split()
)
_STARTS_CONTAINERS = (("run",), ("create",), ("container", "run"), ("container", "create"))
_CONTAINER_VALUES = tuple("-H --host -c --context --config -l --log-level".split())


def changes(call: Call) -> Change:
    """What a call does to the machine; None when it does nothing of this kind."""
    rule = _RULES.get(call.program or "")
    return rule(call) if rule is not None and call.code is None else None


def _starts(what: str, *starts: str) -> Callable[[Call], Change]:
    """A rule for calls whose words begin in one of these ways, options apart."""
    rows = [tuple(start.split()) for start in starts]

    def rule(call: Call) -> Change:
        words = tuple((word or "").lower() for word in call.plain())
        return what if any(words[: len(row)] == row for row in rows) else None

    return rule


def _with(what: str, *options: str) -> Callable[[Call], Change]:
    return lambda call: what if call.has(*options) else None


def _unless(what: str, *options: str) -> Callable[[Call], Change]:
    """A rule for programs that do something unless one of these options is given."""
    return lambda call: None if call.has(*options, "--help", "--version") else what


def _always(what: str) -> Callable[[Call], Change]:
    return lambda call: None if call.texts[1:2] in (("--help",), ("--version",)) else what


def _chmod(call: Call) -> Change:
    """`chmod u+s`, `chmod 4755`: whoever runs it does so with the rights of its owner."""
    modes = [word.text or "" for word in call.words[1:] if not word.start.startswith("--")]
    if any(_RUNS_AS_ITS_OWNER.match(mode) for mode in modes[:2]):
        return "lets a program run with the rights of its owner"
    return None


def _systemctl(call: Call) -> Change:
    """What starts by itself from now on; what guards the machine and is to stop."""
    verb, *units = call.plain("-H", "--host", "-M", "--machine", "-t", "-p") or (None,)
    if verb in _ENDS and any(_guards(unit) for unit in units):
        return "stops what guards the machine"
    if verb in (
        "enable",
        "link",
        "edit",
        "set-default",
        "preset",
        "reenable",
        "import-environment",
    ):
        return "changes what starts by itself"
    return "changes a service for good" if verb in ("mask", "set-property") else None


def _guards(unit: str | None) -> bool:
    return unit is not None and _GUARDS.match(unit) is not None


def _service(call: Call) -> Change:
    unit, verb = (*call.plain(), None, None)[:2]
    return "stops what guards the machine" if _guards(unit) and verb in _ENDS else None


def _sysctl(call: Call) -> Change:
    sets = call.has("-w", "--write") or any("=" in (word or "") for word in call.plain())
    return "changes the kernel" if sets else None


def _container(call: Call) -> Change:
    """`docker run -v /:/host`, `--privileged`: what runs in there can do anything out here."""
    words = call.plain(*_CONTAINER_VALUES)
    starts = any(words[: len(start)] == start for start in _STARTS_CONTAINERS)
    is_open = any(test(call) for test in (_mounts_machine, _shares_with_host, _has_all_rights))
    return "gives a container hold of the whole machine" if starts and is_open else None


def _mounts_machine(call: Call) -> bool:
    volumes = [(value or "").partition(":")[0] for value in call.options("-v", "--volume")]
    mounts = [_MOUNT_SOURCE.search(value or "") for value in call.options("--mount")]
    sources = [mount["source"] for mount in mounts if mount]
    return any(map(_WHOLE_MACHINE.fullmatch, (*volumes, *sources)))


def _shares_with_host(call: Call) -> bool:
    return "host" in call.options("--pid", "--userns", "--ipc", "--uts", "--cgroupns")


def _has_all_rights(call: Call) -> bool:
    is_privileged = not _PRIVILEGED.isdisjoint(call.texts)
    return is_privileged or not _RISKY_RIGHTS.isdisjoint(call.options("--cap-add"))


def _net(call: Call) -> Change:
    texts = [(text or "").lower() for text in call.texts[1:]]
    is_about_users = texts[:1] in (["user"], ["localgroup"])
    changes_some = not {"/add", "/delete", "/active:no"}.isdisjoint(texts)
    return "changes who can log in" if is_about_users and changes_some else None


_WHO = "changes who can log in, or with which rights"
_RIGHTS = "changes the rights of files"
_STARTS = "changes what starts by itself"
_FIREWALL = "takes down what guards the machine"
_RULES: dict[str, Callable[[Call], Change]] = {
    "chmod": _chmod,
    "gchmod": _chmod,
    "setcap": _unless("gives a program rights of its own", "-v"),
    "chattr": _with(_RIGHTS, "-R", "+i", "+a", "-i", "-a"),
    "setfacl": _with(_RIGHTS, "-R", "--recursive", "-b", "--remove-all"),
    "visudo": _unless(_WHO, "-c", "--check"),
    **dict.fromkeys(
        "usermod useradd adduser groupadd addgroup groupmod gpasswd chsh vipw vigr newusers "
        "chpasswd dscl sysadminctl".split(),
        _always(_WHO),
    ),
    "passwd": _unless(_WHO, "-S", "--status"),
    "dseditgroup": _always(_WHO),
    "systemctl": _systemctl,
    "service": _service,
    "launchctl": _starts(_STARTS, "load", "bootstrap", "submit", "enable", "unload", "bootout"),
    "update-rc.d": _always(_STARTS),
    "chkconfig": _starts(_STARTS, "--add"),
    "rc-update": _starts(_STARTS, "add", "del"),
    "loginctl": _starts(_STARTS, "enable-linger"),
    "schtasks": _with(_STARTS, "/create", "/change", "/delete"),
    "ufw": _starts(_FIREWALL, "disable", "reset", "delete", "allow from any", "default allow"),
    "firewall-cmd": _with(_FIREWALL, "--panic-off", "--set-default-zone"),
    "pfctl": _with(_FIREWALL, "-d", "-F"),
    "ip6tables": _with(_FIREWALL, "-F", "--flush", "-X", "-P"),
    "setenforce": _always(_FIREWALL),
    "auditctl": _with(_FIREWALL, "-D", "-e"),
    "aa-teardown": _always(_FIREWALL),
    "aa-disable": _always(_FIREWALL),
    "csrutil": _starts(_FIREWALL, "disable"),
    "spctl": _with(_FIREWALL, "--master-disable", "--global-disable"),
    "netsh": _starts(_FIREWALL, "advfirewall set", "firewall set"),
    "sysctl": _sysctl,
    "insmod": _always("changes the kernel"),
    "modprobe": _with("changes the kernel", "-r", "--remove"),
    "rmmod": _always("changes the kernel"),
    "kexec": _always("stops the machine"),
    "net": _net,
    "reg": _starts(_STARTS, "add", "delete", "import", "restore", "load"),
    "sc": _starts(_STARTS, *_ENDS, "delete", "config", "create", "failure"),
    "bcdedit": _with("changes how the machine starts", "/set", "/delete", "/deletevalue"),
    "at": _with(_STARTS, "-f"),
    "batch": _with(_STARTS, "-f"),
    "defaults": _starts(_STARTS, "write com.apple.loginwindow", "write loginwindow"),
    "mount": _with("changes what lies where", "--bind", "--rbind", "-o", "--move"),
    "setsebool": _always(_FIREWALL),
    "semanage": _always(_FIREWALL),
    "journalctl": _with("wipes traces", "--vacuum-time", "--vacuum-size", "--rotate"),
    "nsenter": _with("enters what another process sees", "-t", "--target", "-a"),
    "swapoff": _with("takes memory away from everything that runs", "-a", "--all"),
    **dict.fromkeys("docker podman nerdctl".split(), _container),
}


def described(call: Call, change: str) -> str:
    """The whole sentence."""
    return f"`{shown(call.words)}` {change}."
