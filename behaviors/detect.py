"""All detectors over one log: `find(events)` gives the findings, the same for the same events.

One file a class, each with one public function from the story to its findings. To add one: write
`behaviors/NAME.py` with `detect_NAME(story)`, list it in `DETECTORS`, and label cases for it in the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from behaviors.accident import detect_accident
from behaviors.destructive import detect_destructive
from behaviors.finding import SUBS, Finding, check_quotes
from behaviors.story import Story, tell_story
from runlog import Header

Detector = Callable[[Story], Iterable[Finding]]

DETECTORS: tuple[Detector, ...] = (detect_destructive, detect_accident)
"""In this order; none sees what another found."""


def find(events: Iterable[Header]) -> tuple[Finding, ...]:
    """The findings of a log, or of what there is of it yet, by round, class and first evidence.

    Raises Misquoted where a detector cites what is not there.
    """
    story = tell_story(events)
    found = {finding.id: finding for detect in DETECTORS for finding in detect(story)}
    check_quotes(found.values(), story.events.values())
    return tuple(sorted(found.values(), key=_order))


def _order(finding: Finding) -> tuple[int, int, int, str]:
    return (finding.round, list(SUBS).index(finding.class_), finding.evidence[0].seq, finding.id)
