"""Reads the tables of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from minecrew.runlog import UserError
from minecrew.tables.column import import_arrow


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Returns the rows of a Parquet file. Raises UserError if the file cannot be read."""
    arrow = import_arrow()
    try:
        found: list[dict[str, Any]] = arrow.parquet.read_table(path).to_pylist()
    except (OSError, ValueError) as error:
        why = str(error).split("\n", 1)[0]
        raise UserError(
            f"cannot read {str(path)!r}: {why}; delete its directory, and minecrew will create it again"
        ) from error
    return found
