"""A debate: proposals, criticism, votes, and the plan with most votes is what is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.agents import (
    Knowledge,
    Task,
    VoicedMind,
    find_structure,
    goal_task,
    make_persona,
    scripted,
)
from minecrew.agents.structures.debate import chosen, vote
from minecrew.agents.task import Team
from minecrew.agents.views import TalkLine
from minecrew.runlog import Assigned, DialogueFlagged, DiscussionEnded, Event, ModelCalled, Said

from .conftest import MEADOW, Play
from .llm_crew import LLMCrew
from .planner import Planner

TEAM = ("Alice", "Bob", "Charlie")
DEBATE = find_structure("debate")


def debate(goal: dict[str, int] | None = None, *, agents: int = 3) -> Task:
    task = goal_task(goal or {"bookshelf": 1}, agents=agents)
    limits = task.limits.model_copy(update={"discussion_turns": DEBATE.turns(agents)})
    return task.model_copy(update={"team": Team(discussion="debate"), "limits": limits})


def said(events: list[Event]) -> list[Said]:
    return [event for event in events if isinstance(event, Said) and event.round == 1]


def assigned(events: list[Event]) -> list[Assigned]:
    return [event for event in events if isinstance(event, Assigned) and event.round == 1]


def talk(*votes: str) -> list[TalkLine]:
    lines = [TalkLine(speaker=name, text=f"{text} of {name}") for text in ("Plan", "Hm") for name in TEAM]
    return lines + [TalkLine(speaker=name, text=text) for name, text in zip(TEAM, votes, strict=False)]


@pytest.mark.parametrize(
    ("votes", "winner"),
    [
        (("I vote for Bob's plan, because.", "I vote for Bob's plan.", "I vote for Alice's plan."), "Bob"),
        (("I vote for Charlie's plan.", "I vote for Bob's plan.", "No."), "Bob"),
        (("I vote for Charlie's plan.", "I vote for Bob's plan.", "I vote for Alice's plan."), "Alice"),
        (("...", "...", "..."), "Alice"),
        (("...", "...", "I vote for charlie"), "Charlie"),
        (("I vote for Zoe's plan.", "...", "I vote for Bob's plan."), "Bob"),
    ],
)
def test_most_votes_win_and_ties_go_to_the_first_proposer(votes: tuple[str, ...], winner: str) -> None:
    plan = chosen(talk(*votes), TEAM)
    assert plan is not None
    assert plan.text == f"Plan of {winner}"
    assert DEBATE.record(talk(*votes), TEAM) == (plan, *talk(*votes)[3:])


def test_a_visitor_has_no_turn_and_no_vote() -> None:
    zoe = TalkLine(speaker="Zoe", text="I vote for Charlie's plan.", visitor=True)
    lines = [zoe, *talk("...", "I vote for Bob's plan."), zoe]
    assert DEBATE.speaker(lines, TEAM) == "Charlie"
    assert DEBATE.end(lines, TEAM) is None
    plan = chosen([*lines, zoe, TalkLine(speaker="Charlie", text="...")], TEAM)
    assert plan is not None
    assert plan.speaker == "Bob"


def test_of_several_votes_the_last_counts() -> None:
    assert vote("I vote for Bob's plan. No: I vote for Alice's plan.", TEAM) == "Alice"
    assert vote("I like Bob's plan.", TEAM) is None


def test_a_talk_that_was_cut_off_has_no_plan_or_the_first() -> None:
    assert DEBATE.record((), TEAM) == ()
    assert [line.speaker for line in DEBATE.record(talk()[:2], TEAM)] == ["Alice"]


@pytest.mark.parametrize(
    ("agents", "item"),
    [
        *((2, "paper"), (3, "bookshelf"), (5, "painting")),
        *(
            pytest.param(agents, item, marks=pytest.mark.soak)
            for agents, item in ((2, "bookshelf"), (2, "painting"), (3, "painting"), (3, "paper"))
        ),
        *(pytest.param(5, item, marks=pytest.mark.soak) for item in ("bookshelf", "paper")),
    ],
)
async def test_offline_minds_debate_any_goal(play: Play, item: str, agents: int) -> None:
    task = debate({item: 2}, agents=agents)
    events = await play(task)
    lines = said(events)
    assert [line.agent for line in lines] == list(task.names) * 3
    assert all(line.text.startswith("I vote for ") for line in lines[2 * agents :])
    assert all(", because " in line.text for line in lines[2 * agents :])
    ended = next(event for event in events if isinstance(event, DiscussionEnded))
    assert (ended.reason, ended.turns) == ("voted", 3 * agents)
    assert not [event for event in events if isinstance(event, DialogueFlagged)]
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_the_plan_with_most_votes_is_assigned(play: Play) -> None:
    """Bob's plan is no better; it is the votes that decide."""
    plan = (
        "I'll craft 1 bookshelf. Alice, could you gather 9 sugar cane? Charlie, could you gather 3 leather?"
    )
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: plan, 3: "I vote for Bob's plan."}))
    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted({3: "I vote for Bob's plan."}))
    events = await play(debate())
    line = next(event for event in said(events) if event.agent == "Bob")
    found = {event.agent: event for event in assigned(events)}
    assert found["Alice"].text.startswith("Gather 9 sugar cane and bring them to Bob")
    assert found["Charlie"].text.startswith("Gather 3 leather")
    assert {event.cause for event in found.values()} == {(line.seq,)}


async def test_what_its_proposer_accepts_changes_the_plan(play: Play) -> None:
    plan = "I'll craft 1 bookshelf. Bob, could you gather 9 sugar cane? Charlie, could you gather 3 leather?"
    vote_ = "I vote for Alice's plan."
    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted({1: plan}))
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({3: vote_}))
    play.minds["Charlie"] = lambda mind: VoicedMind(mind, scripted({2: "I'll gather 4 leather.", 3: vote_}))
    found = {event.agent: event for event in assigned(await play(debate()))}
    assert found["Bob"].text.startswith("Gather 9 sugar cane")
    assert found["Charlie"].text.startswith("Gather 4 leather")


async def test_an_incomplete_plan_is_criticised_and_gets_no_vote(play: Play) -> None:
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: "I'll craft 1 bookshelf."}))
    events = await play(debate())
    texts = [line.text for line in said(events)]
    assert texts[3].startswith("Bob's plan is not complete: nobody gets ")
    assert not any(vote(text, TEAM) == "Bob" for text in texts[6:])


@pytest.mark.parametrize("persona", ["eager", "generous", "distracted", "silent", "follower"])
async def test_a_persona_takes_part(play: Play, persona: str, knowledge: Knowledge) -> None:
    play.minds["Bob"] = lambda mind: make_persona(persona, knowledge)  # type: ignore[arg-type]  # one of them
    events = await play(debate())
    assert [line.agent for line in said(events)] == list(TEAM) * 3
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_models_debate_and_are_told_which_time_it_is(tmp_path: Path, knowledge: Knowledge) -> None:
    crew = LLMCrew(tmp_path / "run", knowledge, MEADOW)
    events = await crew(debate(), Planner(knowledge))
    assert crew.result is not None
    assert crew.result.outcome == "met"
    asked = [event for event in events if isinstance(event, ModelCalled) and event.round == 1]
    prompts = [(crew.path / (call.prompt or "")).read_text() for call in asked if call.purpose == "speak"]
    assert len(prompts) == 9
    for at, word in enumerate(("Propose your plan", "Say what is wrong", "Say: I vote for NAME's plan")):
        assert [word in prompt for prompt in prompts] == [n // 3 == at for n in range(9)]
    assert len({prompt.split("\n\n[user]\n")[0] for prompt in prompts}) == 3  # one per agent
    (read,) = [(crew.path / (call.prompt or "")).read_text() for call in asked if call.purpose == "assign"]
    lines = [line for line in said(events) if f"{line.agent}: {line.text}" in read]
    winner = chosen([TalkLine(speaker=line.agent or "", text=line.text) for line in said(events)], TEAM)
    assert winner is not None
    assert [(line.agent, line.text) for line in lines[:1]] == [(winner.speaker, winner.text)]
    assert [line.agent for line in lines[1:]] == list(TEAM) * 2
    assert "The first line of the record is the plan with the most votes." in read
