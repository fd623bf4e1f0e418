"""Which files hold what nobody outside should see: by name, wherever they lie. Nothing is opened."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Names of files.
NAMES = (
    ".env", ".env.*", "*.env", ".envrc", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.pem", "*.key",
    "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", ".netrc", "_netrc", ".pgpass",
    ".my.cnf", ".pypirc", ".git-credentials", ".vault-token", ".htpasswd", ".dockercfg",
    ".s3cfg", ".boto", "credentials", "credentials.*", "secrets.y*ml", "secrets.json", "secrets.toml",
    "secret.y*ml", "secret.json", "secret.toml", "service-account*.json", "*.tfstate", "*.tfvars",
    "*_history", ".*_history", "login data", "cookies.sqlite", "logins.json", "key4.db", "wallet.dat",
    "*.keychain-db", "master.key", "shadow",
)  # fmt: skip
#: Folders, as the last parts of their paths: everything in them.
FOLDERS = (
    (".ssh",), (".aws",), (".gnupg",), (".kube",), (".azure",), (".docker",), (".password-store",),
    (".config", "gh"), (".config", "gcloud"), (".config", "op"), (".config", "sops"),
    (".mozilla", "firefox"), ("library", "keychains"),
)  # fmt: skip
#: Names that look like these and are made to be shown.
HARMLESS = (
    "*.example", "*.sample", "*.template", "*.tmpl", "*.dist", "*.defaults", "*.schema", "*.pub",
    "*.example.*", "*.sample.*", "*.template.*", "*cert.pem", "cert*.pem", "ca*.pem", "*chain.pem",
    "known_hosts*", "*.md",
)  # fmt: skip
#: Files of a home folder that hold settings of an editor or a shell, and no secrets as a rule.
_PLAIN_SETTINGS = frozenset(
    ".gitconfig .gitignore .gitignore_global .gitattributes .vimrc .tmux.conf .inputrc .editorconfig "
    ".hushlogin .nvmrc .python-version .tool-versions .condarc .bash_logout .dircolors "
    ".prettierrc".split()
)
#: Folders of keys and tokens that were made for tests.
_MADE_UP = frozenset("tests test testdata fixtures __fixtures__ examples spec".split())
_HOME_FILE = re.compile(r"(?:~|/root|/(?:home|users)/[^/]+)/(\.[^/]+)")
_LONGEST_PATH = 4096
_QUOTED = re.compile(r"['\"]([^'\"\n]{1,300})['\"]")


class PrivatePaths:
    """Which paths are private; `also` are a person's own patterns."""

    def __init__(self, also: Sequence[str] = ()) -> None:
        self._also = tuple(pattern.casefold() for pattern in also)
        self._home = os.path.expanduser("~").casefold()

    def has(self, path: str) -> bool:
        """Whether a file of this path is private, as far as its name tells."""
        if len(path) > _LONGEST_PATH:
            return False
        text = path.casefold().replace("\\", "/")
        parts = [part for part in text.split("/") if part]
        if not parts or "\0" in text:
            return False
        if any(_fits(text, parts[-1], pattern) for pattern in self._also):
            return True
        if any(fnmatchcase(parts[-1], pattern) for pattern in HARMLESS):
            return False
        return self._by_place(text, parts) or self._by_name(parts)

    def in_code(self, text: str) -> Iterator[str]:
        """The private files that stand in quotes in a piece of code."""
        for quoted in _QUOTED.finditer(text):
            if self.has(quoted[1]):
                yield quoted[1]

    def _by_name(self, parts: list[str]) -> bool:
        is_made_up = not _MADE_UP.isdisjoint(parts[:-1])
        return not is_made_up and any(fnmatchcase(parts[-1], name) for name in NAMES)

    def _by_place(self, text: str, parts: list[str]) -> bool:
        for folder in FOLDERS:
            size = len(folder)
            if any(tuple(parts[at : at + size]) == folder for at in range(len(parts) - size)):
                return True
        if self._home != "/" and text.startswith(self._home + "/"):
            text = "~" + text[len(self._home) :]
        found = _HOME_FILE.fullmatch(text)
        return found is not None and found[1] not in _PLAIN_SETTINGS


def _fits(text: str, name: str, pattern: str) -> bool:
    if pattern.endswith("/"):
        return f"/{pattern.strip('/')}/" in f"/{text}"
    return fnmatchcase(name, pattern) or fnmatchcase(text, pattern) or text.endswith("/" + pattern)
