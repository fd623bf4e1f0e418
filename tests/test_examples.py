"""`make run`: the recorded session through the sample workspace."""

import os
import subprocess
import sys
from pathlib import Path

PLAY = Path(__file__).parents[1] / "examples" / "play.py"


def test_the_sample_session_shows_every_decision_and_where_the_journal_is(tmp_path: Path) -> None:
    environ = {**os.environ, "HOOKLINE_STATE": str(tmp_path), "HOME": str(tmp_path)}
    shown = subprocess.run([sys.executable, PLAY], capture_output=True, text=True, env=environ, check=True).stdout
    assert "29 events, 18 hooks ran, 0 failed" in shown
    assert shown.count("DENIED  denied by project hook") == 5
    assert shown.count("       ASK  a person is asked by project hook") == 2
    assert 'followup_message: "Run the tests before you finish."' in shown
    assert "loop limit reached: loop_count is 2 and the limit 2" in shown
    assert f"The journal is {tmp_path}/journal.db" in shown
