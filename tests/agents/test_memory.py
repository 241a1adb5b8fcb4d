"""What minds are told of earlier work, by the task's key `memory`."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from minecrew.agents import (
    DiscussionView,
    Feedback,
    Gift,
    Knowledge,
    OfflineMind,
    Subtask,
    SubtaskView,
    Utterance,
    goal_task,
)
from minecrew.agents.answers import Assignment, Plan
from minecrew.agents.fake_world import SPAWN
from minecrew.agents.impossible import why_impossible
from minecrew.agents.llm import memory, prompt_values
from minecrew.agents.past_rounds import remember
from minecrew.agents.views import RoundRecord, RoundView, SubtaskResult, TalkLine
from minecrew.bridge import ContainerSighting, Observation, Outcome, Program, Sighting
from minecrew.options import MemoryMode
from minecrew.runlog import Evaluated, Position, SubtaskEnded

from .conftest import Play
from .llm_crew import LLMCrew
from .planner import Planner, attempt

TEAM = ("Alice", "Bob")
SEEN = Observation(
    position=(70.5, 64, -3.5),
    health=20,
    food=20,
    time=0,
    inventory={},
    held=None,
    players={},
    mobs={},
    drops={},
    blocks={"furnace": Sighting(count=1, nearest=(10, 64, 10))},
    containers=(ContainerSighting(block="chest", at=(4, 64, 4), items={"bread": 3}),),
)
CALL = Program(call="findAnimal", args=("sheep",))
LOST = Outcome(ok=False, code="NOT_FOUND", message="no sheep within 48 blocks")

AWAY = LOST.model_copy(update={"observation": SEEN.model_copy(update={"position": (9.5, 64, 9.5)})})


def result(agent: str, text: str, state: Any = "done", **more: Any) -> SubtaskResult:
    return SubtaskResult(agent=agent, subtask=Subtask(text=text), state=state, **more)


def over(number: int, *results: SubtaskResult, held: int = 0) -> RoundRecord:
    return RoundRecord(
        number=number,
        lines=(TalkLine(speaker="Alice", text=f"What was said in round {number}."),),
        assignments=(Assignment(agent="Bob", text=f"Find 1 sheep, part {number}."),),
        feedback=Feedback(
            met=False, text=f"Evaluation {number}.", inventories={"Bob": {"bread": held}}, results=results
        ),
    )


def later(*history: RoundRecord, keeps: MemoryMode = "digest", removed: tuple[Position, ...] = ()) -> str:
    context = RoundView(
        team=TEAM,
        goal={"bread": 4},
        memory=keeps,
        history=history,
        round=len(history) + 1,
        removed=removed,
    )
    return memory.earlier_rounds(context)


def test_the_digest_tells_what_later_rounds_need() -> None:
    gift = Subtask(text="give 2 bread to Alice", gift=Gift(to="Alice", item="bread", count=2))
    told = later(
        over(
            1,
            result(
                "Bob",
                "find a sheep",
                "failed",
                code="NOT_FOUND",
                programs=(CALL,),
                outcomes=(LOST,),
                seen=SEEN,
                begun=(10, 64, 5),
            ),
            SubtaskResult(agent="Bob", subtask=gift, state="stopped"),
            result("Alice", "hold 1 bread", "stopped", programs=(CALL,), outcomes=(LOST,)),
            held=1,
        ),
        over(2, held=3),
    )
    assert "Round 1 ended with 1 of 4 bread.\nRound 2 ended with 3 of 4 bread." in told
    assert "Agreed in round 2: Bob: Find 1 sheep, part 2." in told
    assert "Promised but not yet given: Bob: 2 bread to Alice (round 1)" in told
    assert (
        "Searched without success: Bob in round 1, from (10, 64, 5) to (70, 64, -4): "
        "no sheep within 48 blocks\n" in told
    )
    assert "Contents of containers when they were last opened: chest at (4, 64, 4): 3 bread" in told
    assert "Where stations were last seen: furnace at (10, 64, 10)" in told
    assert (
        "Bob in round 1: find a sheep (failed with NOT_FOUND); give 2 bread to Alice (never started)" in told
    )
    assert "Alice in round 1: hold 1 bread (still running when the round ended)" in told
    assert "What was said" not in told


def test_of_past_rounds_only_what_prompts_tell_is_remembered() -> None:
    """What an agent saw takes 50 kB: a long run would grow by megabytes per minute."""
    spot = Sighting(count=3, nearest=(1, 64, 1))
    much = SEEN.model_copy(update={"blocks": {**SEEN.blocks, "oak_log": spot}, "mobs": {"cow": spot}})
    done = Outcome(ok=True, observation=much, result={"given": 1})
    whole = [
        over(number, result("Bob", "do it", programs=(CALL,) * 2, outcomes=(LOST, done), seen=much))
        for number in (1, 2, 3)
    ]
    kept: list[RoundRecord] = []
    for record in whole:
        kept = remember(kept, record)
    assert later(*kept) == later(*whole)
    assert kept[-1] == whole[-1]
    for record in kept[:-1]:
        [past] = record.feedback.results
        assert past.seen == SEEN
        assert past.outcomes == (LOST, done.model_copy(update={"observation": None}))


def test_of_hundreds_of_sub_tasks_only_what_prompts_tell_is_remembered() -> None:
    """A round of 500 sub-tasks per agent would cost megabytes."""
    gift = Subtask(text="give", gift=Gift(to="Bob", item="bread", count=2))
    begun = [result("Bob", f"did {n}", programs=(CALL,), outcomes=(LOST,), seen=SEEN) for n in range(20)]
    rest = [result("Bob", f"step {n}", "stopped") for n in range(500)]
    never = [result("Alice", f"plan {n}", "stopped") for n in range(500)]
    promised = SubtaskResult(agent="Alice", subtask=gift, state="stopped")
    whole = [over(number, *begun, *rest, *never, promised) for number in (1, 2, 3)]
    kept: list[RoundRecord] = []
    for record in whole:
        kept = remember(kept, record)
    assert later(*kept) == later(*whole)
    assert "Alice: 2 bread to Bob (round 3)" in later(*kept)
    assert kept[-1] == whole[-1]
    for record in kept[:-1]:
        assert len(record.feedback.results) < 30


def any_result(draw: Random) -> SubtaskResult:
    spot = (draw.randrange(4), 64, 0)
    chest = ContainerSighting(block="chest", at=spot, items={"bread": draw.randrange(3)})
    station = Sighting(count=1, nearest=(draw.randrange(9), 64, 0))
    blocks = {draw.choice(("furnace", "crafting_table", "dirt")): station}
    seen = SEEN.model_copy(update={"containers": (chest,) * draw.randrange(2), "blocks": blocks})
    gift = Gift(to="Alice", item="bread", count=2) if draw.random() < 0.1 else None
    seek = ("sheep",) if draw.random() < 0.05 else ()
    source = "bookshelf" if draw.random() < 0.05 else None
    began = draw.random() < 0.6
    return SubtaskResult(
        agent=draw.choice(TEAM),
        subtask=Subtask(text=f"step {draw.randrange(99)}", gift=gift, seek=seek, source=source),
        state=draw.choice(("done", "failed", "refused")) if began else "stopped",
        programs=(CALL,) * began,
        outcomes=tuple(draw.choices((LOST, AWAY, Outcome(ok=True)), k=2 * began)),
        seen=seen if began else None,
        begun=SEEN.position if began else None,
    )


def sought(rounds: list[RoundRecord]) -> list[tuple[str, str, bool]]:
    """What minds without a model look for in earlier results."""
    return [
        (result.agent, result.subtask.source or result.subtask.seek[0], result.state == "done")
        for record in rounds
        for result in record.feedback.results
        if result.subtask.source or result.subtask.seek
    ]


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(n, marks=pytest.mark.soak) for n in range(8, 30))]
)
def test_whatever_is_forgotten_the_digest_is_the_same(seed: int) -> None:
    draw = Random(seed)
    whole = [over(n, *(any_result(draw) for _ in range(draw.choice((3, 40, 120))))) for n in range(1, 6)]
    kept: list[RoundRecord] = []
    for record in whole:
        kept = remember(kept, record)
        past = whole[: len(kept)]
        assert later(*kept) == later(*past)
        dug_up = tuple((float(x), 64.0, 0.0) for x in draw.sample(range(9), k=3))
        assert later(*kept, removed=dug_up) == later(*past, removed=dug_up)
        assert sought(kept) == sought(past)
        assert why_impossible(Plan(assignments=()), {}, (), kept) == why_impossible(
            Plan(assignments=()), {}, (), past
        )
    assert sum(len(record.feedback.results) for record in kept[:-1]) <= 4 * 70


def test_a_container_that_changed_and_changed_back_is_told_as_it_was_last() -> None:
    [chest] = SEEN.containers
    emptied = SEEN.model_copy(update={"containers": (chest.model_copy(update={"items": {}}),)})
    whole = [
        over(number, result("Bob", "look", programs=(CALL,), outcomes=(LOST,), seen=seen))
        for number, seen in enumerate((SEEN, emptied, SEEN, emptied, SEEN), 1)
    ]
    kept: list[RoundRecord] = []
    for record in whole:
        kept = remember(kept, record)
    assert [one.feedback.results[0].seen for one in kept] == [one.feedback.results[0].seen for one in whole]


class Watcher(OfflineMind):
    """Keeps the histories that it is shown."""

    shown: list[tuple[RoundRecord, ...]]

    async def speak(self, view: DiscussionView) -> Utterance:
        self.shown.append(view.history)
        return await super().speak(view)


async def test_a_crew_forgets_what_was_seen_in_past_rounds(play: Play, knowledge: Knowledge) -> None:
    watcher = Watcher(knowledge)
    watcher.shown = []
    task = goal_task({"leather": 1}, agents=1)
    limits = task.limits.model_copy(update={"rounds": 4, "attempts": 1})
    play.minds["Alice"] = lambda mind: watcher
    play.prepare(task).failures["Alice"] = ["NO_PATH"] * 9
    await play(task.model_copy(update={"limits": limits}))
    *past, last = watcher.shown[-1]
    assert [record.number for record in past] == [1, 2]
    blocks = [one.seen and set(one.seen.blocks) for record in past for one in record.feedback.results]
    assert blocks == [set(), set()]
    assert last.feedback.results[0].begun == SPAWN
    assert last.feedback.results[0].seen is not None
    assert last.feedback.results[0].seen.blocks


def test_what_the_crew_has_dug_up_is_forgotten() -> None:
    """Then what was seen before is told again."""
    old, new = (-9.0, 64.0, 2.0), (6.0, 5.0, 6.0)
    blocks = {at: {"crafting_table": Sighting(count=1, nearest=at)} for at in (old, new)}
    whole = [
        over(
            number,
            result("Alice", "see it", seen=SEEN.model_copy(update={"blocks": blocks[old]})),
            result("Bob", "see it", seen=SEEN.model_copy(update={"blocks": blocks[new], "containers": ()})),
        )
        for number in (1, 2)
    ]
    kept: list[RoundRecord] = []
    for record in whole:
        kept = remember(kept, record)
    assert "last seen: crafting_table at (6, 5, 6)" in later(*kept)
    assert "last seen: crafting_table at (-9, 64, 2)" in later(*kept, removed=(new,))
    assert "crafting_table" not in later(*kept, removed=(new, old))
    assert "chest at (4, 64, 4)" in later(*kept)
    assert "chest at (4, 64, 4)" not in later(*kept, removed=((4, 64, 4),))


def test_what_was_given_later_is_no_open_promise() -> None:
    gift = Subtask(text="give", gift=Gift(to="Alice", item="bread", count=2))
    kept = [
        over(n, SubtaskResult(agent="Bob", subtask=gift, state=s)) for n, s in ((1, "failed"), (2, "done"))
    ]
    assert "Promised" in later(kept[0])
    assert "Promised" not in later(*kept)


def test_every_kind_of_a_gift_is_a_promise() -> None:
    gift = Subtask(text="give", gift=Gift(to="Alice", item="bread", count=2, also={"stick": 4, "book": 1}))
    partly = Outcome(ok=False, code="NOT_RECEIVED", result={"bread": 2, "stick": 1, "book": 0})
    told = later(over(1, SubtaskResult(agent="Bob", subtask=gift, state="failed", outcomes=(partly,))))
    assert "Bob: 3 stick to Alice (round 1)" in told
    assert "Bob: 1 book to Alice (round 1)" in told
    assert "bread to Alice" not in told


def test_full_memory_has_the_talk_and_the_evaluations() -> None:
    told = later(over(1), over(2), keeps="full")
    assert "Alice: What was said in round 1." in told
    assert "Evaluation 2." in told


@pytest.mark.parametrize("keeps", ["digest", "full"])
def test_it_is_bounded(keeps: MemoryMode) -> None:
    many = [result("Bob", 400 * "x", "failed", outcomes=(LOST,), programs=(CALL,), seen=SEEN)] * 20
    told = later(
        *(
            over(n, *many).model_copy(update={"lines": (TalkLine(speaker="A", text=4000 * "y"),)})
            for n in range(99)
        ),
        keeps=keeps,
    )
    assert len(told) < memory.DIGEST + 500 + (memory.WHOLE if keeps == "full" else 0)
    assert "characters are left out)" in told


def test_an_attempt_is_told_what_was_run_and_what_comes_next() -> None:
    done = result(
        "Bob",
        "hold 2 logs",
        programs=(Program(call="mineBlock", args=("oak_log", 2)),),
        outcomes=(Outcome(ok=True, result=2),),
        seen=SEEN,
    )
    view = SubtaskView(
        agent="Bob",
        team=TEAM,
        goal={},
        assignment="",
        subtask=Subtask(text="hold 8 planks"),
        attempt=1,
        observation=SEEN.model_copy(update={"blocks": {}}),
        earlier=(done,),
        later=(Subtask(text="give 8 planks to Alice"),),
        plan=(
            Assignment(agent="Alice", text="Craft 1 chest."),
            Assignment(agent="Bob", text="Bring planks."),
        ),
    )
    told = memory.own_work(view)
    assert "1. hold 2 logs: done; mineBlock('oak_log', 2) returned 2" in told
    assert "2. hold 8 planks: this is the current sub-task" in told
    assert "3. give 8 planks to Alice: comes later" in told
    assert "Where stations were last seen: furnace at (10, 64, 10)" in told
    assert "furnace" not in memory.own_work(view.model_copy(update={"removed": ((10, 64, 10),)}))
    assert "Alice: Craft 1 chest." in memory.others_parts(view, "Bob")
    assert "Bring planks" not in memory.others_parts(view, "Bob")


def test_a_part_is_told_whole_and_if_it_is_endless_up_to_a_sentence() -> None:
    long = "Fell 1 oak log near (8, 5, 17)" + ", then craft 4 planks" * 17 + ", and fuel the furnace."
    assert 380 < len(long) < 420
    plan = (Assignment(agent="Alice", text=long), Assignment(agent="Bob", text="Wait 1 minute."))
    told = memory.others_parts(RoundView(team=TEAM, goal={}, plan=plan), "Bob")
    assert f"\nAlice: {long}\n" in told
    last = over(1).model_copy(update={"assignments": plan})
    assert f"Agreed in round 1: Alice: {long}\n" in later(last)
    endless = "Mine 1 stone. " * 400
    told = prompt_values.whole(endless)
    kept, left = told.split(" (")
    assert kept.endswith(" Mine 1 stone.")
    assert left == f"{len(endless) - 1 - len(kept)} more characters are left out)"
    assert prompt_values.whole(9000 * "word ").split(" (")[0].endswith(" word")


async def prompts_of(keeps: MemoryMode, crew: LLMCrew) -> list[str]:
    """In the first round, the third attempt and those after it are refused."""
    task = goal_task({"bookshelf": 1}, agents=2)
    limits = task.limits.model_copy(update={"rounds": 2})
    team = task.team.model_copy(update={"memory": keeps})
    task = task.model_copy(update={"team": team, "limits": limits})
    asked: list[str] = []
    plays = Planner(crew.knowledge)

    def answer(prompt: str) -> str:
        asked.append(prompt)
        first = [one for one in asked if "ROUND 1 of" in one and "What do you run now?" in one]
        if "ROUND 1 of" in prompt and "What do you run now?" in prompt and len(first) > 2:
            return json.dumps(attempt("refuse", reason="it is dark"))
        return plays(prompt)

    events = await crew(task, answer)
    assert sum(isinstance(event, Evaluated) for event in events) == 2
    assert any(isinstance(event, SubtaskEnded) for event in events)
    return asked


@pytest.mark.parametrize("keeps", ["none", "digest", "full"])
async def test_the_task_says_what_is_remembered(keeps: MemoryMode, crew: LLMCrew) -> None:
    asked = await prompts_of(keeps, crew)
    acts = [prompt for prompt in asked if "What do you run now?" in prompt]
    second = [
        prompt
        for prompt in asked
        if "ROUND 2 of at most 2 (the last one); each round has 300 seconds" in prompt
    ]
    assert second
    assert any("YOUR SUB-TASKS IN THIS ROUND" in prompt for prompt in acts) == (keeps != "none")
    assert all(("WHAT IS KNOWN FROM EARLIER ROUNDS" in prompt) == (keeps != "none") for prompt in second)
    assert all(("WORD FOR WORD" in prompt) == (keeps == "full") for prompt in second)
