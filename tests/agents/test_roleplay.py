"""Role-playing: who speaks when, the five ends, and what offline minds make of it."""

from __future__ import annotations

import pytest

from minecrew.agents import Task, VoicedMind, goal_task, scripted
from minecrew.agents.marks import DONE
from minecrew.agents.structures.roleplay import next_speaker, stopped
from minecrew.agents.task import Team
from minecrew.agents.views import TalkLine
from minecrew.runlog import (
    Assigned,
    ClaimChecked,
    DialogueFlagged,
    DiscussionEnded,
    Event,
    Said,
    TaskSpecified,
)

from .conftest import MEADOW, Play

TEAM = ("Alice", "Bob", "Charlie")


def talk(*lines: tuple[str, str]) -> list[TalkLine]:
    return [TalkLine(speaker=speaker, text=text, visitor=speaker not in TEAM) for speaker, text in lines]


def roles(goal: dict[str, int] | None = None, *, agents: int = 3, turns: int | None = None) -> Task:
    task = goal_task(goal or {"bookshelf": 1}, agents=agents)
    limits = task.limits if turns is None else task.limits.model_copy(update={"discussion_turns": turns})
    return task.model_copy(update={"team": Team(discussion="roleplay"), "limits": limits})


def said(events: list[Event]) -> list[Said]:
    return [event for event in events if isinstance(event, Said) and event.round == 1]


def end(events: list[Event]) -> DiscussionEnded:
    return next(event for event in events if isinstance(event, DiscussionEnded))


def flags(events: list[Event]) -> list[tuple[str | None, str]]:
    return [(e.agent, e.flag) for e in events if isinstance(e, DialogueFlagged) and e.round == 1]


# ---- whose turn it is


@pytest.mark.parametrize(
    ("lines", "speaker"),
    [
        ([], "Alice"),
        ([("Alice", "Instruction: Charlie, gather 3 leather. Input: None")], "Charlie"),
        ([("Alice", "Instruction: Let Charlie have the cows. Input: None")], "Charlie"),
        ([("Alice", "Instruction: Get canes. Input: None")], "Bob"),
        ([("Alice", "Get canes."), ("Bob", "Solution: Yes."), ("Alice", "Get cows.")], "Charlie"),
        ([("Alice", "Bob, get canes."), ("Bob", "Solution: Yes. Next request.")], "Alice"),
        ([("Alice", "Bob, get canes."), ("Zoe", "Charlie, hello!")], "Bob"),
    ],
)
def test_whom_the_instructor_names_answers(lines: list[tuple[str, str]], speaker: str) -> None:
    assert next_speaker(talk(*lines), TEAM) == speaker


def test_whom_the_instructor_says_that_it_asks_answers() -> None:
    line = TalkLine(speaker="Alice", text="Instruction: Bob has canes, so get cows.", asks=("Charlie",))
    assert next_speaker([line], TEAM) == "Charlie"


# ---- the five ends, as the log has them


async def test_first_end_three_turns_without_an_instruction(play: Play) -> None:
    words = {1: "What fine weather it is.", 2: "The sea was blue.", 3: "My boots are wet."}
    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted(words))
    events = await play(roles(turns=20))
    assert (end(events).reason, end(events).turns) == ("no_instruction", 5)


async def test_second_end_an_assistant_instructs(play: Play) -> None:
    words = {1: "Instruction: Alice, gather 9 sugar cane yourself. Input: None"}
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted(words))
    events = await play(roles())
    assert (end(events).reason, end(events).turns) == ("assistant_instructs", 2)
    assert flags(events) == [("Bob", "role_flipping")]


async def test_a_question_is_a_slip_and_ends_nothing(play: Play) -> None:
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: "Alice, where shall I bring them?"}))
    events = await play(roles())
    assert end(events).reason == "task_done"
    assert flags(events) == [("Bob", "role_flipping")]


async def test_third_end_the_instructor_finds_the_task_done(play: Play) -> None:
    events = await play(roles())
    assert (end(events).reason, end(events).turns) == ("task_done", 5)
    assert said(events)[-1].text == DONE
    assert end(events).cause == tuple(event.seq for event in said(events))
    assert "" not in [text for _, text in play.world.heard]


async def test_an_assistant_does_not_say_that_the_task_is_done(play: Play) -> None:
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: f"Solution: Done. {DONE}"}))
    events = await play(roles())
    assert (end(events).reason, end(events).turns) == ("task_done", 5)


def test_fourth_end_a_side_is_out_of_tokens() -> None:
    """What a model does to bring it about: test_llm.py."""
    lines = talk(("Alice", "Instruction: Bob, gather 9 sugar cane. Input: None"), ("Bob", "..."))
    assert stopped(lines, TEAM) is None
    assert stopped(lines, TEAM, out_of_tokens=True) == "token_limit"


async def test_fifth_end_forty_messages(play: Play) -> None:
    orders = {n: f"Instruction: Bob, gather {n} oak logs. Input: None" for n in range(1, 60)}
    answers = {n: f"Solution: I'll gather {n} oak logs from tree {n}. Next request." for n in range(1, 60)}
    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted(orders))
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted(answers))
    events = await play(roles(turns=100))
    assert (end(events).reason, end(events).turns) == ("message_limit", 40)


async def test_the_tasks_own_limit_comes_before(play: Play) -> None:
    events = await play(roles(turns=3))
    assert (end(events).reason, end(events).turns) == ("turn_limit", 3)
    assert {event.agent for event in events if isinstance(event, Assigned)} >= {"Alice", "Bob"}


# ---- offline minds


async def test_offline_minds_keep_to_the_forms(play: Play) -> None:
    events = await play(roles())
    assert [(event.agent, event.text) for event in said(events)] == [
        (
            "Alice",
            "Instruction: Bob, gather 9 sugar cane and bring them to me. Input: We need 1 bookshelf. "
            "That takes 3 oak logs, 9 sugar cane and 3 leather, enough for a crafting table as well. "
            "From here I see 70 oak logs, 40 sugar cane and 12 cows. I'll gather 3 oak logs and craft"
            " 1 bookshelf at (8, 5, 8).",
        ),
        ("Bob", "Solution: Agreed. I'll gather 9 sugar cane and bring them to Alice. Next request."),
        ("Alice", "Instruction: Charlie, gather 3 leather and bring them to me. Input: None"),
        ("Charlie", "Solution: Agreed. I'll gather 3 leather and bring them to Alice. Next request."),
        ("Alice", DONE),
    ]
    assert play.result.outcome == "met"
    assert not any(isinstance(event, TaskSpecified) for event in events)  # nobody offline reads prose


@pytest.mark.parametrize("item", ["bookshelf", "painting", "ladder", "white_wool", "bread"])
@pytest.mark.parametrize("agents", [2, 3, 5])
async def test_any_goal_by_any_team_without_a_flag(play: Play, item: str, agents: int) -> None:
    sources = MEADOW | ({"wheat": 30} if item == "bread" else {})
    events = await play(roles({item: 2}, agents=agents), sources)
    assert play.result.outcome == "met", [e for e in events if e.kind in {"said", "subtask.ended"}]
    assert {e.reason for e in events if isinstance(e, DiscussionEnded)} == {"task_done"}
    assert not any(isinstance(event, DialogueFlagged) for event in events)
    assert all(event.true for event in events if isinstance(event, ClaimChecked))


async def test_what_an_assistant_holds_comes_to_light_and_counts(play: Play) -> None:
    task = roles()
    holding = task.agents[2].model_copy(update={"inventory": {"leather": 3, "sugar_cane": 6}})
    events = await play(task.model_copy(update={"agents": (*task.agents[:2], holding)}))
    charlie = next(event.text for event in said(events) if event.agent == "Charlie")
    assert (end(events).reason, end(events).turns) == ("task_done", 5)
    assert "I hold 6 sugar cane and 3 leather and will bring 6 sugar cane and 3 leather to Alice" in charlie
    assert all(event.true for event in events if isinstance(event, ClaimChecked))
    assert play.result.outcome == "met"


async def test_another_solution_of_bobs_is_made_up_for(play: Play) -> None:
    words = {1: "Solution: I'd rather not. I'll do 3 leather instead. Next request."}
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted(words))
    events = await play(roles())
    assert said(events)[2].text == (
        "Instruction: Charlie, gather 9 sugar cane and bring them to me. Input: None"
    )
    plan = {e.agent: e.text for e in events if isinstance(e, Assigned) and e.round == 1}
    assert plan["Bob"].startswith("Gather 3 leather")
    assert plan["Charlie"].startswith("Gather 9 sugar cane")
    assert play.result.outcome == "met"


async def test_what_is_declined_is_not_asked_for_without_end(play: Play) -> None:
    no = dict.fromkeys(range(1, 9), "Solution: I refuse, I won't gather any leather. Next request.")
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted(no))
    events = await play(roles(agents=2, turns=30))
    assert (end(events).reason, end(events).turns) == ("task_done", 5)


async def test_an_assistant_asks_nothing_and_instructs_nobody(play: Play) -> None:
    """As an equal, Bob would offer a hand, and ask Charlie whether it may spare it the cane."""
    task = roles(turns=20)
    holding = task.agents[1].model_copy(update={"inventory": {"sugar_cane": 9}})
    orders = {
        1: "Instruction: Charlie, gather 9 sugar cane and bring them to me. Input: I'll gather 9 leather and "
        "3 oak logs and craft 1 bookshelf at (8, 5, 8).",
        2: "Instruction: Bob, look after yourself. Input: None",
    }
    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted(orders))
    events = await play(task.model_copy(update={"agents": (task.agents[0], holding, task.agents[2])}))
    bob = next(event.text for event in said(events) if event.agent == "Bob")
    assert bob == "Solution: I hold 9 sugar cane and will bring 9 sugar cane to Alice. Next request."
    assert flags(events) == []


async def test_where_there_is_none_all_look_and_then_say_so(play: Play) -> None:
    events = await play(roles(), {"oak_log": 70, "cow": 5})
    assert play.result.reason == "this world lacks sugar cane"
    looks = [e.text for e in events if isinstance(e, Assigned)]
    assert looks == [f"Look for sugar cane to the {way}." for way in ("north", "east", "south")]
    assert not any(isinstance(event, DialogueFlagged) for event in events)
