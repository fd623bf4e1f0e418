"""kube-guard: keeps the agent from changing what runs in protected namespaces and clusters, with
kubectl, oc and helm.

Reads pass. A change is judged by the namespaces it touches: of its options, of its manifests, of
its context. Where a manifest or a namespace cannot be seen, a person is asked. It talks to no
cluster; it reads manifests and the kubeconfig.
"""

from __future__ import annotations

import os
import posixpath

from hookline.errors import Unreadable
from hookline.extras import needed
from hookline.kit.commands.command_syntax import texts_of, written_in
from hookline.kit.commands.manifests import CLUSTER, MOST_FILES, namespaces_in
from hookline.kit.commands.path_kinds import Here
from hookline.kit.findings import (
    ASK,
    DENY,
    PLAINLY,
    Finding,
    cannot_tell,
    guard_shell,
    option_given,
    shown,
)
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call, Reading
    from hookline.shell.word import Word

NAMESPACES = (
    "kube-system", "kube-public", "kube-node-lease", "prod", "production", "prod-*", "*-prod",
    "*-production",
)  # fmt: skip
CONTEXTS = ("prod", "production", "prod-*", "*-prod", "*-production", "*/prod*")
_KUBECTL = frozenset(("kubectl", "oc", "k", "kubecolor", "microk8s.kubectl"))
_AROUND = frozenset(("microk8s", "k3s", "minikube", "rke2", "k0s"))
_READS = frozenset(
    "get describe logs log top explain api-resources api-versions version cluster-info diff wait "
    "events completion "
    "options kustomize help whoami status auth plugin".split()
)
_HELM_READS = frozenset(
    "list ls get status history hist show inspect search template lint repo version env dependency "
    "dep pull fetch "
    "create package verify completion help plugin registry".split()
)
_READS_OF = {
    "rollout": frozenset(("status", "history")),
    "config": frozenset(("view", "get-contexts", "current-context", "get-clusters", "get-users")),
    "certificate": frozenset(),
}
_VALUES = (
    "-n --namespace -s --server -v --context --cluster --kubeconfig --user --token --as --as-group "
    "--kube-context -f --filename -k --kustomize -l --selector -o --output -c --container "
    "--field-selector --request-timeout --cache-dir -p --patch --type --replicas --image --set "
    "--values --version --timeout --description --field-manager --grace-period --cascade"
).split()
_NAMESPACE_KINDS = frozenset("ns namespace namespaces project projects".split())
_CLUSTER_VERBS = frozenset("drain cordon uncordon taint adm certificate".split())
_CLUSTER_KINDS = frozenset(
    "node nodes no clusterrole clusterroles clusterrolebinding clusterrolebindings crd crds "
    "customresourcedefinition pv customresourcedefinitions persistentvolume persistentvolumes sc "
    "storageclass "
    "storageclasses".split()
)
_LOOKS = frozenset(
    "cat ls head tail less grep rg wc test [ yq kubeval kubeconform yamllint git diff stat file "
    "echo".split()
)
_COULD_BE = ("kubectl delete", "kubectl apply", "helm uninstall", "oc delete")
_LONGEST_CONFIG = 1024 * 1024
_INSTEAD = "Change a namespace that is not protected, or leave it to the user."


class Cluster:
    """What is protected, and where commands go that do not say."""

    def __init__(self, settings: Settings, here: Here, written: set[str], elsewhere: bool) -> None:
        self.settings, self.here, self.written = settings, here, written
        self.elsewhere = elsewhere  # the command line names a kubeconfig of its own
        self.decision: str = settings.decision

    def of_namespaces(self, names: Iterable[str | None], call: Call) -> Iterator[Finding]:
        """None as a name: it is computed."""
        for name in names:
            if name is None:
                yield _finding(call, ": the namespace is computed", instead=PLAINLY)
            elif name == CLUSTER:
                yield _finding(call, " changes the cluster itself, not one namespace")
            elif _fits(name, self.settings.namespaces):
                what = f" changes the protected namespace {shown([name])}"
                yield _finding(call, what, self.decision)

    def of_contexts(self, names: Iterable[str | None], call: Call) -> Iterator[Finding]:
        for name in names:
            if name is None:
                yield _finding(call, ": the context is computed", instead=PLAINLY)
            elif _fits(name, self.settings.contexts):
                what = f" goes to the protected context {shown([name])}"
                yield _finding(call, what, self.decision)


def build(hook: Hooks, settings: Settings) -> None:
    def judge(event: ShellCommand) -> Iterator[Finding]:
        command, reading = event.shell_command, event.read_command()
        here = Here(event.cwd, event.workspace_roots, ())
        written = _written(command, reading)
        cluster = Cluster(settings, here, written, "KUBECONFIG=" in command)
        for call in reading.calls:
            here.follow(call)
            if call.code is None:
                yield from _of_call(_inner(call), cluster)
        yield from cannot_tell(reading, _COULD_BE)

    guard_shell(hook, "kube-guard", judge)


def _finding(call: Call, what: str, decision: str = ASK, instead: str = _INSTEAD) -> Finding:
    return Finding(decision, f"`{shown(call.words)}`{what}.", instead)


def _inner(call: Call) -> Call:
    """`microk8s kubectl …`, `minikube kubectl -- …` → `kubectl …`; `-Rf x` → `-R -f x`."""
    words = list(call.words)
    if call.program in _AROUND and call.texts[1:2] == ("kubectl",):
        words = words[1:2] + words[3 if call.texts[2:3] == ("--",) else 2 :]
    return call._replace(words=tuple(part for word in words for part in _parts(word)))


def _parts(word: Word) -> tuple[Word, ...]:
    from hookline.shell.word import known

    return (known("-R"), known("-f")) if word.text == "-Rf" else (word,)


def _of_call(call: Call, cluster: Cluster) -> Iterator[Finding]:
    if call.program in _SWITCHERS:
        names = [name for name in call.plain()[:1] if name != "-"]
        yield from _SWITCHERS[call.program](cluster, names, call)
    elif call.program in _KUBECTL:
        yield from _of_client(call, cluster, _kubectl(call, cluster))
    elif call.program == "helm":
        yield from _of_client(call, cluster, _helm(call, cluster))


#: Programs that only choose where later commands go.
_SWITCHERS = {"kubens": Cluster.of_namespaces, "kubectx": Cluster.of_contexts}


def _of_client(call: Call, cluster: Cluster, findings: Iterator[Finding]) -> Iterator[Finding]:
    """What is found in a call, and in the context that it goes to when it changes something."""
    found = list(findings)
    yield from found
    if found or _writes(call):
        yield from cluster.of_contexts(_contexts(call, cluster), call)


def _writes(call: Call) -> bool:
    """Whether it changes something, as far as its words say."""
    words = call.plain(*_VALUES)
    if not words or _dry(call):
        return False
    verb = words[0] or ""
    if call.program == "helm":
        return verb not in _HELM_READS
    return verb not in _READS and not _READS_OF.get(verb, frozenset()).intersection(words[1:2])


def _helm(call: Call, cluster: Cluster) -> Iterator[Finding]:
    if _writes(call):
        yield from cluster.of_namespaces(_named(call, cluster), call)


def _kubectl(call: Call, cluster: Cluster) -> Iterator[Finding]:
    if not _writes(call):
        return
    verb, *rest = call.plain(*_VALUES)
    if verb in ("config", "project"):
        yield from _switches(call, verb, rest, cluster)
        return
    if _is_for_all(call, rest):
        yield _finding(call, " changes all namespaces, protected ones too", cluster.decision)
    namespaces = [*_objects(verb, rest), *call.options("-n", "--namespace")]
    for found in _manifests(call, cluster):
        if isinstance(found, Finding):
            yield found
        else:
            namespaces += found
    if call.options("-k", "--kustomize"):
        what = ": what kustomize puts together cannot be seen here"
        yield _finding(call, what, instead="Apply plain manifests.")
    yield from cluster.of_namespaces(dict.fromkeys(namespaces or _named(call, cluster)), call)


def _is_for_all(call: Call, rest: list[str | None]) -> bool:
    """`-A`, or `delete ns --all`."""
    if call.has("-A", "--all-namespaces"):
        return True
    return call.has("--all") and bool(rest) and rest[0] in _NAMESPACE_KINDS


def _switches(call: Call, verb: str, rest: list[str | None], cluster: Cluster) -> Iterator[Finding]:
    """A context or namespace is made the one that later commands go to."""
    if verb == "project":
        yield from cluster.of_namespaces(rest[:1], call)
    elif rest[:1] in (["use-context"], ["use"]):
        yield from cluster.of_contexts(rest[1:2], call)
    elif rest[:1] == ["set-context"]:
        yield from cluster.of_namespaces(call.options("--namespace"), call)


def _objects(verb: str | None, rest: list[str | None]) -> list[str | None]:
    """Namespaces and parts of the cluster that are named themselves: `delete ns prod`, `label
    ns/prod`, `drain node`.
    """
    kind = _kind_of(rest[0]) if rest else None
    if verb in _CLUSTER_VERBS or kind in _CLUSTER_KINDS:
        return [CLUSTER]
    if verb == "cp":
        return [word.partition("/")[0] for word in rest if word and _is_in_pod(word)]
    return _namespaces_among(rest) if kind in _NAMESPACE_KINDS else []


def _namespaces_among(words: list[str | None]) -> list[str | None]:
    """`ns/prod`, and the names behind `ns`; `key=value` is no name."""
    slashed = [word for word in words if _kind_of(word) in _NAMESPACE_KINDS]
    names = [(word or "").partition("/")[2] for word in slashed]
    plain = [word for word in words[1:] if word is None or "=" not in word]
    return [name for name in (*names, *plain) if name != ""]


def _kind_of(word: str | None) -> str:
    """`Deployment/web` → `deployment`."""
    return (word or "").lower().partition("/")[0]


def _is_in_pod(word: str) -> bool:
    """`namespace/pod:path`."""
    pod, colon, _ = word.partition(":")
    return bool(colon) and "/" in pod


def _manifests(call: Call, cluster: Cluster) -> Iterator[Finding | list[str | None]]:
    """For each manifest its namespaces, or why it cannot be judged. One that names none goes where
    the command says.
    """
    paths = dict.fromkeys(call.options("-f", "--filename"))
    if call.texts[-1] in ("-f", "--filename"):
        paths["-"] = None
    if len(paths) > MOST_FILES:
        yield _finding(call, " applies too many manifests to look at each", instead=PLAINLY)
    for path in list(paths)[:MOST_FILES]:
        try:
            names = _namespaces_in(path, cluster)
        except Unreadable as error:
            yield _finding(call, f": {error}", instead="Apply a file that is in the workspace.")
            continue
        unsaid = _named(call, cluster) if None in names else []
        yield [*sorted(name for name in names if name is not None), *unsaid]


def _namespaces_in(path: str | None, cluster: Cluster) -> set[str | None]:
    """The namespaces of a manifest; None among them: it does not say. Raises `Unreadable`."""
    if path is None:
        raise Unreadable("which manifest this applies is computed")
    if path in ("-", "/dev/stdin") or path.startswith("/dev/fd/"):
        raise Unreadable("the manifest comes from another command and cannot be seen here")
    if "://" in path:
        raise Unreadable("the manifest comes from the network and cannot be seen here")
    if posixpath.normpath(path) in cluster.written:
        raise Unreadable("the manifest is written by the same command line")
    if cluster.here.cwd is None:
        raise Unreadable("it is unclear in which folder this runs")
    try:
        return namespaces_in(os.path.join(cluster.here.cwd, os.path.expanduser(path)))
    except Unreadable as error:
        raise Unreadable(f"{shown([path])} cannot be read: {error}") from None


def _written(command: str, reading: Reading) -> set[str]:
    """Files that this command line writes, or may: named in a redirection, or to a program that
    does more than look.
    """
    paths = {target for text in texts_of(command, reading) for target in written_in(text)}
    for call in reading.calls:
        if not _only_looks(call):
            paths |= {(text or "").rpartition("=")[2] for text in call.texts[1:]}
    return {posixpath.normpath(path) for path in paths if path}


def _only_looks(call: Call) -> bool:
    """`cat x.yaml`; and `sudo kubectl apply -f x.yaml`, where kubectl is looked at by itself."""
    return call.program in _LOOKS or not _KUBECTL.isdisjoint(call.texts)


def _named(call: Call, cluster: Cluster) -> list[str | None]:
    """The namespace the options name, else that of the context, else the usual one."""
    named = call.options("-n", "--namespace")
    if named:
        return list(named)
    context = next(iter(call.options("--context", "--kube-context")), None)
    return [_kubeconfig(call, context, cluster)[1] or cluster.settings.default_namespace]


def _contexts(call: Call, cluster: Cluster) -> list[str | None]:
    """The contexts the options name, else the current one."""
    named = call.options("--context", "--kube-context")
    if named:
        return list(named)
    if cluster.elsewhere:
        return [None]
    current = _kubeconfig(call, None, cluster)[0]
    return [current] if current else []


def _kubeconfig(call: Call, context: str | None, cluster: Cluster) -> tuple[str | None, str | None]:
    """The current context and the namespace of a context, as the kubeconfig says; None: it does not
    say.
    """
    with needed("reading YAML"):
        import yaml

    unreadable = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
    try:
        loaded = yaml.load(_config(call, cluster), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        current = context or loaded["current-context"]
        rows = {row["name"]: row.get("context") or {} for row in loaded.get("contexts") or []}
        return str(current), rows.get(current, {}).get("namespace")
    except (*unreadable, yaml.YAMLError):
        return None, None


def _config(call: Call, cluster: Cluster) -> bytes:
    """The kubeconfig's bytes. Raises OSError."""
    named = next(iter(call.options("--kubeconfig")), None)
    path = named or os.environ.get("KUBECONFIG", "").split(os.pathsep)[0] or "~/.kube/config"
    with open(os.path.join(cluster.here.cwd or "", os.path.expanduser(path)), "rb") as file:
        return file.read(_LONGEST_CONFIG)


def _dry(call: Call) -> bool:
    texts = [text for text in call.texts if text and text.startswith("--dry-run=")]
    if not texts:
        return option_given(call, ("--dry-run",), _VALUES)
    return any(text.partition("=")[2] in ("client", "server", "true") for text in texts)


def _fits(name: str, patterns: tuple[str, ...]) -> bool:
    from fnmatch import fnmatchcase

    return any(fnmatchcase(name.lower(), pattern.lower()) for pattern in patterns)


KIT = Kit(
    "kube-guard",
    "Denies changes in protected namespaces and contexts with kubectl, oc and helm; asks where a "
    "manifest cannot be seen.",
    build=build,
    options=(
        Option("namespaces", "words", NAMESPACES, "Protected namespaces; `*` matches anything"),
        Option("contexts", "words", CONTEXTS, "Protected contexts; `*` matches anything"),
        Option(
            "default_namespace",
            "text",
            "default",
            "Namespace of commands that name none, if the kubeconfig does not set one",
        ),
        Option("decision", "choice", DENY, "What to do about changes there", (DENY, ASK)),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash", "yaml"),
)
