"""SQL inside code of other languages: `python -c "db.execute('DROP TABLE t')"`. Texts that look like
statements, where something is called that runs them; and calls that empty a database without SQL.

It reads no variables and follows nothing: what is put together from pieces is not seen.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.shell import Call

LONGEST = 200_000
_NO_CODE = frozenset("sed awk text psql mysql sqlite vim ed m4 gdb lldb".split())
_RUNS_SQL = re.compile(
    r"(?i)(?:execut\w*|exec\w*|quer\w*|run\w*|raw\w*|unsafe|prepare\w*|statement|select_all|text|sql"
    r"|do|cursor)\s*[(`!]|\$(?:execute|query)Raw|(?:execute|exec|query|do)\s+['\"]"
)
_TEXT = re.compile(
    r"\"\"\"(?P<a>.*?)\"\"\"|'''(?P<b>.*?)'''|\\?\"(?P<c>(?:[^\"\\\n]|\\[^\"])*)\\?\""
    r"|'(?P<d>(?:[^'\\\n]|\\.)*)'|`(?P<e>[^`]*)`",
    re.DOTALL,
)
_EMPTIES = re.compile(
    r"(?i)\bdrop_all\s*\(|\.delete_all\b|\bdestroy_all\b|\.truncate\s*\(|\bdropDatabase\b"
    r"|\bdrop_(?:table|database|collection)\s*\(|\bdrop(?:Table|Collection|Schema)\w*\s*\("
    r"|\bflush(?:all|db)\s*\(|\.deleteMany\s*\(\s*(?:\{\s*\})?\s*\)|objects\.all\(\)\.delete\("
    r"|\.sync\s*\(\s*\{\s*force\s*:\s*true|\bdrop_tables\s*\(|\.delete_many\s*\(\s*\{\s*\}\s*\)"
    r"|\bSchema::drop|::truncate\s*\(|\.remove\s*\(\s*\{\s*\}\s*\)|call_command\(\s*['\"]flush"
)
#: Programs that are handed code behind a sub-command or an option.
_RUNNERS = {"rails": ("runner", "r"), "bin/rails": ("runner", "r")}
_CODE_OPTIONS = {
    "manage.py": ("-c", "--command"),
    "django-admin": ("-c", "--command"),
    "artisan": ("--execute",),
    "flask": ("-c",),
    "mix": ("-e", "--eval"),
    "tsx": ("-e",),
}


def code_of(call: Call) -> str:
    """The code of another language that a call is handed; empty when there is none."""
    if call.code is not None:
        return "" if call.language in _NO_CODE else call.code.known_text[:LONGEST]
    words = call.plain()
    if words[:1] and words[0] in _RUNNERS.get(call.program or "", ()):
        return " ".join(word or "" for word in words[1:])
    return " ".join(value or "" for value in call.options(*_code_options(call)))


def _code_options(call: Call) -> tuple[str, ...]:
    """Of `python manage.py shell -c …` those of the script."""
    names = [(text or "").rpartition("/")[2] for text in call.texts[:2]]
    return next(
        (_CODE_OPTIONS[name] for name in names if name in _CODE_OPTIONS), ("--no-such-option",)
    )


def statements_in(code: str) -> list[str]:
    """The texts in code that could be statements, where something is called that could run them."""
    if not _RUNS_SQL.search(code):
        return []
    return ["".join(filter(None, text.groups())) for text in _TEXT.finditer(code)]


def empties(code: str) -> str:
    """The call in some code that empties a database; empty when there is none."""
    found = _EMPTIES.search(code)
    return found[0].strip(" (.") if found else ""
