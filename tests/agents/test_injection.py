"""Calls that are made to fail: which, how many, what the agent gets, and what the log says of it."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from minecrew.agents import Mind, SubtaskView, Task, goal_task, load_task
from minecrew.agents.answers import Action, Refusal
from minecrew.agents.injection import Injection
from minecrew.bridge import Outcome, Program
from minecrew.runlog import RunStarted, SkillEnded, SkillStarted, UserError

from .conftest import Play

CALL = Program(call="mineBlock", args=("sugar_cane", 3))
TEAM = ("Alice", "Bob")


def drawn(share: float, *, seed: int = 1, agent: str = "Alice", calls: int = 200) -> list[bool]:
    injection = Injection(share, seed=seed)
    return [injection.draw(agent, CALL) is not None for _ in range(calls)]


@pytest.mark.parametrize(
    "share", [0.0, 0.3, 1.0, *(pytest.param(s, marks=pytest.mark.soak) for s in (0.1, 0.7))]
)
def test_the_share_of_failures_is_the_one_asked_for(share: float) -> None:
    """Within four standard deviations, over many seeds and agents; none and all are exact."""
    calls = [one for seed in range(50) for agent in TEAM for one in drawn(share, seed=seed, agent=agent)]
    assert abs(sum(calls) / len(calls) - share) <= 4 * sqrt(share * (1 - share) / len(calls))


def test_a_seed_decides_which_calls_fail_and_each_agent_has_its_own() -> None:
    assert drawn(0.3) == drawn(0.3)
    assert drawn(0.3) != drawn(0.3, seed=2)
    assert drawn(0.3) != drawn(0.3, agent="Bob")
    assert all(more or not less for less, more in zip(drawn(0.3), drawn(0.6), strict=True))


def test_the_order_in_which_agents_come_changes_nothing() -> None:
    one, other = Injection(0.4, seed=1), Injection(0.4, seed=1)
    in_turn = {agent: [one.draw(agent, CALL) for _ in range(50)] for agent in TEAM}
    mixed: dict[str, list[Outcome | None]] = {agent: [] for agent in TEAM}
    for _ in range(50):
        for agent in reversed(TEAM):
            mixed[agent].append(other.draw(agent, CALL))
    assert mixed == in_turn


class Watching:
    """Keeps what the mind behind it is shown of its outcomes."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self.speak, self.decompose, self.verify = mind.speak, mind.decompose, mind.verify
        self.shown: list[Outcome] = []

    async def act(self, view: SubtaskView) -> Action | Refusal:
        self.shown = [*self.shown, *view.outcomes[-1:]]
        return await self._mind.act(view)


def failing(task: Task, share: float) -> Task:
    return Task.model_validate({**task.model_dump(), "faults": {"p_error": share}})


async def test_a_call_that_is_made_to_fail_is_not_run_and_the_log_alone_says_why(play: Play) -> None:
    minds: list[Watching] = []

    def watch(mind: Mind) -> Mind:
        minds.append(Watching(mind))
        return minds[-1]

    play.minds = {"Alice": watch}
    events = await play(failing(goal_task({"bookshelf": 1}, agents=1), 0.4))
    ended = [event for event in events if isinstance(event, SkillEnded)]
    injected = [event for event in ended if event.injected]
    assert 0 < len(injected) < len(ended)
    assert {(event.ok, event.code, event.gained == {}) for event in injected} == {(False, "NO_EFFECT", True)}
    assert play.world is not None
    assert len(play.world.ran) == len(ended) - len(injected)
    assert [bool(event.injected) for event in ended] == drawn(0.4, seed=1, calls=len(ended))
    (watching,) = minds
    failures = [outcome for outcome in watching.shown if not outcome.ok]
    assert failures
    assert "inject" not in "".join(outcome.model_dump_json() for outcome in failures)
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_all_calls_can_fail_and_the_run_still_ends(play: Play) -> None:
    task = failing(goal_task({"paper": 1}, agents=2), 1.0)
    events = await play(task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 2})}))
    assert play.world is not None
    assert play.world.ran == []
    started = [event for event in events if isinstance(event, SkillStarted)]
    assert started
    assert all(event.injected for event in events if isinstance(event, SkillEnded))
    assert play.result is not None
    assert (play.result.outcome, play.result.exit_code) == ("not_met", 1)


async def test_the_log_tells_the_share_and_none_is_made_to_fail_by_itself(play: Play) -> None:
    events = await play(goal_task({"paper": 1}, agents=2))
    assert isinstance(events[0], RunStarted)
    assert events[0].p_error == 0
    assert not any(event.injected for event in events if isinstance(event, SkillEnded))


@pytest.mark.parametrize("value", ["1.1", "-0.1", "nan", "'often'"])
def test_a_task_asks_for_a_share(tmp_path: Path, value: str) -> None:
    path = tmp_path / "odd.toml"
    text = "title = 'odd'\ngoal = { stick = 1 }\nagents = [{ name = 'Alice' }]\n[faults]\np_error = "
    path.write_text(f"{text}0.2")
    assert load_task(str(path)).faults.p_error == 0.2
    path.write_text(f"{text}{value}")
    with pytest.raises(UserError, match=r"'faults\.p_error' is wrong"):
        load_task(str(path))


@pytest.mark.parametrize("errors", [0, 1, 2, 3])
async def test_exactly_so_many_errors_are_in_the_log(errors: int, play: Play) -> None:
    task = goal_task({"bookshelf": 1}, agents=2)
    events = await play(Task.model_validate({**task.model_dump(), "faults": {"errors": errors}}))
    assert sum(event.injected is True for event in events if isinstance(event, SkillEnded)) == errors
    assert isinstance(events[0], RunStarted)
    assert events[0].errors == (errors or None)
    assert play.result is not None
    assert play.result.outcome == "met"


def test_errors_are_drawn_from_the_first_calls_of_the_crew_by_the_seed() -> None:
    def failing_calls(seed: int) -> list[int]:
        injection = Injection(errors=3, seed=seed)
        return [n for n in range(1, 50) if injection.draw(TEAM[n % 2], CALL) is not None]

    assert failing_calls(1) == failing_calls(1)
    assert len({tuple(failing_calls(seed)) for seed in range(20)}) > 3
    assert all(len(failing_calls(seed)) == 3 and max(failing_calls(seed)) <= 5 for seed in range(20))


def test_another_seed_draws_the_errors_that_are_left_from_the_calls_that_are_left() -> None:
    def failing_calls(made: int, later: int) -> tuple[int, ...]:
        injection = Injection(errors=3, seed=1)
        failing = []
        for n in range(1, 50):
            if n == made + 1:
                injection.reseed(later)
            if injection.draw(TEAM[n % 2], CALL) is not None:
                failing.append(n)
        return tuple(failing)

    first = failing_calls(49, 1)
    for made in range(7):
        drawn = {failing_calls(made, later) for later in range(20)}
        assert all(len(one) == 3 and max(one) <= 5 for one in drawn)
        assert {tuple(n for n in one if n <= made) for one in drawn} == {tuple(n for n in first if n <= made)}
        left = sum(n > made for n in first)
        assert (len(drawn) > 1) == (0 < left < 5 - made)
        assert failing_calls(made, 7) == failing_calls(made, 7)


def test_a_share_and_a_number_of_errors_exclude_each_other(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    text = "title = 'odd'\ngoal = { stick = 1 }\nagents = [{ name = 'Alice' }]\n[faults]\nerrors = 1\n"
    path.write_text(text)
    assert load_task(str(path)).faults.errors == 1
    path.write_text(text + "p_error = 0.1\n")
    with pytest.raises(UserError, match="either p_error or errors"):
        load_task(str(path))
