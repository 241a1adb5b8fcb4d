"""Reads the tables of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from minecrew.tables.column import import_arrow


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a Parquet table."""
    found: list[dict[str, Any]] = import_arrow().parquet.read_table(path).to_pylist()
    return found
