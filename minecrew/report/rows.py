"""Reads the tables of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from minecrew.runlog import UserError, open_file
from minecrew.tables.column import arrow_type, import_arrow
from minecrew.tables.schema import FACTOR, columns_of

MOST = 1_000_000
"""Maximum number of rows; a few bytes of a file can stand for any number of equal rows."""


def read_rows(path: Path, *, within: Path | None = None) -> list[dict[str, Any]]:
    """Returns the rows of a Parquet file, which is named after its table. Raises UserError if the file cannot
    be read, if a column of this table has the wrong type, or if a link leads out of the directory `within`.
    """
    arrow = import_arrow()
    try:
        with open_file(path, within=within) as file:
            table = arrow.parquet.ParquetFile(file)
            if table.metadata.num_rows > MOST:
                raise ValueError(f"it has more than {MOST:,} rows")
            known = columns_of(path.stem)
            for column in table.schema_arrow:
                kind = str if column.name.startswith(FACTOR) else known.get(column.name)
                if kind is not None and column.type != arrow_type(kind):
                    raise ValueError(f"its column {column.name!r} has the wrong type")
            found: list[dict[str, Any]] = table.read().to_pylist()
    except (OSError, ValueError) as error:
        why = str(error).split("\n", 1)[0]
        raise UserError(
            f"cannot read {str(path)!r}: {why}; delete its directory, and minecrew will create it again"
        ) from error
    return found
