"""The `${…}` a command names → environment variables. The event's text is never pasted into a
command line.
"""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Optional

#: What one environment string may hold on Linux (MAX_ARG_STRLEN), name and NUL included.
ENV_STRING_LIMIT_BYTES = 131_072


def placeholders(names: Any, command: str, payload: Any) -> Dict[str, Optional[str]]:
    """Those of these names that a command asks for as `${name}`, with the payload's values; None
    where it has no such field.
    """
    if "${" not in command:
        return {}
    pattern = r"\$\{(" + "|".join(names) + r")\b"
    return {name: as_text(payload.get(name)) for name in re.findall(pattern, command)}


def refusal(values: Dict[str, Optional[str]]) -> Optional[str]:
    """Why the environment cannot hold these values, or None."""
    for name, value in values.items():
        if value is None:
            continue
        problem = _unfit(value, len(name))
        if problem:
            return f"the environment cannot hold ${{{name}}}: {problem}; read it from stdin instead"
    return None


def _unfit(value: str, name_size: int) -> str:
    if "\0" in value:
        return "it has a NUL character"
    size = len(value.encode("utf-8", "surrogatepass"))
    return f"it has {size} bytes" if size + name_size + 2 > ENV_STRING_LIMIT_BYTES else ""


def as_text(value: Any) -> Optional[str]:
    """A value as a variable holds it: JSON where it is no text."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
