#!/usr/bin/env python3
"""Has a person asked before `kubectl apply -f FILE` touches production, by its own flags or by what
the manifest says.

Anything it cannot read (another command, no such file, not YAML) it lets pass: kubectl will
complain about that itself.
"""

import json
import pathlib
import shlex
import sys

import yaml

PROTECTED = {"prod", "production"}
ALLOWED = {"continue": True, "permission": "allow"}


def judge(event: dict) -> dict:
    manifest, namespace = target(event.get("command", ""), pathlib.Path(event.get("cwd") or "."))
    if manifest is None:
        return ALLOWED
    try:
        documents = list(yaml.safe_load_all(manifest.read_text()))
    except (OSError, yaml.YAMLError) as error:
        print(f"{manifest} cannot be read: {error}", file=sys.stderr)
        return ALLOWED
    if namespace not in PROTECTED and not PROTECTED & {
        namespace_of(document) for document in documents
    }:
        return ALLOWED
    return {
        "continue": True,
        "permission": "ask",
        "user_message": "kubectl apply to production needs your approval.",
        "agent_message": f"{manifest.name} reaches a protected namespace; "
        "check with the team before going on.",
    }


def target(command: str, folder: pathlib.Path) -> tuple[pathlib.Path | None, str | None]:
    """The manifest that `kubectl apply -f` would apply, and the namespace its flags name."""
    try:
        words = shlex.split(command)
    except ValueError:
        return None, None
    if words[:2] != ["kubectl", "apply"] or "-f" not in words[:-1]:
        return None, None
    manifest = (folder / words[words.index("-f") + 1]).resolve()
    return (manifest if manifest.exists() else None), flag(words, "-n", "--namespace")


def flag(words: list[str], *names: str) -> str | None:
    """The value of a flag, written `--name value` or `--name=value`; the last one counts."""
    value = None
    for word, following in zip(words, [*words[1:], None], strict=True):
        if word in names and following is not None:
            value = following
        elif word.partition("=")[0] in names and "=" in word:
            value = word.partition("=")[2]
    return value


def namespace_of(document: object) -> str | None:
    metadata = document.get("metadata") if isinstance(document, dict) else None
    return metadata.get("namespace") if isinstance(metadata, dict) else None


if __name__ == "__main__":
    print(json.dumps(judge(json.load(sys.stdin))))
