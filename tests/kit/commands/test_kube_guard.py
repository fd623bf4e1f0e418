"""kube-guard: which changes it denies, asks about and lets pass."""

from pathlib import Path
from typing import Any

import pytest

from hookline.errors import Unreadable
from hookline.kit.commands.manifests import CLUSTER, namespaces_of

NAME = "kube-guard"
SETTINGS: tuple[str, ...] = ()

DENIED = [
    "kubectl cp x prod/pod:/y",
    "kubectl delete pod x -n prod",
    "kubectl -n prod delete pod x",
    "kubectl --namespace=prod delete pod x",
    "kubectl delete pod x --namespace prod",
    "kubectl -nprod delete pod x",
    "kubectl delete ns prod",
    "kubectl delete ns/prod",
    "kubectl delete ns --all",
    "kubectl delete pods -A --all",
    "kubectl apply -f prod.yaml",
    "kubectl apply -f ns.yaml",
    "kubectl apply -f list.yaml",
    "kubectl apply -f dir",
    "kubectl apply -f json.json",
    "kubectl apply -f ok.yaml -n prod",
    "kubectl --context prod delete pod x",
    "kubectl config use-context prod",
    "kubectl config set-context --current --namespace=prod",
    "kubens prod",
    "kubectx prod",
    "oc project prod",
    "oc delete project prod",
    "helm upgrade x ./c -n prod",
    "helm uninstall x -n prod",
    "helm install x c --kube-context prod",
    "kubectl -n prod exec p -- ls",
    "kubectl -n prod rollout restart deploy/x",
    "kubectl -n prod scale deploy x --replicas=0",
    "minikube kubectl -- -n prod delete pod x",
    "sudo kubectl -n prod delete pod x",
    "kubectl --kubeconfig kc delete pod x",
    "kubectl --kubeconfig {workspace}/kc delete pod x",
    "kubectl --kubeconfig {workspace}/kc --context dev delete pod x",
    "cd dir && kubectl apply -f a.yaml",
    "kubectl create ns prod",
    "kubectl label ns prod a=b",
    "kubectl apply -f ok.yaml -f prod.yaml",
    "kubectl apply -fprod.yaml",
    "kubectl apply --filename=prod.yaml",
    "kubectl -n team-prod delete pod x",
    "kubectl create -f x.yaml --namespace kube-system",
    "kubectl patch deploy x -n prod -p '{}'",
    "kubectl run x --image=y -n prod",
    "kubectl -n prod port-forward svc/x 80",
    "kubectl -n prod cp a b:c",
    "kubectl edit cm x -nprod",
    "kubectl -n=prod delete pod x",
    'kubectl delete --namespace="prod" pod x',
    "NS=prod; kubectl -n $NS delete pod x",
    "kubectl config set-context dev --namespace prod",
    "helm -n prod rollback x 1",
    "helm upgrade --install x c --namespace=prod",
    "kubectl annotate ns kube-system a=b",
    "oc -n prod rsh x",
    "kubectl -n dev delete ns prod",
    "kubectl delete ns a prod b",
    "kubectl delete pod x -n dev --context production",
    "kubectl exec -n prod -it x -- psql",
    "helm install x c -n prod --description --dry-run",
    "helm install x c -n prod --dry-run=false",
    "kubectl -n prod delete pod x --dry-run=none",
]
ASKED = [
    "KUBECONFIG=other kubectl delete pod a",
    "kubectl -n $NS delete pod x",
    "kubectl apply -f bad.yaml",
    "kubectl apply -f cr.yaml",
    "kubectl apply -f big.yaml",
    "kubectl apply -f kust",
    "kubectl apply -k kust",
    "kubectl apply -f bin.yaml",
    "kubectl apply -f tag.yaml",
    "kubectl apply -f none.yaml",
    "kubectl apply -f -",
    "kubectl apply -f - <<E\nkind: Pod\nE",
    "cat prod.yaml | kubectl apply -f -",
    "kubectl apply -f https://x/y.yaml",
    "kubectl apply -f $F",
    "echo 'kind: Pod' > ok.yaml; kubectl apply -f ok.yaml",
    "sed -i s/dev/prod/ ok.yaml && kubectl apply -f ok.yaml",
    "kubectl drain node1",
    "$K delete pod",
    "kubectl $V pod",
    "kubectl delete node n1",
    "xargs kubectl -n dev delete pod < f",
    "kubectl delete -f - -n dev < x",
    "helm template x | kubectl apply -f -",
    "kubectl replace --force -f https://x",
    "kubectl apply -f x -f y",
    "kubectl kustomize x | kubectl apply -f -",
    "oc adm drain n",
]
PASSED = [
    "kubectl get pods -n prod",
    "kubectl delete pod x -n dev",
    "kubectl delete pod x",
    "kubectl delete namespace dev",
    "kubectl -n $NS get pods",
    "kubectl apply -f ok.yaml",
    "kubectl apply -f null.yaml",
    "kubectl apply --dry-run=client -f prod.yaml",
    "kubectl diff -f prod.yaml",
    "cat ok.yaml; kubectl apply -f ok.yaml",
    "kubectl --context prod get pods",
    "kubectl --context=dev delete pod x",
    "kubectl config use-context dev",
    "kubectl config view",
    "helm list -n prod",
    "helm install x c -n dev",
    "helm install x c -n prod --dry-run",
    "kubectl -n prod logs p",
    "kubectl -n prod rollout status deploy/x",
    "echo kubectl delete ns prod",
    "kubectl",
    "kubectl apply",
    "kubectl create ns dev",
    "kubectl get nodes",
    "kubectl get secret -n prod -o yaml",
    "helm repo add x https://y",
    "kubectl auth can-i delete pods -n prod",
    "kubectl api-resources",
    "kubectl --as admin -n dev delete pod x",
    "kubectl delete pod,svc --all -n dev",
    "stern -n prod x",
    "kubectl -n prod delete pod x --dry-run=client",
]


POD = "kind: Pod\nmetadata: {name: a%s}\n"
FILES = {
    "ok.yaml": POD % ", namespace: dev" + "---\n" + POD % "",
    "prod.yaml": POD % "" + "---\n" + POD % ", namespace: prod",
    "null.yaml": "metadata: null\n---\njust a string\n---\n---\n- a\n- b\n",
    "bad.yaml": "a: [\n",
    "ns.yaml": "kind: Namespace\nmetadata: {name: kube-system}\n",
    "list.yaml": "kind: List\nitems:\n- kind: Pod\n  metadata: {namespace: prod}\n- null\n",
    "cr.yaml": "kind: ClusterRole\nmetadata: {name: x}\n",
    "big.yaml": "a: b\n" * 100_000,
    "bin.yaml": "\0\1\2",
    "tag.yaml": "!!python/object/apply:os.system ['touch pwned']\n",
    "json.json": '{"kind": "Pod", "metadata": {"namespace": "prod"}}',
    "dir/a.yaml": POD % ", namespace: production",
    "kust/kustomization.yaml": "resources: []\n",
    "kc": "current-context: aws/prod\ncontexts:\n- name: aws/prod\n  context: {namespace: web}\n- name: dev\n  context: {namespace: prod}\n",
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return str(tmp_path)


@pytest.mark.parametrize("command", DENIED)
def test_it_denies(command: str, place: str, said: Any) -> None:
    assert said(command.replace("{workspace}", place)) == "deny"


@pytest.mark.parametrize("command", ASKED)
def test_it_asks(command: str, place: str, said: Any) -> None:
    assert said(command.replace("{workspace}", place)) == "ask"


@pytest.mark.parametrize("command", PASSED)
def test_it_lets_pass(command: str, place: str, said: Any) -> None:
    assert said(command.replace("{workspace}", place)) == "none"


@pytest.mark.parametrize(
    ("command", "settings", "expected"),
    [
        pytest.param("kubectl -n prod delete pod a", ["decision=ask"], "ask", id="changes may be asked about"),
        pytest.param("kubectl -n prod delete pod a", ["namespaces=live"], "none", id="namespaces can be named"),
        pytest.param("kubectl -n LIVE delete pod a", ["namespaces=live"], "deny", id="whatever the case of letters"),
        pytest.param(
            "kubectl delete pod a", ["default_namespace=prod"], "deny", id="where a command goes that does not say"
        ),
        pytest.param("kubectl --context x-live delete pod a", ["contexts=*-live"], "deny", id="contexts can be named"),
        pytest.param("kubectl --context $C delete pod a", [], "ask", id="a computed context"),
        pytest.param("kubectl config use-context $C", [], "ask", id="a switch to a computed context"),
        pytest.param("kubectl certificate approve x", [], "ask", id="the cluster itself"),
    ],
)
def test_options(command: str, settings: list[str], expected: str, said: Any) -> None:
    assert said(command, *settings) == expected


@pytest.mark.parametrize(
    ("config", "command", "expected"),
    [
        pytest.param(FILES["kc"], "kubectl delete pod a", "deny", id="the current context is protected"),
        pytest.param(FILES["kc"], "kubectl get pods", "none", id="reading it is fine"),
        pytest.param(
            "current-context: dev\ncontexts: [{name: dev, context: {namespace: prod}}]",
            "helm install a b",
            "deny",
            id="its namespace is",
        ),
        pytest.param(
            "current-context: dev\ncontexts: [{name: dev, context: null}]", "helm install a b", "none", id="it has none"
        ),
        pytest.param("- odd", "kubectl delete pod a", "none", id="a kubeconfig that is none"),
        pytest.param("a: [", "kubectl delete pod a", "none", id="a kubeconfig that is no YAML"),
    ],
)
def test_the_kubeconfig_says_where_commands_go(config: str, command: str, expected: str, place: str, said: Any) -> None:
    (Path(place) / "none").write_text(config)
    assert said(command) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", set(), id="nothing"),
        pytest.param("kind: Pod", {None}, id="no metadata"),
        pytest.param("kind: Pod\nmetadata: text", {None}, id="metadata that is text"),
        pytest.param("kind: Pod\nmetadata: {namespace: 5}", {"5"}, id="a number for a namespace"),
        pytest.param("kind: Project\nmetadata: {name: a}", {"a"}, id="a project"),
        pytest.param("kind: [a]\nmetadata: {namespace: b}", {"b"}, id="a list for a kind"),
        pytest.param("items: text\nmetadata: {namespace: a}", {"a"}, id="items that are text"),
        pytest.param("kind: CustomResourceDefinition", {CLUSTER}, id="an object of the cluster"),
        pytest.param("a: &a [1]\nb: [*a, *a]\nmetadata: &m {namespace: x}", {"x"}, id="anchors"),
    ],
)
def test_namespaces_of_manifests(text: str, expected: set[str | None]) -> None:
    assert namespaces_of(text.encode()) == expected


@pytest.mark.parametrize(
    "data", [b"a: [", b"\0", b"[" * 5000, b"a: !!python/name:os.system x"], ids=["broken", "NUL", "too deep", "a tag"]
)
def test_manifests_that_cannot_be_read(data: bytes) -> None:
    with pytest.raises(Unreadable):
        namespaces_of(data)


def test_before_the_tool_is_used_it_denies_and_never_asks(said: Any) -> None:
    found = [said(f"kubectl {rest}", event="preToolUse") for rest in ("-n prod delete pod a", "apply -f -", "get pods")]
    assert found == ["deny", "none", "none"]


@pytest.mark.parametrize(
    "command", [None, 5, "\0", "x" * 10_000_000, "kubectl apply " + "-f a " * 10_000, "kubectl apply -f '\udcff'"]
)
def test_odd_commands_do_not_break_it(command: Any, said: Any) -> None:
    assert said(command) in ("none", "ask")


def test_harmless_commands_pass(said: Any, harmless: list[str]) -> None:
    commands = harmless
    flagged = [command for command in commands if said(command) != "none"]
    assert len(commands) > 100 and len(flagged) <= 0.05 * len(commands), flagged
