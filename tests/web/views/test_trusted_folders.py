"""web.views.trust: what would be trusted, line by line, against what was."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.web.views.trusted_folders import difference_row, trust_rows

Shop = Any


def test_what_was_never_trusted_is_shown_whole(untrusted: Shop) -> None:
    (row,) = trust_rows(untrusted.world, untrusted.world.hooks())
    assert (row["root"], row["trusted"], row["changed"]) == (str(untrusted.folder), False, [])
    assert row["reason"] and row["reason"].endswith(f"hookline trust {untrusted.folder}")
    names = [".cursor/hooks.json", *(f".cursor/hooks/{name}.sh" for name in ("again", "broken", "context", "guard"))]
    assert sorted(row["files"]) == names
    assert sorted(one["path"] for one in row["differences"]) == names
    guard = next(one for one in row["differences"] if one["path"].endswith("guard.sh"))
    text = (untrusted.folder / ".cursor/hooks/guard.sh").read_text().splitlines()
    assert guard == {
        "path": ".cursor/hooks/guard.sh", "state": "new", "lines": [{"kind": "+", "text": line} for line in text], "cut": False,
    }  # fmt: skip


def test_what_changed_since_is_shown_as_a_difference(shop: Shop) -> None:
    (shop.folder / ".cursor/hooks/again.sh").write_text("#!/bin/sh\necho changed\n")
    (row,) = trust_rows(shop.world, shop.world.hooks())
    assert (row["trusted"], row["changed"]) == (False, [".cursor/hooks/again.sh changed"])
    old = 'echo \'{"followup_message": "Run the tests once more."}\''
    assert row["differences"] == [
        {
            "path": ".cursor/hooks/again.sh",
            "state": "changed",
            "lines": [
                {"kind": "@", "text": "@@ -1,2 +1,2 @@"}, {"kind": " ", "text": "#!/bin/sh"}, {"kind": "-", "text": old},
                {"kind": "+", "text": "echo changed"},
            ],
            "cut": False,
        }
    ]  # fmt: skip


def test_what_is_trusted_has_nothing_to_show(shop: Shop) -> None:
    (row,) = trust_rows(shop.world, shop.world.hooks())
    assert (row["trusted"], row["reason"], row["differences"], len(row["files"])) == (True, None, [], 5)


def test_the_fingerprint_is_that_of_the_content(shop: Shop) -> None:
    def fingerprint() -> str:
        return trust_rows(shop.world, shop.world.hooks())[0]["fingerprint"]

    path = shop.folder / ".cursor/hooks/again.sh"
    text, before = path.read_text(), fingerprint()
    path.write_text(text + "#")
    changed = fingerprint()
    path.write_text(text)
    assert (changed == before, fingerprint() == before) == (False, True)


@pytest.mark.parametrize(
    ("old", "new", "state", "lines", "cut"),
    [
        param("a\n", None, "gone", 2, False, id="a file that is gone"),
        param(None, "a\nb\n", "new", 2, False, id="a new file"),
        param(None, "a\n" * 1000, "new", 400, True, id="a long file is cut"),
        param("a\n" * 9000, "b\n" * 9000, "changed", 400, True, id="what takes too long to compare is shown whole"),
        param(None, None, "gone", 0, False, id="a file that never was"),
        param(None, "", "new", 0, False, id="an empty file"),
    ],
)
def test_differences(old: str | None, new: str | None, state: str, lines: int, cut: bool) -> None:
    row = difference_row("x", old, new)
    assert (row["state"], len(row["lines"]), row["cut"]) == (state, lines, cut)


def test_a_line_of_a_megabyte_is_cut() -> None:
    assert len(difference_row("x", None, "y" * 1_000_000)["lines"][0]["text"]) == 1000
