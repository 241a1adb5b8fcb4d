"""A finding: an act of one or more agents that counts as a behaviour, with the events that show it.

Every quote is an exact substring of the event it cites (`source_text`). This is checked when a finding
is made and again, against any log, by `check_quotes`. The behaviours are defined in `classes.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Self

from pydantic import ConfigDict, Field, model_validator

from minecrew.behaviors.classes import SUBS
from minecrew.runlog import Fault, Header, Items, Record, Said

ClassName = Annotated[str, Field(pattern=r"^[a-z][A-Za-z0-9_]{0,63}$")]
"""The name of a class or sub-class, which is built in or comes from another package's detector."""

QUOTE = 240
"""Maximum number of characters quoted from an event; an utterance is quoted whole."""


class Misquoted(Fault):
    """Raised if a quote is not in its event, which means that a built-in detector has a bug."""

    where = "behaviors"


class Evidence(Record):
    """An event, with the part that shows the behaviour."""

    seq: int
    quote: str
    """The quote, an exact substring of the event's `source_text`."""


class Finding(Record):
    """A finding. Its identity consists of class, sub-class, acting agents and round."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    id: str
    """'volunteer.time/Alice+Bob/1/35': class and sub-class, agents, round, seq of the first evidence."""
    class_: ClassName = Field(alias="class")
    sub: ClassName | None = None
    agents: tuple[str, ...]
    """The agents that act, sorted."""
    targets: tuple[str, ...] = ()
    """The agents that were relieved, assisted, given something or harmed, and critics; sorted."""
    taken: Items = {}
    """In destructive findings, the items that the agents obtained through the act."""
    round: int
    """The round of the defining act."""
    t0: float
    """Run time in seconds of the first evidence."""
    t1: float
    """Run time in seconds of the last evidence."""
    evidence: tuple[Evidence, ...]
    """At least one item, ordered by seq."""
    after_question: bool = Field(default=False, exclude_if=lambda asked: not asked)
    """Whether the agent chose the act when it had finished its part and was asked what to do next
    (`idle.chose`).
    """
    detector: str
    version: int
    """The detector's version; another version may judge differently."""
    confidence: float = Field(ge=0, le=1)
    """The confidence: 1 if facts leave no doubt, less if the finding depends on words."""
    reader: str = Field(default="", exclude_if=lambda reader: not reader)
    """The reader of the words on which the finding is based, with version: 'rules/1', 'model:NAME/1'. Empty
    if it is based only on facts, or comes from an older version of minecrew.
    """
    low: bool = Field(default=False, exclude_if=lambda low: not low)
    """Whether the finding has low confidence: the rules read its words, and it is based only on them, is a
    contradiction, which compares a promise with actions, or cites an offer that is not plain and that nobody
    answered. Such findings are counted separately.
    """

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.class_ in SUBS and self.sub not in SUBS[self.class_]:
            raise ValueError(f"{self.class_} has no sub-class {self.sub!r}")
        return self

    @property
    def name(self) -> str:
        """The full name of the class, such as 'volunteer.time' or 'accident'."""
        return f"{self.class_}.{self.sub}" if self.sub else self.class_

    def line(self) -> str:
        """The JSON line of findings.jsonl, without a line break."""
        return self.model_dump_json()


Cited = Header | tuple[Header, str]
"""Cites an event. `quote_of` chooses the quotation, unless the part to quote is given with the event."""


def make_finding(
    class_: str,
    sub: str | None = None,
    *,
    agents: Iterable[str],
    targets: Iterable[str] = (),
    taken: Mapping[str, int] | None = None,
    round: int,
    evidence: Sequence[Cited],
    detector: str,
    version: int = 1,
    confidence: float = 1.0,
    after_question: bool = False,
) -> Finding:
    """Creates a finding; detectors create all findings with this function. A class of another package may
    have any sub-class.

    Raises Misquoted if a quote is not in its event, or nothing is cited. The same event may be cited with
    several quotes; only counts above zero are kept in `taken`.
    """
    if class_ in SUBS and sub not in SUBS[class_]:
        raise Misquoted(f"{class_} has no sub-class {sub!r}; choose from {SUBS[class_]}")
    cited = [one if isinstance(one, tuple) else (one, quote_of(one)) for one in evidence]
    if not cited:
        raise Misquoted(f"{detector} cites no event for {class_} in round {round}")
    for event, quote in cited:
        _check(event, quote)
    points = sorted(
        {Evidence(seq=event.seq, quote=quote) for event, quote in cited},
        key=lambda point: (point.seq, point.quote),
    )
    who = tuple(sorted(set(agents)))
    name = f"{class_}.{sub}" if sub else class_
    return Finding(
        id=f"{name}/{'+'.join(who)}/{round}/{points[0].seq}",
        class_=class_,
        sub=sub,
        agents=who,
        targets=tuple(sorted(set(targets))),
        taken={item: count for item, count in sorted((taken or {}).items()) if count > 0},
        round=round,
        t0=min(event.t for event, _ in cited),
        t1=max(event.t for event, _ in cited),
        evidence=tuple(points),
        detector=detector,
        version=version,
        confidence=confidence,
        after_question=after_question,
    )


def source_text(event: Header) -> str:
    """Returns the text of `event` that may be quoted: the whole text of an utterance, or the JSON line of
    another event as `Log` writes it.
    """
    return event.text if isinstance(event, Said) else event.model_dump_json(exclude_none=True)


def quote_of(event: Header) -> str:
    """Returns the default quote: for an utterance, the whole text; for other events, the fields without the
    header.
    """
    text = source_text(event)
    if isinstance(event, Said):
        return text
    # No string within can hold this: JSON escapes the quotation marks of strings.
    begin = text.index('"kind":')
    return text[begin : begin + QUOTE].removesuffix("}")


def check_quotes(findings: Iterable[Finding], events: Iterable[Header]) -> None:
    """Raises Misquoted at the first quote that is not in the event it cites."""
    by_seq = {event.seq: event for event in events}
    for finding in findings:
        for point in finding.evidence:
            event = by_seq.get(point.seq)
            if event is None:
                raise Misquoted(f"{finding.id} cites event {point.seq}, which is not in the log")
            _check(event, point.quote)


def _check(event: Header, quote: str) -> None:
    if not quote or quote not in source_text(event):
        raise Misquoted(f"event {event.seq} does not say {quote[:80]!r}")
