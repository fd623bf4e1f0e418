"""The environment and the bytes of the user's `hookline.toml` → which judge is asked, and how.
Pure.

Where a judge is (shape, address, key) comes as one, from the environment or else from the file: a
key written down for one server is never sent to another. A vendor's own variables alone configure
nothing (decision 20).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container, Mapping
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from hookline.errors import JudgeFailed
from hookline.near import hint
from hookline.spec.model_servers import DEFAULT_SHAPE, SHAPES, VARIABLES, Shape

NOT_CONFIGURED = (
    f"no judge is configured for prompt hooks: set {VARIABLES['shape']} and {VARIABLES['model']}, "
    "write them into hookline.toml, or pass judge= to Engine.load"
)
NO_MODEL = (
    f"no model is chosen for the judge: set {VARIABLES['model']}, "
    "or write model into the hook or hookline.toml"
)


class Setting(NamedTuple):
    """One key of the table `[judge]`: what it takes, what holds without it, and what it does."""

    name: str
    takes: tuple[type, ...]
    default: Any
    about: str


#: Every key of `[judge]` in hookline.toml.
SETTINGS = (
    Setting("shape", (str,), None, "how the server is spoken to: " + ", ".join(SHAPES)),
    Setting("url", (str,), None, "the server's address; the vendor's own without it"),
    Setting("model", (str,), None, "the model that judges; `model` in a hook overrides it"),
    Setting(
        "key_env",
        (str,),
        None,
        "the variable that holds the key; the vendor's usual one without it",
    ),
    Setting("key", (str,), None, "the key itself; the file must then be readable by you alone"),
    Setting("mask", (bool,), True, "whether secrets are masked before an event is sent"),
    Setting(
        "event_limit",
        (int,),
        24_000,
        "characters of an event that are sent; the rest is cut, with a mark",
    ),
    Setting("answer_tokens", (int,), 1024, "tokens an answer may have"),
    Setting(
        "cache_s", (int, float), 3600, "seconds a verdict is kept and given again; 0: none is kept"
    ),
    Setting(
        "calls_per_day",
        (int, bool),
        2000,
        "requests a day (UTC) over all processes; false: no limit",
    ),
    Setting("models", (dict,), {}, "a model a hook names → the one to ask instead"),
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}
_PLACE = ("shape", "url", "key_env", "key")  # these come as one


class Key:
    """A key that is not shown by accident: only `value` holds it."""

    __slots__ = ("source", "value")

    def __init__(self, value: str, source: str) -> None:
        self.value, self.source = value, source

    def __repr__(self) -> str:
        return f"<key from {self.source}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and (self.value, self.source) == (other.value, other.source)

    def __hash__(self) -> int:
        return hash(self.value)


class JudgeSettings(NamedTuple):
    """Which judge is asked, and how."""

    shape: Shape
    url: str  # the address as it was written, checked
    model: str | None = None
    key: Key | None = None
    mask: bool = True
    event_limit: int = 24_000
    answer_tokens: int = 1024
    cache_s: float = 3600.0
    calls_per_day: int | None = 2000
    models: Mapping[str, str] = {}

    def model_for(self, named: str | None) -> str:
        """The model to ask for a hook that names this one, or none."""
        model = self.models.get(named, named) if named else self.model
        if not model:
            raise JudgeFailed(NO_MODEL)
        return model


def read_settings(
    environ: Mapping[str, str], data: bytes | None = None, path: str = "hookline.toml"
) -> JudgeSettings:
    """The judge these say; `JudgeFailed` when they say none."""
    table = _checked(_judge_table(data, path), path) if data else {}
    variables = _variables(environ)
    if "shape" in variables or "url" in variables:
        table = _without(table, (*_PLACE, "model"))
    merged = {**table, **variables}
    if "shape" not in merged and "url" not in merged:
        raise JudgeFailed(NOT_CONFIGURED)
    shape_from = VARIABLES["shape"] if "shape" in variables else path
    shape = _shape(merged.get("shape", DEFAULT_SHAPE), shape_from)
    url_from = path if "url" in table else VARIABLES["url"]
    url = _url(merged.get("url") or _vendor_url(shape, environ), url_from)
    key = _key(merged, shape, url, environ, path)
    _refuse_clear_text(url, key)
    return JudgeSettings(shape, url, merged.get("model"), key, **_others(merged))


_OTHERS = ("mask", "event_limit", "answer_tokens", "cache_s", "models", "calls_per_day")


def _others(merged: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are taken as they are; `calls_per_day = false` means no limit."""
    values = {name: merged[name] for name in _OTHERS if name in merged}
    if values.get("calls_per_day") is False:
        values["calls_per_day"] = None
    return values


def _variables(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings that `HOOKLINE_JUDGE_…` variables give."""
    values = {name: _variable(environ, variable) for name, variable in VARIABLES.items()}
    return {name: value for name, value in values.items() if value}


def _variable(environ: Mapping[str, str], name: str) -> str:
    return environ.get(name, "").strip()


def _without(table: Mapping[str, Any], names: Container[str]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name not in names}


def _judge_table(data: bytes, path: str) -> Mapping[str, Any]:
    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # bytes that are not UTF-8 are a ValueError too
        # The message may quote the line, and with it a key: only the place at its end is shown.
        message = str(error) if isinstance(error, tomllib.TOMLDecodeError) else ""
        place = message[message.rfind("(") :] if message.endswith(")") else ""
        raise JudgeFailed(f"{path} is not TOML {place}".rstrip() + "; fix it there") from None
    table = document.get("judge", {})
    if not isinstance(table, dict):
        raise JudgeFailed(f"{path}: judge is not a table; begin it with a line [judge]")
    return table


def _checked(table: Mapping[str, Any], path: str) -> dict[str, Any]:
    for name, value in table.items():
        setting = _BY_NAME.get(name)
        if setting is None:
            raise JudgeFailed(f"{path}: [judge] has no setting {name!r}; {hint(name, _BY_NAME)}")
        _check_value(setting, value, path)
    return dict(table)


def _check_value(setting: Setting, value: Any, path: str) -> None:
    if type(value) in setting.takes and _IN_RANGE[type(value)](setting, value):
        return
    shown = "the value" if setting.name == "key" else repr(value)[:80]
    raise JudgeFailed(f"{path}: [judge] {setting.name} cannot be {shown}; it is {setting.about}")


def _is_number_in_range(setting: Setting, number: float) -> bool:
    least = 0 if setting.name == "cache_s" else 1
    return least <= number <= _LARGEST


_LARGEST = 10**9
#: The type of a value → whether a value of that type is possible.
_IN_RANGE: dict[type, Callable[[Setting, Any], bool]] = {
    str: lambda setting, text: bool(text.strip()),
    dict: lambda setting, models: all(isinstance(name, str) and name for name in models.values()),
    bool: lambda setting, flag: setting.name != "calls_per_day" or flag is False,
    int: _is_number_in_range,
    float: _is_number_in_range,
}


def _shape(name: str, where: str) -> Shape:
    shape = SHAPES.get(name)
    if shape is None:
        raise JudgeFailed(f"{where}: there is no shape {name[:80]!r}; {hint(name, SHAPES)}")
    return shape


def _vendor_url(shape: Shape, environ: Mapping[str, str]) -> str:
    named = _variable(environ, shape.url_variable)
    if named and shape.url_variable == "OLLAMA_HOST":
        return _ollama_url(named)
    return named or shape.url


def _ollama_url(host: str) -> str:
    """OLLAMA_HOST says where the server listens: `0.0.0.0`, `:11434` and a bare name are usual there."""
    parts = _split(host if "://" in host else f"http://{host}")
    name = parts.hostname or ""
    if name in ("", "0.0.0.0", "::"):
        name = "127.0.0.1"
    elif ":" in name:
        name = f"[{name}]"
    port = parts.port or (443 if parts.scheme == "https" else 11434)
    return f"{parts.scheme}://{name}:{port}{parts.path}"


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises when it is no number
    except ValueError:
        raise JudgeFailed(
            "the judge's url is not a URL; write one such as https://host/v1"
        ) from None
    return parts


def _url(url: str, where: str) -> str:
    parts = _split(url)
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or not url.isprintable()
        or " " in url
    ):
        raise JudgeFailed(
            f"{where}: the judge's url is not a URL; write one such as https://host/v1"
        )
    if parts.username is not None or parts.password is not None:
        raise JudgeFailed(
            f"{where}: the judge's url holds a name or password; put the key into {VARIABLES['key']}"
        )
    return url


def _key(
    settings: Mapping[str, Any], shape: Shape, url: str, environ: Mapping[str, str], path: str
) -> Key | None:
    key = _configured_key(settings, environ, path) or _vendor_key(shape, url, environ)
    if key and not (key.value.isascii() and key.value.isprintable()):
        raise JudgeFailed(
            f"the judge's key from {key.source} has characters that no key can have; set it again"
        )
    return key


def _configured_key(
    settings: Mapping[str, Any], environ: Mapping[str, str], path: str
) -> Key | None:
    own = VARIABLES["key"]
    if _variable(environ, own):
        return Key(_variable(environ, own), own)
    if "key_env" in settings:
        name = settings["key_env"]
        if not _variable(environ, name):
            raise JudgeFailed(
                f"{path}: [judge] key_env names {name}, which is not set; set it, or name another"
            )
        return Key(_variable(environ, name), name)
    return Key(settings["key"].strip(), path) if "key" in settings else None


def _vendor_key(shape: Shape, url: str, environ: Mapping[str, str]) -> Key | None:
    """The vendor's own key; it goes to the vendor's own address only."""
    if _origin(url) not in (_origin(shape.url), _origin(_vendor_url(shape, environ))):
        return None
    for name in shape.key_variables:
        if _variable(environ, name):
            return Key(_variable(environ, name), name)
    return None


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = _split(url)
    return parts.scheme, parts.hostname, parts.port


def is_loopback(url: str) -> bool:
    """Whether the address is on this machine."""
    host = _split(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def shown_url(url: str) -> str:
    """The address without what follows a question mark: that may be private."""
    return url.partition("?")[0]


def _refuse_clear_text(url: str, key: Key | None) -> None:
    if key and url.startswith("http:") and not is_loopback(url):
        raise JudgeFailed(
            f"the judge at {shown_url(url)} would get the key from {key.source} in clear text: "
            "use https, or no key"
        )
