"""Draws a stratified sample of rounds for people to judge. The same seed gives everybody the same sample.

The strata are: rounds on which readers differ, rounds with a finding of each class, and rounds without any
finding. Rounds are drawn from each stratum in turn until the sample is full, so that rare classes are
represented.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from minecrew.behaviors import CLASSES, Votes, tell_story
from minecrew.judging.agreement import votes_of
from minecrew.judging.talk_readings import read_readings
from minecrew.runlog import Reading

DIFFER, NOTHING = "readers differ", "nothing found"


@dataclass(frozen=True)
class SampledRound:
    """A round to judge."""

    reading: Reading
    round: int
    stratum: str
    """The stratum of the round, for later analysis; annotators do not see it."""


def sample_rounds(readings: Sequence[Reading], size: int, *, seed: int) -> list[SampledRound]:
    """Returns at most `size` rounds in random order."""
    chance = random.Random(seed)
    strata: dict[str, list[SampledRound]] = {}
    for reading in readings:
        for number, stratum in _strata(reading).items():
            strata.setdefault(stratum, []).append(SampledRound(reading, number, stratum))
    for rounds in strata.values():
        chance.shuffle(rounds)
    waiting = [strata[name] for name in (DIFFER, *CLASSES, NOTHING) if name in strata]
    drawn: list[SampledRound] = []
    while len(drawn) < size and any(waiting):
        for rounds in waiting:
            if rounds and len(drawn) < size:
                drawn.append(rounds.pop())
    chance.shuffle(drawn)
    return drawn


def _strata(reading: Reading) -> dict[int, str]:
    """Round -> its stratum."""
    from minecrew.judging.findings import judge_again
    from minecrew.options import ReaderTable

    story = tell_story(reading.events)
    votes = {name: own for name, own in votes_of(reading).items() if name == "rules" or ":" in name}
    read = {one.reader.removeprefix("model:") for one in read_readings(reading)}
    found: dict[int, str] = {}
    by_models = [
        judge_again(reading, ReaderTable(kind="model", model=name.partition(",")[0])).findings
        for name in sorted(read)
    ]
    for one in story.rounds:
        classes = _classes(votes, one.number)
        classes += [
            frozenset(finding.class_ for finding in findings if finding.round == one.number)
            for findings in by_models
        ]
        if len(set(classes)) > 1:
            found[one.number] = DIFFER
        else:
            found[one.number] = next((name for name in CLASSES if name in classes[0]), NOTHING)
    return found


def _classes(votes: Mapping[str, Votes], number: int) -> list[frozenset[str]]:
    """Returns the classes that each annotator found in that round, for annotators that judged it."""
    judged = [[(unit, said) for unit, said in own.items() if unit.round == number] for own in votes.values()]
    return [
        frozenset(unit.name for unit, said in own if said and unit.name in CLASSES) for own in judged if own
    ]
