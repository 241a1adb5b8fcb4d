"""The mark that makes a field a run option, with what the field's type cannot say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

Surface = Literal["flag", "body", "form"]
"""Where an option is offered: a flag of `minecrew run`, a key of POST /runs, a field of the page's form."""
EVERYWHERE: frozenset[Surface] = frozenset(get_args(Surface))
COMMAND: frozenset[Surface] = frozenset({"flag"})
"""For paths, addresses and prices, which nobody may choose over HTTP."""
BODY: frozenset[Surface] = frozenset({"flag", "body"})
"""For what the form asks in a way of its own."""


@dataclass(frozen=True)
class RunOption:
    """Stands in the annotation of a field. The field's type, range and default hold on every surface."""

    help: str
    metavar: str | None = None
    """The value's name in the command's help; None: the choices."""
    name: str = ""
    """The help, if it is not the field's."""
    flag: str = ""
    """The flag, if it is not the name's; without dashes it is a positional argument."""
    old_flag: str = ""
    """An older name of the flag, which still works."""
    key: str = ""
    """The key in the HTTP body, if it is not the name: 'mind.kind' is `kind` within `mind`."""
    on: frozenset[Surface] = EVERYWHERE
    wire: Any = None
    """Its type in the HTTP body, if JSON has a better one than text; a dict is given as NAME=VALUE."""
    local: str = ""
    """What it is, if over HTTP only those may give it who sit at the service's machine."""
    noun: str = ""
    """What a wrong value is not; empty: the name."""
    choices: str = ""
    """What it names one of: arenas, structures or personas. A closed set is a Literal instead."""
    served_help: str = ""
    """The help over HTTP, where the command's speaks of flags."""
    label: str = ""
    """The label in the form, if it is not the name."""
    example: str = ""
    """Of a value, as it is typed into the form."""
    first: bool = False
    """Whether the form shows it at once, and not among more options."""
    needs: str = ""
    """KEY=VALUE of the field without which the form does not show it."""
