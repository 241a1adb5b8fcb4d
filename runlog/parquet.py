"""Rows in an Apache Parquet file. In this package, only this file uses pyarrow, which is optional."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from minecrew.runlog.errors import UserError
from minecrew.runlog.rows import COLUMNS, TableRow

BATCH = 10_000
"""Maximum number of rows in memory at once."""


def write_parquet(rows: Iterable[TableRow], path: Path) -> None:
    """Raises UserError if pyarrow is missing."""
    pyarrow, parquet = _pyarrow()
    types = {
        "text": pyarrow.string(),
        "json": pyarrow.string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "boolean": pyarrow.bool_(),
    }
    schema = pyarrow.schema([(column.name, types[column.type]) for column in COLUMNS])
    left = iter(rows)
    with parquet.ParquetWriter(path, schema) as writer:
        while batch := list(islice(left, BATCH)):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))


def read_parquet(path: Path) -> Iterator[TableRow]:
    """The rows of a file. Raises UserError if pyarrow is missing or if the file is not a Parquet file."""
    pyarrow, parquet = _pyarrow()
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH):
                yield from batch.to_pylist()
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        first = str(error).splitlines()[0]
        raise UserError(f"cannot read {str(path)!r}: {first}; export the runs again") from error


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        remedy = "run pip install 'minecrew[parquet]', or choose jsonl or csv"
        raise UserError(f"parquet needs pyarrow, which is not installed; {remedy}") from error
    return pyarrow, pyarrow.parquet
