"""All detectors over one log: `find(events)` gives the findings, the same for the same events and detectors.

Each class of findings has one detector: a function from the story to its findings. Ours are in the module or
package of that name; another package's has its class as name, and finds no other.
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
from minecrew.behaviors.language.acts import RULES_READER, RoundReading
from minecrew.behaviors.language.reading import reader_of
from minecrew.behaviors.volunteer.detector import detect_volunteer
from minecrew.runlog import Assigned, Header, IdleChose, Plugins, RoundEnded, RunEnded, Said, UserError

Detector = Callable[[Story], Iterable[Finding]]

TALK = (Said, Assigned, IdleChose)
"""The kinds of events that show no deed."""
LOW = 0.4
"""The highest confidence of what rests on talk alone, read by the rules."""

DETECTORS: Mapping[str, Detector] = {
    "volunteer": detect_volunteer,
    "conformity": detect_conformity,
    "destructive": detect_destructive,
    "accident": detect_accident,
    "contradiction": detect_contradiction,
}
"""No detector sees what another found."""


def _take(name: str, value: object) -> Detector:
    if not callable(value):
        raise UserError("is not a function of a Story")
    return value


PLUGINS = Plugins("detectors", ours=lambda: DETECTORS, take=_take)


@dataclass(frozen=True)
class Judgement:
    """What all detectors found in a log."""

    findings: tuple[Finding, ...]
    """By round, class and first evidence."""
    classes: tuple[str, ...]
    """The classes that were looked for."""
    problems: tuple[str, ...]
    """Which detectors of other packages could not judge, one line each."""


def judge(
    events: Iterable[Header],
    others: Mapping[str, Detector] | None = None,
    *,
    readings: Iterable[RoundReading] = (),
) -> Judgement:
    """Judges a log, or one that is still being written.

    `readings`: what a model read in the talk; the rules read the other rounds. `others`: name -> detector,
    besides ours; None: those of installed packages. A detector that breaks loses only its own findings.
    Raises Misquoted if a detector of ours cites what is not there.
    """
    story = tell_story(events, readings)
    found = {
        finding.id: name_reader(finding, story) for detect in DETECTORS.values() for finding in detect(story)
    }
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


def find(
    events: Iterable[Header],
    others: Mapping[str, Detector] | None = None,
    *,
    readings: Iterable[RoundReading] = (),
) -> tuple[Finding, ...]:
    """The findings of `judge`."""
    return judge(events, others, readings=readings).findings


def name_reader(finding: Finding, story: Story) -> Finding:
    """The finding with the reader of the talk that it cites, and marked as low if only the rules read it."""
    cited = [story.events[point.seq] for point in finding.evidence]
    if not any(isinstance(event, Said) for event in cited):
        return finding.model_copy(update={"reader": "facts"})
    reader = reader_of(story, finding.round)
    low = reader.startswith(RULES_READER) and all(isinstance(event, TALK) for event in cited)
    confidence = min(finding.confidence, LOW) if low else finding.confidence
    return finding.model_copy(update={"reader": reader, "low": low, "confidence": confidence})


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By round, class and first evidence."""
    return tuple(sorted(findings, key=_order))


def detector_names() -> tuple[str, ...]:
    """The classes that are looked for: ours, then those of installed packages by name."""
    return (*DETECTORS, *sorted(PLUGINS.all().keys() - DETECTORS.keys()))


def _others(given: Mapping[str, Detector] | None, problems: list[str]) -> Iterator[tuple[str, str, Detector]]:
    """Name, title and detector of each that is not ours; the broken ones are told to `problems`."""
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
    classes = [*SUBS, finding.class_]  # another package's come last
    return (finding.round, classes.index(finding.class_), finding.evidence[0].seq, finding.id)
