"""What a case wants × what came back → the differences, one sentence each. Looks at files hooks
left; changes nothing.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from typing import Any

Check = Callable[[Any, dict[str, Any]], list[str]]


def at(result: Any, path: str) -> Any:
    """The value at a dotted path such as hooks.0.failure; '' is all of it, and what is not there is None."""
    for part in path.split(".") if path else ():
        if isinstance(result, list) and part.isdigit() and int(part) < len(result):
            result = result[int(part)]
        else:
            result = result.get(part) if isinstance(result, dict) else None
    return result


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def words(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def differences(wanted: Any, got: Any, where: str) -> list[str]:
    """Where got is not as wanted; of an object only the wanted keys are looked at."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        found = []
        for key, value in wanted.items():
            if key not in got:
                found.append(f"{where}.{key} is missing")
            else:
                found += differences(value, got[key], f"{where}.{key}")
        return found
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        pairs = zip(wanted, got, strict=True)
        return [
            text for i, (w, g) in enumerate(pairs) for text in differences(w, g, f"{where}[{i}]")
        ]
    same = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    return [] if same else [f"{where} is {brief(got)}, wanted {brief(wanted)}"]


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 400 else text[:397] + "..."


def exactly(wanted: Any, got: Any, where: str) -> list[str]:
    return [] if wanted == got else [f"{where} is {brief(got)}, wanted exactly {brief(wanted)}"]


def holds(wanted: dict[str, Any], result: dict[str, Any]) -> list[str]:
    return [
        f"{path or 'the result'} does not hold {word!r}: {brief(at(result, path))}"
        for path, value in wanted.items()
        for word in words(value)
        if word not in as_text(at(result, path))
    ]


def lacks(wanted: dict[str, Any], result: dict[str, Any]) -> list[str]:
    return [
        f"{path or 'the result'} holds {word!r}: {brief(at(result, path))}"
        for path, value in wanted.items()
        for word in words(value)
        if word in as_text(at(result, path))
    ]


def failed(wanted: list[str], result: dict[str, Any]) -> list[str]:
    """One text for each hook that ran: a part of its failure, or '' for none."""
    got = [hook.get("failure") for hook in result.get("hooks") or []]
    fits = len(got) == len(wanted) and all(
        isinstance(g, str) and w in g if w else g is None for w, g in zip(wanted, got, strict=True)
    )
    return [] if fits else [f"failures are {brief(got)}, wanted {brief(wanted)}"]


def skipped(wanted: list[str], result: dict[str, Any]) -> list[str]:
    """One word for each skip, in any order: each is in the source and reason of a skip of its own."""
    left = [f"{skip.get('source')}: {skip.get('reason')}" for skip in result.get("skipped") or []]
    found = (
        []
        if len(left) == len(wanted)
        else [f"{len(left)} were skipped, wanted {len(wanted)}: {brief(left)}"]
    )
    for word in wanted:
        fitting = next((text for text in left if word in text), None)
        if fitting is None:
            found.append(f"no skip says {word!r}: {brief(left)}")
        else:
            left.remove(fitting)
    return found


def file_differences(want: dict[str, Any], box: pathlib.Path) -> list[str]:
    """What hooks left on disk: files that exist or not, hold a text, hold no text, or hold a JSON object."""
    found = [
        f"{name} does not exist"
        for name in words(want.get("exists", []))
        if not (box / name).exists()
    ]
    found += [f"{name} exists" for name in words(want.get("missing", [])) if (box / name).exists()]
    for key, wanted in (("files", True), ("files_lack", False)):
        for name, value in want.get(key, {}).items():
            text = content(box / name)
            wrong = [w for w in words(value) if text is None or (w in text) is not wanted]
            found += [f"{key}: {name}: {word!r}: {brief(text)}" for word in wrong]
    for name, value in want.get("json", {}).items():
        try:
            found += differences(value, json.loads(content(box / name) or ""), name)
        except ValueError:
            found.append(f"{name} is no JSON: {(content(box / name) or '(no such file)')[:300]!r}")
    for name, keys in want.get("json_without", {}).items():
        found += [
            f"{name} has {key!r}" for key in keys if key in json.loads(content(box / name) or "{}")
        ]
    return found


def content(path: pathlib.Path) -> str | None:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return None


CHECKS: dict[str, Check] = {
    "blocked": lambda wanted, result: differences(wanted, result.get("blocked"), "blocked"),
    "response": lambda wanted, result: exactly(wanted, result.get("response"), "response"),
    "is": lambda wanted, result: [
        t for path, value in wanted.items() for t in exactly(value, at(result, path), path)
    ],
    "like": lambda wanted, result: differences(wanted, result, "result"),
    "holds": holds,
    "lacks": lacks,
    "ran": lambda wanted, result: exactly(
        wanted, [hook.get("source") for hook in result.get("hooks") or []], "ran"
    ),
    "failed": failed,
    "skipped": skipped,
    "error": lambda wanted, result: holds({"error": wanted}, result),
}
FILE_CHECKS = {"exists", "missing", "files", "files_lack", "json", "json_without"}


def complaints(
    want: dict[str, Any], result: dict[str, Any], seconds: float, box: pathlib.Path
) -> list[str]:
    """Everything about an answer that is not as wanted."""
    if "unanswered" in result:
        return [result["unanswered"]]
    unknown = want.keys() - CHECKS.keys() - FILE_CHECKS - {"within_s"}
    found = [f"the case wants what nobody knows: {sorted(unknown)}"] if unknown else []
    if "error" in result and "error" not in want:
        found.append(f"an error came instead of a result: {result['error']}")
    for key, value in want.items():
        if key in CHECKS:
            found += CHECKS[key](value, result)
    if "within_s" in want and seconds > want["within_s"]:
        found.append(f"it took {seconds:.2f} s, wanted at most {want['within_s']} s")
    return found + file_differences(want, box)
