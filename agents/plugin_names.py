"""The types of the names that a task gives for structures, personas and kinds of minds, whether built in or
from a plug-in.

An unknown name is reported as a mistake in its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from minecrew.runlog import UserError

CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""The class of a mind in the form of `--mind package.module:Class`."""


def _structure(name: str) -> None:
    from minecrew.agents.structures import find_structure  # structures are made of views

    find_structure(name)


def require_persona(name: str) -> None:
    """Raises UserError if there is no persona of that name."""
    from minecrew.agents.offline.personas import find_persona  # a persona is a mind, which has a task

    find_persona(name)


def _mind(name: str) -> None:
    from minecrew.agents.minds import find_mind

    if not CLASS.fullmatch(name):  # a class is imported when a run is chosen, not where a file is read
        find_mind(name)


def _known(find: Callable[[str], None]) -> AfterValidator:
    def check(name: str) -> str:
        try:
            find(name)
        except UserError as error:
            raise PydanticCustomError("unknown_name", "{why}", {"why": str(error)}) from None
        return name

    return AfterValidator(check)


StructureName = Annotated[str, _known(_structure)]
PersonaName = Annotated[str, _known(require_persona)]
MindKind = Annotated[str, _known(_mind)]
