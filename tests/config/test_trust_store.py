"""config.trust: whether a workspace's hooks were approved as they are now."""

import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hookline.config.disk import FOLDER, TOO_LARGE, TOO_MUCH, UNREADABLE, watch
from hookline.config.trust_store import Given, TrustStore, never_trusted
from hookline.errors import UsageError
from hookline.model import TrustState, WatchedFile

GIVEN_AT_S = 1_800_000_000.0
WHEN = time.strftime("%Y-%m-%d %H:%M", time.localtime(GIVEN_AT_S))


class Shop(NamedTuple):
    """A workspace, the state folder outside of it, and a store."""

    root: Path
    state: Path
    store: TrustStore

    def watched(self, *names: str) -> list[WatchedFile]:
        return [watch(str(self.root / name), time.time()) for name in names]

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    root, state = tmp_path / "shop", tmp_path / "state"
    made = Shop(root, state, TrustStore(str(state), roots=[str(root)], now=lambda: GIVEN_AT_S))
    made.write(".cursor/hooks.json", "{}")
    made.write("guard.sh", "exit 2\n")
    return made


FILES = (".cursor/hooks.json", "guard.sh", "later.sh")


def test_at_first_nobody_is_trusted(shop: Shop) -> None:
    root, files = str(shop.root), shop.watched(*FILES)
    assert shop.store.trusts(root, files) == TrustState(root, False, never_trusted(root))
    assert shop.store.entries() == []
    assert not shop.state.exists()


def test_trust_that_was_given_holds_also_in_another_process(shop: Shop) -> None:
    root, files = str(shop.root), shop.watched(*FILES)
    shop.store.give(root, files)
    expected = TrustState(root, True)
    assert shop.store.trusts(root, files) == expected
    assert TrustStore(str(shop.state)).trusts(root, files) == expected


def test_what_the_store_holds(shop: Shop) -> None:
    files = shop.watched(*FILES)
    shop.store.give(str(shop.root), files)
    hashes = {name: file.sha256 for name, file in zip(FILES, files, strict=True)}
    assert hashes["later.sh"] is None
    assert shop.store.entries() == [Given(os.path.realpath(shop.root), GIVEN_AT_S, hashes)]
    assert json.loads((shop.state / "trust.json").read_text()) == {
        "version": 1,
        "roots": {os.path.realpath(shop.root): {"at": GIVEN_AT_S, "files": hashes}},
    }


def test_the_store_is_for_its_owner_only(shop: Shop) -> None:
    shop.store.give(str(shop.root), shop.watched(*FILES))
    assert stat.S_IMODE(os.stat(shop.state).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(shop.state / "trust.json").st_mode) == 0o600


def _a_pipe(shop: Shop) -> None:
    (shop.root / "guard.sh").unlink()
    os.mkfifo(shop.root / "guard.sh")


@pytest.mark.parametrize(
    ("change", "phrases"),
    [
        pytest.param(lambda shop: shop.write("guard.sh", "exit 0\n"), ("guard.sh changed",), id="a script changed"),
        pytest.param(lambda shop: shop.write("later.sh", ""), ("later.sh was added",), id="a script appeared"),
        pytest.param(lambda shop: (shop.root / "guard.sh").unlink(), ("guard.sh was removed",), id="a script is gone"),
        pytest.param(
            lambda shop: (shop.write("guard.sh", ""), shop.write(".cursor/hooks.json", "{ }")),
            (".cursor/hooks.json changed", "guard.sh changed"), id="two changes",
        ),
        pytest.param(
            _a_pipe,
            ("guard.sh cannot be read",), id="a pipe stands there now",
        ),
        pytest.param(
            lambda shop: ((shop.root / "guard.sh").unlink(), (shop.root / "guard.sh").mkdir()),
            ("guard.sh changed",), id="a folder stands there now",
        ),
        pytest.param(
            lambda shop: ((shop.root / "guard.sh").unlink(), (shop.root / "guard.sh").symlink_to("/bin/true")),
            ("guard.sh changed",), id="a link leads elsewhere",
        ),
    ],
)  # fmt: skip
def test_a_change_ends_trust_and_is_named(shop: Shop, change: Callable[[Shop], object], phrases: tuple[str, ...]) -> None:
    root = str(shop.root)
    shop.store.give(root, shop.watched(*FILES))
    change(shop)
    files = shop.watched(*FILES)
    it = "it" if len(phrases) == 1 else "them"
    reason = f"not trusted any more: {', '.join(phrases)} since {WHEN}; review {it}, then run: hookline trust {root}"
    assert shop.store.trusts(root, files) == TrustState(root, False, reason, phrases)


def test_a_folder_is_known_from_the_first_trust_until_it_is_taken(shop: Shop) -> None:
    root = str(shop.root)
    assert not shop.store.knows(root)
    shop.store.give(root, shop.watched(*FILES))
    shop.write("guard.sh", "exit 0\n")
    assert shop.store.knows(root)
    shop.store.take(root)
    assert not shop.store.knows(root)


def test_a_folder_of_a_store_that_is_not_believed_is_not_known(shop: Shop) -> None:
    shop.store.give(str(shop.root), [])
    os.chmod(shop.store.path, 0o666)
    assert not shop.store.knows(str(shop.root))


@pytest.mark.parametrize(
    ("digest", "problem"),
    [
        pytest.param(UNREADABLE, "cannot be read", id="a file that cannot be read"),
        pytest.param(TOO_LARGE, "is too large: at most 128 MiB of the files that hooks name are looked at", id="too large"),
        pytest.param(
            TOO_MUCH, "has commands that are too long, or name too many files, to be followed", id="commands without end"
        ),
    ],
)
def test_what_cannot_be_compared_is_neither_trusted_nor_stays_so(shop: Shop, digest: str, problem: str) -> None:
    root, path = str(shop.root), str(shop.root / "guard.sh")
    beyond = [WatchedFile(path, None, digest)]
    with pytest.raises(UsageError, match=f"{path} {problem}, so it cannot be trusted; "):
        shop.store.give(root, beyond)
    shop.store.give(root, shop.watched("guard.sh"))
    assert shop.store.trusts(root, beyond).changed == (f"guard.sh {problem}",)


def test_a_reason_names_twenty_changes_and_counts_the_others(shop: Shop) -> None:
    root = str(shop.root)
    shop.store.give(root, [])
    state = shop.store.trusts(root, [WatchedFile(f"{root}/{n}.sh", None, "00") for n in range(25)])
    assert len(state.changed) == 25
    assert "19.sh was added and 5 more since" in state.reason and "20.sh" not in state.reason


def test_a_file_that_was_not_named_before_ends_trust(shop: Shop) -> None:
    root = str(shop.root)
    shop.store.give(root, shop.watched("guard.sh"))
    assert shop.store.trusts(root, shop.watched("guard.sh", "later.sh")).trusted  # there is no such file
    shop.write("later.sh", "")
    assert shop.store.trusts(root, shop.watched("guard.sh", "later.sh")).changed == ("later.sh was added",)


def test_a_file_that_is_not_named_any_more_still_counts(shop: Shop) -> None:
    root = str(shop.root)
    shop.store.give(root, shop.watched("guard.sh"))
    assert shop.store.trusts(root, shop.watched("later.sh")).trusted
    (shop.root / "guard.sh").unlink()
    assert shop.store.trusts(root, shop.watched("later.sh")).changed == ("guard.sh was removed",)


@pytest.mark.parametrize(
    ("change", "phrases"),
    [
        pytest.param(
            lambda shop: (shop.root / ".cursor/hooks.json").unlink(), (".cursor/hooks.json was removed",), id="gone"
        ),
        pytest.param(lambda shop: shop.write(".cursor/hooks.json", "[]"), (".cursor/hooks.json changed",), id="emptied"),
        pytest.param(lambda shop: None, (), id="as it was"),
    ],
)
def test_what_was_trusted_and_is_not_named_any_more_is_looked_at(
    shop: Shop, change: Callable[[Shop], object], phrases: tuple[str, ...]
) -> None:
    root = str(shop.root)
    shop.store.give(root, shop.watched(*FILES))
    change(shop)
    assert (shop.store.trusts(root, ()).changed, shop.store.trusts(root, ()).trusted) == (phrases, not phrases)


def test_every_single_byte_counts(shop: Shop) -> None:
    root, good = str(shop.root), "#!/bin/sh\ngrep -q secret && exit 2\n"
    shop.write("guard.sh", good)
    shop.store.give(root, shop.watched("guard.sh"))
    for at in range(len(good)):
        shop.write("guard.sh", good[:at] + chr(ord(good[at]) ^ 1) + good[at + 1 :])
        assert not shop.store.trusts(root, shop.watched("guard.sh")).trusted
    shop.write("guard.sh", good)
    assert shop.store.trusts(root, shop.watched("guard.sh")).trusted


def test_trust_belongs_to_the_folder_and_not_to_its_name(shop: Shop, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(shop.root)
    shop.store.give(str(shop.root), shop.watched("guard.sh"))
    through = [watch(str(link / "guard.sh"), time.time())]
    assert TrustStore(str(shop.state)).trusts(str(link), through).trusted


def test_a_link_that_leads_to_another_folder_is_not_trusted(shop: Shop, tmp_path: Path) -> None:
    link, other = tmp_path / "link", tmp_path / "other"
    other.mkdir()
    link.symlink_to(shop.root)
    shop.store.give(str(link), [])
    link.unlink()
    link.symlink_to(other)
    assert not TrustStore(str(shop.state)).trusts(str(link), []).trusted


def test_trust_can_be_taken_back(shop: Shop) -> None:
    root, files = str(shop.root), shop.watched(*FILES)
    shop.store.give(root, files)
    assert shop.store.take(root)
    assert not shop.store.trusts(root, files).trusted
    assert not shop.store.take(root)
    assert os.listdir(shop.state / "trusted") == []


def test_trust_given_elsewhere_counts_at_once(shop: Shop) -> None:
    root, files = str(shop.root), shop.watched(*FILES)
    assert not shop.store.trusts(root, files).trusted
    TrustStore(str(shop.state)).give(root, files)
    assert shop.store.trusts(root, files).trusted
    TrustStore(str(shop.state)).take(root)
    assert not shop.store.trusts(root, files).trusted


def test_a_store_that_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    state = tmp_path / "state"
    store = TrustStore(str(state), now=lambda: time.time() + 3600)
    store.give("/shop", [])
    assert store.trusts("/shop", []).trusted
    (state / "trust.json").chmod(0o600)
    first, second = store.entries(), store.entries()
    assert first == second
    assert first[0].files is second[0].files


def test_what_cannot_be_read_cannot_be_trusted(shop: Shop) -> None:
    os.mkfifo(shop.root / "pipe")
    (file,) = shop.watched("pipe")
    assert file.sha256 == UNREADABLE
    with pytest.raises(UsageError, match="pipe cannot be read, so it cannot be trusted; make it a readable file first"):
        shop.store.give(str(shop.root), [file])


def test_a_folder_a_command_names_can_be_trusted(shop: Shop) -> None:
    (file,) = shop.watched(".cursor")
    shop.store.give(str(shop.root), [file])
    assert file.sha256 == FOLDER
    assert shop.store.trusts(str(shop.root), [file]).trusted


def test_the_difference_is_shown_as_old_and_new_text(shop: Shop) -> None:
    root = str(shop.root)
    shop.store.give(root, shop.watched(*FILES))
    shop.write("guard.sh", "exit 0\n")
    shop.write("later.sh", "new\n")
    assert shop.store.difference(root, shop.watched(*FILES)) == [
        ("guard.sh", "exit 2\n", "exit 0\n"),
        ("later.sh", None, "new\n"),
    ]
    (shop.root / "guard.sh").unlink()
    assert shop.store.difference(root, shop.watched("guard.sh")) == [("guard.sh", "exit 2\n", None)]


def test_of_a_folder_never_trusted_everything_is_new(shop: Shop) -> None:
    assert shop.store.difference(str(shop.root), shop.watched("guard.sh")) == [("guard.sh", None, "exit 2\n")]


# What is not believed


def test_a_store_inside_the_workspace_is_not_believed(shop: Shop) -> None:
    root, inside = str(shop.root), shop.root / ".state"
    TrustStore(str(inside)).give("/elsewhere", [])
    forged = json.loads((inside / "trust.json").read_text())
    forged["roots"] = {os.path.realpath(root): {"at": 1.0, "files": {}}}
    (inside / "trust.json").write_text(json.dumps(forged))
    state = TrustStore(str(inside)).trusts(root, [])
    complaint = f"the store {inside}/trust.json lies inside the workspace {root}; move it by HOOKLINE_STATE"
    assert (state.trusted, state.reason) == (False, f"trust cannot be looked up: {complaint}")
    with pytest.raises(UsageError, match="lies inside the workspace"):
        TrustStore(str(inside), roots=[root]).give("/elsewhere", [])


def test_a_store_reached_through_a_link_into_the_workspace_is_not_believed(shop: Shop, tmp_path: Path) -> None:
    (shop.root / "state").mkdir()
    link = tmp_path / "outside"
    link.symlink_to(shop.root / "state")
    with pytest.raises(UsageError, match="lies inside the workspace"):
        TrustStore(str(link)).give(str(shop.root), [])


def test_a_folder_whose_name_only_begins_the_same_is_outside(shop: Shop, tmp_path: Path) -> None:
    beside = TrustStore(str(tmp_path / "shop-state"), roots=[str(shop.root)])
    beside.give(str(shop.root), [])
    assert beside.trusts(str(shop.root), []).trusted


def _make_a_link(state: Path) -> None:
    (state / "trust.json").rename(state / "real.json")
    (state / "trust.json").symlink_to("real.json")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        pytest.param(lambda state: (state / "trust.json").chmod(0o602), "everybody can write to", id="written by all"),
        pytest.param(lambda state: state.chmod(0o777), "everybody can write to", id="in a folder written by all"),
        pytest.param(_make_a_link, "is a symbolic link; remove it", id="a link"),
    ],
)
def test_a_store_others_can_write_is_not_believed(shop: Shop, change: Callable[[Path], object], complaint: str) -> None:
    root = str(shop.root)
    shop.store.give(root, [])
    change(shop.state)
    state = shop.store.trusts(root, [])
    assert not state.trusted
    assert complaint in state.reason
    with pytest.raises(UsageError, match=complaint):
        shop.store.give(root, [])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("name", ["trust.json", ""])
def test_a_store_of_somebody_else_is_not_believed(shop: Shop, name: str) -> None:
    shop.store.give(str(shop.root), [])
    os.chown(shop.state / name, 65534, 65534)
    state = shop.store.trusts(str(shop.root), [])
    assert not state.trusted
    assert "belongs to somebody else; remove it, or set HOOKLINE_STATE" in state.reason


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("{", id="half-written"),
        pytest.param("[]", id="a list"),
        pytest.param('{"version": 2, "roots": {}}', id="another version"),
        pytest.param('{"version": 1}', id="no roots"),
        pytest.param('{"version": 1, "roots": {"/a": {"at": "x", "files": {}}}}', id="a time that is none"),
        pytest.param('{"version": 1, "roots": {"/a": {"at": 1, "files": {"x": 5}}}}', id="a hash that is none"),
        pytest.param('{"version": 1, "roots": {"/a": {"at": 1, "files": 5}}}', id="files that are none"),
        pytest.param("[" * 100_000, id="nested beyond measure"),
    ],
)
def test_a_damaged_store_trusts_nobody_and_is_begun_anew(shop: Shop, text: str) -> None:
    root = str(shop.root)
    shop.store.give(root, [])
    (shop.state / "trust.json").write_text(text)
    state = shop.store.trusts(root, [])
    assert not state.trusted
    assert state.reason.endswith("is damaged; review your folders and trust them again")
    shop.store.give(root, [])
    assert shop.store.trusts(root, []).trusted


def test_a_state_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    store = TrustStore(str(tmp_path / "state"))
    state = store.trusts("/shop", [])
    assert (state.trusted, state.reason) == (
        False, f"trust cannot be looked up: the store {store.path} cannot be read: Not a directory",
    )  # fmt: skip
    with pytest.raises(UsageError, match="cannot be read: Not a directory"):
        store.give("/shop", [])


def test_a_state_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "state").symlink_to(tmp_path / "nowhere")
    store = TrustStore(str(tmp_path / "state"))
    with pytest.raises(UsageError, match=r"cannot be written: File exists; set HOOKLINE_STATE to a folder of yours"):
        store.give("/shop", [])


def test_the_sentence_can_be_pasted_into_a_shell() -> None:
    assert never_trusted("/a b/c") == (
        "project hooks need a trusted workspace: review them with `hookline list`, then run: hookline trust '/a b/c'"
    )


def test_ten_processes_giving_trust_at_once_lose_nothing(tmp_path: Path) -> None:
    program = "import sys\nfrom hookline.config.trust_store import TrustStore\nTrustStore(sys.argv[1]).give('/work/' + sys.argv[2], [])"
    state = str(tmp_path / "state")
    running = [subprocess.Popen([sys.executable, "-c", program, state, str(number)]) for number in range(10)]
    assert [process.wait(60) for process in running] == [0] * 10
    assert [entry.root for entry in TrustStore(state).entries()] == [f"/work/{number}" for number in range(10)]
