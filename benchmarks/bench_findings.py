"""Measures the time and memory for judging a long log, and the time per event while a run is in progress.

The log repeats one recorded run of capable models, with slightly different words each time. A separate
process judges it, as `minecrew findings --recompute` does. Times are CPU seconds.
`python -m benchmarks.bench_findings [EVENTS ...]`; default: 100,000 and 1,000,000 events.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from minecrew.behaviors import Detection, Watch, judge
from minecrew.runlog import (
    Event,
    ItemDropped,
    ItemLost,
    ItemPicked,
    RoundEnded,
    RunEnded,
    RunStarted,
    Said,
    read_events,
)

GAME = Path(__file__).parents[1] / "tests/fixtures/bundles/minds_bookshelf/events.jsonl"
GOALS = {100_000: (5.0, None), 1_000_000: (60.0, 1024)}
"""Number of events -> maximum number of seconds, and maximum number of MB."""
IN_A_FILE = 200_000
"""Maximum number of events in one file (`LARGEST_FILE`); a longer log is judged while it is generated."""
PART = 10_000
"""The cost of this many events at the beginning is compared with that of as many at the end."""


def long_log(length: int, game: Path = GAME) -> Iterator[Event]:
    """Repeats the recorded run until there are `length` events; the last event ends the run."""
    events = list(read_events(game).events)
    start = next(event for event in events if isinstance(event, RunStarted))
    round_ = [event for event in events if not isinstance(event, (RunStarted, RunEnded))]
    end = next(event for event in events if isinstance(event, RunEnded))
    yield start.model_copy(update={"seq": 0})
    seconds, ticks = events[-1].t + 1, (events[-1].tick or 0) + 20
    entities = 1 + max((getattr(event, "entity", None) or 0) for event in events)
    seq, time_ = 1, 0
    while True:
        shift = seq - round_[0].seq
        for event in round_:
            if seq == length - 1:
                yield end.model_copy(update={"seq": seq, "t": end.t + time_ * seconds})
                return
            changed: dict[str, Any] = {
                "seq": seq,
                "t": event.t + time_ * seconds,
                "tick": None if event.tick is None else event.tick + time_ * ticks,
                "round": None if event.round is None else event.round + time_,
                "cause": tuple(cause + shift for cause in event.cause),
            }
            if event.subtask is not None:
                changed["subtask"] = f"{event.subtask}-{time_}"
            if isinstance(event, Said):
                changed["text"] = f"{event.text} That makes {time_}."
            if isinstance(event, (ItemDropped, ItemPicked, ItemLost)):
                changed["entity"] = event.entity + time_ * entities
            yield event.model_copy(update=changed)
            seq += 1
        time_ += 1


def write_log(path: Path, length: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for event in long_log(length):
            file.write(event.model_dump_json(exclude_none=True) + "\n")


def judge_file(path: Path) -> None:
    """Prints the CPU seconds for reading and for judging, the memory in MB, and the number of findings."""
    begin = time.process_time()
    events = read_events(path).events
    read = time.process_time()
    found = judge(events, {}).findings
    end = time.process_time()
    _tell(read - begin, end - read, len(found))


def judge_stream(length: int) -> None:
    """Prints the same for a log that is too long for one file, which is judged while it is generated."""
    detection, spent = Detection(), 0.0
    for event in long_log(length):
        begin = time.process_time()
        detection.add(event)
        if isinstance(event, RoundEnded):
            detection.refresh()
        spent += time.process_time() - begin
    _tell(0.0, spent, len(detection.findings()))


def _tell(read: float, judged: float, found: int) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{read:.1f} {judged:.1f} {used} {found}")


def watch_costs(length: int) -> tuple[float, float]:
    """Returns the microseconds per event for the first and the last PART events of a run in progress."""
    watch, spent = Watch(), [0.0, 0.0]
    gc.freeze()
    for event in long_log(length):
        begin = time.process_time()
        watch.add(event)
        took = time.process_time() - begin
        if event.seq < PART:
            spent[0] += took
        elif event.seq >= length - PART - 1 and not isinstance(event, RunEnded):
            spent[1] += took
    return spent[0] / PART * 1e6, spent[1] / PART * 1e6


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code: 1 if a limit in GOALS is exceeded."""
    if arguments[:1] == ["--file"]:
        judge_file(Path(arguments[1]))
        return 0
    if arguments[:1] == ["--stream"]:
        judge_stream(int(arguments[1]))
        return 0
    missed = False
    for length in [int(one) for one in arguments] or list(GOALS):
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "events.jsonl"
            way = ["--stream", str(length)]
            if length <= IN_A_FILE:
                write_log(path, length)
                way = ["--file", str(path)]
            command = [sys.executable, "-m", "benchmarks.bench_findings", *way]
            told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=900)
        read, judged, used, found = told.stdout.split()
        whole = float(read) + float(judged)
        most, room = GOALS.get(length, (None, None))
        late = most is not None and (whole > most or (room is not None and int(used) > room))
        missed = missed or late
        aim = "" if most is None else f"; aim {most:g} s" + (f", {room} MB" if room else "")
        print(f"{length:9,} events: read {read} s, judged {judged} s, {used} MB, {found} findings{aim}")
    first, last = watch_costs(100_000)
    print(f"in progress: {first:.0f} us per event at the start, {last:.0f} us after 100,000 events")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
