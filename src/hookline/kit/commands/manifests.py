"""Manifests of Kubernetes → the namespaces they touch. Files are read, nothing is applied; yaml is
imported when needed.
"""

from __future__ import annotations

import os

from hookline.errors import Unreadable
from hookline.extras import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

#: Longer files are not read: nobody would wait for it.
LONGEST_BYTES = 256 * 1024
MOST_FILES = 50
_ENDINGS = (".yaml", ".yml", ".json")
#: Stands for objects that belong to the cluster and to no namespace.
CLUSTER = "*cluster*"
_OF_THE_CLUSTER = frozenset(
    "clusterrole clusterrolebinding customresourcedefinition node persistentvolume storageclass "
    "priorityclass apiservice "
    "validatingwebhookconfiguration mutatingwebhookconfiguration ingressclass runtimeclass "
    "csidriver".split()
)


def namespaces_in(path: str) -> set[str | None]:
    """The namespaces that the manifests of a file or folder name; None where one names none. Raises
    `Unreadable`.
    """
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(_ENDINGS))
        if len(names) > MOST_FILES or "kustomization.yaml" in names or "kustomization.yml" in names:
            raise Unreadable("there are too many files, or they are put together by kustomize")
        paths = [os.path.join(path, name) for name in names]
        return set().union(*(namespaces_of(_bytes(manifest)) for manifest in paths))
    return namespaces_of(_bytes(path))


def namespaces_of(data: bytes) -> set[str | None]:
    """The namespaces that manifests name; None where one names none. Raises `Unreadable`."""
    with needed("reading YAML"):
        import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        documents = list(yaml.load_all(data.decode("utf-8", "replace"), Loader=loader))
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        raise Unreadable(f"it is not valid YAML ({type(error).__name__})") from None
    return {name for document in documents for name in _of_document(document, 0)}


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(getattr(error, "strerror", None) or "no file can have this name") from None
    if len(data) > LONGEST_BYTES:
        raise Unreadable(f"it is larger than {LONGEST_BYTES // 1024} KiB")
    return data


def _of_document(document: Any, depth: int) -> Iterator[str | None]:
    """One object, or a list of them. What is no object at all is nothing that could be applied."""
    if not isinstance(document, dict):
        return
    items = document.get("items")
    if isinstance(items, list) and depth < 2:
        for item in items:
            yield from _of_document(item, depth + 1)
        return
    metadata = document.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    kind = str(document.get("kind") or "").lower()
    if kind in ("namespace", "project"):
        yield _text(metadata.get("name"))
    elif kind in _OF_THE_CLUSTER:
        yield CLUSTER
    else:
        yield _text(metadata.get("namespace"))


def _text(value: Any) -> str | None:
    return None if value is None or value == "" else str(value)
