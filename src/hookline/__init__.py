"""Hookline: the open runtime for AI-agent hooks.

This module holds the version and nothing that costs: a hook process imports `hookline.sdk`, and
with it this file, for every event. The public names are looked up when they are asked for.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in typing, without the cost of importing it
if TYPE_CHECKING:
    from hookline.embed import Engine as Engine
    from hookline.engine.engine import Session as Session
    from hookline.engine.engine import event_name as event_name
    from hookline.engine.fire_types import EventName as EventName
    from hookline.errors import BlockedByHook as BlockedByHook
    from hookline.errors import FileReadBlockedByHook as FileReadBlockedByHook
    from hookline.errors import HooklineError as HooklineError
    from hookline.errors import UnknownEvent as UnknownEvent
    from hookline.errors import UsageError as UsageError
    from hookline.model import Decision as Decision
    from hookline.model import Execution as Execution

_WHERE = {
    "BlockedByHook": "hookline.errors",
    "Decision": "hookline.model",
    "Engine": "hookline.embed",
    "EventName": "hookline.engine.fire_types",
    "Execution": "hookline.model",
    "FileReadBlockedByHook": "hookline.errors",
    "HooklineError": "hookline.errors",
    "Session": "hookline.engine.engine",
    "UnknownEvent": "hookline.errors",
    "UsageError": "hookline.errors",
    "event_name": "hookline.engine.engine",
}

__all__ = ["__version__", *_WHERE]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'hookline' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
