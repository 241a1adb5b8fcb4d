"""Tests how every reader of runs handles broken bundles, and prints a table.

    python -m benchmarks.mutation_fuzz [--mutations N] [--seed S] [--run DIRECTORY] [--jobs N]

A file of a real run is changed at random (bytes, lines, values, invalid numbers, very deep nesting), and
there is also an intact run in the same directory. Each reader must either read the broken run or report the
problem in one line; a reader of many runs must still show the intact one. Otherwise, the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from rich.console import Console

from benchmarks.workers import workers
from minecrew.judging.agreement import agree
from minecrew.judging.annotations import add_annotation, read_annotations
from minecrew.judging.comparison import compare
from minecrew.judging.findings import FindingFilter, findings_of, show_findings
from minecrew.page import write_page
from minecrew.replay.audit import audit
from minecrew.replay.diff import diff
from minecrew.replay.export import export, import_file
from minecrew.replay.runs import list_runs
from minecrew.replay.timeline import EventFilter, replay
from minecrew.run.rerun import rerun
from minecrew.runlog import RunBundle, UserError, find_logs, read_events, summarize
from minecrew.service.app import create_app
from minecrew.service.card import read_run, state_of
from minecrew.service.digest import Digests
from minecrew.service.index import RunFilter, RunIndex
from minecrew.service.settings import Settings
from minecrew.skills import gather_records

PART = 250
"""Number of mutations per seed."""
PATIENCE = 7200.0
"""Time limit for all mutations, in real seconds."""
SLOW = 5.0
"""Maximum CPU seconds of a reader, for a run of a few hundred lines."""
SCALARS = (
    *(
        "1e999",
        "-1e999",
        "NaN",
        "Infinity",
        "null",
        "true",
        '""',
        "[]",
        "{}",
        "-1",
        "0.5",
        "1e308",
        "9" * 400,
    ),
    *('"' + "x" * 5000 + '"', '"\\ud800"', '"\\u0000"', '"../../x"', '"<script>"', "[" * 300 + "]" * 300),
    *(
        "[" * 5000 + "]" * 5000,
        '{"a":' * 5000 + "1" + "}" * 5000,
        str(1 << 63),
        "[[1]]",
        '"server"',
        '{"a":1}',
    ),
)
Reader = Callable[[Path, RunBundle], object]


def _console() -> Console:
    return Console(file=io.StringIO(), width=100)


def _many_listed(root: Path, bundle: RunBundle) -> None:
    console = _console()
    list_runs(root, console)
    assert isinstance(console.file, io.StringIO)
    assert "met" in console.file.getvalue(), "the intact run is not listed"


def _many_indexed(root: Path, bundle: RunBundle) -> None:
    (root / ".index.sqlite").unlink(missing_ok=True)
    index = RunIndex(root, state_of)
    try:
        cards = index.cards(RunFilter(), limit=10)
        assert len(cards) >= len(RunBundle.all(root)), f"{len(cards)} runs are listed"
        for card in cards:
            json.loads(card.model_dump_json())
            type(card).model_validate_json(card.model_dump_json())
        digests = Digests(index).all()
        assert digests, "no run is counted"
    finally:
        index.close()


def _exported(root: Path, bundle: RunBundle) -> None:
    with tempfile.TemporaryDirectory() as place:
        for to in ("jsonl", "csv"):
            file = Path(place) / f"all.{to}"
            export(find_logs([str(root)]), to, file, _console())
            import_file(file, Path(place) / to, _console())


def _shown(root: Path, bundle: RunBundle) -> None:
    reading = read_events(bundle.path)
    show_findings(reading, _console(), only=FindingFilter(), json=False, recompute=False)
    replay(reading, _console(), only=EventFilter(), findings=(), speed=None)
    audit(reading, _console())


def _paged(root: Path, bundle: RunBundle) -> None:
    reading = read_events(bundle.path)
    write_page(root / ".page.html", reading, findings_of(reading), blind=False)


def _counted(root: Path, bundle: RunBundle) -> None:
    assert gather_records(root), "no skill was called"


def _served(root: Path, bundle: RunBundle) -> None:
    """No request about the run causes an internal error, and the intact run is listed."""
    with TestClient(create_app(Settings(runs=root)), base_url="http://127.0.0.1:8765") as client:
        for part in SERVED:
            answer = client.get(f"/runs/{bundle.id}{part}")
            assert answer.status_code < 500, f"{part}: {answer.status_code} {answer.text[:200]}"
        listed = client.get("/runs").json()["items"]
        assert any(card["outcome"] == "met" for card in listed), "the intact run is not listed"


def _compared(root: Path, bundle: RunBundle) -> None:
    (whole,) = (one for one in RunBundle.all(root) if one.id != bundle.id)
    diff(read_events(whole.path), read_events(bundle.path), _console())


SERVED = ("", "/events", "/findings", "/metrics", "/annotations", "/replay.html", "/export")
READERS: dict[str, Reader] = {
    "the service's answers": _served,
    "diff": _compared,
    "runs": _many_listed,
    "the service's index": _many_indexed,
    "skills' records": _counted,
    "compare": lambda root, _: compare(find_logs([str(root)]), (), _console()),
    "agree": lambda root, _: agree(find_logs([str(root)]), lambda why: None),
    "export and import": _exported,
    "findings, replay, audit": _shown,
    "page": _paged,
    "rerun": lambda _, bundle: rerun(read_events(bundle.path), _console()),
    "result": lambda _, bundle: bundle.result() or summarize(read_run(bundle).events),
    "annotations": lambda _, bundle: read_annotations(bundle),
}
"""Readers that are not in MANY may refuse the broken run with a UserError."""
RARELY = {
    "the service's answers": 40,
    "diff": 5,
    "page": 20,
    "rerun": 20,
    "compare": 20,
    "export and import": 5,
    "agree": 5,
    "findings, replay, audit": 2,
}
"""Slow reader -> n; only every nth mutation is tried with it."""


def mutate(raw: bytes, random: random.Random) -> bytes:
    """Returns the bytes with one to five random changes."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        raw = random.choice(MUTATIONS)(raw, random)
    return raw


def _bytes(raw: bytes, random: random.Random) -> bytes:
    if not raw:
        return raw
    at = random.randrange(len(raw))
    return raw[:at] + bytes(random.randrange(256) for _ in range(random.randrange(4))) + raw[at + 1 :]


def _cut(raw: bytes, random: random.Random) -> bytes:
    return raw[: random.randrange(len(raw) + 1)]


def _lines(raw: bytes, random: random.Random) -> bytes:
    lines = raw.split(b"\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            lines.insert(at, random.choice((b"", b"{}", b"null", b"[" * 5000, b"\xff\xfe", b"x" * 100_000)))
    return b"\n".join(lines)


def _value(raw: bytes, random: random.Random) -> bytes:
    """Replaces or removes a random value in a random line, or copies it to another key."""
    lines = raw.split(b"\n")
    at = random.randrange(len(lines))
    try:
        record = json.loads(lines[at] if len(lines) > 30 or lines[at].startswith(b'{"') else raw)
    except (ValueError, RecursionError):
        return raw
    places = list(_places(record))
    if not places:
        return raw
    holder, key = random.choice(places)
    if isinstance(holder, dict) and random.randrange(4) == 0:
        if random.randrange(2):
            del holder[key]
        else:
            holder[random.choice(("seq", "kind", "t", "agent", "cause", "x" * 300, ""))] = holder[key]
        new = json.dumps(record, separators=(",", ":"))
    else:
        holder[key] = "\0here"
        new = json.dumps(record, separators=(",", ":")).replace('"\\u0000here"', random.choice(SCALARS), 1)
    if len(lines) > 30 or lines[at].startswith(b'{"'):
        lines[at] = new.encode()
        return b"\n".join(lines)
    return new.encode() + b"\n"


def _places(value: Any) -> Any:
    """Yields (holder, key) for the nested values, at most about 500."""
    waiting, found = [value], 0
    while waiting and found < 500:
        holder = waiting.pop()
        keys = (
            holder.keys()
            if isinstance(holder, dict)
            else range(len(holder))
            if isinstance(holder, list)
            else ()
        )
        for key in list(keys):
            found += 1
            yield holder, key
            waiting.append(holder[key])


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _bytes,
    _cut,
    _lines,
    _value,
    _value,
    _value,
)


@dataclass
class Score:
    mutations: int = 0
    read: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, part: Score) -> None:
        self.mutations += part.mutations
        self.read += part.read
        self.refused += part.refused
        self.wrong += part.wrong


def fuzz(template: Path, mutations: int, seed: int) -> Score:
    """Mutates the files of the run `template`, one after another, and tests the readers."""
    score, chance = Score(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="minecrew-") as place:
        root = Path(place) / "runs"
        whole = RunBundle(root / f"whole-{template.name}")
        shutil.copytree(template, whole.path)
        for annotator in ("Eva", "Mia"):
            add_annotation(whole, whole.read(), {"annotator": annotator, "round": 1, "class": "none"})
        template = whole.path
        broken = RunBundle(root / f"broken-{template.name}")
        shutil.copytree(template, broken.path)
        files = {path: path.read_bytes() for path in sorted(broken.path.iterdir()) if path.is_file()}
        weights = [6 if path.name == "events.jsonl" else 1 for path in files]
        for number in range(mutations):
            (path,) = chance.choices(list(files), weights)
            path.write_bytes(mutate(files[path], chance))
            score.mutations += 1
            for name, read in READERS.items():
                if number % RARELY.get(name, 1):
                    continue
                try_reader(name, read, root, broken, f"mutation {number} of {path.name}", score)
            path.write_bytes(files[path])
            for left in broken.path.iterdir():
                if left not in files and left.is_file():
                    left.unlink()
    return score


MANY = frozenset({"runs", "the service's index", "skills' records", "compare", "export and import"})


def try_reader(name: str, read: Reader, root: Path, broken: RunBundle, what: str, score: Score) -> None:
    began = time.process_time()
    try:
        read(root, broken)
        score.read[name] += 1
    except UserError as error:
        score.refused[name] += 1
        if name in MANY:
            score.wrong.append(f"{what}: {name} refuses all runs: {error}")
        elif len(str(error)) > 2000:
            score.wrong.append(f"{what}: {name} prints {len(str(error))} characters")
    except Exception as error:
        score.wrong.append(f"{what}: {name}: {type(error).__name__}: {str(error)[:200]}")
    if time.process_time() - began > SLOW:
        score.wrong.append(f"{what}: {name} needed {time.process_time() - began:.1f} CPU seconds")


def fuzz_in_parts(template: Path, mutations: int, seed: int, jobs: int) -> Score:
    """Runs `fuzz` in `jobs` processes. Each part has its own seed, which is printed with its problems."""
    sizes = [min(PART, mutations - done) for done in range(0, mutations, PART)]
    score = Score()
    with workers(jobs) as pool:
        for number, part in enumerate(
            pool.map(fuzz, repeat(template), sizes, range(seed, seed + len(sizes)), timeout=PATIENCE)
        ):
            for wrong in part.wrong:
                print(f"seed {seed + number}, {wrong}", flush=True)
            score.add(part)
            print(f"{score.mutations} mutations; wrong {len(score.wrong)}", file=sys.stderr, flush=True)
    return score


def main(mutations: int, seed: int, run: Path | None, jobs: int) -> int:
    from benchmarks.sample import sample

    with tempfile.TemporaryDirectory(prefix="minecrew-") as place:
        if run is None:
            run = asyncio.run(sample(["paper", "--seed", "3", "--speed", "max"], Path(place))).bundle
        score = fuzz_in_parts(run, mutations, seed, jobs)
    for name in READERS:
        print(f"{name:24} read {score.read[name]:6}, refused in one line {score.refused[name]:6}")
    print(f"{score.mutations} mutations; wrong {len(score.wrong)}")
    return 1 if score.wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation_fuzz")
    parser.add_argument("--mutations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", type=Path, help="the run whose files are changed; default: a new one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    options = parser.parse_args()
    sys.exit(main(options.mutations, options.seed, options.run, options.jobs))
