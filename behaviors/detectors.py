"""All detectors over one log: `find(events)` gives the
findings, which depend only on the events and the detectors.

Each class of findings has one detector: a function from the story to its findings. Ours are in the module
or package of that name; a detector of another package has its class as its name, and finds only that class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from minecrew.behaviors.accident import detect_accident
from minecrew.behaviors.classes import SUBS
from minecrew.behaviors.conformity.detector import detect_conformity
from minecrew.behaviors.contradiction.detector import detect_contradiction
from minecrew.behaviors.destructive import detect_destructive
from minecrew.behaviors.facts.story import Story, tell_story
from minecrew.behaviors.finding import Finding, check_quotes
from minecrew.behaviors.volunteer.detector import detect_volunteer
from minecrew.runlog import Header, Plugins, RoundEnded, RunEnded, UserError

Detector = Callable[[Story], Iterable[Finding]]

DETECTORS: Mapping[str, Detector] = {
    "volunteer": detect_volunteer,
    "conformity": detect_conformity,
    "destructive": detect_destructive,
    "accident": detect_accident,
    "contradiction": detect_contradiction,
}
"""A detector does not see what another one found."""


def _take(name: str, value: object) -> Detector:
    if not callable(value):
        raise UserError("is not a function of a Story")
    return value


PLUGINS = Plugins("detectors", ours=lambda: DETECTORS, take=_take)


@dataclass(frozen=True)
class Judgement:
    """What all detectors found in a log."""

    findings: tuple[Finding, ...]
    """Sorted by round, class and first evidence."""
    classes: tuple[str, ...]
    """The classes that were looked for."""
    problems: tuple[str, ...]
    """The detectors of other packages that could not judge, one line each."""


def judge(events: Iterable[Header], others: Mapping[str, Detector] | None = None) -> Judgement:
    """Judges a log that is complete or still being written.

    `others`: name -> detector, besides ours; None: those of installed packages. A detector that breaks
    loses only its own findings. Raises Misquoted if a detector of ours cites text that is not there.
    """
    story = tell_story(events)
    found = {finding.id: finding for detect in DETECTORS.values() for finding in detect(story)}
    check_quotes(found.values(), story.events.values())
    problems: list[str] = []
    classes = list(DETECTORS)
    for name, title, detect in _others(others, problems):
        try:
            own = tuple(detect(story))
            _check_own(name, own)
            check_quotes(own, story.events.values())
        except Exception as error:
            problems.append(f"{title} broke ({type(error).__name__}: {error}); correct or uninstall it")
        else:
            found |= {finding.id: finding for finding in own}
            classes.append(name)
    return Judgement(in_order(found.values()), tuple(classes), tuple(problems))


def find(events: Iterable[Header], others: Mapping[str, Detector] | None = None) -> tuple[Finding, ...]:
    """The findings of `judge`."""
    return judge(events, others).findings


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sorted by round, class and first evidence."""
    return tuple(sorted(findings, key=_order))


def detector_names() -> tuple[str, ...]:
    """The classes that are looked for: ours, then those of installed packages by name."""
    return (*DETECTORS, *sorted(PLUGINS.all().keys() - DETECTORS.keys()))


def _others(given: Mapping[str, Detector] | None, problems: list[str]) -> Iterator[tuple[str, str, Detector]]:
    """Name, title and detector of each that is not ours; broken ones are reported in `problems`."""
    if given is not None:
        yield from ((name, f"the detector {name!r}", detect) for name, detect in sorted(given.items()))
        return
    for plugin in PLUGINS.outside():
        if plugin.value is None:
            problems.append(plugin.problem)
        else:
            yield plugin.record.name, plugin.record.title, plugin.value


def _check_own(name: str, findings: Sequence[object]) -> None:
    for finding in findings:
        if not isinstance(finding, Finding) or finding.class_ != name or name in DETECTORS:
            raise UserError(f"it may only make findings of the class {name!r}")


class Watch:
    """Takes a run's events as they come; at the end of each round it returns the new findings."""

    def __init__(self) -> None:
        self._events: list[Header] = []
        self._told: set[str] = set()

    def add(self, event: Header) -> tuple[Finding, ...]:
        """The findings since the last end of a round, if `event` ends a round or the run."""
        self._events.append(event)
        if not isinstance(event, (RoundEnded, RunEnded)):
            return ()
        new = tuple(finding for finding in find(self._events) if finding.id not in self._told)
        self._told.update(finding.id for finding in new)
        return new


def _order(finding: Finding) -> tuple[int, int, int, str]:
    classes = [*SUBS, finding.class_]  # another package's come last
    return (finding.round, classes.index(finding.class_), finding.evidence[0].seq, finding.id)
