"""Applies all detectors to a log. `find(events)` returns the findings, which depend only on the events and
the detectors.

Each class of findings has one detector: a function from the story to its findings. The built-in detectors are
in the module or package with the name of the class. A detector from another package is named after its class,
and finds only that class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from minecrew.behaviors.detection import DETECTORS, Detection, in_order
from minecrew.behaviors.facts.story import Story
from minecrew.behaviors.facts.story_fold import tell_story
from minecrew.behaviors.finding import Finding, check_quotes
from minecrew.behaviors.language.acts import RoundReading
from minecrew.runlog import Header, Plugins, UserError

Detector = Callable[[Story], Iterable[Finding]]
"""A detector of another package."""


def _take(name: str, value: object) -> Detector:
    if not callable(value):
        raise UserError("is not a function that takes a Story")
    return value


def _ours() -> Mapping[str, Detector]:
    return DETECTORS


PLUGINS = Plugins("detectors", ours=_ours, take=_take)


@dataclass(frozen=True)
class Judgement:
    """The result of all detectors for a log."""

    findings: tuple[Finding, ...]
    """Sorted by round, class and first evidence."""
    classes: tuple[str, ...]
    """The classes for which a detector was available."""
    problems: tuple[str, ...]
    """The detectors of other packages that could not judge, one line each."""


def judge(
    events: Iterable[Header],
    others: Mapping[str, Detector] | None = None,
    *,
    readings: Iterable[RoundReading] = (),
) -> Judgement:
    """Judges a log, which may still be growing.

    `readings`: a model's readings of the discussion; the rules read the other rounds. `others` maps names to
    additional detectors; None means the detectors of installed packages. If another package's detector
    breaks, only its own findings are lost. Raises Misquoted if a citation of a built-in detector is wrong.
    """
    events, readings = tuple(events), tuple(readings)
    detection = Detection(readings)
    for event in events:
        detection.add(event)
    found = {finding.id: finding for finding in detection.findings()}
    problems: list[str] = []
    classes = list(DETECTORS)
    story: Story | None = None
    for name, title, detect in _others(others, problems):
        story = story or tell_story(events, readings)
        try:
            own = tuple(detect(story))
            _check_own(name, own)
            check_quotes(own, events)
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


def detector_names() -> tuple[str, ...]:
    """Returns all classes: the built-in ones, then those of installed packages by name."""
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
            raise UserError(f"it may only create findings of the class {name!r}")
