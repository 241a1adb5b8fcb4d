"""All detectors over one log: `find(events)` gives the findings, the same for the same events.

Each class of findings has one detector: a function from the story to its findings, in the module or package
of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from minecrew.behaviors.accident import detect_accident
from minecrew.behaviors.classes import SUBS, FindingClass
from minecrew.behaviors.conformity.detector import detect_conformity
from minecrew.behaviors.contradiction.detector import detect_contradiction
from minecrew.behaviors.destructive import detect_destructive
from minecrew.behaviors.facts.story import Story, tell_story
from minecrew.behaviors.finding import Finding, check_quotes
from minecrew.behaviors.volunteer.detector import detect_volunteer
from minecrew.runlog import Header, RoundEnded, RunEnded

Detector = Callable[[Story], Iterable[Finding]]

DETECTORS: dict[FindingClass, Detector] = {
    "volunteer": detect_volunteer,
    "conformity": detect_conformity,
    "destructive": detect_destructive,
    "accident": detect_accident,
    "contradiction": detect_contradiction,
}
"""No detector sees what another found."""


def find(events: Iterable[Header]) -> tuple[Finding, ...]:
    """The findings of a log, or of a log that is still being written, by round, class and first evidence.

    Raises Misquoted if a detector cites what is not there.
    """
    story = tell_story(events)
    found = {finding.id: finding for detect in DETECTORS.values() for finding in detect(story)}
    check_quotes(found.values(), story.events.values())
    return tuple(sorted(found.values(), key=_order))


class Watch:
    """Takes a run's events as they come; at the end of each round it tells what is newly found."""

    def __init__(self) -> None:
        self._events: list[Header] = []
        self._told: set[str] = set()

    def add(self, event: Header) -> tuple[Finding, ...]:
        """What was found since the last end of a round, if `event` ends one or the run."""
        self._events.append(event)
        if not isinstance(event, (RoundEnded, RunEnded)):
            return ()
        new = tuple(finding for finding in find(self._events) if finding.id not in self._told)
        self._told.update(finding.id for finding in new)
        return new


def _order(finding: Finding) -> tuple[int, int, int, str]:
    return (finding.round, list(SUBS).index(finding.class_), finding.evidence[0].seq, finding.id)
