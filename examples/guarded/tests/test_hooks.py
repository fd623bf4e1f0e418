"""The hooks of this project, through the fixture `hooks` of Hookline's pytest plugin."""

import shutil

import pytest


@pytest.mark.parametrize(
    "command", ["git push", "sudo git -C . push", "sh -c 'git push'", "true && git push --force"]
)
def test_pushing_is_for_people(hooks, command):
    assert hooks.shell(command).denied


def test_looking_is_fine(hooks):
    decided = hooks.shell("git status")
    assert decided.allowed
    assert decided.ran == ("python3 .cursor/hooks/guard.py",)


def test_a_person_decides_about_what_cannot_be_told(hooks):
    assert hooks.shell("$CMD origin").asked


def test_prompts_and_files(hooks):
    assert hooks.prompt("password: hunter2").denied
    assert hooks.prompt("add a test").allowed
    assert hooks.read("deploy/prod.env", "KEY=1").user_message == "Credentials stay where they are."
    assert hooks.read("README.md").allowed


class TestUnfinishedWork:
    @pytest.fixture
    def hookline_workspace(self, pytestconfig, tmp_path):
        """The same hooks in a workspace of the test's own."""
        shutil.copytree(pytestconfig.rootpath / ".cursor", tmp_path / ".cursor")
        return tmp_path

    def test_is_followed_up_until_the_limit(self, hooks, hookline_workspace):
        (hookline_workspace / "TODO.md").write_text("- [ ] test\n")
        assert hooks.stop().followup == "1 left in TODO.md. Go on."
        limit = hooks.stop(loop_count=2)
        assert limit.followup is None
        assert limit.ran == ()
