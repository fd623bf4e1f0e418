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
from hookline.kit.commands.command_syntax import redirected, texts_of
from hookline.kit.commands.manifests import CLUSTER, MOST_FILES, namespaces_in
from hookline.kit.commands.places import Here
from hookline.kit.findings import (
    ASK,
    DENY,
    PLAINLY,
    Finding,
    cannot_tell,
    given,
    guard_shell,
    shown,
)
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call, Reading

NAMESPACES = (
    "kube-system",
    "kube-public",
    "kube-node-lease",
    "prod",
    "production",
    "prod-*",
    "*-prod",
    "*-production",
)
CONTEXTS = ("prod", "production", "prod-*", "*-prod", "*-production", "*/prod*")
_KUBECTL = frozenset(("kubectl", "oc", "k", "kubecolor", "microk8s.kubectl"))
_AROUND = frozenset(("microk8s", "k3s", "minikube", "rke2", "k0s"))
_READS = frozenset(
    "get describe logs log top explain api-resources api-versions version cluster-info diff wait events completion "
    "options kustomize help whoami status auth plugin".split()
)
_HELM_READS = frozenset(
    "list ls get status history hist show inspect search template lint repo version env dependency dep pull fetch "
    "create package verify completion help plugin registry".split()
)
_READS_OF = {
    "rollout": frozenset(("status", "history")),
    "config": frozenset(("view", "get-contexts", "current-context", "get-clusters", "get-users")),
    "certificate": frozenset(),
}
_VALUES = (
    "-n --namespace -s --server -v --context --cluster --kubeconfig --user --token --as --as-group --kube-context "
    "-f --filename -k --kustomize -l --selector -o --output -c --container --field-selector --request-timeout "
    "--cache-dir -p --patch --type --replicas --image --set --values --version --timeout --description "
    "--field-manager --grace-period --cascade"
).split()
_NAMESPACE_KINDS = frozenset("ns namespace namespaces project projects".split())
_CLUSTER_VERBS = frozenset("drain cordon uncordon taint adm certificate".split())
_CLUSTER_KINDS = frozenset(
    "node nodes no clusterrole clusterroles clusterrolebinding clusterrolebindings crd crds "
    "customresourcedefinition pv customresourcedefinitions persistentvolume persistentvolumes sc storageclass "
    "storageclasses".split()
)
_LOOKS = frozenset(
    "cat ls head tail less grep rg wc test [ yq kubeval kubeconform yamllint git diff stat file echo".split()
)
_COULD_BE = ("kubectl delete", "kubectl apply", "helm uninstall", "oc delete")
_LONGEST_CONFIG = 1024 * 1024
_INSTEAD = "Change a namespace that is not protected, or leave it to the person."


class Cluster:
    """What is protected, and where commands go that do not say."""

    def __init__(self, settings: Settings, here: Here, written: set[str], elsewhere: bool) -> None:
        self.settings, self.here, self.written = settings, here, written
        self.elsewhere = elsewhere  # the command line names a kubeconfig of its own
        self.decision: str = settings.decision

    def of_namespace(self, name: str | None, call: Call) -> Finding | None:
        """None as a name: it is computed."""
        if name is None:
            return Finding(ASK, f"`{shown(call.words)}`: the namespace is computed.", PLAINLY)
        if name == CLUSTER:
            return Finding(
                ASK,
                f"`{shown(call.words)}` changes the cluster itself, not one namespace.",
                _INSTEAD,
            )
        if _fits(name, self.settings.namespaces):
            return Finding(
                self.decision,
                f"`{shown(call.words)}` changes the protected namespace {shown([name])}.",
                _INSTEAD,
            )
        return None

    def of_context(self, name: str | None, call: Call) -> Finding | None:
        if name is None:
            return Finding(ASK, f"`{shown(call.words)}`: the context is computed.", PLAINLY)
        if _fits(name, self.settings.contexts):
            return Finding(
                self.decision,
                f"`{shown(call.words)}` goes to the protected context {shown([name])}.",
                _INSTEAD,
            )
        return None


def build(hook: Hooks, settings: Settings) -> None:
    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        here = Here(event.cwd, event.workspace_roots, ())
        cluster = Cluster(
            settings,
            here,
            _written(event.shell_command, reading),
            "KUBECONFIG=" in event.shell_command,
        )
        for call in reading.calls:
            here.follow(call)
            if call.code is None:
                yield from _of_call(_inner(call), cluster)
        unknown = cannot_tell(reading, _COULD_BE)
        if unknown is not None:
            yield unknown

    guard_shell(hook, "kube-guard", judge)


def _inner(call: Call) -> Call:
    """`microk8s kubectl …`, `minikube kubectl -- …` → `kubectl …`; `-Rf x` → `-R -f x`."""
    from hookline.shell.word import known

    words = list(call.words)
    if call.program in _AROUND and call.texts[1:2] == ("kubectl",):
        words = [word for at, word in enumerate(words[1:]) if not (at == 1 and word.text == "--")]
    return call._replace(
        words=tuple(
            one
            for word in words
            for one in ((known("-R"), known("-f")) if word.text == "-Rf" else (word,))
        )
    )


def _of_call(call: Call, cluster: Cluster) -> Iterator[Finding]:
    if call.program in ("kubens", "kubectx"):
        found = cluster.of_namespace if call.program == "kubens" else cluster.of_context
        yield from _some(found(name, call) for name in call.plain()[:1] if name != "-")
        return
    words = call.plain(*_VALUES)
    if call.program in _KUBECTL:
        judged = list(_kubectl(call, words, cluster))
    elif call.program == "helm" and words and words[0] not in _HELM_READS and not _dry(call):
        judged = list(_some(cluster.of_namespace(name, call) for name in _named(call, cluster)))
    else:
        return
    yield from judged
    if judged or _writes(call, words):
        yield from _some([cluster.of_context(name, call) for name in _contexts(call, cluster)])


def _writes(call: Call, words: tuple[str | None, ...]) -> bool:
    if not words or _dry(call):
        return False
    if call.program == "helm":
        return words[0] not in _HELM_READS
    verb = words[0]
    return verb not in _READS and not (
        verb in _READS_OF and words[1:2] and words[1] in _READS_OF[verb]
    )


def _kubectl(call: Call, words: tuple[str | None, ...], cluster: Cluster) -> Iterator[Finding]:
    if not _writes(call, words):
        return
    verb, rest = words[0], words[1:]
    if verb in ("config", "project"):
        yield from _switches(call, verb, rest, cluster)
        return
    if call.has("-A", "--all-namespaces") or (
        call.has("--all") and rest[:1] and rest[0] in _NAMESPACE_KINDS
    ):
        yield Finding(
            cluster.decision,
            f"`{shown(call.words)}` changes all namespaces, protected ones too.",
            _INSTEAD,
        )
    touched = _objects(verb, rest) | set(call.options("-n", "--namespace"))
    named = set(_named(call, cluster))
    paths = dict.fromkeys(
        [
            *call.options("-f", "--filename"),
            *(["-"] if call.texts[-1] in ("-f", "--filename") else []),
        ]
    )
    if len(paths) > MOST_FILES:
        yield Finding(
            ASK, f"`{shown(call.words)}` applies too many manifests to look at each.", PLAINLY
        )
    for path in list(paths)[:MOST_FILES]:
        found = _manifest(path, call, cluster)
        if isinstance(found, Finding):
            yield found
        else:
            touched |= {name for name in found if name is not None} | (
                named if None in found else set()
            )
    if call.options("-k", "--kustomize"):
        yield Finding(
            ASK,
            f"`{shown(call.words)}`: what kustomize puts together cannot be seen here.",
            "Apply plain manifests.",
        )
    yield from _some(cluster.of_namespace(name, call) for name in touched)
    if not touched:
        yield from _some(cluster.of_namespace(name, call) for name in named)


def _switches(
    call: Call, verb: str | None, rest: tuple[str | None, ...], cluster: Cluster
) -> Iterator[Finding]:
    """A context or namespace is made the one that later commands go to."""
    if verb == "project":
        yield from _some(cluster.of_namespace(name, call) for name in rest[:1])
    elif rest[:1] in (("use-context",), ("use",)):
        yield from _some(cluster.of_context(name, call) for name in rest[1:2])
    elif rest[:1] == ("set-context",):
        yield from _some(cluster.of_namespace(name, call) for name in call.options("--namespace"))


def _objects(verb: str | None, rest: tuple[str | None, ...]) -> set[str | None]:
    """Namespaces and parts of the cluster that are named themselves: `delete ns prod`, `label
    ns/prod`, `drain node`.
    """
    kinds = [(kind or "").lower().partition("/") for kind in rest[:1]]
    if verb in _CLUSTER_VERBS or any(kind in _CLUSTER_KINDS for kind, _, _ in kinds):
        return {CLUSTER}
    if verb == "cp":
        return {
            word.partition("/")[0]
            for word in rest
            if word and "/" in word.partition(":")[0] and ":" in word
        }
    if not any(kind in _NAMESPACE_KINDS for kind, _, _ in kinds):
        return set()
    slashed = [
        str(word).partition("/")[2]
        for word in rest
        if word and word.lower().partition("/")[0] in _NAMESPACE_KINDS
    ]
    return {
        name
        for name in (*slashed, *(word for word in rest[1:] if word is None or "=" not in word))
        if name != ""
    }


def _manifest(path: str | None, call: Call, cluster: Cluster) -> Finding | set[str | None]:
    """The namespaces of a manifest; None among them: it does not say, and goes where the command says."""

    def asks(why: str) -> Finding:
        return Finding(
            ASK, f"`{shown(call.words)}`: {why}.", "Apply a file that is in the workspace."
        )

    if path is None:
        return asks("which manifest this applies is computed")
    if path in ("-", "/dev/stdin") or path.startswith("/dev/fd/"):
        return asks("the manifest comes from another command and cannot be seen here")
    if "://" in path:
        return asks("the manifest comes from the network and cannot be seen here")
    if posixpath.normpath(path) in cluster.written:
        return asks("the manifest is written by the same command line")
    if cluster.here.cwd is None:
        return asks("it cannot be told in which folder this runs")
    try:
        return namespaces_in(os.path.join(cluster.here.cwd, os.path.expanduser(path)))
    except Unreadable as error:
        return asks(f"{shown([path])} cannot be read: {error}")


def _written(command: str, reading: Reading) -> set[str]:
    """Files that this command line writes, or may: named in a redirection, or to a program that
    does more than look.
    """
    found = {
        target
        for text in texts_of(command, reading)
        for operator, target in redirected(text)
        if ">" in operator
    }
    for call in reading.calls:
        wraps = bool(_KUBECTL & set(call.texts))  # `sudo kubectl apply -f x.yaml`
        if call.program not in _LOOKS and not wraps:
            found |= {text.rpartition("=")[2] for text in call.texts[1:] if text}
    return {posixpath.normpath(path) for path in found if path}


def _named(call: Call, cluster: Cluster) -> list[str | None]:
    """The namespace the options name, else that of the context, else the usual one."""
    given = call.options("-n", "--namespace")
    if given:
        return list(given)
    context = next(iter(call.options("--context", "--kube-context")), None)
    return [_kubeconfig(call, context, cluster)[1] or cluster.settings.default_namespace]


def _contexts(call: Call, cluster: Cluster) -> list[str | None]:
    given = call.options("--context", "--kube-context")
    if cluster.elsewhere and not given:
        return [None]
    current = _kubeconfig(call, None, cluster)[0] if not given else None
    return list(given) if given else [current] if current else []


def _kubeconfig(call: Call, context: str | None, cluster: Cluster) -> tuple[str | None, str | None]:
    """The current context and the namespace of a context, as the kubeconfig says; None: it does not say."""
    given = next(iter(call.options("--kubeconfig")), None)
    path = given or os.environ.get("KUBECONFIG", "").split(os.pathsep)[0] or "~/.kube/config"
    import yaml

    try:
        with open(os.path.join(cluster.here.cwd or "", os.path.expanduser(path)), "rb") as file:
            loaded = yaml.load(
                file.read(_LONGEST_CONFIG), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
            )
        current = context or loaded["current-context"]
        rows = {row["name"]: row.get("context") or {} for row in loaded.get("contexts") or []}
        return str(current), rows.get(current, {}).get("namespace")
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        yaml.YAMLError,
    ):
        return None, None


def _dry(call: Call) -> bool:
    said = {text.partition("=")[2] for text in call.texts if text and text.startswith("--dry-run=")}
    return bool(said & {"client", "server", "true"}) or (
        given(call, ("--dry-run",), _VALUES) and not said
    )


def _fits(name: str, patterns: tuple[str, ...]) -> bool:
    from fnmatch import fnmatchcase

    return any(fnmatchcase(name.lower(), pattern.lower()) for pattern in patterns)


def _some(findings: Iterable[Finding | None]) -> Iterator[Finding]:
    return (one for one in findings if one is not None)


KIT = Kit(
    "kube-guard",
    "Denies changes in protected namespaces and contexts with kubectl, oc and helm; asks where a manifest cannot be seen.",
    build=build,
    options=(
        Option(
            "namespaces", "words", NAMESPACES, "Protected namespaces; a star stands for anything"
        ),
        Option("contexts", "words", CONTEXTS, "Protected contexts; a star stands for anything"),
        Option(
            "default_namespace",
            "text",
            "default",
            "Where a command goes that names no namespace, if the kubeconfig does not say",
        ),
        Option("decision", "choice", DENY, "What is said about changes there", (DENY, ASK)),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash", "yaml"),
)
