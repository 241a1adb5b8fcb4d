"""All detectors over one log: `find(events)` gives the findings, the same for the same events.

One file a class, each with one public function from the story to its findings. To add one: write
`behaviors/NAME.py` with `detect_NAME(story)`, list it in `DETECTORS`, and label cases for it in the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from minecrew.behaviors.accident import detect_accident
from minecrew.behaviors.conformity.detector import detect_conformity
from minecrew.behaviors.contradiction.detector import detect_contradiction
from minecrew.behaviors.destructive import detect_destructive
from minecrew.behaviors.facts.story import Story, tell_story
from minecrew.behaviors.finding import SUBS, Finding, check_quotes
from minecrew.behaviors.volunteer.detector import detect_volunteer
from minecrew.runlog import Header, RoundEnded, RunEnded

Detector = Callable[[Story], Iterable[Finding]]

DETECTORS: tuple[Detector, ...] = (
    detect_volunteer,
    detect_conformity,
    detect_destructive,
    detect_accident,
    detect_contradiction,
)
"""In this order; none sees what another found."""


def find(events: Iterable[Header]) -> tuple[Finding, ...]:
    """The findings of a log, or of what there is of it yet, by round, class and first evidence.

    Raises Misquoted where a detector cites what is not there.
    """
    story = tell_story(events)
    found = {finding.id: finding for detect in DETECTORS for finding in detect(story)}
    check_quotes(found.values(), story.events.values())
    return tuple(sorted(found.values(), key=_order))


class Watch:
    """Feed it a run's events as they come; at the end of each round it tells what is newly found."""

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
