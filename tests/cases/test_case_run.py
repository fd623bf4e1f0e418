"""cases.run: cases through real processes, in order, several at a time."""

from __future__ import annotations

import os
import time
from pathlib import Path

from hookline.cases.case_run import at_once, bench_for, run_case, run_cases
from hookline.cases.nouns import Case, CaseFile, Difference, Expect, Result
from hookline.cases.stage import Bench


def the_bench(folder: Path) -> Bench:
    return bench_for(str(folder), environ={"PATH": os.environ["PATH"], "HOME": str(folder)})


def a_case(name: str, permission: str) -> Case:
    return Case(name, "beforeShellExecution", {}, Expect(permission=permission))


def test_results_come_in_the_order_of_the_cases_and_are_told_as_they_come(tmp_path: Path) -> None:
    slow = CaseFile(str(tmp_path / "slow.cases.toml"), "sleep 0.5; exit 2")
    quick = CaseFile(str(tmp_path / "quick.cases.toml"), "true")
    jobs = [(slow, a_case("slow", "deny")), (quick, a_case("quick", "deny"))]
    told: list[str] = []
    results = run_cases(jobs, the_bench(tmp_path), limit=2, on_result=lambda result: told.append(result.case.name))
    assert [(result.case.name, result.passed) for result in results] == [("slow", True), ("quick", False)]
    assert told == ["quick", "slow"]
    assert results[1].differences == (Difference("permission", "deny", "none"),)
    assert 500 <= results[0].duration_ms < 60_000


def test_no_more_at_a_time_than_the_limit(tmp_path: Path) -> None:
    file = CaseFile(str(tmp_path / "x.cases.toml"), "sleep 0.2")
    began = time.monotonic()
    run_cases([(file, a_case(str(number), "none")) for number in range(3)], the_bench(tmp_path), limit=1)
    assert time.monotonic() - began >= 0.6


def test_a_case_that_cannot_be_run_says_why_in_both_ways(tmp_path: Path) -> None:
    file = CaseFile(str(tmp_path / "x.cases.toml"), kit="git-guard")
    case = Case("n", "stop", {}, Expect(permission="none"))
    (result,) = run_cases([(file, case)], the_bench(tmp_path))
    alone = run_case(file, case, the_bench(tmp_path))
    assert result.trouble == alone.trouble
    assert (alone.trouble or "").startswith("git-guard does not serve stop")
    assert not alone.passed


def test_one_case_without_an_event_loop(tmp_path: Path) -> None:
    file = CaseFile(str(tmp_path / "x.cases.toml"), "echo no >&2; exit 2")
    result = run_case(file, a_case("n", "deny"), the_bench(tmp_path))
    assert (result.passed, result.stderr) == (True, "no")


def test_a_result_as_a_program_sees_it() -> None:
    result = Result("f", a_case("n", "deny"), (Difference("permission", "deny", "none"),), duration_ms=1.23456)
    assert result.as_dict() == {
        "file": "f", "line": 1, "name": "n", "event": "beforeShellExecution", "passed": False,
        "differences": [{"what": "permission", "expected": "deny", "got": "none"}], "trouble": None, "because": None,
        "stderr": "", "duration_ms": 1.235,
    }  # fmt: skip


def test_there_is_always_something_to_do_while_one_waits() -> None:
    assert at_once() >= 2


def test_in_a_process_of_ours_what_escapes_is_ended(tmp_path: Path) -> None:
    """In a process of its own, because it becomes the parent of every orphan."""
    import subprocess
    import sys

    program = f"""
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.cases.case_run import bench_for, run_case
bench = bench_for({str(tmp_path)!r}, own_process=True)
file = CaseFile({str(tmp_path / "x.cases.toml")!r}, "setsid sleep 60 & echo $! > {tmp_path}/pid")
run_case(file, Case("n", "stop", {{}}, Expect(permission="none")), bench)
bench.close()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    pid = (tmp_path / "pid").read_text().strip()
    assert not Path(f"/proc/{pid}").exists()
