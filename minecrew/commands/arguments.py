"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's id or part of it, its directory, or 'last'.")
]
RunNames = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN...", help="Runs by id, part of it or directory, 'last', or directories of runs."
    ),
]
OutDir = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where runs are kept.")]
