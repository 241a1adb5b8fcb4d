"""People's annotations of a run: imports them from files, stores them in the bundle, lists them, and makes
forms.

`annotations.jsonl` has one `behaviors.Annotation` per line. Lines are only ever added, and only by one
process at a time. A second line with the same annotator and id is skipped. The lines of a file are checked
against the run's log. If one is wrong, the error names its file and line number, and nothing is added. Names
in an imported file are never used as paths.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from minecrew.behaviors import Annotation, Story, find, fit_annotation, tell_story
from minecrew.judging.annotation_table import COLUMNS, AnnotationRow, read_table, write_table
from minecrew.runlog import (
    LONGEST_MESSAGE,
    Reading,
    RunBundle,
    UserError,
    cannot_write,
    judged_name,
    plain_json,
    read_file,
    run_name,
)
from minecrew.terminal.formatting import plain

WAIT = 10.0
"""Maximum number of seconds to wait for another process that adds annotations."""


def import_annotations(bundle: RunBundle, files: Sequence[Path], console: Console) -> None:
    """Adds all annotations of `files` to the bundle, or none if a line is wrong.

    Raises UserError for the first wrong line.
    """
    reading = bundle.read()
    story = tell_story(reading.events)
    names = _names(reading, bundle)
    records = [(file, list(_records(file))) for file in files]  # a file may be a pipe: first it is read
    told: list[str] = []
    with _adding(bundle) as known:
        for file, lines in records:
            counts = Counter[str]()
            for number, record in lines:
                if not record.get("class"):
                    counts["left blank"] += 1
                    continue
                one = _taken(record, story, names, where=f"{str(file)!r}, line {number}")
                before = known.setdefault((one.annotator, one.id), one)
                if before is one:
                    counts["added"] += 1
                elif says_the_same(before, one):
                    counts["there already"] += 1
                else:
                    counts["already stored with different content (the stored ones are kept)"] += 1
            counted = ", ".join(f"{count} {what}" for what, count in counts.items())
            told.append(f"{file}: {counted or 'empty'}")
    for line in told:
        console.print(Text(plain(line)), soft_wrap=True)


def add_annotation(
    bundle: RunBundle, reading: Reading, record: AnnotationRow
) -> tuple[Annotation, Annotation]:
    """Stores the annotation of `record`, unless one with the same annotator and id is already stored. Returns
    this annotation and the stored one. Raises UserError if the record is wrong.
    """
    one = _taken(record, tell_story(reading.events), _names(reading, bundle), where="the annotation")
    with _adding(bundle) as known:
        return one, known.setdefault((one.annotator, one.id), one)


def says_the_same(one: Annotation, other: Annotation) -> bool:
    """Returns whether two annotations are equal, except for the time at which they were written."""
    return one.model_copy(update={"at": other.at}) == other


def read_annotations(bundle: RunBundle) -> list[Annotation]:
    """Returns the bundle's annotations, in the order of their arrival. Raises UserError for a wrong line."""
    path = bundle.annotations_path
    try:
        lines = read_file(path, within=path.parent).split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise UserError(f"cannot read {str(path)!r}: {error.strerror}") from error
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                found.append(Annotation.model_validate_json(line))
            except ValidationError as error:
                raise UserError(
                    f"{str(path)!r}, line {number}: not an annotation: {_reason(error)}"
                ) from error
    return found


def list_annotations(bundle: RunBundle, console: Console) -> None:
    """Prints the annotations, grouped by annotator."""
    kept = read_annotations(bundle)
    for one in kept:
        name = f"{one.class_}.{one.sub}" if one.sub else one.class_
        line = Text(plain(one.annotator), style="bold").append(
            plain(f"  round {one.round}  {name}  {', '.join(one.agents) or 'all'}"), style="not bold"
        )
        if one.targets:
            line.append(plain(f" to {', '.join(one.targets)}"), style="not bold")
        if one.finding:
            line.append(plain(f"  on {one.finding}"), style="not bold dim")
        if one.note:
            line.append(plain(f"  {one.note}"), style="not bold dim")
        console.print(line, soft_wrap=True)
    counts = Counter(one.annotator for one in kept)
    told = ", ".join(f"{count} by {name}" for name, count in counts.items())
    console.print(Text(plain(f"annotations: {told or 'none'}"), style="bold"), soft_wrap=True)


def write_template(reading: Reading, file: TextIO, *, blind: bool, annotator: str = "") -> None:
    """Writes a CSV form with one row per agent and round and, unless `blind`, one row per finding. The
    column for the class is empty.
    """
    story = tell_story(reading.events)
    run = "" if blind else run_name(reading)
    rows: list[AnnotationRow] = [
        {"annotator": annotator, "run": run, "round": one.number, "agents": [agent]}
        for one in story.rounds
        for agent in story.team
    ]
    for finding in () if blind else find(reading.events, {}):
        rows.append(
            {
                "annotator": annotator,
                "run": run,
                "seq": finding.evidence[-1].seq,
                "round": finding.round,
                "agents": finding.agents,
                "targets": finding.targets,
                "finding": finding.id,
            }
        )
    write_table(sorted(rows, key=lambda row: int(row["round"])), file)


@contextmanager
def _adding(bundle: RunBundle) -> Iterator[dict[tuple[str, str], Annotation]]:
    """Yields the existing annotations, by annotator and id. New entries are written to the bundle when the
    context ends.
    """
    try:
        handle = os.open(bundle.path, os.O_RDONLY)
        try:
            _lock(handle, bundle)
            known = {(one.annotator, one.id): one for one in read_annotations(bundle)}
            count = len(known)
            yield known
            if len(known) > count:
                bundle.write_annotations([one.line() for one in known.values()])
        finally:
            os.close(handle)
    except OSError as error:
        raise cannot_write(bundle.path, error) from error


def _lock(handle: int, bundle: RunBundle) -> None:
    """Waits until no other process adds annotations. Raises UserError if that takes too long."""
    until = time.monotonic() + WAIT
    while True:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise UserError(
                    f"another process has been adding annotations to run {bundle.id!r} for {WAIT:g} s; try "
                    "again when it has ended"
                ) from None
        time.sleep(0.05)


def _records(file: Path) -> Iterator[tuple[int, AnnotationRow]]:
    """Yields (line number, fields) of a .jsonl file or a table. The first character shows which it is."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"cannot read {str(file)!r}: {error.strerror}; give a .jsonl or .csv file") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{str(file)!r} is not UTF-8 text; save it as UTF-8") from error
    if not text.lstrip().startswith("{"):
        yield from read_table(text, where=str(file))
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = plain_json(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise UserError(f"{str(file)!r}, line {number}: not a JSON object; nothing was imported")
        yield number, record


def _names(reading: Reading, bundle: RunBundle) -> tuple[str, ...]:
    """Returns the run's name in its log, the name of its directory, and the name that a blind judge sees."""
    name = run_name(reading)
    return name, bundle.id, judged_name(name)


def _taken(record: AnnotationRow, story: Story, names: Sequence[str], *, where: str) -> Annotation:
    """Checks and completes a record. `names`: the names of the run, beginning with the name in its log."""
    run = record.get("run") or names[0]
    if run not in names:
        raise UserError(f"{where}: the line is about the run {run!r}, not {names[0]!r}; nothing was imported")
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    record = {**record, "run": names[0], "at": record.get("at") or now}
    record["id"] = record.get("id") or _id(record)
    try:
        return fit_annotation(Annotation.model_validate(record), story)
    except ValidationError as error:
        raise UserError(f"{where}: {_reason(error)}; nothing was imported") from error
    except ValueError as error:
        raise UserError(f"{where}: {str(error)[:LONGEST_MESSAGE]}; nothing was imported") from error


def _id(record: AnnotationRow) -> str:
    """Returns an id for a row without one. Rows with equal content get equal ids."""
    said = [str(record.get(column) or "") for column in COLUMNS if column not in ("id", "at", "note", "tick")]
    return f"row-{hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]}"


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    told = f"{where}: {str(first['input'])[:80]!r}: {message}" if where else message
    return told[:LONGEST_MESSAGE]
