"""Real runs in which skill calls are made to fail: they end, balance, and repeat exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.injection import Injection
from bridge import Program
from runlog import RunBundle, SkillEnded, SkillStarted

from .test_diff import minecrew, only_run

SEED, SHARE = 2, 0.3


def play(root: Path, *options: str) -> RunBundle:
    asked = ("--seed", str(SEED), "--p-error", str(SHARE), "--order", "strict", "--speed", "max")
    played = minecrew("run", "paper", *asked, "--out", str(root), *options)
    assert (played.returncode, played.stderr) == (0, "")
    assert "is made to fail" in played.stdout
    return only_run(root)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunBundle:
    return play(tmp_path_factory.mktemp("injected"))


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


def test_the_same_seed_makes_the_same_calls_fail(run: RunBundle, tmp_path: Path) -> None:
    again = play(tmp_path)
    told = minecrew("diff", str(run.path), str(again.path))
    assert told.returncode == 0, told.stdout
    assert "identical" in told.stdout
