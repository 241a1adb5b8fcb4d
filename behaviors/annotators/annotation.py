"""An annotation: a person's statement that agents did, or did not do, something in a round.

    class volunteer ...   those agents did it, in that round
    class none, finding   that finding is not a behaviour
    class none            those agents, or all if none are named, did nothing else in that round

A line about a finding denies the parts of the finding that it does not repeat. If a person's lines do not
mention something, that person has not judged it; this does not mean that it did not happen. This module reads
no files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Self, get_args

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from minecrew.behaviors.classes import SUBS, ClassOrNone, FindingClass, FindingSub
from minecrew.behaviors.facts.story import Story, rounds_by_seq
from minecrew.runlog import Record

RULES = "rules"
"""The annotator's name that stands for the detectors."""
JUDGE = "judge:"
"""The prefix of a model's name as an annotator."""

_ID = re.compile(r"(?P<class>[a-z]+)(\.(?P<sub>[a-z_]+))?/(?P<agents>.+)/(?P<round>-?\d+)/\d+", re.DOTALL)

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")
]


@dataclass(frozen=True)
class FindingRef:
    """The parts of a finding's id."""

    class_: FindingClass
    sub: FindingSub | None
    agents: tuple[str, ...]
    round: int


class Annotation(Record):
    """One line of annotations.jsonl; `annotator` and `id` are its identity."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    id: Name
    annotator: Name
    """The annotator's name: any name except 'rules' and 'judge:...'."""
    run: str
    seq: int | None = Field(default=None, ge=0)
    """The seq of the moment that the annotation is about."""
    tick: int | None = None
    round: int | None = None
    class_: ClassOrNone = Field(alias="class")
    sub: FindingSub | None = None
    """The sub-class; None if the class has none, or if the annotator does not decide."""
    agents: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    note: str = Field(default="", max_length=10_000)
    finding: str | None = None
    """Id of the finding with which it agrees or disagrees."""
    at: str = ""
    """The time of writing: UTC, ISO 8601."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.annotator == RULES or self.annotator.startswith(JUDGE):
            raise ValueError(f"annotator {self.annotator!r} is reserved; choose another name")
        if self.class_ == "none":
            if self.sub is not None:
                raise ValueError(f"class 'none' has no sub {self.sub!r}; leave it empty")
        elif self.sub is not None and self.sub not in SUBS[self.class_]:
            known = ", ".join(str(sub) for sub in SUBS[self.class_] if sub) or "none"
            raise ValueError(f"class {self.class_!r} has no sub {self.sub!r}; choose from {known}")
        elif not self.agents:
            raise ValueError(f"class {self.class_!r} needs agents; list the agents that did it")
        if self.finding is not None and read_finding_id(self.finding) is None:
            raise ValueError(
                f"finding {self.finding!r} is not the id of a finding; copy one, or leave it empty"
            )
        return self

    def line(self) -> str:
        """The JSON line of annotations.jsonl, without a line break."""
        return self.model_dump_json()


def read_finding_id(finding: str) -> FindingRef | None:
    """The parts of a finding's id; None if the text is not such an id."""
    found = _ID.fullmatch(finding)
    if found is None:
        return None
    class_ = next((one for one in get_args(FindingClass) if one == found["class"]), None)
    sub = next((one for one in get_args(FindingSub) if one == found["sub"]), None)
    if class_ is None or sub != found["sub"] or sub not in SUBS[class_]:
        return None
    return FindingRef(class_, sub, tuple(found["agents"].split("+")), int(found["round"]))


def fit_annotation(annotation: Annotation, story: Story) -> Annotation:
    """Returns `annotation` with the round and tick of its moment. Raises ValueError if the annotation does
    not belong to this run.
    """
    seq, round_ = annotation.seq, annotation.round
    event = story.events.get(seq) if seq is not None else None
    if seq is not None and event is None:
        raise ValueError(f"seq {seq} is not in the log, which has {len(story.events)} events")
    if round_ is None and seq is not None:
        round_ = rounds_by_seq(story).get(seq)
    if round_ is None:
        raise ValueError("round is missing; give a round, or a seq within a round")
    claim = read_finding_id(annotation.finding) if annotation.finding else None
    rounds = [one.number for one in story.rounds]
    for number in (round_, claim.round if claim else round_):
        if number not in rounds:
            raise ValueError(f"round {number} is not in the log; choose from {_names(rounds)}")
    for name in (*annotation.agents, *annotation.targets, *(claim.agents if claim else ())):
        if name not in story.team:
            raise ValueError(f"agent {name!r} is not in this run; choose from {_names(story.team)}")
    tick = annotation.tick if event is None else event.tick
    return annotation.model_copy(update={"round": round_, "tick": tick})


def _names(names: Iterable[object]) -> str:
    return ", ".join(str(name) for name in names) or "none"
