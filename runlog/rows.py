"""The rows of an export: one per recorded event, and one per file beside the log.

The columns are the fields of all kinds of event. A field that has the same plain type in all kinds is a
column of that type; every other field (lists, items, or one name for different things) contains JSON text. An
empty cell means that the field is missing, or None. This module knows nothing about file formats.
"""

from __future__ import annotations

import base64
import json
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

from pydantic import PlainValidator, SerializeAsAny, TypeAdapter, model_validator

from minecrew.runlog.events import KINDS, UnknownEvent, read_event
from minecrew.runlog.header import COMMON, Header, Record
from minecrew.runlog.plain import plain_json

ColumnType = Literal["text", "integer", "number", "boolean", "json"]
Cell = str | int | float | bool | None
TableRow = dict[str, Cell]
"""Column -> cell; empty columns are left out."""


class FileEntry(Record):
    """A file beside the log."""

    bundle: str
    """The name of the run's directory."""
    file: str
    """Path in the bundle."""
    encoding: Literal["utf-8", "base64"]
    content: str

    @classmethod
    def of(cls, bundle: str, file: str, raw: bytes) -> FileEntry:
        """An entry for the file, as text if its bytes are text."""
        try:
            return cls(bundle=bundle, file=file, encoding="utf-8", content=raw.decode())
        except UnicodeDecodeError:
            return cls(bundle=bundle, file=file, encoding="base64", content=base64.b64encode(raw).decode())

    @model_validator(mode="after")
    def _decodes(self) -> Self:
        self.raw()
        return self

    def raw(self) -> bytes:
        """Raises ValueError if the content is not in its encoding."""
        if self.encoding == "utf-8":
            return self.content.encode()
        return base64.b64decode(self.content, validate=True)


def _event(found: Any) -> Header:
    return found if isinstance(found, Header) else read_event(found)


class EventEntry(Record):
    """An event of the run `bundle`, as it was read: fields that were not set are not exported."""

    bundle: str
    event: Annotated[SerializeAsAny[Header], PlainValidator(_event)]


Entry = EventEntry | FileEntry
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


@dataclass(frozen=True)
class Column:
    name: str
    type: ColumnType


def _type_of(annotation: Any) -> ColumnType:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _type_of(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        kept = [part for part in get_args(annotation) if part is not type(None)]
        return _type_of(kept[0]) if len(kept) == 1 else "json"
    if origin is Literal:
        return "text" if all(isinstance(value, str) for value in get_args(annotation)) else "json"
    plain: dict[Any, ColumnType] = {str: "text", bool: "boolean", int: "integer", float: "number"}
    return plain.get(annotation, "json")


def columns_of(kinds: Iterable[type[Record]]) -> tuple[Column, ...]:
    """The columns of files and of events of these kinds, in their order."""
    found: dict[str, ColumnType] = dict.fromkeys(FileEntry.model_fields, "text")
    for model in kinds:
        for name, field in model.model_fields.items():
            type_ = _type_of(field.annotation)
            found[name] = type_ if found.get(name, type_) == type_ else "json"
    return tuple(Column(name, type_) for name, type_ in found.items())


MORE = "more"
"""The column for events of unknown kinds: JSON text of their own fields."""
COLUMNS = (*columns_of(KINDS.values()), Column(MORE, "json"))
TYPES: Mapping[str, ColumnType] = {column.name: column.type for column in COLUMNS}


def row_of(entry: Entry) -> TableRow:
    if isinstance(entry, FileEntry):
        return entry.model_dump()
    fields = entry.event.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    if isinstance(entry.event, UnknownEvent):
        more = {name: fields.pop(name) for name in [*fields] if name not in COMMON}
        fields[MORE] = more
    row: TableRow = {"bundle": entry.bundle}
    for name, value in fields.items():
        row[name] = _json(value) if TYPES[name] == "json" else value
    return row


def entry_of(row: TableRow) -> Entry:
    """Raises ValueError (pydantic's ValidationError is one) if the row is neither an event nor a file."""
    cells = {name: cell for name, cell in row.items() if cell is not None}
    if "file" in cells:
        return FileEntry.model_validate(cells)
    bundle = cells.pop("bundle", None)
    if not isinstance(bundle, str):
        raise ValueError("it has no bundle")
    fields = {
        name: plain_json(str(cell)) if TYPES.get(name) == "json" else cell for name, cell in cells.items()
    }
    more = fields.pop(MORE, {})
    if not isinstance(more, dict):
        raise ValueError(f"{MORE} is not an object")
    return EventEntry(bundle=bundle, event=read_event(fields | more))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
