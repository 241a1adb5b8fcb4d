"""Said and did: an agent's own word, kept or broken, and what is no word at all."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchmarks.corpus import read_cases
from minecrew.behaviors import Detection, find, tell_story
from minecrew.behaviors.contradiction.detector import kept_share, said_and_did
from minecrew.runlog import Event

HEAD = """
== told
goal bread 1
team Ann Ben Cem
near deed contradiction: see the test
has Ann: wheat 3, oak_planks 2
"""
PLAN = "plan Ben: Gather 3 wheat.\nplan Ann: Wait.\n"


def log(text: str) -> tuple[Event, ...]:
    (case,) = read_cases(f"{HEAD}round\n{text}", where="x.case", part="mine")
    return case.events


def broken(text: str) -> list[tuple[tuple[str, ...], tuple[str, ...], int]]:
    found = find(log(text))
    return [(one.agents, one.targets, one.round) for one in found if one.class_ == "contradiction"]


WORDS = [
    "Ben: I'll gather 3 wheat.",
    "Ann: Ben, can you get the wheat?\nBen: Yes, of course.",
    "Ann: Ben does the wheat.\nBen: Alright, on it!",
    "Ben: Let me reap some wheat then.",
    "Ben: wheat's mine, going to fetch it",
    "Ann: Three wheat for you, Ben?\nBen: Okay, three wheat.",
    "Ben: I volunteer to harvest the wheat.",
]


@pytest.mark.parametrize("words", WORDS)
def test_a_word_that_nothing_follows_is_broken(words: str) -> None:
    assert broken(f"{words}\n{PLAN}Ben mines dandelion 4\n") == [(("Ben",), (), 1)]
    assert broken(f"{words}\n{PLAN}Ben waits\nAnn eats wheat 1\n") == [(("Ben",), (), 1)]


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(
    "deeds",
    [
        "Ben mines wheat 3",
        "Ben mines wheat 1",
        "Ben mines dandelion 4\nBen mines wheat 1",
        "Ben tries mineBlock wheat 3: NOT_FOUND no wheat within 32 blocks",
        "Ben tries moveTo 8 5 8: TIMEOUT no way found",
        "Ben takes wheat 3 from chest of barn",
        "Ann gives Ben wheat 3",
        "Ben looks",
        "Ben hurts 20 by lava",
        "Ben hurts 20 by lava\nBen mines dandelion 1",
    ],
)
def test_a_word_is_kept_in_part_by_another_way_or_by_trying(words: str, deeds: str) -> None:
    assert broken(f"{words}\n{PLAN}{deeds}\n") == []


@pytest.mark.parametrize(
    "words",
    [
        "Ann: Nice morning.",
        "Ann: Ben, can you get the wheat?",
        "Ann: Ben, can you get the wheat?\nBen: No, I can't.",
        "Ann: Ben does the wheat.\nCem: Yes, of course.",
        "Ben: We have no wheat.",
        'Ben: Somebody once told me "I will gather the wheat".',
        "visitor>Ben: I'll gather 3 wheat.",
    ],
)
def test_what_is_no_word_of_its_own_cannot_be_broken(words: str) -> None:
    assert broken(f"{words}\n{PLAN}Ben mines dandelion 4\n") == []


def test_what_the_plan_took_away_is_taken_back() -> None:
    word = "Ben: I'll gather 3 wheat.\n"
    assert broken(f"{word}plan Ben: Wait.\nplan Ann: Gather 3 wheat.\nBen mines dandelion 4\n") == []
    assert broken(f"{word}plan Ben: Gather 2 sand.\nBen mines sand 2\n") == []


def test_who_waits_for_what_it_needs_could_not() -> None:
    text = "Cem: I'll craft the bread.\nBen: I'll gather 3 wheat.\n"
    text += "plan Cem: Craft 1 bread.\nplan Ben: Gather 3 wheat.\n"
    tries = "Ben tries mineBlock wheat 3: NOT_FOUND no wheat within 32 blocks\nCem waits\n"
    assert broken(text + tries) == []


def test_who_died_before_it_began_could_not() -> None:
    text = f"Ben: I'll gather 3 wheat.\n{PLAN}Ben waits\n"
    assert broken(f"{text}Ann hits Ben 10*2\n") == []
    assert broken(f"{text}Ben mines dandelion 4\nAnn hits Ben 10*2\n") == [(("Ben",), (), 1)]


def test_charcoal_is_coal_in_another_way() -> None:
    text = "Ben: I'll mine 1 coal and bring it to Ann.\nplan Ben: Bring 1 coal to Ann.\nBen mines oak_log 2\n"
    smelts = "Ben smelts oak_log>charcoal 1 with oak_log\n"
    assert broken(f"{text}{smelts}Ben gives Ann charcoal 1\n") == []
    assert broken(f"{text}{smelts}Ben waits\n") == []
    assert broken(f"{text}Ben takes charcoal 1 from chest of barn\n") == []
    assert broken(f"{text}Ben mines dandelion 2\n") == [(("Ben",), ("Ann",), 1)]


@pytest.mark.parametrize("line", ["I'll get on with my part.", "I'll reap the wheat now, with my hoe."])
def test_the_rules_read_no_promise_in_a_line_at_work(line: str) -> None:
    text = f"Ann: Ben does the wheat.\n{PLAN}Ann waits\nthen\nBen!: {line}\nthen\n"
    assert broken(f"{text}Ben mines dandelion 4\n") == []


@pytest.mark.parametrize("line", ["Then I'll cut the oak log over there for Ann.", "The wheat is done."])
def test_a_line_at_work_about_something_else_is_no_promise_about_the_part(line: str) -> None:
    text = f"Ann: Ben does the wheat.\n{PLAN}Ann waits\nthen\nBen!: {line}\nthen\n"
    assert broken(f"{text}Ben mines oak_log 1\n") == []


def test_an_empty_offer_is_a_broken_word_to_somebody() -> None:
    text = "Ben: I have no wheat.\nAnn: I can give you my 3 wheat, Ben.\nBen: Thanks, please do!\n"
    plan = "plan Ann: Give 3 wheat to Ben.\nplan Ben: Craft 1 bread.\n"
    assert broken(f"{text}{plan}Ann looks\n") == [(("Ann",), ("Ben",), 1)]
    assert broken(f"{text}{plan}Ann mines wheat 1\n") == [(("Ann",), ("Ben",), 1)]
    assert broken(f"{text}{plan}Ann gives Ben wheat 3\n") == []
    assert broken(f"{text}{plan}Ann tries giveItem Ben wheat 3: TIMEOUT Ben is not in reach\n") == []


def test_an_unrecorded_round_breaks_nothing() -> None:
    assert broken(f"Ben: I'll gather 3 wheat.\n{PLAN}") == []
    assert broken(f"Ben: I'll gather 3 wheat.\n{PLAN}held Ben: dandelion 4\nheld Ann: nothing\n") == []


def test_a_round_cut_short_breaks_nothing() -> None:
    events = log(f"Ben: I'll gather 3 wheat.\n{PLAN}Ben waits\nAnn mines sand 1\n")
    assert [one.class_ for one in find(events)] == ["contradiction"]
    cut = [
        event.model_copy(update={"rule": "interrupted"}) if event.kind == "round.ended" else event
        for event in events
    ]
    assert find(cut) == ()
    assert find([event for event in events if event.kind != "round.ended"]) == ()


def test_another_ore_is_another_thing() -> None:
    text = "Ben: I'll mine the gold ore.\nplan Ben: Mine 2 gold ore.\nBen mines redstone_ore>redstone*4 2\n"
    assert broken(text) == [(("Ben",), (), 1)]


def test_all_who_break_their_word_in_a_round_are_in_one_finding() -> None:
    text = f"Ben: I'll gather 3 wheat.\nCem: I'll get the sand.\n{PLAN}plan Cem: Gather 2 sand.\n"
    assert broken(f"{text}Ben mines sand 2\nCem mines dandelion 1\n") == [(("Ben", "Cem"), (), 1)]


def test_the_evidence_is_the_word_and_what_was_done_instead() -> None:
    events = log(f"Ben: I'll gather 3 wheat.\n{PLAN}Ben mines dandelion 1\n")
    (finding,) = find(events)
    assert [events[point.seq].kind for point in finding.evidence] == ["said", "block.broken", "item.picked"]
    assert finding.evidence[0].quote == "I'll gather 3 wheat."


def test_words_and_deeds_agree_so_often() -> None:
    text = f"Ben: I'll gather 3 wheat.\nCem: I'll get the sand.\n{PLAN}plan Cem: Gather 2 sand.\n"
    story = tell_story(log(f"{text}Ben mines wheat 3\nCem mines dandelion 1\n"))
    assert kept_share(story) == 0.5
    assert [(word.agent, word.kept) for word in said_and_did(story)] == [("Ben", True), ("Cem", False)]
    assert kept_share(tell_story(log("Ann: hm\n"))) is None


def talk_last(events: Sequence[Event]) -> list[Event]:
    """Each line of a round is discussed when the round's work has ended, as in a commons."""
    ends = {event.round: event.seq for event in events if event.kind == "subtask.ended"}
    place = {event.seq: ends[event.round] + 0.5 if event.kind == "said" else event.seq for event in events}
    number = {seq: now for now, seq in enumerate(sorted(place, key=lambda seq: place[seq]))}
    moved = [
        event.model_copy(
            update={"seq": number[event.seq], "cause": tuple(number[seq] for seq in event.cause)}
            | ({"channel": "discussion"} if event.kind == "said" else {})
        )
        for event in events
    ]
    return sorted(moved, key=lambda event: event.seq)


def test_what_is_discussed_after_the_work_is_about_the_next_round() -> None:
    plan = "plan Ben: Take as many wheat as you want.\nplan Ann: Wait.\n"
    first = f"{plan}Ben mines dandelion 4\nBen: I'll gather 3 wheat.\n"

    def broken_in(text: str) -> list[int]:
        return [one.round for one in find(talk_last(log(text))) if one.class_ == "contradiction"]

    assert broken_in(first) == []
    assert broken_in(f"{first}round\n{plan}Ben mines wheat 3\n") == []
    assert broken_in(f"{first}round\n{plan}Ben mines dandelion 4\n") == [2]


def test_a_word_that_reaches_the_log_late_counts_for_the_next_round_as_in_the_whole() -> None:
    """As in a commons, where members talk after their work."""
    events = log(
        "Ben: I'll gather 3 wheat.\nplan Ann: Wait.\nAnn mines dandelion 1\n"
        f"round\n{PLAN}Ben mines dandelion 4\n"
    )
    word = next(event for event in events if event.kind == "said")
    detection = Detection()
    for event in events:
        if event is not word:
            detection.add(event)
    assert detection.findings() == []
    late = word.model_copy(update={"seq": events[-1].seq + 1})
    detection.add(late)
    whole = find([*(event for event in events if event is not word), late])
    assert [finding.round for finding in whole] == [2]
    assert detection.findings() == list(whole)
