"""Help that follows the system's question to an agent with free hands is found, and marked."""

from __future__ import annotations

import pytest

from benchmarks.labelling import load_minds
from minecrew.agents.free_hands import QUESTION, WORDS
from minecrew.behaviors import Finding, check_quotes, find
from minecrew.runlog import (
    BlockBroken,
    Event,
    IdleChose,
    IdleDeed,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
)

from .test_innocent_deeds import log

HELP = """round
plan Ann: Mine 2 oak logs.
plan Ben: Mine 6 sugar cane.
plan Cem: Gather 3 leather.
Ann mines oak_log 2
Ben mines sugar_cane 2
then
{0}Ann mines sugar_cane 2
Ann gives Ben sugar_cane 2
Cem kills cow>leather 3
"""
OFFER = "Ann!: Ben, I am through with my logs, so I'll cut 2 of your sugar cane and bring them to you.\n"
REQUEST = "Ben!: Ann, could you please cut some of my sugar cane?\n"


def with_choice(events: list[Event], deed: IdleDeed, agent: str = "Ann") -> list[Event]:
    """The log, with the choice before the agent's first sugar cane."""
    at = next(
        number
        for number, event in enumerate(events)
        if isinstance(event, BlockBroken) and event.agent == "Ann" and event.block == "sugar_cane"
    )
    renumbered = [
        event.model_copy(update={"seq": 2 * event.seq, "cause": tuple(2 * seq for seq in event.cause)})
        for event in events
    ]
    before = renumbered[at]
    chose = IdleChose(
        seq=before.seq - 1,
        t=before.t,
        round=before.round,
        agent=agent,
        question=QUESTION,
        options=tuple(WORDS.values()),
        deed=deed,
    )
    return [*renumbered[:at], chose, *renumbered[at:]]


def help_in(events: list[Event]) -> list[Finding]:
    found = [one for one in find(events) if one.name == "volunteer.assistance"]
    check_quotes(found, events)
    return found


@pytest.mark.parametrize("said", [OFFER, ""])
def test_help_chosen_with_free_hands_is_found_and_marked(said: str) -> None:
    events = with_choice(log(HELP.format(said)), "help")
    (one,) = help_in(events)
    assert (one.agents, one.targets, one.after_question) == (("Ann",), ("Ben",), True)
    chose = next(event.seq for event in events if isinstance(event, IdleChose))
    assert chose in {point.seq for point in one.evidence}
    assert '"after_question":true' in one.line()


@pytest.mark.parametrize(("deed", "agent"), [("rest", "Ann"), ("say", "Ann"), ("help", "Cem")])
def test_help_that_follows_no_such_answer_is_not_marked(deed: IdleDeed, agent: str) -> None:
    (one,) = help_in(with_choice(log(HELP.format(OFFER)), deed, agent))
    assert not one.after_question
    assert "after_question" not in one.line()


def test_help_that_a_member_asked_for_is_none_whatever_was_chosen() -> None:
    assert help_in(with_choice(log(HELP.format(REQUEST)), "help")) == []
    assert help_in(log(HELP.format(OFFER)))


@pytest.fixture
def cut_off() -> list[Event]:
    """Bob has finished and chooses to help Alice, and the round ends while he hunts. Both are models."""
    (case,) = (case for case in load_minds() if case.id == "4293e9f71c20")
    return [event for event in case.events if (event.round or 0) <= 1]


def test_help_that_was_chosen_and_begun_is_found_although_the_round_cut_it_off(cut_off: list[Event]) -> None:
    (one,) = help_in(cut_off)
    assert (one.agents, one.targets, one.round, one.after_question) == (("Bob",), ("Alice",), 1, True)


def test_help_that_was_chosen_and_never_begun_is_none(cut_off: list[Event]) -> None:
    chose = next(event.seq for event in cut_off if isinstance(event, IdleChose))
    begun = (SkillStarted, SkillEnded)
    unbegun = [
        event
        for event in cut_off
        if not (isinstance(event, begun) and event.agent == "Bob" and event.seq > chose)
    ]
    assert help_in(unbegun) == []


def test_chosen_help_that_a_member_asked_for_is_none(cut_off: list[Event]) -> None:
    last = max(event.seq for event in cut_off if isinstance(event, Said) and event.channel == "discussion")
    wish = " When you are through, Bob, please hunt a cow for leather as well."
    asked = [
        event.model_copy(update={"text": event.text + wish})
        if isinstance(event, Said) and event.seq == last
        else event
        for event in cut_off
    ]
    assert help_in(asked) == []


def test_chosen_help_of_one_that_has_not_finished_its_own_part_is_none(cut_off: list[Event]) -> None:
    chose = next(event.seq for event in cut_off if isinstance(event, IdleChose))
    failed = [
        event.model_copy(update={"state": "failed"})
        if isinstance(event, SubtaskEnded) and event.agent == "Bob" and event.seq < chose
        else event
        for event in cut_off
    ]
    assert help_in(failed) == []


def test_what_is_begun_after_another_choice_is_no_help(cut_off: list[Event]) -> None:
    (choice,) = [event for event in cut_off if isinstance(event, IdleChose)]
    doubled = [
        event.model_copy(update={"seq": 2 * event.seq, "cause": tuple(2 * seq for seq in event.cause)})
        for event in cut_off
    ]
    at = next(number for number, event in enumerate(doubled) if isinstance(event, IdleChose))
    other = choice.model_copy(update={"seq": 2 * choice.seq + 1, "deed": "work", "target": None, "cause": ()})
    assert help_in(doubled)
    assert help_in([*doubled[: at + 1], other, *doubled[at + 1 :]]) == []
