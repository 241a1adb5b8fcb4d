"""The arguments that several commands share, and the arguments made from run options."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from minecrew.options import DeclaredOption, declared_options, read_options

LARGEST_SHOWN = 1_000_000
"""If a range begins below -LARGEST_SHOWN, the help does not show it."""

RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run: its id or part of the id, its directory, or 'last'.")
]
RunNames = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN...",
        help="Runs, each given by its id, a part of the id, its directory or 'last'; or directories of runs.",
    ),
]
RunsDir = Annotated[Path, typer.Option("--runs", "--out", metavar="DIR", help="The folder of runs.")]
"""Every command calls this option `--runs`. `--out` is its older name; in other commands `--out` names a
file.
"""


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Returns `command` in the form that typer expects: a parameter for each run option, then its other
    parameters.
    """
    declared = [_parameter(one) for one in declared_options() if "flag" in one.option.on]
    _, *own = signature(command, eval_str=True).parameters.values()
    own = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in own]

    @wraps(command)
    def parsed(**given: Any) -> None:
        rest = {one.name: given.pop(one.name) for one in own}
        command(read_options(given), **rest)

    parsed.__signature__ = Signature([*declared, *own])  # type: ignore[attr-defined]  # for `inspect`
    return parsed


def _parameter(one: DeclaredOption) -> Parameter:
    """The parameter with which typer reads an option as text; `read_options` parses the text."""
    default = None if one.of_task or one.default in (None, ()) else one.default
    kind: Any = list[str] | None if one.repeated else str | None
    flags = [one.flag, *filter(None, [one.option.old_flag])]
    if one.schema.get("type") == "boolean":
        kind, flags = bool | None, [one.flag if default is False else f"{one.flag}/--no-{one.flag[2:]}"]
    elif default is not None:
        default = str(default)
    if one.flag.startswith("--"):
        told: Any = typer.Option(*flags, metavar=_metavar(one), help=one.option.help)
    else:
        told = typer.Argument(metavar=one.flag, help=one.option.help)
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, told])


def _metavar(one: DeclaredOption) -> str | None:
    """The placeholder for the value in the help, with the range of a number."""
    schema = one.schema
    if "enum" in schema:
        return "|".join(schema["enum"])
    low, high = schema.get("minimum"), schema.get("maximum")
    if one.option.metavar is None or low is None or low < -LARGEST_SHOWN:
        return one.option.metavar
    bounds = f"{low:g}<=x<={high:g}" if high is not None else f"x>={low:g}"
    return f"{one.option.metavar} [{bounds}]"
