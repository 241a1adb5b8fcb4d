"""Runs the built-in detectors on a growing log. The cost of each new event does not depend on the length of
the log.

A detector looks at one round at a time, and combines its results for all rounds into findings. The result of
a round is kept until an event is added to that round or to another round that the detector looked at.
Therefore, only the last rounds are examined again. Judging a whole log at once gives the same findings as
judging it after every event. Limits: a late event for an earlier round makes the detectors examine all rounds
from that one on again; one for a round that is more than KEPT rounds back may be ignored. Items that are
taken after a deed count only while all rounds of the deed are still kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minecrew.behaviors.accident import accidents_in
from minecrew.behaviors.classes import SUBS
from minecrew.behaviors.conformity.detector import conformity_of, returns_in
from minecrew.behaviors.contradiction.detector import contradictions_in
from minecrew.behaviors.destructive import destruction_of, harm_in
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.facts.story_fold import StoryFold
from minecrew.behaviors.finding import Finding, check_quotes
from minecrew.behaviors.language.acts import RULES_READER, RoundReading
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.reading import reader_of
from minecrew.behaviors.language.sentences import read_words
from minecrew.behaviors.language.talk import WINDOW
from minecrew.behaviors.volunteer.detector import volunteers_in
from minecrew.runlog import Assigned, Attacked, Header, IdleChose, RoundEnded, RunEnded, Said

TALK = (Said, Assigned, IdleChose)
"""The kinds of events that show no action."""
LOW = 0.4
"""The maximum confidence of findings of low confidence."""
OF_WORDS = frozenset({"contradiction"})
"""The classes in which an action means nothing without the words that it is compared with."""
KEPT = WINDOW
"""The least number of last rounds that are kept in memory, and the most rounds back that a detector reads.
Twice as many are kept before the earlier ones are forgotten, except for the detectors' results.
"""


def _each(story: Story, seen: Iterable[Any]) -> Iterable[Finding]:
    """Each result is a finding."""
    return seen


@dataclass(frozen=True)
class RoundDetector:
    """Looks for one class of findings, round by round."""

    look: Callable[[Story, Round], Iterable[Any]]
    """Returns the result for a round. It may look at later rounds with `story.after`."""
    join: Callable[[Story, Iterable[Any]], Iterable[Finding]] = _each
    """Returns the findings, given the results of all rounds by number. If it combines results, it makes at
    most one finding of a class and sub-class in a round.
    """

    def __call__(self, story: Story) -> Iterable[Finding]:
        """The findings of a whole story."""
        return self.join(story, [item for one in story.rounds for item in self.look(story, one)])


DETECTORS: Mapping[str, RoundDetector] = {
    "volunteer": RoundDetector(volunteers_in),
    "conformity": RoundDetector(returns_in, conformity_of),
    "destructive": RoundDetector(harm_in, destruction_of),
    "accident": RoundDetector(accidents_in),
    "contradiction": RoundDetector(contradictions_in),
}
"""All detectors; each is independent of the others."""


@dataclass(frozen=True)
class _Named:
    """A finding as a detector made it, and with its reader."""

    joined: Finding
    finding: Finding


class Detection:
    """Processes a log's events in order. Findings are available at any time."""

    def __init__(self, readings: Iterable[RoundReading] = (), *, kept: int | None = None) -> None:
        """`kept`: as KEPT, which it is by default."""
        self._fold, self._kept = StoryFold(readings), kept or KEPT
        self._seen: dict[str, dict[int, tuple[Any, ...]]] = {name: {} for name in DETECTORS}
        """Detector -> round -> its result there, if any."""
        self._open: dict[str, dict[int, float]] = {name: {} for name in DETECTORS}
        """Detector -> round -> the last later round that it looked at."""
        self._found: dict[str, dict[str, _Named]] = {name: {} for name in DETECTORS}
        """Detector -> id -> finding from the results."""
        self._settled: dict[str, dict[str, Finding]] = {name: {} for name in DETECTORS}
        """Detector -> id -> finding that rests on forgotten rounds."""
        self._past: set[tuple[str, int]] = set()
        """Class and sub-class, and round, of settled findings that combine results."""
        self._past_blows: set[int] = set()
        """The blows that settled findings cite."""
        self._fresh: list[Finding] = []

    @property
    def story(self) -> Story:
        """The last rounds; at least `kept` of them, if there are that many."""
        return self._fold.story

    def add(self, event: Header) -> None:
        self._fold.add(event)
        if len(self.story.rounds) > 2 * self._kept:
            self._examine()
            self._release(self.story.rounds[-self._kept].number)

    def findings(self) -> list[Finding]:
        """Returns all findings, by detector. Raises Misquoted if a citation is wrong."""
        self._examine()
        found: list[Finding] = []
        for name in DETECTORS:
            live = {id_: one.finding for id_, one in self._found[name].items()}
            found += ({**self._settled[name], **live}).values()
        return found

    def refresh(self) -> list[Finding]:
        """Examines changed rounds; returns the findings that are new or have changed since the last call."""
        self._examine()
        fresh, self._fresh = self._fresh, []
        return fresh

    def _examine(self) -> None:
        if not self._fold.changed:
            return
        first = min(self._fold.changed)
        self._fold.changed.clear()
        again = {
            number for own in self._open.values() for number, last in own.items() if number < first <= last
        }
        earlier = [one for number in sorted(again) if (one := self.story.round(number)) is not None]
        changed: set[str] = set()
        for one in (*earlier, *self.story.since(first)):
            for name in DETECTORS:
                due = one.number >= first or self._open[name].get(one.number, 0) >= first
                if due and self._look(name, one):
                    changed.add(name)
        for name in DETECTORS:
            if name in changed:
                self._join(name)

    def _join(self, name: str) -> None:
        before, self._found[name] = self._found[name], {}
        for joined in DETECTORS[name].join(self.story, self._all(name)):
            if self._is_past(name, joined):
                continue
            known = before.get(joined.id)
            if known is None or known.joined != joined:
                finding = name_reader(joined, self.story)
                check_quotes([finding], (self.story.events[point.seq] for point in finding.evidence))
                self._fresh.append(finding)
                known = _Named(joined, finding)
            self._found[name][joined.id] = known

    def _release(self, first: int) -> None:
        """Forgets the rounds before `first`, with their results. Findings that rest on them are settled: they
        stay as they are, and are not made again from the part that is left.

        When this happens depends only on the events, so a log that is judged at once forgets the same.
        """
        forgotten = {seq for number, seqs in self._fold.seqs.items() if number < first for seq in seqs}
        for name in DETECTORS:
            if DETECTORS[name].join is not _each:
                for id_, one in self._found[name].items():
                    if any(point.seq in forgotten for point in one.finding.evidence):
                        self._settle(name, id_, one.finding)
        self._fold.release(first)
        for name in DETECTORS:
            self._open[name] = {number: last for number, last in self._open[name].items() if number >= first}
            self._seen[name] = {number: own for number, own in self._seen[name].items() if number >= first}
            before = self._found[name]
            self._join(name)
            gone = before.keys() - self._found[name].keys()
            self._settled[name] |= {id_: one.finding for id_, one in before.items() if id_ in gone}

    def _settle(self, name: str, id_: str, finding: Finding) -> None:
        self._settled[name][id_] = finding
        self._past.add((finding.name, finding.round))
        self._past_blows.update(self._blows(finding))

    def _is_past(self, name: str, finding: Finding) -> bool:
        """Whether the finding is what is left of a settled one."""
        if DETECTORS[name].join is _each:
            return False
        return (finding.name, finding.round) in self._past or not self._past_blows.isdisjoint(
            self._blows(finding)
        )

    def _blows(self, finding: Finding) -> set[int]:
        """The blows that it cites; each belongs to one attack."""
        events = ((point.seq, self.story.events.get(point.seq)) for point in finding.evidence)
        return {seq for seq, event in events if isinstance(event, Attacked)}

    def _look(self, name: str, one: Round) -> bool:
        """Returns whether the detector has a result for the round, now or before."""
        seen, open_ = self._seen[name], self._open[name]
        self.story.looked = 0
        now = tuple(DETECTORS[name].look(self.story, one))
        open_.pop(one.number, None)
        if self.story.looked:
            open_[one.number] = self.story.looked
        before = seen.pop(one.number, ())
        if now:
            seen[one.number] = now
        return bool(now or before)

    def _all(self, name: str) -> Iterable[Any]:
        seen = self._seen[name]
        return (item for number in sorted(seen) for item in seen[number])


class Watch:
    """Processes a run's events as they come, and returns new findings at the end of each round."""

    def __init__(self) -> None:
        self._detection = Detection()
        self._told: set[str] = set()

    def add(self, event: Header) -> tuple[Finding, ...]:
        """Returns the new findings if `event` ends a round or the run."""
        self._detection.add(event)
        if not isinstance(event, (RoundEnded, RunEnded)):
            return ()
        new = {one.id: one for one in self._detection.refresh() if one.id not in self._told}
        self._told |= new.keys()
        return in_order(new.values())


def name_reader(finding: Finding, story: Story) -> Finding:
    """Returns the finding, with the reader of the cited words added. If only the rules read the words, the
    finding has low confidence when it is based only on them, is about a promise, or cites an offer that is
    not plain and that nobody answered.
    """
    cited = [story.events[point.seq] for point in finding.evidence]
    if not any(isinstance(event, Said) for event in cited):
        return finding
    reader = reader_of(story, finding.round)
    worded = (
        finding.class_ in OF_WORDS
        or all(isinstance(event, TALK) for event in cited)
        or (
            finding.class_ == "volunteer"
            and not finding.after_question
            and _is_no_clear_offer(finding, cited)
        )
    )
    low = reader.startswith(RULES_READER) and worded
    confidence = min(finding.confidence, LOW) if low else finding.confidence
    return finding.model_copy(update={"reader": reader, "low": low, "confidence": confidence})


def _is_no_clear_offer(finding: Finding, cited: Sequence[Header]) -> bool:
    """Whether the last line that it cites is the agents' own, and does not speak of help: then no peer's
    answer shows that it was an offer. What an agent chose when it was asked is clear.
    """
    if finding.after_question:
        return False
    last = [event for event in cited if isinstance(event, Said)][-1]
    words = tuple(word for sentence in read_words(last.text) for word in sentence.words)
    return last.agent in finding.agents and not means("help", words)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns the findings, sorted by round, class and first evidence."""
    return tuple(sorted(findings, key=_order))


def _order(finding: Finding) -> tuple[int, int, int, str]:
    classes = [*SUBS, finding.class_]  # another package's come last
    return (finding.round, classes.index(finding.class_), finding.evidence[0].seq, finding.id)
