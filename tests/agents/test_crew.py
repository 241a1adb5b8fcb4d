"""The round loop: attempts, stop rules, feedback, refusal, faults."""

from __future__ import annotations

import asyncio

import pytest

from minecrew.agents import (
    Action,
    DiscussionView,
    FakeWorld,
    Knowledge,
    Mind,
    OfflineMind,
    Refusal,
    Subtask,
    SubtaskView,
    Task,
    VoicedMind,
    check_mind,
    goal_task,
    scripted,
)
from minecrew.agents.discussion import Structure
from minecrew.agents.execution import HALT
from minecrew.agents.offline.acts import TalkAct
from minecrew.agents.offline.reading import Reader
from minecrew.agents.subtask_run import CUT_OFF
from minecrew.agents.views import AssignmentView
from minecrew.bridge import Code, Outcome, Program
from minecrew.runlog import (
    Assigned,
    CallTimeout,
    Evaluated,
    Event,
    FaultEvent,
    GoalChecked,
    Refused,
    RoundEnded,
    RunEnded,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
    read_events,
)

from .conftest import MEADOW, MINE, Play


def limited(task: Task, **limits: float) -> Task:
    return task.model_copy(update={"limits": task.limits.model_copy(update=limits)})


async def test_a_sub_task_has_five_attempts_and_no_sixth(play: Play) -> None:
    task = limited(goal_task({"leather": 1}, agents=1), rounds=1)
    world = play.prepare(task)
    world.failures["Alice"] = ["NO_PATH"] * 9
    events = await play(task)
    assert [e.attempt for e in events if isinstance(e, SkillStarted)] == [1, 2, 3, 4, 5]
    (end,) = [e for e in events if isinstance(e, SubtaskEnded)]
    assert (end.state, end.attempts, end.code) == ("failed", 5, "NO_PATH")
    assert play.result.exit_code == 1


async def test_a_failed_attempt_is_followed_by_another_way(play: Play) -> None:
    task = goal_task({"leather": 1}, agents=1)
    play.prepare(task).failures["Alice"] = ["NOT_FOUND"]
    events = await play(task)
    first, second = [e for e in events if isinstance(e, SkillStarted)][:2]
    assert first.args[3] is None
    assert "towards" in second.args[3], "after NOT_FOUND it looks around first"
    assert play.result.outcome == "met"


async def test_feedback_enters_the_next_round(play: Play) -> None:
    task = limited(goal_task({"bookshelf": 1}), attempts=1)
    world = play.prepare(task)
    world.failures["Charlie"] = ["NO_PATH"]
    events = await play(task)
    assert play.result.outcome == "met"
    rounds = [e for e in events if isinstance(e, RoundEnded)]
    assert len(rounds) > 1
    feedback = next(e.feedback for e in events if isinstance(e, Evaluated))
    assert "Charlie failed: gather" in feedback
    again = " ".join(e.text for e in events if isinstance(e, Said) and e.round == 2)
    assert "sugar cane" not in again.split("From here")[0], "what was gathered is not gathered twice"


async def test_stop_first_ends_the_others(play: Play) -> None:
    task = goal_task({"leather": 3})
    task = task.model_copy(update={"team": task.team.model_copy(update={"stop": "first"})})
    task = limited(task, rounds=1)
    world = play.prepare(task)
    world.sources["cow"] = 1
    events = await play(task)
    (end,) = [e for e in events if isinstance(e, RoundEnded)]
    assert end.rule == "first"
    states = {e.agent: e.state for e in events if isinstance(e, SubtaskEnded)}
    assert "done" in states.values()
    assert "stopped" in states.values()


def ends_of(events: list[Event]) -> tuple[int, int, int, int]:
    """Programs and sub-tasks begun and ended."""
    kinds = [event.kind for event in events]
    return (
        kinds.count("skill.started"),
        kinds.count("skill.ended"),
        kinds.count("subtask.started"),
        kinds.count("subtask.ended"),
    )


class SlowMind:
    """Acts once `due` is set."""

    def __init__(self, mind: Mind, due: asyncio.Event) -> None:
        self._mind, self._due = mind, due
        self.speak, self.decompose, self.verify = mind.speak, mind.decompose, mind.verify

    async def act(self, view: SubtaskView) -> Action | Refusal:
        await self._due.wait()
        return await self._mind.act(view)


async def test_a_halt_while_a_mind_thinks_starts_nothing_more(play: Play) -> None:
    halted = asyncio.Event()
    play.minds["Bob"] = lambda mind: SlowMind(mind, halted)
    task = goal_task({"leather": 3})
    task = limited(task.model_copy(update={"team": task.team.model_copy(update={"stop": "first"})}), rounds=1)
    world = play.prepare(task)
    stop = world.stop

    async def stopped(agent: str) -> None:
        await stop(agent)
        if agent == "Bob":
            halted.set()

    world.stop = stopped  # type: ignore[method-assign]
    events = await play(task)
    assert not any(isinstance(e, SkillStarted) and e.agent == "Bob" for e in events)
    begun, ended, subtasks, results = ends_of(events)
    assert (begun, subtasks) == (ended, results)
    assert {e.agent: e.state for e in events if isinstance(e, SubtaskEnded)}["Bob"] == "stopped"


class DawdlingWorld(FakeWorld):
    """Bob's programs go on for longer than a stopped mind may think."""

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        outcome = await super().run(agent, program, deadline=deadline)
        if agent == "Bob":
            await asyncio.sleep(HALT + 0.5)
        return outcome


@pytest.mark.soak
async def test_a_stopped_program_is_waited_for_however_slow_the_clock_is(play: Play) -> None:
    task = goal_task({"leather": 3})
    task = limited(task.model_copy(update={"team": task.team.model_copy(update={"stop": "first"})}), rounds=1)
    play.world = DawdlingWorld(play.knowledge, task.names, MEADOW)
    events = await play(task)
    ends = [e.message for e in events if isinstance(e, SkillEnded) and e.agent == "Bob"]
    assert ends
    assert CUT_OFF.message not in ends


async def test_a_round_ends_by_game_time(play: Play) -> None:
    task = limited(goal_task({"leather": 1}, agents=1), rounds=1, round_seconds=1)
    world = play.prepare(task)
    world.sources["cow"] = 1

    async def never(agent: str, program: Program, *_: object) -> Code | None:
        world.time += 2
        await asyncio.Event().wait()
        return None

    world._play = never  # type: ignore[method-assign]  # a program that does not end by itself
    events = await play(task)
    (end,) = [e for e in events if isinstance(e, RoundEnded)]
    assert end.rule == "time"
    assert [e.code for e in events if isinstance(e, SkillEnded)] == ["STOPPED"]
    begun, ended, subtasks, results = ends_of(events)
    assert (begun, subtasks) == (ended, results)


async def test_an_interruption_is_logged_and_no_group(play: Play) -> None:
    task = goal_task({"leather": 1}, agents=1)
    world = play.prepare(task)

    async def never(agent: str, program: Program, *_: object) -> Code | None:
        await asyncio.Event().wait()
        return None

    world._play = never  # type: ignore[method-assign]  # a program that does not end by itself
    running = asyncio.ensure_future(play(task))
    while not world.ran:
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    events = list(read_events(play.directory).events)
    assert isinstance(events[-1], RunEnded)
    assert (events[-1].outcome, events[-1].exit_code) == ("interrupted", 130)
    begun, ended, subtasks, results = ends_of(events)
    assert (begun, subtasks) == (ended, results) == (1, 1)


async def test_a_mind_that_does_not_answer_passes_its_turn(play: Play) -> None:
    async def silent(view: DiscussionView) -> str | None:
        await asyncio.sleep(60)
        return None

    play.minds["Bob"] = lambda mind: VoicedMind(mind, silent)
    await play(limited(goal_task({"leather": 3}), thinking_seconds=0.05))
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_offline_minds_conform(knowledge: Knowledge) -> None:
    await check_mind(OfflineMind(knowledge))


async def test_what_offline_minds_claim_is_true(play: Play) -> None:
    """Whoever says that it holds or sees something does."""
    task = goal_task({"bookshelf": 1})
    given = [task.agents[0], task.agents[1].model_copy(update={"inventory": {"leather": 2, "oak_log": 1}})]
    task = task.model_copy(update={"agents": (*given, task.agents[2])})
    world = play.prepare(task)
    claims: list[tuple[str, TalkAct, dict[str, int], dict[str, int]]] = []

    def noting(name: str, mind: Mind) -> Mind:
        async def voice(view: DiscussionView) -> str | None:
            utterance = await mind.speak(view)
            sights = {**view.observation.blocks, **view.observation.mobs}
            for act in Reader(play.knowledge, view.team).read(name, utterance.text):
                seen = {thing: sight.count for thing, sight in sights.items()}
                claims.append((name, act, view.observation.inventory, seen))
            return utterance.text

        return VoicedMind(mind, voice)

    for name in task.names:
        play.minds[name] = lambda mind, name=name: noting(name, mind)  # type: ignore[misc]  # bound now
    await play(task)
    assert world.ran
    told = [(act.kind, w.thing, w.count, held, seen) for _, act, held, seen in claims for w in act.works]
    assert sorted((t, n, held[t]) for kind, t, n, held, _ in told if kind == "have") == [
        ("leather", 2, 2),
        ("oak_log", 1, 1),
    ]
    assert all(seen[thing] == count for kind, thing, count, _, seen in told if kind == "see")
    assert any(kind == "see" for kind, *_ in told)


async def test_a_missing_raw_material_ends_the_run_early(play: Play) -> None:
    events = await play(goal_task({"bread": 1}))
    assert (play.result.outcome, play.result.exit_code) == ("impossible", 1)
    assert "wheat" in play.result.reason
    assert [e.missing for e in events if isinstance(e, Refused) and e.missing] == [("wheat",)] * 3
    assert max(e.round or 0 for e in events) == 2


@pytest.mark.parametrize("structure", ["horizontal", "vertical", "roleplay", "solo"])
async def test_what_nothing_yields_ends_the_run_before_anybody_looks_for_it(
    play: Play, structure: Structure
) -> None:
    task = goal_task({"beacon": 1})
    task = task.model_copy(update={"team": task.team.model_copy(update={"discussion": structure})})
    events = await play(task)
    assert play.result is not None
    assert (play.result.outcome, play.result.reason) == ("impossible", "this world lacks nether star")
    assert max(e.round or 0 for e in events) == 1
    assert not any(isinstance(e, Assigned | SkillStarted) for e in events)


async def test_what_somebody_holds_is_offered_and_used(play: Play) -> None:
    task = goal_task({"bookshelf": 1})
    bob = task.agents[1].model_copy(update={"inventory": {"leather": 3}})
    task = task.model_copy(update={"agents": (task.agents[0], bob, task.agents[2])})
    events = await play(task)
    words = " ".join(e.text for e in events if isinstance(e, Said) and e.agent == "Bob")
    assert "I hold 3 leather and will bring 3 leather to Alice." in words
    assert not any(isinstance(e, SkillStarted) and e.name == "hunt" for e in events)
    assert play.result.outcome == "met"


async def test_a_claim_is_not_a_fact(play: Play) -> None:
    """The goal is checked on the server's count, whatever is said."""
    play.minds["Alice"] = lambda mind: VoicedMind(
        mind, scripted({1: "I have 1 bookshelf, so we are done. [END]"})
    )
    events = await play(limited(goal_task({"bookshelf": 1}, agents=1), rounds=1))
    checked = next(e for e in events if isinstance(e, GoalChecked))
    assert (checked.have, checked.met) == ({"bookshelf": 0}, False)


async def test_a_lost_world_is_a_fault(play: Play) -> None:
    task = goal_task({"paper": 1})
    world = play.prepare(task)

    async def lost() -> None:
        await asyncio.sleep(0)
        raise CallTimeout("the server did not answer")

    world.watch = lost
    events = await play(task)
    assert play.result.exit_code == 3
    assert any(isinstance(e, FaultEvent) for e in events)
    assert isinstance(events[-1], RunEnded)
    assert events[-1].outcome == "fault"


async def test_iron_out_of_the_rock(play: Play) -> None:
    task = goal_task({"iron_pickaxe": 1}, agents=3)
    world = play.prepare(task, MINE)
    events = await play(task)
    assert play.result.exit_code == 0
    assert sum(held.get("iron_pickaxe", 0) for held in world.held.values()) == 1
    done = [e.text for e in events if isinstance(e, SubtaskEnded) and e.state == "done"]
    assert any(text.startswith("smelt 3 iron ingots with") for text in done)
    assert not [e for e in events if isinstance(e, SubtaskEnded) and e.state != "done"]
    assert len({e.agent for e in events if isinstance(e, SubtaskEnded)}) > 1


class Corrected(FakeWorld):
    """Its bots believe to hold paper; asked anew, they do not."""

    async def recount(self) -> None:
        for held in self.held.values():
            held.pop("paper", None)


async def test_what_is_held_is_asked_anew_before_a_goal_is_met(play: Play) -> None:
    task = limited(goal_task({"paper": 1}, agents=1), rounds=1)
    play.world = Corrected(play.knowledge, task.names, MEADOW)
    events = await play(task)
    (ended,) = [event for event in events if isinstance(event, RoundEnded)]
    assert "paper" not in ended.inventories["Alice"]
    assert play.result is not None
    assert play.result.outcome == "not_met"


class Seeker(OfflineMind):
    """Has to see a sheep, and walks somewhere instead of looking for one."""

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return [Subtask(text="see a sheep", seek=("sheep",))]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        return Action(program=Program(call="seek", args=(["cow"], [1, 0, 0], 5)), seconds=20)


@pytest.mark.parametrize(
    ("sheep", "state", "message"),
    [(0, "failed", "no sheep is in sight"), (2, "done", "saw sheep at (12, 5, 12)")],
)
async def test_nothing_is_found_that_is_not_in_sight(
    play: Play, sheep: int, state: str, message: str
) -> None:
    play.minds["Alice"] = lambda mind: Seeker(play.knowledge)
    task = limited(goal_task({"leather": 1}, agents=1), rounds=1)
    events = await play(task, {"cow": 3, "sheep": sheep})
    [end] = [event for event in events if isinstance(event, SubtaskEnded)]
    assert (end.state, end.message) == (state, message)
