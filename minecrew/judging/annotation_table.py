"""Annotations as a CSV table for spreadsheets, with one row per annotation.

Several agents or targets share one cell: 'Alice+Bob'. A text that a spreadsheet would take for a formula is
written as JSON. The reader accepts commas, semicolons or tabs between cells, and a byte order mark.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TextIO

from minecrew.runlog import UserError, is_formula, plain_json

AnnotationRow = dict[str, Any]

COLUMNS = (
    "id",
    "annotator",
    "run",
    "seq",
    "tick",
    "round",
    "class",
    "sub",
    "agents",
    "targets",
    "note",
    "finding",
    "at",
)
LISTS = ("agents", "targets")
NEEDED = ("annotator", "round", "class", "agents")


def read_table(text: str, *, where: str) -> Iterator[tuple[int, AnnotationRow]]:
    """Yields (line number, fields) for each row, without empty cells.

    Raises UserError if the text is not a table.
    """
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, restkey="", strict=True)
    names = reader.fieldnames or ()
    unknown = [name for name in names if name not in COLUMNS]
    missing = [name for name in NEEDED if name not in names]
    if unknown or missing:
        what = f"no column {missing[0]!r}" if missing else f"unknown column {unknown[0]!r}"
        raise UserError(f"{where!r}, line 1: {what}; the columns are {', '.join(COLUMNS)}")
    try:
        for row in reader:
            if "" in row:
                raise UserError(
                    f"{where!r}, line {reader.line_num}: more cells than columns; quote cells with commas"
                )
            cells: AnnotationRow = {name: _read(cell) for name, cell in row.items() if cell not in (None, "")}
            for name in LISTS:
                if name in cells:
                    cells[name] = [part.strip() for part in str(cells[name]).split("+") if part.strip()]
            yield reader.line_num, cells
    except csv.Error as error:
        raise UserError(f"{where!r}, line {reader.reader.line_num}: {error}; save it as CSV again") from error


def write_table(rows: Iterable[Mapping[str, Any]], file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(_written(row.get(column)) for column in COLUMNS)


def _written(cell: Any) -> str:
    if cell is None:
        return ""
    text = str(cell) if isinstance(cell, (str, int, float)) else "+".join(cell)
    return json.dumps(text, ensure_ascii=False) if text.startswith('"') or is_formula(text) else text


def _read(cell: str) -> str:
    if cell.startswith('"'):
        with suppress(ValueError):
            return str(plain_json(cell))
    return cell.strip()
