"""The last seconds of a round: nobody is asked for what can have no effect before the round ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

import pytest

from minecrew.agents import FakeWorld, Knowledge, Plan, Subtask, SubtaskView, Verdict, goal_task
from minecrew.agents.answers import Action, Assignment, Refusal
from minecrew.agents.execution import execute
from minecrew.agents.injection import Injection
from minecrew.agents.round_clock import RoundClock
from minecrew.agents.subtask_run import NEVER_BEGUN, NO_TIME, UNDER_WAY
from minecrew.agents.task import Team
from minecrew.agents.views import RoundView, SubtaskResult
from minecrew.bridge import Outcome, Program
from minecrew.runlog import TICKS, Log

from .test_free_situation import LEATHER, LOG, TRUNK, WAITS, Hands

SECONDS = 10.0
"""Game seconds of the round."""
LOOK = Subtask(text="look around")
LOST = Program(call="seek", args=(["sheep"],))
"""It fails, because there are no sheep."""


class Stubborn(Hands):
    """Tries the same again and again. Notes how much time it is told is left, and what it judges."""

    def __init__(self, *steps: Subtask, program: Program = LOST) -> None:
        super().__init__(*steps, program=program)
        self.told: list[float | None] = []
        self.judged: list[Outcome] = []

    async def act(self, view: SubtaskView) -> Action | Refusal:
        self.told.append(view.seconds_left)
        return Action(program=self.program, seconds=30)

    async def verify(self, view: SubtaskView) -> Verdict:
        self.judged.append(view.outcomes[-1])
        return Verdict(done=view.outcomes[-1].ok)


class TimedWorld(FakeWorld):
    """Every program takes `pace` game seconds. If the world does not ring, nothing ends the round."""

    rule = ""
    """What ended the round."""

    def __init__(self, knowledge: Knowledge, log: Log, *team: str, pace: float, rings: bool = True) -> None:
        super().__init__(knowledge, team, {"oak_log": 9})
        self.log, self.pace, self.rings = log, pace, rings
        log.set_tick(0)

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        if program != WAITS:
            self.time += self.pace - 1  # the fake world adds one
        outcome = await super().run(agent, program, deadline=deadline)
        self.log.set_tick(int(self.time * TICKS))
        return outcome

    def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AbstractAsyncContextManager[None]:
        return super().alarm(seconds, ring) if self.rings else nullcontext()


async def played(world: TimedWorld, minds: dict[str, Hands], *parts: str) -> list[SubtaskResult]:
    made = goal_task({"oak_log": 9}, agents=len(minds))
    limits = made.limits.model_copy(update={"round_seconds": SECONDS})
    task = made.model_copy(update={"team": Team(idle="ask"), "limits": limits})
    plan = Plan(assignments=tuple(Assignment(agent=name, text="The part.") for name in parts))
    view = RoundView(team=task.names, goal=task.goal)
    world.log.set_round(1)
    world.rule, results = await execute(
        plan, task, minds, world, context=lambda _: view, log=world.log, injection=Injection()
    )
    return results


def planned(program: Program) -> Subtask:
    return LOOK.model_copy(update={"first": Action(program=program, seconds=30)})


async def test_who_has_too_little_time_is_asked_for_no_attempt(tmp_path: Path, knowledge: Knowledge) -> None:
    """What is already planned is begun, as it costs no question."""
    alice = Stubborn(LOOK, planned(LOST), LOOK)
    with Log.create(tmp_path) as log:
        world = TimedWorld(knowledge, log, "Alice", pace=4.5)
        results = await played(world, {"Alice": alice}, "Alice")
    assert alice.told == [10, 5.5]
    assert [(one.state, one.message) for one in results] == [
        ("stopped", f"{NO_TIME}; before that: seek NOT_FOUND"),
        ("stopped", UNDER_WAY),
        ("stopped", NEVER_BEGUN),
    ]


async def test_when_the_round_is_over_nothing_is_begun(tmp_path: Path, knowledge: Knowledge) -> None:
    """Even before the world has rung."""
    alice = Stubborn(LOOK, planned(LOST))
    with Log.create(tmp_path) as log:
        world = TimedWorld(knowledge, log, "Alice", pace=5, rings=False)
        results = await played(world, {"Alice": alice}, "Alice")
    assert alice.told == [10, 5]
    assert [(one.state, len(one.programs)) for one in results] == [("stopped", 2), ("stopped", 0)]
    assert world.rule == "time"


async def test_what_the_end_of_the_round_cut_off_is_not_judged(tmp_path: Path, knowledge: Knowledge) -> None:
    alice = Stubborn(LOOK, program=WAITS)
    bob = Stubborn(LOOK, program=LOG)
    with Log.create(tmp_path) as log:
        world = TimedWorld(knowledge, log, "Alice", "Bob", pace=SECONDS)
        results = await played(world, {"Alice": alice, "Bob": bob}, "Alice", "Bob")
    assert [one.code for one in results[0].outcomes] == ["STOPPED"]
    assert not alice.judged
    assert (results[0].state, results[0].message) == ("stopped", UNDER_WAY)


@pytest.mark.parametrize(("pace", "asked"), [(5, 1), (7.5, 0)])
async def test_who_has_free_hands_is_not_asked_in_the_last_seconds(
    tmp_path: Path, knowledge: Knowledge, pace: float, asked: int
) -> None:
    """The wait of the other one begins with one second."""
    alice, bob = Hands(LEATHER, program=WAITS), Hands(TRUNK)
    with Log.create(tmp_path) as log:
        world = TimedWorld(knowledge, log, "Alice", "Bob", pace=pace)
        await played(world, {"Alice": alice, "Bob": bob}, "Alice", "Bob")
    assert len(bob.asked) == asked


def test_the_clock_counts_ticks_and_is_silent_without_them(tmp_path: Path) -> None:
    with Log.create(tmp_path) as log:
        assert (RoundClock(log, SECONDS).left, RoundClock(log, SECONDS).late) == (None, False)
        log.set_tick(100)
        clock, short = RoundClock(log, SECONDS), RoundClock(log, 1.5)
        assert (clock.left, clock.late, short.late) == (10, False, False)
        log.set_tick(100 + 8 * TICKS + 1)
        assert (clock.left, clock.late, clock.over) == (1.95, True, False)
        log.set_tick(100 + 10 * TICKS)
        assert (clock.left, clock.late, clock.over) == (0, True, True)
