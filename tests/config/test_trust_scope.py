"""config.trust_scope: whatever a command really runs is covered. Each spelling is run by a real shell first."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from hookline.config.load import Loader
from hookline.config.trust_scope import EVERYTHING, NOT_COVERED, Remark

GUARD = '#!/bin/sh\ntouch "$BOX/RAN"\n'


class Box:
    """A workspace with scripts in many places, and the files of a command that trust covers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ws, self.home = folder, folder / "my ws", folder / "home"
        self.environ = {
            "HOME": str(self.home), "PATH": f"{self.ws}/venv/bin:{os.environ['PATH']}", "BOX": str(folder),
            "CURSOR_PROJECT_DIR": str(self.ws), "CLAUDE_PROJECT_DIR": str(self.ws),
        }  # fmt: skip
        self.home.mkdir(parents=True)

    def write(self, name: str, text: str = GUARD, mode: int = 0o755) -> Path:
        path = self.ws / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def run(self, command: str) -> bool:
        """Whether a real shell runs the guard by this command."""
        (self.folder / "RAN").unlink(missing_ok=True)
        subprocess.run(
            ["/bin/sh", "-c", "--", command], cwd=self.ws, env=self.environ, capture_output=True, timeout=20, check=False,
            input=b"",
        )  # fmt: skip
        return (self.folder / "RAN").exists()

    def loader(self, command: str) -> Loader:
        text = json.dumps({"version": 1, "hooks": {"beforeShellExecution": [{"command": command}]}})
        self.write(".cursor/hooks.json", text, 0o644)
        loader = Loader([str(self.ws)], platform="linux", environ=self.environ)
        loader.current("beforeShellExecution")
        return loader

    def covers(self, command: str, path: Path) -> bool:
        files = self.loader(command).covered(str(self.ws))
        return any(os.path.exists(file.path) and os.path.samefile(file.path, path) for file in files)

    def remarks(self, command: str) -> tuple[Remark, ...]:
        return self.loader(command).remarks(str(self.ws))


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


#: Spellings of a script `h/g.txt`, which is a program only by its bit; `where` is another place for it.
SPELLINGS = [
    ("h/g.txt", ""),
    ("./h//g.txt x y", ""),
    ("sh h/g.txt", ""),
    ('"$CURSOR_PROJECT_DIR/h/g.txt"', ""),
    ('"${CURSOR_PROJECT_DIR%/}/h/g.txt"', ""),
    ('"$CLAUDE_PROJECT_DIR"/h/g.txt', ""),
    ('"${CLAUDE_PROJECT_DIR:-/nowhere}/h/g.txt"', ""),
    ('"$PWD"/h/g.txt', ""),
    ('"$(pwd)/h/g.txt"', ""),
    ("sh < h/g.txt", ""),
    ("cd h && ./g.txt", ""),
    ("cd -P h && ./g.txt", ""),
    ("command cd h; sh g.txt", ""),
    ("command -- cd h; sh g.txt", ""),
    ("bash -c 'builtin cd h; sh g.txt'", ""),
    (". -- h/g.txt", ""),
    ("bash -c 'source -- h/g.txt'", ""),
    ("env -C h -S 'sh g.txt'", ""),
    ("env -vS 'sh h/g.txt'", ""),
    ("cd h/a && cd .. && ./g.txt", ""),
    ("cd h; cd a; cd ..; ./g.txt", ""),
    ("(cd h; ./g.txt)", ""),
    ("{ cd h; ./g.txt; }", ""),
    ("if cd h; then ./g.txt; fi", ""),
    ("cd nowhere || cd h && ./g.txt", ""),
    ("! cd nowhere && h/g.txt", ""),
    ("env --chdir=h ./g.txt", ""),
    ("env -C h ./g.txt", ""),
    ("env -Ch ./g.txt", ""),
    ("env -S 'sh h/g.txt'", ""),
    ("env X=1 sh h/g.txt", ""),
    ("sh -c 'cd h; ./g.txt'", ""),
    ("sh -ec 'exec h/g.txt'", ""),
    ("bash -c \"sh -c 'h/g.txt x'\"", ""),
    ("nohup timeout 5 nice -n 1 sh h/g.txt", ""),
    ("exec sh h/g.txt", ""),
    ("D=h; sh $D/g.txt", ""),
    ("D=h; N=g.txt; sh \"$D/$N\"", ""),
    ("H=h/g.txt; [ -f \"$H\" ] && exec sh \"$H\"; exit 0", ""),
    ("[ -f h/g.txt ] && sh h/g.txt", ""),
    ("if [ -x h/g.txt ]; then h/g.txt; else exit 0; fi", ""),
    ("for f in h/g.txt; do sh \"$f\"; done", ""),
    ("for f in h/*.txt; do sh \"$f\"; done", ""),
    ("case x in x) sh h/g.txt;; esac", ""),
    ("true | sh h/g.txt | cat", ""),
    ("cat h/g.txt | sh", ""),
    ("sh -c \"$(cat h/g.txt)\"", ""),
    (". h/g.txt", ""),
    ("h/g\\\n.txt", ""),
    ("sh 'h'/\"g\".txt", ""),
    ("sh \\h/g.tx\\t", ""),
    ("sh h/g.t?t", ""),
    ("sh h/[g].txt", ""),
    ("X=$(echo h/g.txt); sh $X", ""),
    ("eval 'sh h/g.txt'", ""),
    ("g() { sh h/g.txt; }; g", ""),
    ("trap 'sh h/g.txt' EXIT", ""),
    ("echo h/g.txt | xargs sh", ""),
    ("echo h/g.txt | xargs -I{} sh {}", ""),
    ("echo h/g.txt | while read f; do sh $f; done", ""),
    ("find h -name 'g.txt' -exec sh {} \\;", ""),
    ("set -- h/g.txt; sh \"$1\"", ""),
    ("sh h/../h/./g.txt", ""),
    ("sh ../my' 'ws/h/g.txt", ""),
    ("sh /proc/self/cwd/h/g.txt", ""),
    ("python3 -c 'import os; os.system(\"sh h/g.txt\")'", ""),
    ("python3 -c 'import os; os.system(\"sh h/g.\" + \"txt\")'", ""),
    ("awk 'BEGIN { system(\"sh h/g.txt\") }'", ""),
    ("cp h/g.txt h/z.txt && sh h/z.txt", ""),
    ("sh <<E\nsh h/g.txt\nE", ""),
    ("cat <<E | sh\nsh h/g.txt\nE", ""),
    ("mygit", "venv/bin/mygit"),
    ("PATH=h:$PATH; g.txt", ""),
    ("PATH=$PATH:h g.txt", ""),
    ("l/../g.sh", "k/g.sh"),
    ("cd l && ../g.sh", "k/g.sh"),
    ("sh l/../g.sh", "k/g.sh"),
    ("'h/R&D.sh'", "h/R&D.sh"),
    ("'h/a;b.sh'", "h/a;b.sh"),
    ("'h/{x}.sh'", "h/{x}.sh"),
    ("'h/$x.sh'", "h/$x.sh"),
    ("h/\\$x.sh", "h/$x.sh"),
    ("'h/a\"b.sh'", 'h/a"b.sh'),
    ("'h/a<b>.sh'", "h/a<b>.sh"),
    ("'h/a\nb.sh'", "h/a\nb.sh"),
    ("h/a\\ b.sh", "h/a b.sh"),
    ("sh 'h/ä.sh'", "h/ä.sh"),
    ("sh h/#x.sh", "h/#x.sh"),
    ("sh \"h/*.sh\"", "h/*.sh"),
    ("sh h/~x.sh", "h/~x.sh"),
    ('X=1; sh "h/$X}.sh"', "h/1}.sh"),

    ("sh h/=x.sh", "h/=x.sh"),
    ("{ sh; } < h/g.txt", ""),
    ("cd h && sh < g.txt", ""),
    ("(cd h && cat g.txt) | sh", ""),
    ("sh h/g.txt > out.txt 2>&1 &\nwait", ""),
    ("true; # a comment\nsh h/g.txt", ""),
    ("true &&\n sh h/g.txt", ""),
]  # fmt: skip


@pytest.mark.parametrize(("command", "where"), SPELLINGS, ids=[command for command, _ in SPELLINGS])
def test_what_a_command_runs_is_covered(box: Box, command: str, where: str) -> None:
    script = box.write(where or "h/g.txt")
    (box.ws / "h" / "a").mkdir(parents=True, exist_ok=True)
    (box.ws / "k" / "in").mkdir(parents=True, exist_ok=True)
    (box.ws / "l").symlink_to("k/in")
    assert box.run(command), "the shell itself does not run it: a mistake in the test"
    assert box.covers(command, script)


#: Commands all of which is understood: these files, and no other program, are what trust is about.
UNDERSTOOD = [
    ("h/g.sh", ["h/g.sh"]),
    ('"$CURSOR_PROJECT_DIR/h/g.sh" --strict', ["h/g.sh"]),
    ("python3 h/p.py x", ["h/p.py"]),
    ("cd h && ./g.sh", ["h/g.sh"]),
    ("cat > /dev/null; sh h/g.sh \"${command}\"", ["h/g.sh"]),
    ("h/g.sh >> h/log.txt 2>&1", ["h/g.sh"]),
    ("if [ -f h/g.sh ]; then bash h/g.sh; fi", ["h/g.sh"]),
    ('H="$CLAUDE_PROJECT_DIR/h/g.sh"; [ -x "$H" ] && exec "$H"; exit 0', ["h/g.sh"]),
    ("jq -e '.command | test(\"rm\")' && exit 2", []),
    ("grep -q -f h/deny.txt && exit 2; exit 0", ["h/deny.txt"]),
    ("echo '{\"permission\": \"allow\"}'", []),
    ("cat <<'E'\n{\"permission\": \"deny\"}\nE", []),
    ("python3 -c 'import json, sys; sys.exit(2 if \"rm\" in json.load(sys.stdin)[\"command\"] else 0)'", []),
    ("npx prettier --write \"$FILE\"", []),
    ("npm run lint && make check", []),
    ("git status --short | head -5", []),
    ("tee -a h/log.txt", []),
    ("sh -c 'h/g.sh; exit 0'", ["h/g.sh"]),
]  # fmt: skip


@pytest.mark.parametrize(("command", "expected"), UNDERSTOOD, ids=[command for command, _ in UNDERSTOOD])
def test_an_understood_command_covers_what_it_names_and_nothing_else(box: Box, command: str, expected: list[str]) -> None:
    for name in ("h/g.sh", "h/p.py", "h/other.sh", "tools/x.py"):
        box.write(name)
    for name in ("h/log.txt", "h/deny.txt", "README.md"):
        box.write(name, "text", 0o644)
    loader = box.loader(command)
    covered = [file for file in loader.covered(str(box.ws)) if file.sha256 not in (None, "folder")]
    assert [os.path.relpath(file.path, box.ws) for file in covered] == [".cursor/hooks.json", *expected]
    assert not [remark for remark in loader.remarks(str(box.ws)) if remark.kind == EVERYTHING]


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("python3 -m ruff check", "python3 -m ruff"),
        ("npm run lint", "what `npm run` runs"),
        ("make check", "what `make check` runs"),
        ("npx prettier --check .", "what `npx prettier` runs"),
        ("docker run x", "what `docker run` runs"),
        ("python3 h/p.py", "what code of python3 loads by itself"),
        ("sh -c 'make check'", "what `make check` runs"),
    ],
)
def test_what_stays_outside_is_named(box: Box, command: str, what: str) -> None:
    assert Remark(NOT_COVERED, what) in box.remarks(command)


def test_a_command_that_is_not_understood_says_why(box: Box) -> None:
    assert box.remarks("sh $X") == (Remark(EVERYTHING, "sh $X", "the name of a script is computed"),)


def test_without_the_grammar_only_plain_commands_are_understood(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    from hookline.shell import strict_reader

    def missing(source: bytes) -> None:
        raise ImportError

    monkeypatch.setattr(strict_reader, "parse", missing)
    assert box.remarks('"$CURSOR_PROJECT_DIR/h/g.sh" x') == ()
    (remark,) = box.remarks("cd h && ./g.sh")
    assert remark.why == "reading it takes the shell's grammar: pip install 'hookline[kit]'"
    assert box.covers("cd h && ./g.sh", box.write("h/g.sh"))


@pytest.mark.parametrize(
    "command",
    [
        "PYTHONPATH=lib python3 h/p.py",
        "perl -Ilib -Mm h/p.pl",
        "ruby -I lib h/p.rb",
        "env PYTHONPATH=x:lib python3 -m m",
        "ruby -r./lib/deep/m -e 1",
        "node lib",
        "node lib/deep/m.py",
    ],
)
def test_folders_that_code_is_looked_for_in_are_covered(box: Box, command: str) -> None:
    module, other = box.write("lib/deep/m.py", "", 0o644), box.write("tools/x.py", "", 0o644)
    assert (box.covers(command, module), box.covers(command, other)) == (True, False)


def test_node_completes_names(box: Box) -> None:
    assert box.covers("node h/p", box.write("h/p.js", "", 0o644))


def test_a_hook_of_another_root_that_names_a_script_of_the_main_one(box: Box) -> None:
    script = box.write("h/g.sh")
    second = box.folder / "second"
    (second / ".cursor").mkdir(parents=True)
    text = json.dumps({"version": 1, "hooks": {"stop": [{"command": '"$CURSOR_PROJECT_DIR/h/g.sh"'}]}})
    (second / ".cursor/hooks.json").write_text(text)
    loader = Loader([str(box.ws), str(second)], platform="linux", environ=box.environ)
    loader.current("stop")
    assert str(script) in [file.path for file in loader.covered(str(second))]
