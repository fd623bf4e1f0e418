"""How many follow-ups a hook has had in a session: told by the host, or counted here, in one small
file for each.
"""

from __future__ import annotations

import json
import os

from hookline.codec.json_object import Facts


def counted_loops(hook: Facts, facts: Facts) -> int:
    """The follow-ups so far; a host that says this turn is nobody's follow-up sets them back."""
    if isinstance(facts.get("loops"), int):
        return int(facts["loops"])
    path = _counter(hook, facts)
    if facts.get("again") is False:
        try:
            os.unlink(path)
        except OSError:
            pass
        return 0
    try:
        with open(path, encoding="ascii") as file:
            return int(file.read(20))
    except (OSError, ValueError):
        return int(bool(facts.get("again")))


def count_loop(hook: Facts, facts: Facts) -> None:
    """One more. A count that cannot be kept is not: the host's own limit stays."""
    path = _counter(hook, facts)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(str(facts["loops"] + 1))
    except OSError:
        pass


def _counter(hook: Facts, facts: Facts) -> str:
    import hashlib

    key = json.dumps([facts["session"], hook["event"], hook["command"]])
    folder = os.path.join(os.path.expanduser("~"), ".cache", "hookline", "loops")
    return os.path.join(folder, hashlib.sha256(key.encode("utf-8", "replace")).hexdigest())
