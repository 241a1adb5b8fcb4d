"""Writes runs into one file for other tools, and reads them back: every event, and every file beside a log.

    jsonl    {"bundle": ..., "event": {...}} or {"bundle": ..., "file": ..., "encoding": ..., "content": ...}
    csv      the columns of `rows.py`; nested fields are JSON text
    parquet  the same columns, typed

All three formats contain everything, so the runs that are read back equal those that were written.
A problem in a log (such as a line that was cut off when the run was killed) is not an event and is not
exported.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

from pydantic import ValidationError

from minecrew.runlog.bundle import RUN_NAME, RunBundle, bundle_of
from minecrew.runlog.errors import UserError
from minecrew.runlog.files import LARGEST_FILE, open_file, read_file
from minecrew.runlog.formula import is_formula
from minecrew.runlog.log import EVENTS_FILE
from minecrew.runlog.parquet import read_parquet, write_parquet
from minecrew.runlog.plain import plain_json
from minecrew.runlog.reader import Reading, read_events
from minecrew.runlog.rows import (
    COLUMNS,
    ENTRY,
    TYPES,
    Cell,
    ColumnType,
    Entry,
    EventEntry,
    FileEntry,
    TableRow,
    entry_of,
    row_of,
)
from minecrew.runlog.writing import cannot_write

Format = Literal["jsonl", "csv", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

LARGEST_ENTRY = 6 * LARGEST_FILE
"""Maximum size of a line or cell in bytes, which allows for a file's text with every byte escaped."""


def entries_of(reading: Reading) -> Iterator[Entry]:
    """Yields a whole run: its events and the files of its bundle; for a log outside a bundle, only the
    events.

    Fields that the log lacks because an earlier version wrote it are not added.
    """
    bundle = bundle_of(reading)
    name = bundle.id if bundle else reading.path.stem
    for event in reading.events:
        yield EventEntry(bundle=name, event=event)
    for path in _files(bundle):
        file = path.relative_to(bundle.path).as_posix() if bundle else path.name
        yield FileEntry.of(name, file, _content(path))


def read_whole_run(path: Path) -> Reading:
    """Reads a whole run, like `read_events`. Also raises UserError if a file of the run cannot be
    exported.
    """
    reading = read_events(path)
    for file in _files(bundle_of(reading)):
        _content(file)
    return reading


def _files(bundle: RunBundle | None) -> list[Path]:
    """The files beside the log."""
    if bundle is None:
        return []
    found = (path for path in sorted(bundle.path.rglob("*")) if path != bundle.events_path)
    return [path for path in found if path.is_file() and not path.is_symlink()]


def _content(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise UserError(
            f"cannot read {str(path)!r}: {error.strerror}; move it out of the run's directory"
        ) from error


def write_export(entries: Iterable[Entry], path: Path, format: Format) -> None:
    """Writes a new file, completely or not at all. Raises UserError if that is not possible."""
    if path.exists():
        raise UserError(f"{str(path)!r} already exists; choose another --out")
    partial = path.with_name(path.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        match format:
            case "jsonl":
                _write_jsonl(entries, partial)
            case "csv":
                _write_csv(map(row_of, entries), partial)
            case "parquet":
                write_parquet(map(row_of, entries), partial)
        partial.replace(path)
    except OSError as error:
        raise cannot_write(path, error, "give another --out") from error
    finally:
        with suppress(OSError):
            partial.unlink()


def read_export(path: Path) -> Iterator[Entry]:
    """The content of a file that `write_export` wrote, in any format.

    Raises UserError, which names the line or row that is wrong.
    """
    try:
        with open_file(path) as file:
            start = file.read(8)
    except OSError as error:
        raise UserError(
            f"cannot read {str(path)!r}: {error.strerror}; give a file that was exported"
        ) from error
    if start.startswith(b"PAR1"):
        yield from _checked(path, "row", enumerate(read_parquet(path), start=1))
    elif start.startswith(b"{"):
        yield from _read_jsonl(path)
    elif start.startswith(b"bundle,"):
        yield from _checked(path, "line", _read_csv(path))
    else:
        raise UserError(f"{str(path)!r} is not an export; give a file that `minecrew export` wrote")


def restore(entries: Iterable[Entry], root: Path) -> list[RunBundle]:
    """Creates the runs again under `root`, all or none. Raises UserError if one of them exists already."""
    made: dict[str, Path] = {}
    try:
        for name, own in groupby(entries, key=lambda entry: entry.bundle):
            if name not in made:
                made[name] = _begin(name, root)
            _fill(made[name], own)
        for name, partial in made.items():
            partial.replace(root / name)
    except OSError as error:
        raise cannot_write(root, error, "give another --runs") from error
    finally:
        for partial in made.values():
            shutil.rmtree(partial, ignore_errors=True)
    return [RunBundle((root / name).resolve()) for name in made]


def _begin(name: str, root: Path) -> Path:
    if not re.fullmatch(RUN_NAME, name):
        raise UserError(f"{name!r} is not a run's name; `minecrew export` did not write this file")
    if (root / name).exists():
        raise UserError(f"{str(root / name)!r} already exists; choose another --runs")
    partial = root / f".{name}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    return partial


def _fill(directory: Path, entries: Iterable[Entry]) -> None:
    with (directory / EVENTS_FILE).open("a", encoding="utf-8", newline="\n") as log:
        for entry in entries:
            if isinstance(entry, EventEntry):
                log.write(entry.event.model_dump_json(exclude_none=True, exclude_unset=True) + "\n")
            else:
                _lay(directory, entry)


def _lay(directory: Path, entry: FileEntry) -> None:
    """Writes the file only inside the bundle, whatever its name is."""
    inside = PurePosixPath(entry.file)
    if (
        inside.is_absolute()
        or ".." in inside.parts
        or "\0" in entry.file
        or str(inside) in (".", EVENTS_FILE)
    ):
        raise UserError(f"{entry.file!r} is not a file of a run; `minecrew export` did not write this file")
    target = directory / inside
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(entry.raw())


def _write_jsonl(entries: Iterable[Entry], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for entry in entries:
            file.write(entry.model_dump_json(exclude_none=True, exclude_unset=True) + "\n")


def _read_jsonl(path: Path) -> Iterator[Entry]:
    with open_file(path) as file:
        for number, line in enumerate(iter(lambda: file.readline(LARGEST_ENTRY), b""), start=1):
            try:
                yield ENTRY.validate_json(line)
            except ValidationError as error:
                raise _broken(path, "line", number, error) from error


def _write_csv(rows: Iterable[TableRow], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(column.name for column in COLUMNS)
        for row in rows:
            writer.writerow(_written(row.get(column.name), column.type) for column in COLUMNS)


def _read_csv(path: Path) -> Iterator[tuple[int, TableRow]]:
    limit = csv.field_size_limit(LARGEST_ENTRY)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, restkey="", strict=True)
            if "kind" not in (reader.fieldnames or ()):
                raise UserError(f"{str(path)!r}, line 1: cut off; export the runs again")
            for row in reader:
                if None in row.values():
                    raise UserError(f"{str(path)!r}, line {reader.line_num}: cut off; export the runs again")
                cells = {name: _read(cell, TYPES.get(name, "json")) for name, cell in row.items()}
                yield reader.line_num, cells
    except (csv.Error, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {str(path)!r}: {error}; export the runs again") from error
    finally:
        csv.field_size_limit(limit)


def _checked(path: Path, unit: str, rows: Iterator[tuple[int, TableRow]]) -> Iterator[Entry]:
    for number, row in rows:
        try:
            yield entry_of(row)
        except ValueError as error:
            raise _broken(path, unit, number, error) from error


def _written(cell: Cell, type: ColumnType) -> str:
    """A formula is written as JSON text, and so is an empty text, because an empty cell means None."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if type == "text" and isinstance(cell, str) and (not cell or cell.startswith('"') or is_formula(cell)):
        return json.dumps(cell, ensure_ascii=False)
    return str(cell)


def _read(cell: Cell, type: ColumnType) -> Cell:
    """Numbers and booleans stay text: the event's own type converts them."""
    if cell == "":
        return None
    if type == "text" and isinstance(cell, str) and cell.startswith('"'):
        with suppress(ValueError):
            return str(plain_json(cell))
    return cell


def _broken(path: Path, unit: str, number: int, error: ValueError) -> UserError:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        why = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    else:
        why = str(error)
    return UserError(f"{str(path)!r}, {unit} {number}: {why}; export the runs again")
