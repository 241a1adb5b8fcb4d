"""What became of a skill's calls, gathered from the logs of runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from minecrew.runlog import RUNS, Record, RunBundle


class SkillRecord(Record):
    """What became of one skill's calls by name."""

    calls: int = 0
    successes: int = 0
    codes: dict[str, int] = {}
    """Failures, by code."""
    seconds: float = 0.0
    """Game seconds of all calls."""


def gather_records(root: Path = RUNS) -> dict[str, SkillRecord]:
    """Skill -> its record in all runs under `root`. A call that was made to fail on purpose is none.

    What a model wrote counts from when it was kept; while it was being tried it was no skill yet.
    """
    return add_records(run_records(bundle) for bundle in RunBundle.all(root))


def run_records(bundle: RunBundle) -> dict[str, SkillRecord]:
    """Skill -> its record in one run, by the same rules."""
    calls: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    codes: dict[str, Counter[str]] = {}
    for ended in _calls(bundle.events_path):
        name = str(ended["name"])
        calls[name] += 1
        seconds[name] = seconds.get(name, 0.0) + float(ended.get("seconds", 0.0))
        failed = codes.setdefault(name, Counter())
        if not ended.get("ok"):
            failed[str(ended.get("code"))] += 1
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
    """Those of several runs, taken together."""
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


def _calls(path: Path) -> Iterator[dict[str, Any]]:
    """The ends of calls by name. A line that cannot be read is for `replay` to report."""
    written: set[object] = set()
    for event in _events(path):
        agent = event.get("agent")
        if event["kind"] == "skill.started":
            written.discard(agent)
            if event.get("code") is not None:
                written.add(agent)
        elif agent not in written and not event.get("injected"):
            yield event


def _events(path: Path) -> Iterable[dict[str, Any]]:
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if '"skill.started"' not in line and '"skill.ended"' not in line:
                continue
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict) and event.get("kind") in ("skill.started", "skill.ended"):
                yield event
