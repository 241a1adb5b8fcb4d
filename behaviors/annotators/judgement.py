"""A model's judgement of a round, as a second annotator. It is stored separately from the findings of the
rules.

`JudgeAnswer` is the shape of the answer; `check_answer` turns it into findings. All citations are checked. A
quote that its event does not contain is dropped. A finding is dropped if it has no quote left, if it has no
agents, if a sub-class or name in it is unknown, or if it is about another round. Both are counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ConfigDict, Field

from minecrew.behaviors.classes import SUBS, FindingClass, SubOrNone
from minecrew.behaviors.facts.story import Story
from minecrew.behaviors.finding import Cited, Finding, make_finding, quote_of, source_text
from minecrew.runlog import Header, Record, Said

UNMEASURED = 0.5
"""The confidence of a model's findings, because the real confidence is unknown."""


class Point(Record):
    """One line of the log, as a model cites it."""

    seq: int
    quote: str
    """A part of what was said; empty for any other event."""


class JudgeClaim(Record):
    """A finding in the form of a model's answer."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    class_: FindingClass = Field(alias="class")
    sub: SubOrNone
    agents: tuple[str, ...]
    targets: tuple[str, ...]
    round: int
    quotes: tuple[Point, ...]


class JudgeAnswer(Record):
    """The shape of a model's answer."""

    findings: tuple[JudgeClaim, ...]


class RoundJudgement(Record):
    """One line of judge.jsonl; `judge` and `round` are its identity."""

    judge: str
    """'judge:MODEL'."""
    round: int
    version: int
    """The version of the question."""
    outcome: str
    """'answered', or the reason why this round was not judged; there are then no findings."""
    message: str = ""
    findings: tuple[Finding, ...] = ()
    dropped: int = 0
    """The number of the model's findings that were invalid."""
    misquoted: int = 0
    """The number of quotes that were not in their event."""
    calls: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    """The endpoint's count of tokens; None if it gives no count."""

    def line(self) -> str:
        """The JSON line of judge.jsonl, without a line break."""
        return self.model_dump_json()


@dataclass(frozen=True)
class CheckedAnswer:
    """The valid part of an answer."""

    findings: tuple[Finding, ...]
    dropped: int
    misquoted: int


def check_answer(answer: JudgeAnswer, story: Story, *, round: int, judge: str, version: int) -> CheckedAnswer:
    """Converts the valid parts to findings, and counts the invalid ones."""
    findings: dict[str, Finding] = {}
    dropped = misquoted = 0
    for claim in answer.findings:
        points = [cited for point in claim.quotes if (cited := _cited(point, story.events)) is not None]
        misquoted += len(claim.quotes) - len(points)
        sub = None if claim.sub == "none" else claim.sub
        named = (*claim.agents, *claim.targets)
        if (
            not points
            or not claim.agents
            or claim.round != round
            or sub not in SUBS[claim.class_]
            or any(name not in story.team for name in named)
        ):
            dropped += 1
            continue
        found = make_finding(
            claim.class_,
            sub,
            agents=claim.agents,
            targets=claim.targets,
            round=round,
            evidence=points,
            detector=judge,
            version=version,
            confidence=UNMEASURED,
        )
        findings[found.id] = found
    return CheckedAnswer(tuple(findings.values()), dropped, misquoted)


def _cited(point: Point, events: Mapping[int, Header]) -> Cited | None:
    event = events.get(point.seq)
    if event is None:
        return None
    if not point.quote:
        return None if isinstance(event, Said) else (event, quote_of(event))
    return (event, point.quote) if point.quote in source_text(event) else None
