"""Forks of runs on the real server, and the report on them; `make soak` has those of figure 6's conformity.

What a persona does shows that the mechanism works, and nothing about models.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.agents import Task
from minecrew.agents.deadline_mind import SILENCE
from minecrew.forks import play
from minecrew.forks.fork import fork_run, read_forkable
from minecrew.forks.report import Arm, Continuation, ForkReport, compare_arms
from minecrew.forks.show import show_report
from minecrew.judging.comparison import compare
from minecrew.options import Options, read_options
from minecrew.run.fork_change import read_change
from minecrew.run.rerun import rerun
from minecrew.runlog import (
    Event,
    ForkChange,
    Forked,
    ForkOrigin,
    RunBundle,
    RunStarted,
    Said,
    SubtaskStarted,
    UserError,
    difference_at,
    fork_tree,
)
from tests.recorded import Recorded, recorded

from .conftest import minecrew
from .test_figure6 import STRICT


@pytest.fixture(scope="module")
def conformity(tmp_path_factory: pytest.TempPathFactory) -> RunBundle:
    return recorded(tmp_path_factory, "figure6_conformity", *STRICT).bundle


def criticism(bundle: RunBundle) -> Said:
    return next(event for event in bundle.read().events if isinstance(event, Said) and event.round == 2)


def fork_it(bundle: RunBundle, at: int, seeds: range) -> ForkReport:
    run = read_forkable(bundle.read(), at)
    change = ForkChange(kind="silence", agent="Alice")
    quiet = Console(file=StringIO())
    told = fork_run(run, at, change, read_options({"out": bundle.path.parent}), quiet, seeds=seeds)
    assert isinstance(told, ForkReport)
    return told


@pytest.fixture(scope="module")
def played(failing: Recorded) -> RunBundle:
    return failing.bundle


@pytest.fixture(scope="module")
def forked(played: RunBundle) -> ForkReport:
    """From Alice's first words on."""
    first = next(e for e in played.read().events if isinstance(e, Said) and e.agent == "Alice")
    return fork_it(played, first.seq, range(2, 3))


def refocuses(bundle: RunBundle, one: Continuation) -> bool:
    """Whether Charlie does its part in the round of the fork, and the finding says why."""
    events = RunBundle(bundle.path.parent / one.run).read().events
    steps = [e.text for e in events if isinstance(e, SubtaskStarted) and (e.agent, e.round) == ("Charlie", 2)]
    assert steps
    useful = all("leather" in step for step in steps)
    assert useful == ("conformity.confirmed" in one.findings)
    return useful


@pytest.mark.soak  # tests/agents/test_fork.py; below, what silence does in a shorter run
def test_with_the_critic_silenced_the_agent_does_not_refocus(conformity: RunBundle) -> None:
    told = fork_it(conformity, criticism(conformity).seq, range(1, 2))
    refocused = {one.arm: refocuses(conformity, one) for one in told.continuations}
    assert refocused == {"control": True, "change": False}


def test_a_silenced_agent_says_nothing_and_the_control_is_as_before(
    played: RunBundle, forked: ForkReport
) -> None:
    def said(events: Sequence[Event]) -> list[str]:
        return [e.text for e in events[forked.at :] if isinstance(e, Said) and e.agent == "Alice"]

    words = {
        one.arm: said(RunBundle(played.path.parent / one.run).read().events) for one in forked.continuations
    }
    assert words == {"control": said(played.read().events), "change": [SILENCE.text] * len(words["change"])}
    assert all(words.values())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_so_it_is_in_other_worlds(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    arguments = ("--seed", str(seed), *STRICT[2:])
    bundle = recorded(tmp_path_factory, "figure6_conformity", *arguments).bundle
    told = {
        one.arm: refocuses(bundle, one)
        for one in fork_it(bundle, criticism(bundle).seq, range(seed, seed + 1)).continuations
    }
    assert told == {"control": True, "change": False}


@pytest.mark.soak
def test_so_it_is_with_five_seeds_after_the_fork(conformity: RunBundle) -> None:
    told = fork_it(conformity, criticism(conformity).seq, range(1, 6))
    for one in told.continuations:
        assert refocuses(conformity, one) == (one.arm == "control")
    assert told.seeds == (1, 2, 3, 4, 5)


def test_the_copy_is_identical_up_to_the_event(played: RunBundle, forked: ForkReport) -> None:
    first = played.read().events
    for one in forked.continuations:
        events = RunBundle(played.path.parent / one.run).read().events
        assert isinstance(events[one.begun], Forked)
        assert one.begun == forked.at
        for left, right in zip(first[: forked.at], events[: forked.at], strict=True):
            assert difference_at(left.seq, left, right) is None
        assert isinstance(events[0], RunStarted)


def test_a_fork_says_where_it_comes_from_and_can_be_rerun(played: RunBundle, forked: ForkReport) -> None:
    change = next(one for one in forked.continuations if one.arm == "change")
    bundle = RunBundle(played.path.parent / change.run)
    manifest = bundle.manifest()
    assert manifest is not None
    silence = ForkChange(kind="silence", agent="Alice")
    assert manifest.forks == (ForkOrigin(run=played.id, at=forked.at, seed=2, change=silence),)
    told = Console(file=StringIO())
    assert rerun(bundle.read(), told), told.file.getvalue()  # type: ignore[attr-defined]


def test_the_tree_has_every_fork_under_its_run(played: RunBundle, forked: ForkReport) -> None:
    change = next(one for one in forked.continuations if one.arm == "change")
    tree = fork_tree(RunBundle(played.path.parent / change.run))
    assert tree is not None
    assert (tree.run, tree.origin) == (played.id, None)
    assert {(one.run, one.origin and one.origin.change and one.origin.change.kind) for one in tree.forks} == {
        (one.run, "silence" if one.arm == "change" else None) for one in forked.continuations
    }


def test_continuations_are_compared_by_their_change(played: RunBundle, forked: ForkReport) -> None:
    paths = [RunBundle(played.path.parent / one.run).events_path for one in forked.continuations]
    groups = compare(paths, ("fork",), Console(file=StringIO())).groups
    titles = {f"{played.id} at {forked.at}: {change}" for change in ("no change", "silence Alice")}
    assert {group.by["fork"] for group in groups} == titles


def test_a_mistake_is_told_before_anything_is_played(played: RunBundle) -> None:
    told = minecrew("fork", str(played.path), "--at", "99999", "--silence", "Alice")
    assert told.returncode == 2
    assert "has no event 99999" in " ".join(told.stderr.split())
    task = read_forkable(played.read(), 20).task
    wrong: tuple[tuple[dict[str, str], str], ...] = (
        ({}, "changes exactly one thing"),
        ({"silence": "Alice", "forget": "Alice"}, "changes exactly one thing"),
        ({"silence": "Dora"}, "'Dora' is not in the crew"),
        ({"guard": "maybe"}, "is not one of off, warn, block"),
        ({"mind": "Alice=nobody"}, "'nobody' is not a mind"),
    )
    for given, why in wrong:
        with pytest.raises(UserError, match=why):
            read_change(task, **given)  # type: ignore[arg-type]  # words of options


@pytest.mark.parametrize(("seed", "times"), [(2**70, 1), (2**53 - 1, 2)])
def test_seeds_that_are_too_large_are_refused(seed: int, times: int) -> None:
    told = minecrew(
        "fork", "last", "--at", "1", "--silence", "Alice", "--seed", str(seed), "--times", str(times)
    )
    assert told.returncode == 2
    assert f"the last seed is {seed + times - 1}, and the largest possible is {2**53 - 1}" in " ".join(
        told.stderr.split()
    )


def test_a_run_whose_order_is_left_to_chance_is_refused(parallel: RunBundle) -> None:
    with pytest.raises(UserError, match="was not played in strict order"):
        read_forkable(parallel.read(), 20)


# ---- the report


def one(arm: Arm, seed: int, *, met: bool, same_as: str | None = None, **fields: object) -> Continuation:
    told = {"findings": {}, "seconds": 10.0 + seed, "rounds": 2, **fields}
    outcome = "met" if met else "not_met"
    run = f"{arm}{seed}"
    return Continuation(run=run, arm=arm, seed=seed, begun=5, outcome=outcome, same_as=same_as, **told)  # type: ignore[arg-type]


ORIGIN = ForkOrigin(run="r", at=5, seed=1, change=ForkChange(kind="silence", agent="Alice"))


def test_shares_and_their_difference_have_intervals() -> None:
    played = [one(arm, seed, met=arm == "control") for seed in range(1, 6) for arm in ("control", "change")]  # type: ignore[arg-type]
    met = compare_arms(ORIGIN, played).contrasts[0]
    assert met.control is not None
    assert met.change is not None
    assert met.difference is not None
    assert (met.control.value, met.change.value, met.difference.effect) == (1.0, 0.0, -1.0)
    assert met.control.interval is not None
    assert met.control.interval.low == pytest.approx(0.566, abs=0.001)  # Wilson, 5 of 5
    assert met.difference.interval is not None
    assert met.difference.interval.high < 0


def test_identical_continuations_count_once() -> None:
    played = [
        one("control", 1, met=True),
        one("change", 1, met=False),
        one("control", 2, met=True, same_as="control1"),
        one("change", 2, met=False, same_as="change1"),
        one("control", 3, met=True, same_as="control1"),
        one("change", 3, met=True),
    ]
    told = compare_arms(ORIGIN, played)
    assert told.different == {"control": 1, "change": 2}
    assert told.pairs == 2
    met = told.contrasts[0]
    assert met.control is not None
    assert met.change is not None
    assert met.difference is not None
    assert (met.control.n, met.change.n, met.difference.seeds) == (1, 2, 2)
    assert met.difference.effect == -0.5


def test_the_table_and_json_say_the_same() -> None:
    played = [
        one("control", 1, met=True, findings={"conformity.confirmed": 1}),
        one("change", 1, met=True),
    ]
    told = compare_arms(ORIGIN, played)
    console = Console(file=StringIO(), width=160)
    show_report(told, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "run r from event 5 on, seeds 1; the change: silence Alice" in text
    assert "-100 %" in text
    assert "only 1 different pair" in text
    names = [row["name"] for row in json.loads(told.model_dump_json())["contrasts"]]
    assert names == ["goal met", "conformity.confirmed", "rounds", "game seconds"]


def test_changes_are_read_from_the_command_line(played: RunBundle) -> None:
    task = read_forkable(played.read(), 20).task
    told = read_change(task, mind="Bob=offline")
    assert told == ForkChange(kind="mind", agent="Bob", value="offline")
    assert read_change(task, say=("Alice", "Hello.")).title == "say Alice “Hello.”"


def test_models_of_a_stranger_are_not_asked_unless_told(tmp_path: Path) -> None:
    from minecrew.agents import MindSpec, goal_task
    from minecrew.forks.play import asked_at

    spec = MindSpec(kind="openai", model="m", base_url="http://evil.example/v1")
    task = goal_task({"paper": 3}, agents=2).model_copy(update={"mind": spec})
    with pytest.raises(UserError, match="give --base-url"):
        asked_at(task, None)
    assert asked_at(task, "http://127.0.0.1:1/v1").mind.base_url == "http://127.0.0.1:1/v1"


def test_a_fork_does_not_play_on_a_server_that_a_manifest_names(
    played: RunBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made the run chose that server."""
    run = read_forkable(played.read(), 20)
    manifest = run.manifest.model_copy(update={"options": {"server": "evil.example:25565"}})
    played: list[Options] = []

    def play_run(task: Task, options: Options, *_: object, **__: object) -> int:
        played.append(options)
        raise UserError("enough")

    monkeypatch.setattr(play, "play_run", play_run)
    origin = ForkOrigin(run=run.bundle.id, at=20, seed=1)
    with pytest.raises(UserError, match="enough"):
        play.play_fork(replace(run, manifest=manifest), origin, read_options({}), Console(file=StringIO()))
    assert [one.server for one in played] == [None]
