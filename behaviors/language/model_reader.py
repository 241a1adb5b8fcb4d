"""A model as a reader of utterances: builds the question about a round, and converts the answer.

The caller passes the model; this module knows no endpoints. The model reads one round per call and decides
nothing: the detectors, which also know the actions, decide which acts count as a behaviour. Its citations are
checked. The question contains the talk as JSON text, so that the text of one line cannot pass for another
line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.acts import (
    MODEL_READER,
    ReaderAnswer,
    RoundReading,
    check_acts,
    reading_key,
)
from minecrew.runlog import Header, Said

VERSION = 1
"""The version of the questions, in addition to the digest of each question."""
TALK, BEFORE = 24_000, 3_000
"""Maximum number of characters of the discussion, and of what was said before the round, in one question."""
LINE = 1_000
"""Maximum length of a line in characters; longer lines are cut."""


@dataclass(frozen=True)
class ReaderReply:
    """A model's reply to one question."""

    answer: ReaderAnswer | None
    outcome: str
    """'answered', or the code of the problem."""
    message: str = ""
    calls: int = 1
    tokens_in: int | None = None
    tokens_out: int | None = None


class ReaderModel(Protocol):
    """A model that can be asked."""

    @property
    def name(self) -> str: ...

    async def read(self, instructions: str, data: str) -> ReaderReply: ...


@dataclass(frozen=True)
class ReaderQuestion:
    """The question to a reader about one round."""

    round: int
    data: str
    lines: frozenset[int]
    """The lines to read, by seq."""
    version: int = VERSION

    def key(self, reader: str) -> str:
        return reading_key(reader, self.version, instructions(), self.data)


@cache
def instructions() -> str:
    """Returns the instructions: the definition of acts, and the form of the answer."""
    return (Path(__file__).parent / "prompts" / "reader.md").read_text(encoding="utf-8")


def questions_of(story: Story) -> list[ReaderQuestion]:
    """Returns one question per round in which agents spoke."""
    found = []
    before: Round | None = None
    for one in story.rounds:
        if one.talk:
            found.append(_question(story, one, before))
        before = one
    return found


async def read_round(story: Story, question: ReaderQuestion, model: ReaderModel) -> RoundReading:
    """Returns the reading of `model` for that round."""
    reader = f"{MODEL_READER}{model.name}"
    found: dict[str, object] = {
        "key": question.key(reader),
        "reader": reader,
        "version": question.version,
        "round": question.round,
    }
    if len(question.data) > TALK + 3 * BEFORE:
        message = f"the talk is too long: {len(question.data)} characters"
        return RoundReading.model_validate(found | {"outcome": "too_long", "message": message})
    reply = await model.read(instructions(), question.data)
    acts = reply.answer.acts if reply.answer is not None else ()
    kept = check_acts(acts, story.events, question.lines, story.team)
    return RoundReading.model_validate(
        found
        | {
            "outcome": reply.outcome,
            "message": reply.message,
            "acts": kept,
            "dropped": len(acts) - len(kept),
            "calls": reply.calls,
            "tokens_in": reply.tokens_in,
            "tokens_out": reply.tokens_out,
        }
    )


def _question(story: Story, one: Round, before: Round | None) -> ReaderQuestion:
    talk = [event for event in one.talk if event.text.strip()]
    earlier = (
        _tail([*_plan(before), *map(_line, before.talk), *_gains(story, before)], BEFORE) if before else []
    )
    data = "\n".join(
        (
            f"Team: {json.dumps(story.team, ensure_ascii=False)}",
            f"Goal: {json.dumps(story.goal, ensure_ascii=False)}",
            "",
            "Before (the end of the round before this one):",
            *(earlier or ["nothing"]),
            "",
            "Plan (what the secretary wrote down after the discussion of this round):",
            *(list(_plan(one)) or ["nothing"]),
            "",
            f"Read these lines (round {one.number}):",
            *map(_line, talk),
        )
    )
    return ReaderQuestion(one.number, data, frozenset(event.seq for event in talk))


def _plan(one: Round | None) -> Iterator[str]:
    for agent, event in one.assigned.items() if one is not None else ():
        yield f"part of {agent}: {json.dumps(event.text[:LINE], ensure_ascii=False)}"


def _gains(story: Story, one: Round) -> Iterator[str]:
    """What each agent had at the round's end and not at its beginning."""
    for agent in story.team:
        new = story.new_items(one, agent)
        if one.ended is not None and agent in one.ended.inventories:
            told = ", ".join(f"{count} {item}" for item, count in sorted(new.items())) or "nothing"
            yield f"new in the hands of {agent} at the round's end: {told}"


def _line(event: Header) -> str:
    assert isinstance(event, Said)
    to = f" (to {', '.join(event.to)})" if event.to else ""
    when = " [while working]" if event.channel == "execution" else ""
    return f"#{event.seq} {event.agent}{to}{when}: {json.dumps(event.text[:LINE], ensure_ascii=False)}"


def _tail(lines: Sequence[str], size: int) -> list[str]:
    kept: list[str] = []
    for line in reversed(lines):
        size -= len(line) + 1
        if size < 0:
            break
        kept.insert(0, line)
    return kept
