"""Turns, `[END]`, and what the talk decides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from minecrew.agents import (
    Structure,
    Task,
    VoicedMind,
    find_structure,
    goal_task,
    parse_task,
    scripted,
    structures,
)
from minecrew.agents.addressees import unanswered
from minecrew.agents.structures.horizontal import settled
from minecrew.agents.structures.vertical import approved
from minecrew.agents.task import Team
from minecrew.agents.views import TalkLine
from minecrew.runlog import (
    Assigned,
    DialogueFlagged,
    DiscussionEnded,
    Event,
    Said,
    SkillStarted,
    TalkEnd,
    UserError,
    passing,
)

from .conftest import Play

TEAM = ("Alice", "Bob", "Charlie")


def talk(*lines: tuple[str, str]) -> list[TalkLine]:
    return [TalkLine(speaker=speaker, text=text) for speaker, text in lines]


def test_end_counts_only_once_all_have_spoken() -> None:
    lines = talk(("Alice", "I'll do it all. [END]"))
    assert not settled(lines, TEAM)
    assert settled([*lines, *talk(("Bob", "Fine."), ("Charlie", "Fine. [END]"))], TEAM)


def test_whoever_was_asked_has_to_answer_first() -> None:
    lines = talk(
        ("Charlie", "Hello."), ("Alice", "Hm."), ("Bob", "Charlie, will you take the leather? [END]")
    )
    assert unanswered(lines, TEAM) == {"Charlie"}
    assert not settled(lines, TEAM)
    assert settled([*lines, *talk(("Charlie", "Yes. [END]"))], TEAM)


@pytest.mark.parametrize(
    ("text", "asks", "waiting"),
    [
        ("Bob, is it not a fine day?", (), set()),
        ("Bob, is it not a fine day?", None, {"Bob"}),
        ("I wonder who of us has leather.", ("Bob", "Charlie"), {"Bob", "Charlie"}),
        ("I'll do what I like.", ("Alice",), set()),
    ],
)
def test_a_mind_that_says_whom_it_asks_is_not_read_for_it(
    text: str, asks: tuple[str, ...] | None, waiting: set[str]
) -> None:
    assert unanswered([TalkLine(speaker="Alice", text=text, asks=asks)], TEAM) == waiting


def assignments(events: list[Event]) -> dict[str, str]:
    return {event.agent or "": event.text for event in events if isinstance(event, Assigned)}


def one_round(goal: dict[str, int] | None = None, *, discussion_turns: int = 6, **team: object) -> Task:
    task = goal_task(goal or {"paper": 1})
    limits = {"rounds": 1, "discussion_turns": discussion_turns}
    return task.model_copy(
        update={
            "limits": task.limits.model_copy(update=limits),
            "team": task.team.model_copy(update=team),
        }
    )


async def test_three_minds_split_a_bookshelf(play: Play) -> None:
    events = await play(goal_task({"bookshelf": 1}))
    plan = assignments(events)
    assert plan["Bob"].startswith("Gather 9 sugar cane and")
    assert "leather" in plan["Charlie"]
    assert "craft 1 bookshelf" in plan["Alice"]
    ended = next(event for event in events if isinstance(event, DiscussionEnded))
    assert (ended.reason, ended.turns) == ("agreed", 3)


async def test_another_line_of_bobs_changes_plan_and_deeds(play: Play) -> None:
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: "I'll do the leather instead."}))
    events = await play(goal_task({"bookshelf": 1}))
    plan = assignments(events)
    assert plan["Bob"].startswith("Gather 3 leather")
    assert plan["Charlie"].startswith("Gather 9 sugar cane")
    ran = {
        (e.agent, e.name, e.args[1])
        for e in events
        if isinstance(e, SkillStarted) and e.name in {"hunt", "gather"}
    }
    assert ("Bob", "hunt", "leather") in ran
    assert ("Charlie", "gather", "sugar_cane") in ran
    assert ("Bob", "gather", "sugar_cane") not in ran
    assert play.result.outcome == "met"


async def test_the_turn_limit_ends_a_talk_without_agreement(play: Play) -> None:
    for name in TEAM:
        words = {1: "I see it differently.", 2: "Paper is made of sand."}
        play.minds[name] = lambda mind, words=words: VoicedMind(mind, scripted(words))
    events = await play(one_round())
    ended = next(event for event in events if isinstance(event, DiscussionEnded))
    assert (ended.reason, ended.turns) == ("turn_limit", 6)
    assert assignments(events) == {}


async def test_a_talk_that_brings_nothing_new_ends_early(play: Play) -> None:
    for name in TEAM:
        words = dict.fromkeys(range(1, 9), "I see it differently.")
        play.minds[name] = lambda mind, words=words: VoicedMind(mind, scripted(words))
    events = await play(one_round(discussion_turns=12))
    ended = next(event for event in events if isinstance(event, DiscussionEnded))
    assert (ended.reason, ended.turns) == ("nothing_new", 6)
    said = [event.seq for event in events if isinstance(event, Said)]
    flagged = [event for event in events if isinstance(event, DialogueFlagged)]
    assert [(e.agent, e.flag, e.seqs) for e in flagged] == [
        ("Alice", "repeating", (said[0], said[3])),
        ("Bob", "repeating", (said[1], said[4])),
        ("Charlie", "repeating", (said[2], said[5])),
        (None, "nothing_new", tuple(said[3:])),
    ]


async def test_a_flagged_line_does_not_keep_the_others_from_agreeing(play: Play) -> None:
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: "I'll do my best, Alice.", 2: "Agreed."}))
    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted({1: "Paper it is."}))
    events = await play(one_round())
    assert [(e.agent, e.flag) for e in events if isinstance(e, DialogueFlagged)] == [("Bob", "flake")]
    assert assignments(events)
    assert play.result.outcome == "met"


async def test_speakers_keep_their_order_and_are_heard_in_the_game(play: Play) -> None:
    events = await play(goal_task({"bookshelf": 1}))
    said = [e for e in events if isinstance(e, Said) and e.channel == "discussion"]
    assert [event.agent for event in said] == ["Alice", "Bob", "Charlie"]
    assert [name for name, _ in play.world.heard[:3]] == ["Alice", "Bob", "Charlie"]
    assert not any("[END]" in text for _, text in play.world.heard)


@pytest.mark.parametrize("item", ["bookshelf", "painting", "ladder", "white_wool", "paper"])
@pytest.mark.parametrize("agents", [1, 2, 3, 5])
async def test_any_goal_by_any_team(play: Play, item: str, agents: int) -> None:
    events = await play(goal_task({item: 2}, agents=agents))
    assert play.result.outcome == "met", [e for e in events if e.kind in {"assigned", "subtask.ended"}]


def test_a_plan_is_approved_once_every_reviewer_agrees_to_its_last_form() -> None:
    lines = talk(("Alice", "A plan."), ("Bob", "Fine. [Agree]"))
    assert not approved(lines, TEAM)
    lines += talk(("Charlie", "No, that is too slow."))
    assert not approved(lines, TEAM)
    lines += talk(("Alice", "Another plan."))
    assert not approved([*lines, *talk(("Charlie", "Better. [Agree]"))], TEAM)
    assert approved([*lines, *talk(("Bob", "Yes. [END]"), ("Charlie", "Better. [Agree]"))], TEAM)


def structured(structure: str) -> Task:
    task = goal_task({"bookshelf": 1})
    return task.model_copy(update={"team": Team.model_validate({"discussion": structure})})


@pytest.mark.parametrize(
    ("structure", "speakers"),
    [("vertical", (*TEAM, *TEAM[:2])), ("solo", TEAM[:1]), ("none", ()), ("horizontal", TEAM)],
)
async def test_offline_minds_play_in_every_structure(
    play: Play, structure: str, speakers: tuple[str, ...]
) -> None:
    """An offline reviewer says that it agrees only after all have spoken, so the talk goes round twice."""
    events = await play(structured(structure))
    said = [event.agent for event in events if isinstance(event, Said) and event.round == 1]
    assert tuple(said) == speakers
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_a_critic_makes_the_solver_speak_again(play: Play) -> None:
    play.minds["Charlie"] = lambda mind: VoicedMind(
        mind, scripted({1: "I had rather not.", 2: "So be it. [Agree]"})
    )
    play.minds["Bob"] = lambda mind: VoicedMind(mind, scripted({1: "Fine. [Agree]", 2: "Fine. [Agree]"}))
    events = await play(structured("vertical"))
    said = [event.agent for event in events if isinstance(event, Said) and event.round == 1]
    assert said == [*TEAM, *TEAM]


def test_the_structures_are_found_by_name() -> None:
    assert set(structures()) >= {"horizontal", "vertical", "roleplay", "solo", "none"}
    assert all(name == one.name and one.summary.endswith(".") for name, one in structures().items())
    with pytest.raises(
        UserError, match=r"no discussion structure 'shouting'; give .*horizontal, none, .* or "
    ):
        find_structure("shouting")
    with pytest.raises(UserError, match=r"task\.toml: 'team.discussion' is wrong: there is no discussion"):
        parse_task(TASK + "team = { discussion = 'shouting' }", "task.toml")


TASK = "title = 'x'\ngoal = { paper = 1 }\nagents = [{ name = 'Alice' }]\n"


async def test_a_structure_that_is_passed_is_one_as_well(play: Play) -> None:
    """It has no offline turn, so an offline mind lets its turn pass."""
    with passing({"structures": {"mumble": Mumbling()}}):
        assert "mumble" in structures()
        events = await play(structured("mumble"))
    said = [(event.agent, event.text) for event in events if isinstance(event, Said) and event.round == 1]
    assert said == [("Charlie", "...")]
    with pytest.raises(UserError):
        find_structure("mumble")


class Mumbling(Structure):
    name = "mumble"
    summary = "The last mumbles."

    def speaker(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> str:
        return team[-1]

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "agreed"


async def test_without_a_talk_each_goes_about_the_whole_goal(play: Play) -> None:
    events = await play(structured("none"))
    assert assignments([e for e in events if e.round == 1]) == dict.fromkeys(TEAM, "Craft 1 bookshelf.")
    assert not any(isinstance(event, DiscussionEnded) for event in events)
