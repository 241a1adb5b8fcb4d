"""The mark that makes a field a run option, with the data that the field's type cannot express."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

Surface = Literal["flag", "body", "form"]
"""Where an option is offered: as a flag of `minecrew run`, a key of POST /runs, a field of the page's form.
"""
EVERYWHERE: frozenset[Surface] = frozenset(get_args(Surface))
COMMAND: frozenset[Surface] = frozenset({"flag"})
"""For paths, addresses and prices, which HTTP clients must not choose."""
BODY: frozenset[Surface] = frozenset({"flag", "body"})
"""For options that the form asks for in a special way."""


@dataclass(frozen=True)
class RunOption:
    """Is in the annotation of a field. The field's type, range and default apply on every surface."""

    help: str
    metavar: str | None = None
    """The value's name in the command's help; None means that the choices are shown."""
    name: str = ""
    """The help, if it differs from the field's."""
    flag: str = ""
    """The flag, if it differs from the name; without dashes it is a positional argument."""
    old_flag: str = ""
    """An older name of the flag, which still works."""
    key: str = ""
    """The key in the HTTP body, if it differs from the name: 'mind.kind' is `kind` within `mind`."""
    on: frozenset[Surface] = EVERYWHERE
    wire: Any = None
    """Its type in the HTTP body, if JSON has a better one than text; a dict is given as NAME=VALUE."""
    local: str = ""
    """What the option is, in words, if only HTTP clients on the service's machine may give it."""
    noun: str = ""
    """The noun for the message about a wrong value; empty: the name."""
    choices: str = ""
    """The registry of its possible values: arenas, structures or personas. A closed set is a Literal instead.
    """
    served_help: str = ""
    """The help over HTTP, if the command's help mentions flags."""
    label: str = ""
    """The label in the form, if it differs from the name."""
    example: str = ""
    """An example of a value, as it is typed into the form."""
    first: bool = False
    """Whether the form shows it at once, and not among more options."""
    needs: str = ""
    """KEY=VALUE of another field; the form shows this field only if that field has that value."""
