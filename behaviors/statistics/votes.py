"""The votes of each annotator on each unit of judgement, so that annotators can be compared.

A unit is (run, round, agent, name): did this agent do something of this class, or sub-class, in this round?
The answer is yes, no, or not judged. How often the agent did so in the round, and to whom, is not asked: two
annotators who differ only in the targets agree. If two annotators assign the same act to neighbouring rounds,
this counts as two disagreements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from minecrew.behaviors.annotators.annotation import Annotation, FindingRef, read_finding_id
from minecrew.behaviors.classes import SUBS
from minecrew.behaviors.facts.story import Story
from minecrew.behaviors.finding import Finding

NAMES: tuple[str, ...] = tuple(
    name for class_, subs in SUBS.items() for name in (class_, *(f"{class_}.{sub}" for sub in subs if sub))
)
"""'volunteer', 'volunteer.time', ..., 'accident', 'contradiction'."""


class Unit(NamedTuple):
    """One question to an annotator."""

    run: str
    round: int
    agent: str
    name: str
    """One of `NAMES`."""


Votes = dict[Unit, bool]
"""Unit -> the answer of one annotator; units that are missing were not judged."""


def votes_of_findings(
    run: str, story: Story, findings: Iterable[Finding], *, rounds: Iterable[int] | None = None
) -> Votes:
    """Returns the votes of an annotator that read all of `rounds` (None means all). Everything that the
    annotator did not find counts as a no.
    """
    numbers = [one.number for one in story.rounds] if rounds is None else list(rounds)
    votes = {
        Unit(run, number, agent, name): False for number in numbers for agent in story.team for name in NAMES
    }
    for finding in findings:
        for agent in finding.agents:
            for name in _names(finding.class_, finding.sub):
                unit = Unit(run, finding.round, agent, name)
                if unit in votes:
                    votes[unit] = True
    return votes


def votes_of_annotations(run: str, story: Story, annotations: Iterable[Annotation]) -> Votes:
    """The votes of one person. A yes overrides any no, in whatever order they were written."""
    annotations = tuple(annotations)
    votes: Votes = {}
    for one in annotations:
        if one.class_ == "none" and one.finding is None and one.round is not None:
            names = one.agents or story.team
            votes |= {Unit(run, one.round, agent, name): False for agent in names for name in NAMES}
    said = [
        (one.round, agent, one.class_, one.sub)
        for one in annotations
        for agent in one.agents
        if one.class_ != "none" and one.round is not None
    ]
    for round_, agent, class_, sub in said:
        if sub is None:  # which of them is left open, so none of them is judged
            for name in NAMES:
                if name.startswith(f"{class_}."):
                    votes.pop(Unit(run, round_, agent, name), None)
    for one in annotations:
        claim = read_finding_id(one.finding) if one.finding else None
        if claim is not None:
            votes |= _denied(run, claim, one)
    for round_, agent, class_, sub in said:
        votes |= {Unit(run, round_, agent, name): True for name in _names(class_, sub)}
    return votes


def _denied(run: str, claim: FindingRef, one: Annotation) -> Votes:
    """What the finding says and the line about it does not; all of it, if the line says 'none'."""
    open_ = one.class_ == claim.class_ and one.sub is None
    return {
        Unit(run, claim.round, agent, name): False
        for agent in claim.agents
        if not (open_ and agent in one.agents)
        for name in _names(claim.class_, claim.sub)
    }


def _names(class_: str, sub: str | None) -> tuple[str, ...]:
    return (class_, f"{class_}.{sub}") if sub else (class_,)


def judged_rounds(votes: Mapping[Unit, bool]) -> set[tuple[str, int]]:
    """The rounds of which at least one unit was judged."""
    return {(unit.run, unit.round) for unit in votes}
