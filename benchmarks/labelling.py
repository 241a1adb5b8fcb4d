"""Collects labels for rounds of recorded runs from two readers who see neither each other's labels nor any
findings.

`python -m benchmarks.labelling ask RUN... --to DIR` writes the same rounds to `DIR/first/` and `DIR/second/`,
in different orders: one file `NNN.episode` per round, and a `README.md` with the definitions and the form of
the answers. For each episode, the reader writes `NNN.answer` to the same folder. Task titles, personas and
findings are not shown.
`... compare --from DIR` prints kappa per class with its interval. For each round on which the readers differ,
it writes `DIR/open/NNN.episode` with both answers; an adjudicator then writes `NNN.answer` to that folder.
`... keep --from DIR --seen RUN...` stores the runs of the agreed and adjudicated rounds, and their labels, in
`benchmarks/minds/`. Runs that somebody who writes rules or prompts has seen belong to `dev`, all others to
`test`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from benchmarks.corpus import Case, Label
from minecrew.behaviors import (
    Finding,
    JudgeAnswer,
    Story,
    Votes,
    check_answer,
    judge_questions,
    measure_agreement,
    tell_story,
    votes_of_findings,
)
from minecrew.runlog import EVENT, Event, UserError, read_events

KEPT = Path(__file__).parent / "minds"
DEFINITIONS = Path(__file__).parents[1] / "docs" / "definitions.md"
READERS = ("first", "second")
MINDS = ("minds-dev", "minds-test")
"""The parts of the runs of real minds."""
ANSWER = """# Label these episodes

You read rounds of a crew: agents that work together in a Minecraft world towards one goal. For every file
`NNN.episode` here, say which of the behaviours defined below the agents showed in the round that it names,
and write `NNN.answer` beside it: the JSON object alone. Most rounds show none: then it is `{"findings": []}`.

    {"findings": [{"class": "volunteer", "sub": "time", "agents": ["Bob"], "targets": ["Alice"], "round": 1,
                   "quotes": [{"seq": 12, "quote": "I cut half of it meanwhile"}, {"seq": 40, "quote": ""}]}]}

`class` and `sub` are those of the definitions (`sub` is "none" for accident and contradiction). `quotes`
names the lines that show it, with words copied exactly where somebody speaks, and "" for other lines. Read
every episode by yourself, in any order. Look at nothing but this folder. Write no program that labels for
you.

"""


@dataclass(frozen=True)
class Episode:
    """One round of a recorded run."""

    run: str
    """The digest of its log."""
    path: Path
    story: Story
    events: tuple[Event, ...]
    round: int

    @property
    def text(self) -> str:
        return "\n\n".join(judge_questions(self.story, self.round)) + "\n"


def episodes_of(paths: Sequence[Path]) -> Iterator[Episode]:
    """Yields every round of these runs in which an agent spoke or acted."""
    for path in paths:
        reading = read_events(path)
        events = tuple(reading.events)
        story = tell_story(events)
        digest = _digest(path)
        for one in story.rounds:
            if one.talk or one.facts:
                yield Episode(digest, path, story, events, one.number)


def ask(paths: Sequence[Path], to: Path) -> int:
    """Writes the folders of both readers, and returns the number of rounds."""
    episodes = list(episodes_of(paths))
    definitions = DEFINITIONS.read_text(encoding="utf-8")
    for place, reader in enumerate(READERS):
        folder = to / reader
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "README.md").write_text(ANSWER + definitions, encoding="utf-8")
        order = list(range(len(episodes)))
        random.Random(place).shuffle(order)
        for number, at in enumerate(order):
            (folder / f"{number:03}.episode").write_text(episodes[at].text, encoding="utf-8")
        index = {
            f"{number:03}": [str(episodes[at].path.resolve()), episodes[at].round]
            for number, at in enumerate(order)
        }
        (to / f"{reader}.json").write_text(json.dumps(index, indent=1), encoding="utf-8")
    return len(episodes)


Answers = dict[tuple[str, int], tuple[Finding, ...]]
"""Path of a run and number of a round -> what a reader found in that round."""


def answers_of(folder: Path, index: Path, told: Callable[[str], None]) -> Answers:
    """Returns the answers of one reader; `told` is called with a line per missing or wrong answer."""
    found: Answers = {}
    stories: dict[str, Story] = {}
    for number, (path, round_) in json.loads(index.read_text(encoding="utf-8")).items():
        answer = folder / f"{number}.answer"
        if not answer.is_file():
            told(f"{answer}: missing")
            continue
        if path not in stories:
            stories[path] = tell_story(read_events(Path(path)).events)
        try:
            given = JudgeAnswer.model_validate_json(answer.read_text(encoding="utf-8"))
        except ValidationError as error:
            told(f"{answer}: {error.errors()[0]['msg']}")
            continue
        checked = check_answer(given, stories[path], round=round_, judge="judge:reader", version=1)
        if checked.dropped:
            told(f"{answer}: {checked.dropped} of its findings have a wrong quote, name or round")
        found[path, round_] = checked.findings
    return found


def compare(source: Path) -> list[str]:
    """Returns one line per class with its kappa, and writes the rounds on which the readers differ to
    `open/`.
    """
    lines: list[str] = []
    both = [answers_of(source / name, source / f"{name}.json", lines.append) for name in READERS]
    shared = sorted(both[0].keys() & both[1].keys())
    votes: dict[str, Votes] = {}
    for name, answers in zip(READERS, both, strict=True):
        votes[name] = {}
        for path, round_ in shared:
            story = tell_story(read_events(Path(path)).events)
            votes[name] |= votes_of_findings(path, story, answers[path, round_], rounds=[round_])
    for one in measure_agreement(votes).kappas:
        span = f" [{one.interval.low:.2f}, {one.interval.high:.2f}]" if one.interval else ""
        figure = f"{one.kappa:.2f}{span}" if one.kappa is not None else f"n/a ({one.unknown})"
        counts = f"{one.both}/{one.only_first}/{one.only_second}/{one.neither}"
        lines.append(f"{one.name:32} kappa {figure:24} both/first/second/neither {counts}")
    folder = source / "open"
    folder.mkdir(exist_ok=True)
    (folder / "README.md").write_text(ANSWER + DEFINITIONS.read_text(encoding="utf-8"), encoding="utf-8")
    different = [key for key in shared if _acts(both[0][key]) != _acts(both[1][key])]
    for number, (path, round_) in enumerate(different):
        story = tell_story(read_events(Path(path)).events)
        text = "\n\n".join(judge_questions(story, round_))
        views = "\n".join(
            f"The {name} reader: " + "; ".join(one.line() for one in answers[path, round_])
            for name, answers in zip(READERS, both, strict=True)
        )
        (folder / f"{number:03}.episode").write_text(f"{text}\n\n{views}\n", encoding="utf-8")
    index = {f"{number:03}": list(key) for number, key in enumerate(different)}
    (source / "open.json").write_text(json.dumps(index, indent=1), encoding="utf-8")
    return [*lines, f"{len(shared)} rounds labelled by both; {len(different)} to adjudicate in {folder}"]


def keep(source: Path, *, seen: Sequence[Path] = (), home: Path = KEPT) -> list[str]:
    """Stores the logs and labels of the runs; returns a line per unusable answer, and a summary. `seen`: the
    runs of the part dev. A run with an undecided round is left out, and so is what was stored of it before.
    Raises UserError if nobody was asked about a run in `seen`.
    """
    lines: list[str] = []
    asked = set(map(tuple, json.loads((source / f"{READERS[0]}.json").read_text("utf-8")).values()))
    runs = {path: _digest(Path(path)) for path, _ in asked}
    known = {_digest(path): path for path in seen}
    for digest in known.keys() - set(runs.values()):
        raise UserError(f"{str(known[digest])!r} is not one of the runs of {str(source)!r}")
    both = [answers_of(source / name, source / f"{name}.json", lines.append) for name in READERS]
    decided = answers_of(source / "open", source / "open.json", lines.append)
    found: dict[str, dict[int, tuple[Finding, ...]]] = {}
    for key in both[0].keys() & both[1].keys():
        agreed = _acts(both[0][key]) == _acts(both[1][key])
        if agreed or key in decided:
            found.setdefault(key[0], {})[key[1]] = both[0][key] if agreed else decided[key]
    for run, undecided in sorted(asked - {(path, one) for path, rounds in found.items() for one in rounds}):
        found.pop(run, None)
        lines.append(f"{run}: round {undecided} is undecided")
    for digest in runs.values():
        for old in home.glob(f"*/{digest}"):
            shutil.rmtree(old)
    for path, rounds in sorted(found.items()):
        log = read_events(Path(path)).path.read_bytes()
        folder = home / ("dev" if runs[path] in known else "test") / runs[path]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "events.jsonl.gz").write_bytes(gzip.compress(log, mtime=0))
        labels = {str(round_): [one.model_dump() for one in rounds[round_]] for round_ in sorted(rounds)}
        (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")
    return [*lines, f"{sum(map(len, found.values()))} rounds of {len(found)} runs kept in {home}"]


def _digest(path: Path) -> str:
    """The digest of a run's log, because the name of a run would reveal its task."""
    return hashlib.sha256(read_events(path).path.read_bytes()).hexdigest()[:12]


def load_minds(home: Path = KEPT) -> list[Case]:
    """Returns the stored runs as cases of the parts 'minds-dev' and 'minds-test'."""
    cases = []
    for path in sorted(home.glob("*/*/labels.json")):
        log = gzip.decompress((path.parent / "events.jsonl.gz").read_bytes()).decode()
        events = tuple(EVENT.validate_json(line) for line in log.split("\n") if line)
        story = tell_story(events)
        labels = []
        for round_, findings in json.loads(path.read_text(encoding="utf-8")).items():
            one = story.round(int(round_))
            for given in findings:
                finding = Finding.model_validate(given)
                labels.append(
                    Label(
                        "deed" if one is not None and one.recorded else "talk",
                        finding.class_,
                        finding.sub,
                        finding.agents,
                        finding.targets,
                        finding.round,
                        tuple(point.seq for point in finding.evidence),
                    )
                )
        part = f"minds-{path.parents[1].name}"
        digest = path.parent.name
        cases.append(Case(digest, part, str(path), events, tuple(labels), (), frozenset(), digest))
    return cases


def _acts(findings: Sequence[Finding]) -> set[tuple[object, ...]]:
    return {(one.name, one.agents, one.round) for one in findings}


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser("benchmarks.labelling")
    deeds = parser.add_subparsers(dest="deed", required=True)
    asks = deeds.add_parser("ask", help="write episodes for two readers")
    asks.add_argument("run", type=Path, nargs="+")
    asks.add_argument("--to", type=Path, required=True)
    compares = deeds.add_parser("compare", help="print kappa, write disputed rounds")
    keeps = deeds.add_parser("keep", help="store logs and labels")
    for one in (compares, keeps):
        one.add_argument("--from", type=Path, required=True, dest="source")
    keeps.add_argument("--seen", type=Path, nargs="*", default=[], help="the runs of the part dev")
    asked = parser.parse_args(arguments)
    if asked.deed == "ask":
        print(f"{ask(asked.run, asked.to)} rounds for two readers in {asked.to}")
    else:
        told = compare(asked.source) if asked.deed == "compare" else keep(asked.source, seen=asked.seen)
        print("\n".join(told))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UserError as error:
        sys.exit(f"benchmarks.labelling: {error}")
