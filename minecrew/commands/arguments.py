"""Arguments that several commands take, and those that are the fields of `Options`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from minecrew.run.options import Options

RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's id or part of it, its directory, or 'last'.")
]
RunNames = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN...", help="Runs by id, part of it or directory, 'last', or directories of runs."
    ),
]
RunsDir = Annotated[Path, typer.Option("--runs", "--out", metavar="DIR", help="Where runs are kept.")]
"""Every command calls it `--runs`; `--out` is its older name, and elsewhere a file."""


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """`command` as typer takes it: a parameter for each option, and then what else `command` takes."""
    declared = []
    hints = get_type_hints(Options, include_extras=True)
    for field in fields(Options):
        if get_origin(hint := hints[field.name]) is not Annotated:
            continue
        kind, option = get_args(hint)
        if get_origin(kind) is tuple:  # typer knows lists alone
            hint = Annotated[list[get_args(kind)[0]], option]  # type: ignore[misc]  # made while it runs
        declared.append(Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hint))
    _, *own = signature(command, eval_str=True).parameters.values()
    own = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in own]

    @wraps(command)
    def parsed(**given: Any) -> None:
        rest = {one.name: given.pop(one.name) for one in own}
        lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
        command(Options(**{**given, **lists}), **rest)

    parsed.__signature__ = Signature([*declared, *own])  # type: ignore[attr-defined]  # for `inspect`
    return parsed
