"""Programs that fetch what they run: `deno run https://…`, `npx github:a/b`, `docker run host/image`.

Which word is the code is read from the words of each runner. Nothing is fetched.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hookline.shell import Call


class Runner:
    """How a program is told what to run: behind which sub-commands (none: as its first word), which
    options take the next word, and which of them name code too.
    """

    __slots__ = ("behind", "code", "values")

    def __init__(self, behind: str = "", values: str = "", code: str = "") -> None:
        self.behind = tuple(tuple(words.split()) for words in behind.split(","))
        self.code = tuple(code.split())
        self.values = (*values.split(), *self.code)


_PYTHON_VALUES = (
    "-p --python --extra --group --project --directory --env-file --index --index-url "
    "--default-index --extra-index-url --package -i"
)
_NODE_VALUES = "-w --workspace -c --call -C --prefix --registry"
_CONTAINER_VALUES = (
    "-u -w -e -v -p -l -h -m --user --workdir --env --env-file --volume --publish --name --network "
    "--net --entrypoint --mount --label --hostname --memory --cpus --platform --add-host --pull "
    "--gpus --ulimit --cap-add --cap-drop --device --restart --shm-size --tmpfs --log-driver "
    "--log-opt --security-opt --ip --dns --expose --link --cidfile --pid --ipc --userns --runtime "
    "-H --context --config --log-level"
)
_PYTHON_RUNNER = Runner("", _PYTHON_VALUES, "--from --with --spec --with-editable")
_NODE_RUNNER = Runner("", _NODE_VALUES, "-p --package")
_RUNNERS: dict[str, Runner] = {
    "uv": Runner("run,tool run", _PYTHON_VALUES, "--from --with --script -s --gui-script"),
    "uvx": _PYTHON_RUNNER,
    "pipx": Runner("run", _PYTHON_VALUES, "--spec"),
    "deno": Runner(
        "run,x,serve,install,compile,", "-c --config --cert --location --seed -L --env-file",
        "--import-map --preload --require -r",
    ),
    "bun": Runner("run,x,create,", "--cwd -c --config --env-file", "-r --preload --import"),
    **dict.fromkeys(("npx", "bunx", "pnpx"), _NODE_RUNNER),
    "npm": Runner("exec,x,init,create,innit", _NODE_VALUES, "-p --package"),
    "pnpm": Runner("dlx,create", _NODE_VALUES, "--package"),
    "yarn": Runner("dlx,create", _NODE_VALUES, "-p --package"),
    **dict.fromkeys(
        ("node", "nodejs", "tsx", "ts-node"),
        Runner("", "-r --require --env-file", "--import --loader --experimental-loader"),
    ),
    "java": Runner("", "-Dx", "-cp -classpath --class-path -jar --module-path -p"),
    **dict.fromkeys(
        ("groovy", "jbang", "scala-cli", "kotlin", "ansible-playbook", "lua", "php", "emacs", "amm"),
        Runner("", "-i --inventory -e -c -d", "-f --file -l"),
    ),
    "nix": Runner("run,shell,develop", "--arg --argstr --option -I", "--override-input"),
}  # fmt: skip
_RUN_CONTAINERS = frozenset("docker podman nerdctl".split())
_BUILDS = frozenset("build play kube compose".split())
_CONTAINERS = Runner("run,create,container run", _CONTAINER_VALUES)
_ADDRESS = re.compile(
    r"(?:git\+|hg\+)?(?:https?|git|ssh|file)://(?!localhost\b|127\.|\[::1\])|git@[\w.-]+:"
    r"|(?:github|gitlab|bitbucket|gist|sourcehut|tarball):(?!/*\Z)",
    re.I,
)
#: `owner/name`, which npm takes for a repository on GitHub.
_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+(?:#\S+)?\Z")
_TAKES_REPOSITORIES = frozenset("npx bunx pnpx npm".split())
#: The registry of an image: what stands before its first slash, when that is a host.
_REGISTRY = re.compile(r"(?P<host>[\w-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+)/")
_USUAL_REGISTRIES = re.compile(
    r"(?:index\.|registry-1\.)?docker\.io|ghcr\.io|quay\.io|(?:[\w-]+\.)?gcr\.io|mcr\.microsoft\.com"
    r"|public\.ecr\.aws|registry\.k8s\.io|nvcr\.io|lscr\.io|docker\.elastic\.co|registry\.gitlab\.com"
    r"|cgr\.dev|registry\.access\.redhat\.com|container-registry\.oracle\.com"
    r"|(?:localhost|127\.0\.0\.1)(?::\d+)?"
)


#: Where Go's own tools, and those that everybody uses, come from.
_USUAL_MODULES = re.compile(
    r"(?:golang\.org/x|google\.golang\.org|honnef\.co/go|mvdan\.cc|gotest\.tools|sigs\.k8s\.io|k8s\.io"
    r"|go\.uber\.org|entgo\.io|gorm\.io|github\.com/(?:golang|golangci|google|go-delve|air-verse"
    r"|cosmtrek|goreleaser|securego|swaggo|vektra|mgechev|segmentio|spf13|grpc-ecosystem|bufbuild"
    r"|golang-migrate|pressly|sqlc-dev|a-h|oapi-codegen|deepmap|99designs|onsi|matryer|uber"
    r"|charmbracelet|mikefarah|rakyll|go-task|magefile|dominikh|kisielk|boumenot|jstemmer|axw))/"
)


def _modules(call: Call) -> list[str]:
    """`go run github.com/a/b@latest`, `cargo install --git …`."""
    words = call.plain("-C", "-mod", "-tags", "-exec", "-modfile", "-ldflags", "--branch", "--rev")
    fetched: tuple[str | None, ...] = ()
    if call.program == "go" and words[:1] == ("run",):
        fetched = words[1:2]
    elif call.program == "cargo" and words[:1] == ("install",):
        fetched = call.options("--git")
    return [word for word in fetched if word and _is_unusual(word)]


def _is_unusual(word: str) -> bool:
    return ("@" in word or "://" in word) and not _USUAL_MODULES.match(word)


def fetched_by(call: Call, allowed: Sequence[str] = ()) -> str | None:
    """The address whose code a call fetches and runs; None when it does no such thing, or may."""
    if call.code is not None:
        return None
    is_container = call.program in _RUN_CONTAINERS
    addresses = [*_images(call), *_contexts(call)] if is_container else _addresses(call)
    addresses += _modules(call)
    return next((address for address in addresses if not _is_allowed(address, allowed)), None)


def _images(call: Call) -> list[str]:
    """The image that a container is made of, where its registry is one that few use."""
    images = [word or "" for word in _first_words(call, _CONTAINERS)]
    registries = [(image, _REGISTRY.match(image)) for image in images]
    return [
        image
        for image, registry in registries
        if registry is not None and not _USUAL_REGISTRIES.fullmatch(registry["host"])
    ]


def _contexts(call: Call) -> list[str]:
    """`docker build https://…`, `podman play kube https://…`: what comes from there is run to build."""
    words = [word or "" for word in call.plain(*_CONTAINER_VALUES)]
    builds = not _BUILDS.isdisjoint(words[:2])
    behind = (*words[1:], *(value or "" for value in call.options("-f", "--file")))
    return [word for word in behind if _ADDRESS.match(word)] if builds else []


def _addresses(call: Call) -> list[str]:
    """The addresses among what a runner is told to run."""
    program = call.program or ""
    runner = _RUNNERS.get(program)
    if runner is None:
        return []
    words = (*_first_words(call, runner), *call.options(*runner.code))
    return [word for word in words if word and _is_address(word, program)]


def _first_words(call: Call, runner: Runner) -> tuple[str | None, ...]:
    """The word that names what is run: the first behind a sub-command."""
    words = call.plain(*runner.values)
    for behind in runner.behind:
        if words[: len(behind)] == behind:
            return words[len(behind) : len(behind) + 1]
    return ()


def _is_address(word: str, program: str) -> bool:
    if _ADDRESS.match(word.partition("@")[2]) or _ADDRESS.match(word):
        return True
    return program in _TAKES_REPOSITORIES and _REPOSITORY.match(word) is not None


def _is_allowed(address: str, allowed: Sequence[str]) -> bool:
    """Whether an address begins with one that is allowed, whatever its scheme."""
    plain = re.sub(r"\A(?:[a-z+]+://|git@)", "", address)
    return any(plain == start or plain.startswith(start.rstrip("/") + "/") for start in allowed)
