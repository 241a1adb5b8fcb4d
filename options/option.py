"""The annotation that makes a field a run option, with data that the field's type cannot express."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

Surface = Literal["flag", "body", "form"]
"""Where an option is offered: as a flag of `minecrew run`, a key of POST /runs, or a field of the page's
form.
"""
EVERYWHERE: frozenset[Surface] = frozenset(get_args(Surface))
COMMAND: frozenset[Surface] = frozenset({"flag"})
"""This value is for paths, addresses and prices, which HTTP clients must not choose."""
BODY: frozenset[Surface] = frozenset({"flag", "body"})
"""This value is for options that have a special control in the form."""


@dataclass(frozen=True)
class RunOption:
    """Marks a field as a run option. The field's type, range and default apply everywhere the option is
    offered.
    """

    help: str
    metavar: str | None = None
    """The value's name in the command's help; None means that the choices are shown."""
    name: str = ""
    """The option's name, if it differs from the field's."""
    flag: str = ""
    """The flag, if it differs from the name. Without dashes, the option is a positional argument."""
    old_flag: str = ""
    """An older name of the flag that still works."""
    key: str = ""
    """The key in the HTTP body, if it differs from the name: 'mind.kind' is `kind` within `mind`."""
    on: frozenset[Surface] = EVERYWHERE
    wire: Any = None
    """The option's type in the HTTP body, if JSON has a better type than text. The command line takes a
    dict as NAME=VALUE.
    """
    local: str = ""
    """A name for the option in messages, if only HTTP clients on the service's machine may give it."""
    noun: str = ""
    """The noun in the message about a wrong value; if empty, the option's name is used."""
    choices: str = ""
    """The registry of the possible values: arenas, structures or personas. For a closed set, the field's
    type is a Literal instead.
    """
    served_help: str = ""
    """The description for HTTP clients, if the command's help mentions flags."""
    label: str = ""
    """The label in the form, if it differs from the name."""
    example: str = ""
    """An example of a value, as a user types it into the form."""
    first: bool = False
    """Whether the form shows the option at once, and not only under "more options"."""
    needs: str = ""
    """KEY=VALUE of another field; the form shows this field only if that field has that value."""
