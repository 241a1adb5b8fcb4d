"""A log judged while it grows has the findings of the log judged at once, wherever it is cut."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.bench_findings import long_log
from benchmarks.corpus import HOME, load_cases
from minecrew.behaviors import Detection, Finding, Watch, find, in_order
from minecrew.runlog import Event, RoundEnded, RunEnded, RunStarted, read_events

BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"
SEEDS = range(6)


def text(findings: Sequence[Finding]) -> str:
    return "".join(finding.line() + "\n" for finding in in_order(findings))


def joined(seed: int) -> list[Event]:
    """Cases of the corpus as the rounds of one log: the same people, played one after the other."""
    chance = random.Random(seed)
    cases = [case for case in load_cases(HOME) if case.part == "dev" and len(case.team) == 2]
    events: list[Event] = []
    rounds = 0
    for case in chance.sample(cases, 14):
        names = dict(zip(case.team, ("Ann", "Ben"), strict=True))
        last = 0
        for event in case.events:
            if isinstance(event, (RunStarted, RunEnded)) and (events or isinstance(event, RunEnded)):
                continue
            line = event.model_dump_json()
            for name, ours in names.items():
                line = line.replace(f'"{name}"', f'"{ours}"').replace(name, ours)
            own = type(event).model_validate_json(line)
            last = own.round or last
            shift = len(events) - own.seq
            changed = {
                "seq": len(events),
                "round": None if own.round is None else own.round + rounds,
                "cause": tuple(cause + shift for cause in own.cause),
            }
            events.append(own.model_copy(update=changed))
        rounds += last
    return events


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_cut_at_random_places_has_the_findings_of_the_whole(seed: int) -> None:
    events = joined(seed)
    cuts = set(random.Random(seed).sample(range(len(events)), 12))
    detection, found = Detection(), 0
    for place, event in enumerate(events):
        detection.add(event)
        if place in cuts:
            assert text(detection.findings()) == text(find(events[: place + 1], {}))
    found = len(detection.findings())
    assert text(detection.findings()) == text(find(events, {}))
    assert found >= 3


@pytest.mark.parametrize("bundle", ["bookshelf", "killing", "minds_short_rounds"])
def test_kept_runs_too(bundle: str) -> None:
    events = list(read_events(BUNDLES / bundle).events)
    detection = Detection()
    for place, event in enumerate(events):
        detection.add(event)
        if place % 37 == 0:
            assert text(detection.findings()) == text(find(events[: place + 1], {}))
    assert text(detection.findings()) == text(find(events, {}))


@pytest.mark.parametrize("seed", SEEDS)
def test_events_of_an_earlier_round_that_come_late_count_as_in_the_whole(seed: int) -> None:
    events = joined(seed)
    chance = random.Random(seed)
    late = [event for event in events if event.kind in ("said", "item.picked", "attacked", "skill.ended")]
    moved = {event.seq for event in chance.sample(late, 5)}
    mixed = [event for event in events if event.seq not in moved]
    mixed += [event for event in events if event.seq in moved]
    detection = Detection()
    for place, event in enumerate(mixed):
        detection.add(event)
        if place % 50 == 0:
            detection.findings()
    assert text(detection.findings()) == text(find(mixed, {}))


def test_a_watched_run_tells_each_finding_once() -> None:
    events = joined(1)
    watch = Watch()
    told = [finding.id for event in events for finding in watch.add(event)]
    assert len(told) == len(set(told))
    ends = max(event.seq for event in events if isinstance(event, RoundEnded))
    assert {one.id for one in find(events[: ends + 1], {})} <= set(told)


def test_only_the_last_rounds_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    detection, looked = Detection(), []
    look = detection._look
    monkeypatch.setattr(detection, "_look", lambda name, one: looked.append(one.number) or look(name, one))
    for event in long_log(6000):
        detection.add(event)
        if isinstance(event, RoundEnded):
            looked.clear()
            detection.refresh()
            assert event.round is not None
            assert min(looked) >= event.round - 3
