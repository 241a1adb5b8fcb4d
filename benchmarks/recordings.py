"""Records a model's readings of the labelled corpus, and of the labelled runs of minds, so that
`benchmarks.quality` needs no endpoint.

`python -m benchmarks.recordings ask --part test --to DIR` writes the questions: `instructions.md`, one
`NNN.prompt` per round that has no recording yet, and the schema of an answer. The model, or its user, then
writes one `NNN.answer` per question to the same folder, which must contain only the JSON object.
`python -m benchmarks.recordings keep --from DIR --reader NAME` checks the answers like those of an endpoint,
and stores them in `benchmarks/recordings/PART.jsonl` under the digest of the question. If the question
changes, its recording is not found, and `benchmarks.quality` fails until there is a new one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from benchmarks.corpus import HOME, PARTS, Case, load_cases
from benchmarks.labelling import MINDS, load_minds
from minecrew.behaviors import (
    MODEL_READER,
    ReaderAnswer,
    ReaderQuestion,
    RoundReading,
    Story,
    check_acts,
    reader_instructions,
    reader_questions,
    tell_story,
)
from minecrew.runlog import UserError

KEPT = Path(__file__).parent / "recordings"
RECORDED = "recorded"
"""The reader's name in all recordings: each question has one answer, no matter which model gave it."""


@dataclass(frozen=True)
class RecordedQuestion:
    """A question about one round of a case."""

    case: Case
    story: Story
    question: ReaderQuestion

    @property
    def key(self) -> str:
        return self.question.key(f"{MODEL_READER}{RECORDED}")


class MissingRecording(UserError):
    """A reader's question has no recorded answer."""


def questions_in(cases: Iterable[Case]) -> Iterator[RecordedQuestion]:
    """Yields all questions that a reader is asked about these cases, in order."""
    for case in cases:
        story = tell_story(case.events)
        for question in reader_questions(story):
            yield RecordedQuestion(case, story, question)


def load_recordings(part: str, home: Path = KEPT) -> dict[str, RoundReading]:
    """Returns key -> recorded reading, for all recordings of that part."""
    path = home / f"{part}.jsonl"
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").split("\n")
    kept = [RoundReading.model_validate_json(line) for line in lines if line]
    return {one.key: one for one in kept}


def readings_of(case: Case, recordings: Mapping[str, RoundReading]) -> list[RoundReading]:
    """Returns the recorded readings of a case. Raises MissingRecording if a question has no answer."""
    found = []
    for one in questions_in([case]):
        if one.key not in recordings:
            raise MissingRecording(
                f"round {one.question.round} of {case.id!r} ({case.part}) has no recording; make one "
                "with `python -m benchmarks.recordings ask`"
            )
        found.append(recordings[one.key])
    return found


def is_recorded(case: Case, recordings: Mapping[str, RoundReading]) -> bool:
    """Returns whether all questions about the case have recorded answers."""
    return all(one.key in recordings for one in questions_in([case]))


def ask(cases: Sequence[Case], to: Path, home: Path = KEPT) -> int:
    """Writes the questions that have no recording, and returns their number."""
    to.mkdir(parents=True, exist_ok=True)
    recorded = {part: load_recordings(part, home) for part in {case.part for case in cases}}
    missing = [one for one in questions_in(cases) if one.key not in recorded[one.case.part]]
    (to / "instructions.md").write_text(reader_instructions(), encoding="utf-8")
    (to / "answer.schema.json").write_text(json.dumps(ReaderAnswer.model_json_schema(), indent=1), "utf-8")
    for number, one in enumerate(missing):
        (to / f"{number:03}.prompt").write_text(one.question.data + "\n", encoding="utf-8")
    index = {f"{number:03}": one.key for number, one in enumerate(missing)}
    (to / "index.json").write_text(json.dumps(index, indent=1), encoding="utf-8")
    return len(missing)


def keep(cases: Sequence[Case], source: Path, reader: str, home: Path = KEPT) -> tuple[int, list[str]]:
    """Stores the answers that `source` contains; returns their number, and a line for each that cannot be
    stored.
    """
    keys = json.loads((source / "index.json").read_text(encoding="utf-8"))
    wanted = {one.key: one for one in questions_in(cases)}
    kept: dict[str, dict[str, RoundReading]] = {}
    problems: list[str] = []
    for number, key in keys.items():
        path = source / f"{number}.answer"
        if not path.is_file():
            continue
        if key not in wanted:
            problems.append(f"{path.name}: its question has changed or is no longer asked")
            continue
        try:
            answer = ReaderAnswer.model_validate_json(path.read_text(encoding="utf-8"))
        except ValidationError as error:
            first = error.errors()[0]
            problems.append(f"{path.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
            continue
        one = wanted[key]
        acts = check_acts(answer.acts, one.story.events, one.question.lines, one.story.team)
        kept.setdefault(one.case.part, {})[key] = RoundReading(
            key=key,
            reader=f"{MODEL_READER}{RECORDED}",
            version=one.question.version,
            round=one.question.round,
            outcome="answered",
            message=f"answered by {reader}",
            acts=acts,
            dropped=len(answer.acts) - len(acts),
            calls=1,
        )
    home.mkdir(exist_ok=True)
    for part, new in kept.items():
        current = {one.key for one in wanted.values() if one.case.part == part}
        both = {key: one for key, one in (load_recordings(part, home) | new).items() if key in current}
        lines = [both[key].line() for key in sorted(both)]
        (home / f"{part}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return sum(map(len, kept.values())), problems


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code: 1 if an answer cannot be stored."""
    parser = argparse.ArgumentParser("benchmarks.recordings")
    deeds = parser.add_subparsers(dest="deed", required=True)
    asks = deeds.add_parser("ask", help="write the questions that have no recording")
    asks.add_argument("--part", choices=(*PARTS, *MINDS), action="append", required=True)
    asks.add_argument("--to", type=Path, required=True)
    keeps = deeds.add_parser("keep", help="check and store the answers")
    keeps.add_argument("--from", type=Path, required=True, dest="source")
    keeps.add_argument("--reader", required=True, help="the name of the model that answered")
    asked = parser.parse_args(arguments)
    cases = [*load_cases(HOME), *load_minds()]
    if asked.deed == "ask":
        count = ask([case for case in cases if case.part in asked.part], asked.to)
        print(f"{count} questions in {asked.to}")
        return 0
    count, problems = keep(cases, asked.source, asked.reader)
    print("\n".join([f"{count} answers stored", *problems]))
    return 1 if problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UserError as error:
        sys.exit(f"benchmarks.recordings: {error}")
