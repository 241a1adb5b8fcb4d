"""Counts the results of the calls of each skill in the logs of runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from minecrew.runlog import (
    RUNS,
    Record,
    RunBundle,
    SkillEnded,
    SkillStarted,
    open_file,
    read_event,
    read_lines,
)


class SkillRecord(Record):
    """The results of one skill's calls."""

    calls: int = 0
    successes: int = 0
    codes: dict[str, int] = {}
    """Failure code -> how often it occurred."""
    seconds: float = 0.0
    """Game seconds of all calls together."""


def gather_records(root: Path = RUNS) -> dict[str, SkillRecord]:
    """Returns the record of each skill in all runs under `root`. Calls that were made to fail on purpose do
    not count.

    Calls of a skill that a model wrote count only after the skill was kept.
    """
    return add_records(_readable(RunBundle.all(root)))


def _readable(bundles: Iterable[RunBundle]) -> Iterator[dict[str, SkillRecord]]:
    """A run that cannot be read is skipped; `minecrew runs` says why."""
    for bundle in bundles:
        with suppress(Exception):
            yield run_records(bundle)


def run_records(bundle: RunBundle) -> dict[str, SkillRecord]:
    """Returns the record of each skill in one run, by the same rules."""
    calls: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    codes: dict[str, Counter[str]] = {}
    for ended in _calls(bundle.events_path):
        name = ended.name
        calls[name] += 1
        seconds[name] = seconds.get(name, 0.0) + ended.seconds
        failed = codes.setdefault(name, Counter())
        if not ended.ok:
            failed[str(ended.code)] += 1
    return {
        name: SkillRecord(
            calls=count,
            successes=count - codes[name].total(),
            codes=dict(sorted(codes[name].items())),
            seconds=round(seconds[name], 3),
        )
        for name, count in sorted(calls.items())
    }


def add_records(records: Iterable[Mapping[str, SkillRecord]]) -> dict[str, SkillRecord]:
    """Returns the sum of the records of several runs."""
    every: dict[str, list[SkillRecord]] = {}
    for one in records:
        for name, record in one.items():
            every.setdefault(name, []).append(record)
    return {
        name: SkillRecord(
            calls=sum(one.calls for one in several),
            successes=sum(one.successes for one in several),
            codes=dict(sorted(sum((Counter(one.codes) for one in several), Counter[str]()).items())),
            seconds=round(sum(one.seconds for one in several), 3),
        )
        for name, several in sorted(every.items())
    }


def _calls(path: Path) -> Iterator[SkillEnded]:
    """Yields the results of the skill calls in a log. Lines that cannot be read are skipped; `replay`
    reports them.
    """
    written: set[object] = set()
    for event in _events(path):
        if isinstance(event, SkillStarted):
            written.discard(event.agent)
            if event.code is not None:
                written.add(event.agent)
        elif event.agent not in written and not event.injected:
            yield event


def _events(path: Path) -> Iterator[SkillStarted | SkillEnded]:
    with open_file(path, within=path.parent) as file:
        for line in read_lines(file):
            if b'"skill.started"' not in line and b'"skill.ended"' not in line:
                continue
            try:
                event = read_event(line)
            except ValidationError:
                continue
            if isinstance(event, SkillStarted | SkillEnded):
                yield event
