"""All kinds of events: a tagged union on `kind`, of the classes in the `*_events` modules.

The log is the only connection between the parts that act (crew, bots, server) and those that read
(evaluator, audit, replay, detectors). This module defines the events and uses no files. The format
version is `FORMAT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from minecrew.runlog import (
    bot_events,
    commons_events,
    crew_events,
    fork_events,
    guard_events,
    server_events,
    talk_events,
)
from minecrew.runlog.header import Header
from minecrew.runlog.plain import Plain

KINDS: Mapping[str, type[Header]] = {
    class_.model_fields["kind"].default: class_
    for module in (
        *(crew_events, fork_events, talk_events, commons_events),
        *(bot_events, guard_events, server_events),
    )
    for class_ in vars(module).values()
    if isinstance(class_, type) and issubclass(class_, Header) and "kind" in class_.model_fields
}
"""Name -> class, of all kinds that this version knows."""


def _unknown(kind: str) -> str:
    if kind in KINDS:
        raise ValueError(f"{kind!r} is known")
    return kind


class UnknownEvent(Header):
    """An event of a kind that only a later version knows: it is kept, and shown by its name and fields."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Plain]

    kind: Annotated[
        str,
        StringConstraints(pattern=r"^[a-z_]+(\.[a-z_]+)*$", max_length=60),
        AfterValidator(_unknown),
    ]


if TYPE_CHECKING:
    Event = Header
else:
    Event = Annotated[reduce(or_, KINDS.values()), Field(discriminator="kind")]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Validates and dumps one event."""

_UNKNOWN = TypeAdapter(UnknownEvent)


def read_event(found: bytes | str | dict[str, Any]) -> Event:
    """Reads an event of a log from JSON or from a decoded value. Raises pydantic's ValidationError if the
    value is not an event.

    An event of an unknown kind becomes an UnknownEvent, if it has a number and its kind is a valid name.
    """
    try:
        return _read(EVENT, found)
    except ValidationError as error:
        try:
            unknown = _read(_UNKNOWN, found)
        except ValidationError:
            raise error from None
        if unknown.seq < 0:
            raise
        return unknown


def _read(adapter: TypeAdapter[Any], found: bytes | str | dict[str, Any]) -> Header:
    read = adapter.validate_python if isinstance(found, dict) else adapter.validate_json
    event: Header = read(found)  # type: ignore[arg-type]  # each takes what it was chosen for
    return event
