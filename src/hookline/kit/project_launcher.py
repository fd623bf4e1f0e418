"""The launcher that a project checks in: a POSIX shell script that finds this machine's hookline
and has it run a ready-made hook.

hooks.json names the script, never a path of one machine. Where no hookline can run the hook, the
action goes ahead with a message that says how to install it; an entry with `--required` blocks with
that message (decision 28). The script knows the hookline a person last used for a project: its path
is the file `program` in the state folder, written by `remember_program`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from hookline.atomic import replace_file

PATH = ".cursor/hooks/hookline-hook"
VERSION = 1
REQUIRED = "--required"
#: The file in the state folder.
_POINTER = "program"
_VERSION_LINE = re.compile(r"^# Launcher version: (\d+)$", re.MULTILINE)
_LIMIT_S = 10.0

TEXT = f"""\
#!/bin/sh
# hookline-hook: runs a ready-made hook of Hookline, on every machine that has this project.
# Written by `hookline add NAME --project`. Check it in, beside hooks.json.
# Launcher version: {VERSION}
#
# usage: hookline-hook [--required] NAME [--set name=value ...]    with an event as JSON on stdin
#        hookline-hook --which                                     the hookline it would start
#
# Where no hookline can run the hook, the action goes ahead, and a message says how to install it.
# With --required the action is blocked with that message. A hook that runs and fails is another
# matter: failClosed in hooks.json says what that means.

required=
if [ "${{1:-}}" = --required ]; then
  required=yes
  shift
fi
which=
[ "${{1:-}}" = --which ] && which=yes
case ${{1:-}} in
  '' | *[!a-z-]*) name='A hook of this project' ;;
  *) name=$1 ;;
esac
problem='Hookline is not installed on this machine, or is in an environment of its own'
remedy="install it (pipx install 'hookline[kit]', or uv tool install 'hookline[kit]')"
remedy="$remedy; if it is in an environment of its own, run from there, once: hookline trust"
tried=:

# try PROGRAM "$@": ends this script, unless the program is not there or cannot run the hook.
try() {{
  program=$1
  shift
  case $program in /*) ;; *) return 0 ;; esac
  [ -f "$program" ] && [ -x "$program" ] || return 0
  case $tried in *":$program:"*) return 0 ;; esac
  tried=$tried$program:
  if [ -n "$which" ]; then
    printf '%s\\n' "$program"
    exit 0
  fi
  "$program" hook "$@"
  code=$?
  case $code in
    64)
      if "$program" hook --help < /dev/null | tr -s ' ,.' '\\n' | grep -qx -e "${{1:-}}"; then
        echo "hookline-hook: $program does not take these settings: correct hooks.json, or upgrade it" >&2
        exit 64
      fi
      problem='The Hookline on this machine does not have it: it is too old'
      remedy='upgrade it (pipx upgrade hookline, or uv tool upgrade hookline)'
      ;;
    69)
      problem='The Hookline on this machine lacks the parts it needs'
      remedy="install them: pip install 'hookline[kit]', in the environment of hookline"
      ;;
    126 | 127)
      problem='The Hookline on this machine does not start: its environment was moved or removed'
      remedy='install it again, then run: hookline trust'
      ;;
    *) exit "$code" ;;
  esac
  echo "hookline-hook: $program ended with exit code $code" >&2
}}

state=${{HOME:-}}/.local/state/hookline
[ -d "${{HOME:-}}/Library/Application Support" ] && state="$HOME/Library/Application Support/hookline"
case ${{XDG_STATE_HOME:-}} in /*) state=$XDG_STATE_HOME/hookline ;; esac
[ -n "${{HOOKLINE_STATE:-}}" ] && state=$HOOKLINE_STATE
program=
[ -r "$state/{_POINTER}" ] && read -r program < "$state/{_POINTER}"
try "$program" "$@"
try "$(command -v hookline)" "$@"
for program in "${{HOME:-}}/.local/bin/hookline" "${{HOME:-}}"/Library/Python/*/bin/hookline \\
  /opt/homebrew/bin/hookline /usr/local/bin/hookline; do
  try "$program" "$@"
done
[ -n "$which" ] && exit 1

cat > /dev/null
if [ -n "$required" ]; then
  message="$name could not look at this, and the project requires it. $problem. To go on, $remedy."
  echo "hookline-hook: $message" >&2
  printf '{{"permission": "deny", "continue": false, "user_message": "%s", ' "$message"
  printf '"agent_message": "%s Leave that to the user."}}\\n' "$message"
  exit 2
fi
message="$name did not look at this. $problem. To have it look, $remedy."
echo "hookline-hook: $message" >&2
printf '{{"user_message": "%s", "agent_message": "%s"}}\\n' "$message" "$message"
"""


class Launcher(NamedTuple):
    """The launcher of a project, as it is. `version` is None where the file is not ours."""

    path: str
    text: str
    version: int | None

    @property
    def is_old(self) -> bool:
        """Whether this Hookline has a newer one."""
        return self.version is not None and self.version < VERSION


def command_in_project(name: str, words: str, *, required: bool) -> str:
    """The command of a project's entry; `words` are its settings, quoted for a shell."""
    parts = [PATH, *([REQUIRED] if required else []), name, *([words] if words else [])]
    return " ".join(parts)


def is_launched(command: str) -> bool:
    """Whether a command starts the launcher of its project."""
    return re.match(rf"(?:\./)?{re.escape(PATH)}(?=\s|\Z)", command) is not None


def is_required(command: str) -> bool:
    """Whether a command blocks where there is no hookline."""
    return is_launched(command) and REQUIRED in command.split()[1:2]


def launcher_of(root: str) -> Launcher | None:
    """The launcher of a project; None where there is none that can be read."""
    path = os.path.join(root, PATH)
    try:
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read(2 * len(TEXT))
    except (OSError, UnicodeDecodeError):
        return None
    line = _VERSION_LINE.search(text)
    return Launcher(path, text, int(line[1]) if line else None)


def own_program(executable: str = sys.executable) -> str | None:
    """The program `hookline` of this installation."""
    program = os.path.join(os.path.dirname(os.path.abspath(executable)), "hookline")
    return program if os.access(program, os.X_OK) else None


def remember_program(state: str, executable: str = sys.executable) -> None:
    """Have launchers find this installation: a person uses it on this machine."""
    program = own_program(executable)
    if program is None or "\n" in program:
        return
    os.makedirs(state, mode=0o700, exist_ok=True)
    text = f"{program}\n".encode()
    replace_file(os.path.join(state, _POINTER), text, mode=0o600, durable=False)


def forget_program(state: str) -> None:
    """Undo `remember_program`."""
    try:
        os.unlink(os.path.join(state, _POINTER))
    except FileNotFoundError:
        return


def pass_on_program(state: str, other: str) -> None:
    """Have launchers find the same in another state folder."""
    try:
        with open(os.path.join(state, _POINTER), "rb") as file:
            text = file.read()
    except OSError:
        return
    os.makedirs(other, mode=0o700, exist_ok=True)
    replace_file(os.path.join(other, _POINTER), text, mode=0o600, durable=False)


def program_found(environ: Mapping[str, str]) -> str | None:
    """The hookline a launcher would start in this environment. Our own text is run, never the file
    of a project.
    """
    try:
        ended = subprocess.run(
            ("/bin/sh", "-s", "--", "--which"), input=TEXT.encode(), env=dict(environ), cwd="/",
            capture_output=True, timeout=_LIMIT_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return os.fsdecode(ended.stdout).strip() or None
