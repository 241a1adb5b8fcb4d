"""Real runs in which skill calls are made to fail.

They end and balance; a recount finds the same figures; an export carries all of it. That they repeat exactly
is in test_diff.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.agents.injection import Injection
from minecrew.bridge import Program
from minecrew.runlog import FORMATS, Format, RunBundle, SkillEnded, SkillStarted
from tests.recorded import Recorded

from .conftest import SHARE, minecrew, only_run, within
from .recount import differences, recount

SEED = 2
"""Of `failing`."""


@pytest.fixture
def run(failing: Recorded) -> RunBundle:
    return failing.bundle


def test_the_calls_that_the_seed_names_fail_and_the_goal_is_met(run: RunBundle) -> None:
    events = run.read().events
    for agent in ("Alice", "Bob"):
        injection = Injection(SHARE, seed=SEED)
        begun = [event for event in events if isinstance(event, SkillStarted) and event.agent == agent]
        ended = [event for event in events if isinstance(event, SkillEnded) and event.agent == agent]
        drawn = [injection.draw(agent, Program(call=event.name)) is not None for event in begun]
        assert [bool(event.injected) for event in ended] == drawn
        assert any(drawn)
        assert {event.code for event in ended if event.injected} == {"NO_EFFECT"}
        assert {event.seconds for event in ended if event.injected} == {0}
    audit = minecrew("audit", str(run.path))
    assert audit.returncode == 0, audit.stdout


def test_every_figure_is_the_one_that_a_recount_finds(run: RunBundle, parallel: RunBundle) -> None:
    told = json.loads(minecrew("compare", str(run.path), str(parallel.path), "--json").stdout)
    for one, bundle in zip(told["runs"], (run, parallel), strict=True):
        counted = recount(bundle.path)
        assert differences(one["metrics"], counted) == {}
        assert counted["injected"] > 0
        assert counted["over_usage"] is not None
        assert one["setting"]["p_error"] == SHARE


@pytest.mark.parametrize("format", FORMATS)
def test_an_export_of_a_run_just_made_comes_back_whole(
    run: RunBundle, tmp_path: Path, format: Format
) -> None:
    file, back = tmp_path / f"run.{format}", tmp_path / "back"
    for arguments in (
        ("export", str(run.path), "--to", format, "--out", str(file)),
        ("import", str(file), "--out", str(back)),
    ):
        told = within(*arguments)
        assert told.exit_code == 0, told.stderr
    restored = only_run(back)
    assert contents(restored.path) == contents(run.path)
    assert [event.injected for event in restored.read().events if isinstance(event, SkillEnded)] == [
        event.injected for event in run.read().events if isinstance(event, SkillEnded)
    ]
    assert restored.capacity() == run.capacity() != {}
    figures = [minecrew("compare", str(one.path), "--json").stdout for one in (run, restored)]
    assert figures[0] == figures[1]


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }
