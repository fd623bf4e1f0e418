"""The rows of sources, options, variables, profiles and problem codes in, `docs/hooks-json.md` out."""

from __future__ import annotations

import json
from collections.abc import Iterator

from generators.markdown import code, either, fill, plain, table
from hookline.config.codes import CODES
from hookline.spec import prose
from hookline.spec.entry_keys import FOREIGN_TOOLS, OPTIONS, Option
from hookline.spec.environment import PROTOCOL_VARIABLES
from hookline.spec.events import EVENTS
from hookline.spec.inputs import PLACEHOLDERS
from hookline.spec.profiles import DEFAULT_PROFILE, PROFILES, Profile
from hookline.spec.sources import SOURCES, SourceSpec

_SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
_CWD = {
    "root": "the workspace root",
    "file": "the folder of its file",
    "hooks": "the `hooks` folder beside its file",
}
_CLOUD = {"always": "yes", "enterprise-plan": "on an enterprise plan", "never": "no"}


def hooks_json_page() -> str:
    """The whole page."""
    return fill(
        "hooks-json.md",
        places=_places(),
        runs=_runs(),
        options=_options(),
        subjects=_subjects(),
        foreign_tools=_foreign_tools(),
        variables=_variables(),
        placeholders=either(PLACEHOLDERS),
        default_profile=code(DEFAULT_PROFILE),
        profiles=_profiles(),
        problems=_problems(),
    )


def _places() -> str:
    rows = [
        (code(source.name), plain(source.about), *(_place(source, system) for system in _SYSTEMS))
        for source in SOURCES.values()
    ]
    return table(("Source", "What it is", *_SYSTEMS.values()), rows)


def _place(source: SourceSpec, system: str) -> str:
    home = "%USERPROFILE%" if system == "win32" else "~"
    place = source.places[system].format(
        root="<root>", home=home, programdata="C:/ProgramData", team="<id>"
    )
    return code(place.replace("/", "\\") if system == "win32" else place)


def _runs() -> str:
    rows = [
        (
            code(source.name),
            _CWD[source.cwd],
            "yes" if source.needs_trust else "no",
            _CLOUD[source.cloud],
        )
        for source in SOURCES.values()
    ]
    return table(("Source", "Its hooks run in", "Needs trust", "Run by cloud agents"), rows)


def _options() -> str:
    rows = [
        (code(option.name), " or ".join(option.types), _default(option), plain(option.about))
        for option in OPTIONS.values()
    ]
    return table(("Option", "Type", "Default", "What it does"), rows)


def _default(option: Option) -> str:
    return "–" if option.default is None else code(json.dumps(option.default))


def _subjects() -> str:
    return table(
        ("Event", "Tried on"),
        [(code(event.name), prose.subject(event) or "–") for event in EVENTS.values()],
    )


def _foreign_tools() -> str:
    tools: dict[str, list[str]] = {}
    for foreign, ours in FOREIGN_TOOLS.items():
        tools.setdefault(ours, []).append(foreign)
    return table(
        ("Write", "Not"),
        [(code(ours), ", ".join(map(code, names))) for ours, names in tools.items()],
    )


def _variables() -> str:
    rows = [
        (code(name), plain(about), "always" if always else "where it applies")
        for name, about, always in PROTOCOL_VARIABLES
    ]
    return table(("Variable", "What it holds", "Set"), rows)


def _profiles() -> str:
    lines = []
    for profile in PROFILES.values():
        lines.append(f"- {code(profile.name)}: {plain(profile.about)}")
        lines += [f"  - {difference}" for difference in _differences(profile)]
    return "\n".join(lines)


def _differences(profile: Profile) -> Iterator[str]:
    missing = [name for name in EVENTS if name not in profile.events]
    if missing:
        yield "without the events " + ", ".join(map(code, missing))
    if profile.sequential:
        yield "one hook at a time, and the first valid answer ends the event"
    if profile.invalid_blocks:
        yield "exit code 0 with an answer that is not valid denies at a `permission` gate"
    if profile.loop_limit is not None:
        yield f"at most {profile.loop_limit} follow-ups, whatever `loop_limit` says"
    yield from (
        f"{code(field)} of {code(event)} is called {code(name)}"
        for (event, field), name in profile.renames.items()
    )
    yield from (
        f"attachments have {code(second)} beside {code(first)}"
        for first, second in profile.also.items()
    )
    yield from (
        f"{code(field)} of {code(event)} is in seconds"
        for event, field in sorted(profile.in_seconds)
    )
    if profile.without:
        yield "payloads without " + " and ".join(map(code, sorted(profile.without)))
    if profile.project_experiment:
        yield f"`--experiment {profile.project_experiment}=off` turns project hooks off"


def _problems() -> str:
    rows = [
        (
            f'<a id="{name}"></a>[{code(name)}](rules/{name}.md)',
            row.severity,
            plain(row.title),
            plain(row.about),
        )
        for name, row in CODES.items()
    ]
    return table(("Code", "Severity", "Problem", "Why it matters"), rows)
