"""Reads run options from the words of a command line, or from an HTTP request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from minecrew.options.declared import declared_options
from minecrew.options.options import Options
from minecrew.runlog import UserError


def read_options(given: Mapping[str, object]) -> Options:
    """The options of name -> value; a value is a text or already has its type; None means that it is not
    given.

    A key of a task's table that is no run option has its path as name: 'limits.attempts'.
    Raises UserError for the first that is wrong, if it is a run option.
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
