"""What is put to a member stays open until that member has spoken, and nobody else is asked for that; and
nothing that is said is cut.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.agents import Caller, DiscussionView, LLMMind, ScriptedModel, find_structure
from minecrew.agents.llm.shapes import SPEECH, SPEECH_LIMIT
from minecrew.agents.views import TalkLine
from minecrew.runlog import Log, TalkEnd
from minecrew.skills import Library

from .conftest import book_of_rules
from .test_prompts import GOAL, ROLE, SEEN, TEAM

Line = tuple[str, str, tuple[str, ...]]


def said(*lines: Line) -> list[TalkLine]:
    return [TalkLine(speaker=speaker, text=text, asks=asks) for speaker, text, asks in lines]


AGREED: tuple[Line, ...] = (
    ("Alice", "Bob brings 3 planks, Charlie 9 sugar cane, and I craft.", ("Bob", "Charlie")),
    ("Bob", "Agreed. [Agree]", ()),
)


@pytest.mark.parametrize(
    ("structure", "lines", "end", "next_"),
    [
        ("horizontal", (*AGREED, ("Charlie", "Agreed. [END]", ())), "agreed", ""),
        ("horizontal", (*AGREED, ("Charlie", "You wait for me, Bob. [END]", ("Bob",))), None, "Bob"),
        (
            "horizontal",
            (*AGREED, ("Charlie", "I count on Bob. [END]", ("Bob",)), ("Bob", "Yes. [END]", ())),
            "agreed",
            "",
        ),
        ("vertical", (*AGREED, ("Charlie", "Agreed. [Agree]", ())), "agreed", ""),
        ("vertical", (*AGREED, ("Charlie", "If Bob waits. [Agree]", ("Bob",))), None, "Bob"),
        (
            "vertical",
            (*AGREED, ("Charlie", "Where? [Agree]", ("Alice",)), ("Alice", "Here. [END]", ())),
            "agreed",
            "",
        ),
        (
            "vertical",
            (*AGREED, ("Charlie", "Where? [Agree]", ("Alice",)), ("Alice", "There, with 4 planks.", ())),
            None,
            "Bob",
        ),
        ("roleplay", (("Alice", "That is all. <CAMEL_TASK_DONE>", ()),), "task_done", ""),
        ("roleplay", (("Alice", "Bob, dig. <CAMEL_TASK_DONE>", ("Bob",)),), None, "Bob"),
    ],
)
def test_a_talk_ends_when_all_agree_and_nothing_is_open(
    structure: str, lines: tuple[Line, ...], end: TalkEnd | None, next_: str
) -> None:
    way, talk = find_structure(structure), said(*lines)
    assert way.end(talk, TEAM) == end
    if end is None:
        assert way.speaker(talk, TEAM) == next_


async def spoken(tmp_path: Path, *words: int) -> tuple[str, list[str]]:
    """What Bob says whose model gives speeches of so many words, and what that model was asked."""
    answers = [json.dumps({"say": f"{n} {'word ' * (n - 1)}".strip(), "asks": []}) for n in words]
    model = ScriptedModel(answers)
    view = DiscussionView(agent="Bob", role=ROLE, team=TEAM, title="", goal=GOAL, round=1, observation=SEEN)
    with Log.create(tmp_path) as log:
        utterance = await LLMMind(Caller(model, log), book_of_rules(), Library()).speak(view)
    return utterance.text, model.asked


async def test_a_long_speech_is_asked_for_again_in_fewer_words(tmp_path: Path) -> None:
    text, asked = await spoken(tmp_path, SPEECH + 80, SPEECH)
    assert (text.split()[0], len(asked)) == (str(SPEECH), 2)
    assert f"Use at most {SPEECH} words." in asked[0]
    assert f"it has {SPEECH + 80} words" in asked[1]


async def test_what_is_short_enough_is_asked_for_once(tmp_path: Path) -> None:
    text, asked = await spoken(tmp_path, SPEECH_LIMIT)
    assert (len(text.split()), len(asked)) == (SPEECH_LIMIT, 1)


@pytest.mark.parametrize("again", [(), (900,), (400,)])
async def test_a_speech_that_does_not_become_shorter_is_heard_whole(
    tmp_path: Path, again: tuple[int, ...]
) -> None:
    text, _ = await spoken(tmp_path, 800, *again)
    assert len(text.split()) == (400 if again == (400,) else 800)
