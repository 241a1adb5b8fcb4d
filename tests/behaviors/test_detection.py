"""A log judged while it grows has the findings of the log judged at once, wherever it is cut."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from benchmarks.bench_findings import long_log
from benchmarks.recordings import is_recorded, load_recordings, readings_of
from minecrew.behaviors import Detection, Finding, RoundReading, Watch, find, in_order
from minecrew.behaviors import detection as detecting
from minecrew.behaviors.facts.story_fold import StoryFold
from minecrew.runlog import (
    Event,
    ItemDropped,
    ItemLost,
    RoundEnded,
    RunEnded,
    RunStarted,
    read_events,
)

from .corpus_cases import all_cases
from .test_deeds import log

BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"
SEEDS = range(6)
recorded = cache(lambda: load_recordings("dev"))


def text(findings: Sequence[Finding]) -> str:
    return "".join(finding.line() + "\n" for finding in in_order(findings))


def joined(seed: int) -> list[Event]:
    return joined_and_read(seed)[0]


def joined_and_read(seed: int) -> tuple[list[Event], list[RoundReading]]:
    """Cases of the corpus as the rounds of one log: the same people, played one after the other. With what a
    model read in them.
    """
    chance = random.Random(seed)
    cases = [case for case in all_cases() if case.part == "dev" and len(case.team) == 2]
    labelled = [case for case in cases if case.labels]
    others = [case for case in cases if not case.labels]
    chosen = [*chance.sample(labelled, 12), *chance.sample(others, 6)]
    events: list[Event] = []
    readings: list[RoundReading] = []
    rounds = 0
    for case in chance.sample(chosen, len(chosen)):
        names = dict(zip(case.team, ("Ann", "Ben"), strict=True))
        last, begin = 0, len(events)
        moved: dict[int, int] = {}
        for event in case.events:
            if isinstance(event, (RunStarted, RunEnded)) and (events or isinstance(event, RunEnded)):
                continue
            own = type(event).model_validate_json(renamed(event, names))
            last = own.round or last
            moved[own.seq] = len(events)
            shift = len(events) - own.seq
            changed = {
                "seq": len(events),
                "round": None if own.round is None else own.round + rounds,
                "cause": tuple(cause + shift for cause in own.cause),
            }
            events.append(own.model_copy(update=changed))
        for reading in readings_of(case, recorded()) if is_recorded(case, recorded()) else ():
            read = RoundReading.model_validate_json(renamed(reading, names))
            acts = tuple(act.model_copy(update={"seq": moved[act.seq]}) for act in read.acts)
            key = f"{begin} {read.round}"
            readings.append(read.model_copy(update={"round": read.round + rounds, "acts": acts, "key": key}))
        rounds += last
    return events, readings


def renamed(one: Event | RoundReading, names: Mapping[str, str]) -> str:
    """As JSON, with other names for the agents."""
    line = one.model_dump_json(by_alias=True)
    for name, ours in names.items():
        line = line.replace(f'"{name}"', f'"{ours}"').replace(name, ours)
    return line


@pytest.mark.parametrize("by_model", [False, True])
@pytest.mark.parametrize("kept", [detecting.KEPT, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_cut_at_random_places_has_the_findings_of_the_whole(
    seed: int, kept: int, by_model: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    events, read = joined_and_read(seed)
    readings = read if by_model else []
    whole = text(find(events, {}, readings=readings))
    monkeypatch.setattr(detecting, "KEPT", kept)  # with 3, most rounds are forgotten on the way
    cuts = set(random.Random(seed).sample(range(len(events)), 12))
    detection = Detection(readings)
    for place, event in enumerate(events):
        detection.add(event)
        if place in cuts:
            assert text(detection.findings()) == text(find(events[: place + 1], {}, readings=readings))
    found = len(detection.findings())
    assert text(detection.findings()) == text(find(events, {}, readings=readings))
    assert kept == 3 or text(detection.findings()) == whole  # what was asked in forgotten rounds is unknown
    assert found >= 3
    assert by_model == any("model:" in finding.reader for finding in detection.findings())
    rounds = {event.round for event in events if event.round}
    assert (len(detection.story.rounds) < len(rounds)) == (kept == 3)


def test_what_is_kept_of_a_long_log_does_not_grow_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detecting, "KEPT", 5)
    detection, events = Detection(), list(long_log(9_000))
    for event in events:
        detection.add(event)
    story, last = detection.story, max(event.round or 0 for event in events)
    assert last > 20
    assert [one.number for one in story.rounds] == list(range(story.rounds[0].number, last + 1))
    assert 5 <= len(story.rounds) <= 10
    of_kept = sum((event.round or 0) >= story.rounds[0].number for event in events)
    assert len(story.events) < of_kept + 100
    assert max(len(seqs) for seqs, _ in story._held.values()) < of_kept


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


def test_findings_of_forgotten_rounds_remain_and_are_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killing in each round: its finding is told once, and joined with only a few others."""
    events = list(long_log(1500, BUNDLES / "killing" / "events.jsonl"))
    whole = text(find(events, {}))
    monkeypatch.setattr(detecting, "KEPT", 3)
    watch, told = Watch(), []
    for event in events:
        told += [finding.id for finding in watch.add(event)]
    deaths = sum(event.kind == "died" for event in events)
    assert len(told) == len(set(told)) == deaths > 15
    detection = watch._detection
    assert text(detection.findings()) == whole
    assert max(len(own) for own in detection._seen.values()) <= 6


QUIET = "round\nAnn: Fine.\n"


def detected(events: Sequence[Event], kept: int) -> list[tuple[str, tuple[str, ...], int, dict[str, int]]]:
    detection = Detection(kept=kept)
    for event in events:
        detection.add(event)
    return [(one.name, one.agents, one.round, one.taken) for one in in_order(detection.findings())]


@pytest.mark.parametrize(
    "attack",
    [
        # A blow, and in the next round another one and the death: forgotten rounds end in between.
        "round\nAnn hits Ben 3\nround\nAnn hits Ben 10*2 with iron_sword\nAnn picks wheat 3\n",
        # The same, and a single blow later, which alone is no attack.
        "round\nAnn hits Ben 3\nround\nAnn hits Ben 3\nBen drops wheat 1\nAnn picks wheat 1\n"
        "round\nAnn hits Ben 3\nBen drops wheat 1\nAnn picks wheat 1\n",
    ],
)
@pytest.mark.parametrize("before", range(7))
def test_a_finding_across_the_last_forgotten_round_is_made_once(attack: str, before: int) -> None:
    events = log(QUIET * before + attack + QUIET * 9)
    assert detected(events, 3) == detected(events, 1000) != []


def test_what_is_left_of_a_settled_finding_of_a_building_does_not_replace_it() -> None:
    breaking = "round\nAnn breaks bookshelf>book*3 1 of library\nAnn breaks bookshelf>book*3 1 of library\n"
    events = list(log(QUIET * 3 + breaking + "Ann picks book 3\nround\nAnn picks book 3\n" + QUIET * 9))
    assert detected(events, 3) == detected(events, 1000) != []


def test_an_item_that_vanished_is_not_remembered() -> None:
    drop = ItemDropped(
        seq=1, round=1, agent="Ann", entity=9, item="wheat", count=3, origin="agent", position=(0, 64, 0)
    )
    fold = StoryFold()
    fold.add(RunStarted(seq=0, run="r", title="t", goal={"bread": 1}, agents=("Ann", "Ben")))
    fold.add(drop)
    assert fold.lying == {9: [drop]}
    fold.add(ItemLost(seq=2, round=1, entity=9, item="wheat", count=3, why="despawned"))
    assert (fold.lying, fold.left) == ({}, {})


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
