"""Real rules from public repositories: each is read both ways, converted every way, and nothing about it goes without a word.

The collection lies beside the repository and is not part of it: data of others, not to be committed here.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hookline.hookify.mapping import MAPPINGS
from hookline.hookify.rule import INTENDED, READINGS, STRICT, read_rule
from hookline.hookify.rule_files import Text
from hookline.hookify.ruleset import RuleSet
from hookline.hookify.sieve import widened
from hookline.hookify.workspace_rules import RuleHooks, convert_texts

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "real"
pytestmark = pytest.mark.skipif(
    not CORPUS.is_dir(), reason=f"the real rules are not part of the repository, and {CORPUS} is not there"
)
WAYS = list(itertools.product(READINGS, MAPPINGS, (False, True)))


def texts() -> dict[str, Text]:
    paths = sorted((CORPUS / "hookify").glob("*.md"))
    return {
        path.stem: Text(f".claude/hookify.{path.stem}.local.md", path.stem, path.read_bytes().decode()) for path in paths
    }


def oddities() -> dict[str, set[str]]:
    rows = [line.split("\t") for line in (CORPUS / "INDEX.tsv").read_text().splitlines()[1:]]
    return {row[0][8:-3]: set(row[3].split(",")) for row in rows if row[0].startswith("hookify/")}


def converted(name: str, reading: str = INTENDED) -> RuleHooks:
    return convert_texts([texts()[name]], reading=reading)


def test_the_collection_is_there() -> None:
    assert len(texts()) >= 21
    assert set(texts()) == set(oddities())


@pytest.mark.parametrize(("reading", "mapping", "as_rules"), WAYS)
def test_every_file_is_converted_every_way(reading: str, mapping: str, as_rules: bool) -> None:
    for name, text in texts().items():
        found = convert_texts([text], reading=reading, mapping=mapping, as_rules=as_rules)
        assert found.problems == (), name
        assert found.notes, name
        rule = read_rule(text.text, text.file, text.slug).rule(reading)
        assert rule is not None and bool(found.files) == rule.enabled, name


def test_all_of_them_in_one_process_are_sifted() -> None:
    (file,) = convert_texts(list(texts().values()), as_rules=True).files
    stored = json.loads(file.text)
    patterns = {one["pattern"] for rule in stored["rules"] for one in rule["conditions"] if one["operator"] == "regex_match"}
    assert stored["widened"] == {pattern: widened(pattern) for pattern in sorted(patterns)}
    answer, _ = RuleSet(stored["rules"], stored["widened"]).answer(
        {"hook_event_name": "beforeShellExecution", "command": "sudo rm -rf /"}
    )
    assert answer["permission"] == "deny"
    assert "**[block-dangerous-rm]**" in answer["user_message"]


def test_every_oddity_of_the_index_is_told_or_just_works() -> None:
    fine = {"valid", "re2-lookaround", "re2-other", "crlf"}  # Python's expressions and CRLF just work
    for name, words in oddities().items():
        found = converted(name)
        told = {note.pointer for note in (*found.notes, *found.differences) if note.kind == "changed"}
        for word in words - fine:
            wanted = {"enabled-inline-comment": "enabled", "unknown-action": "action", "quoted-pattern": "conditions"}[word]
            strict = converted(name, STRICT)
            assert wanted in told or strict.differences == found.differences == (), f"{name}: {word}"


def test_every_script_passes_shellcheck(tmp_path: Path) -> None:
    for reading in READINGS:
        for file in convert_texts(list(texts().values()), reading=reading).files:
            (tmp_path / f"{reading}-{Path(file.path).name}").write_text(file.text)
    shellcheck = Path(sys.executable).with_name("shellcheck")
    scripts = sorted(tmp_path.iterdir())
    done = subprocess.run([shellcheck, "--severity=style", *scripts], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, len(scripts) > 30) == (0, "", True)
