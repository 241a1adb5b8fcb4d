"""Reads run options from the words of a command line, or from an HTTP request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from minecrew.options.declared import declared_options
from minecrew.options.options import Options
from minecrew.runlog import UserError


def read_options(given: Mapping[str, object]) -> Options:
    """Builds the options from a mapping of names to values. A value is a text or already has its type; None
    means that the option is not given.

    A key of a task's table that is not a run option is named by its path: 'limits.attempts'. Raises
    UserError for the first run option that is wrong.
    """
    paths = {one.name: one.path for one in declared_options()}
    found: dict[str, Any] = {}
    for name, value in given.items():
        *tables, field = paths.get(name, name.split("."))
        place = found
        for table in tables:
            place = place.setdefault(table, {})
        if value is not None:
            place[field] = value
    try:
        return Options.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        for one in declared_options():
            if first["loc"][: len(one.path)] == one.path:
                raise UserError(one.flaw(first["input"])) from None
        raise
