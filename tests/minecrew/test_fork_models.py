"""The models of a fork: where they are asked, and what happens if they cannot be asked."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from minecrew.agents import Budget, MindSpec, Price, RunResult, Task, goal_task
from minecrew.forks import play as forks_play
from minecrew.forks.fork import fork_run
from minecrew.forks.play import asked_at, play_fork
from minecrew.options import Options, ReaderTable
from minecrew.run.fork_change import changed_task
from minecrew.run.manifest import make_manifest
from minecrew.run.minds import Models, model_specs
from minecrew.run.recorded_run import RecordedRun
from minecrew.runlog import ForkChange, ForkOrigin, Reading, RunBundle, UserError
from tests.agents.conftest import book_of_rules

STRANGER = "http://evil.example/v1"
OWN = "http://127.0.0.1:1/v1"
MODEL = ForkChange(kind="mind", agent="Alice", value="openai:m")


def task(mind: MindSpec, reader: ReaderTable | None = None) -> Task:
    update = {"mind": mind, "reader": reader or ReaderTable()}
    return goal_task({"paper": 3}, agents=2).model_copy(update=update)


def places(one: Task) -> set[str | None]:
    """The endpoints of the models that are asked after the fork."""
    return {spec.base_url for spec in model_specs(changed_task(one, MODEL))}


def test_a_new_model_is_asked_at_the_given_endpoint() -> None:
    offline = task(MindSpec())
    assert places(asked_at(offline, OWN, [MODEL])) == {OWN}
    assert places(asked_at(offline, None, [MODEL])) == {None}


def test_a_new_model_is_not_asked_at_the_address_of_an_offline_mind() -> None:
    stranger = task(MindSpec(kind="offline", base_url=STRANGER))
    assert asked_at(stranger, None, [None]) == stranger  # no model is asked
    with pytest.raises(UserError, match="give --base-url"):
        asked_at(stranger, None, [None, MODEL])
    assert places(asked_at(stranger, OWN, [None, MODEL])) == {OWN}


def test_an_address_of_a_mind_without_a_kind_is_replaced_too() -> None:
    crew = task(MindSpec(kind="openai", model="m"))
    first = crew.agents[0].model_copy(update={"mind": MindSpec(base_url=STRANGER)})
    crew = crew.model_copy(update={"agents": (first, *crew.agents[1:])})
    with pytest.raises(UserError, match="give --base-url"):
        asked_at(crew, None)
    assert {spec.base_url for spec in model_specs(asked_at(crew, OWN))} == {OWN}


def test_the_reader_of_a_stranger_is_not_asked_unless_told() -> None:
    crew = task(MindSpec(), ReaderTable(kind="model", model="m", base_url=STRANGER))
    with pytest.raises(UserError, match=f"give --base-url {STRANGER}"):
        asked_at(crew, None)
    assert asked_at(crew, OWN).reader.base_url == OWN
    assert asked_at(task(MindSpec()), OWN).reader == ReaderTable()


# ---- the budget


def recorded_run(path: Path, prices: dict[str, Price], **limits: object) -> RecordedRun:
    """A recorded run of a crew with the model `m`."""
    crew = task(MindSpec(kind="openai", model="m"))
    manifest = make_manifest(crew, Options(), "20260101-000000000-first").model_copy(update=limits)
    bundle, reading = RunBundle(path / "first"), Reading(path / "first", [], [])
    return RecordedRun(bundle, reading, manifest, crew, book_of_rules(), [], prices)


def plays_for(monkeypatch: pytest.MonkeyPatch, path: Path, tokens: int) -> list[Budget]:
    """From now on, each continuation costs this many tokens and does not meet the goal.

    Returns the budgets of the continuations.
    """
    found: list[Budget] = []

    async def play_live(*_: object, models: Models, **__: object) -> RunResult:
        models.budget.count("m", tokens, 0)
        found.append(models.budget)
        return RunResult("not_met", "", 1)

    def play_run(crew: Task, options: Options, play: Any, *_: object, **__: object) -> int:
        log = cast(Any, None)
        return cast(RunResult, asyncio.run(play(crew, options, log, RunBundle(path / "fork")))).exit_code

    monkeypatch.setenv("OPENAI_BASE_URL", OWN)
    monkeypatch.setattr(forks_play, "play_live", play_live)
    monkeypatch.setattr(forks_play, "play_run", play_run)
    monkeypatch.setattr(forks_play, "check_copy", lambda *_: None)
    return found


def test_each_continuation_has_the_whole_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = plays_for(monkeypatch, tmp_path, 60)
    run, quiet = recorded_run(tmp_path, {}, max_tokens=100), Console(file=StringIO())
    for seed in (1, 2):
        origin = ForkOrigin(run="first", at=1, seed=seed)
        assert play_fork(run, origin, Options(), quiet)[0] == 1
    assert [one.tokens for one in budgets] == [60, 60]


def test_a_continuation_without_budget_is_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plays_for(monkeypatch, tmp_path, 100)
    run, quiet = recorded_run(tmp_path, {}, max_tokens=100), Console(file=StringIO())
    with pytest.raises(UserError, match="'fork' cannot be compared, because the budget of 100 tokens"):
        play_fork(run, ForkOrigin(run="first", at=1, seed=1), Options(), quiet)


def test_a_new_model_without_a_price_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = plays_for(monkeypatch, tmp_path, 1)
    prices = {"m": Price(input=1, output=1)}
    run, quiet = recorded_run(tmp_path, prices, max_usd=1.0), Console(file=StringIO())
    new = ForkChange(kind="mind", agent="Alice", value="openai:new")
    with pytest.raises(UserError, match="a budget of 1 USD and no price for 'new'"):
        fork_run(run, 1, new, Options(), quiet, seeds=(1,))
    assert budgets == []
    assert play_fork(run, ForkOrigin(run="first", at=1, seed=1, change=MODEL), Options(), quiet)[0] == 1
