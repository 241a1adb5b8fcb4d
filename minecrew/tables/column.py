"""Derives the type of a column, and the values of its cells, from the annotation of a field.

No cell contains JSON: nested values become lists, maps or structs, and a value of any shape becomes a map
of dotted names. In this package, only this file imports pyarrow, which is optional.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from minecrew.runlog import UserError

SCALARS = (bool, int, float, str)


def import_arrow() -> Any:
    """Raises UserError if pyarrow is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        remedy = "pip install 'minecrew[study]'"
        raise UserError(f"tables need pyarrow, which is not installed; {remedy}") from error
    return pyarrow


def arrow_type(annotation: Any) -> Any:
    """The type of a column for values with this annotation."""
    arrow = import_arrow()
    kind = _plain(annotation)
    if kind in SCALARS:
        return {
            bool: arrow.bool_(),
            int: arrow.int64(),
            float: arrow.float64(),
            str: arrow.string(),
        }[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (tuple, list, frozenset) and inner:
        return arrow.list_(arrow_type(inner[0]))
    if origin is dict:
        return arrow.map_(arrow.string(), arrow_type(inner[1]))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return arrow.struct([(name, arrow_type(one.annotation)) for name, one in kind.model_fields.items()])
    return arrow.string()


def cell(value: Any, annotation: Any) -> Any:
    """Converts a value to the form that pyarrow needs for a column with this annotation."""
    if value is None:
        return None
    kind = _plain(annotation)
    if kind in SCALARS:
        return str(value) if kind is str else kind(value)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (tuple, list, frozenset) and inner:
        return [cell(one, inner[0]) for one in value]
    if origin is dict:
        if _plain(inner[1]) is None:
            return list(flat(value))
        return [(str(name), cell(one, inner[1])) for name, one in value.items()]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        given = value if isinstance(value, Mapping) else vars(value)
        return {name: cell(given.get(name), one.annotation) for name, one in kind.model_fields.items()}
    if isinstance(value, Mapping | list | tuple):
        return ", ".join(f"{name}={one}" if name else one for name, one in flat(value))
    return str(value)


def flat(value: Any, *above: str) -> Iterator[tuple[str, str]]:
    """Returns all parts of a value of any shape as text, by their dotted names."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from flat(inner, *above, str(name))
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from flat(inner, *above, str(place))
    elif value is not None:
        yield ".".join(above), str(value)


def _plain(annotation: Any) -> Any:
    """Returns the annotation without Annotated, aliases and None. A closed set of texts becomes text, and
    so does a union of different scalars. Returns None for a value of any shape.
    """
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _plain(inner[0])
    if origin is Literal:
        values: set[Any] = {type(one) for one in inner}
        return values.pop() if len(values) == 1 else str
    if origin in (Union, types.UnionType):
        left = [one for one in inner if one is not type(None)]
        kinds = {_plain(one) for one in left}
        if len(kinds) == 1:
            return kinds.pop()
        if kinds <= {int, float}:
            return float
        return str if kinds <= set(SCALARS) else None
    if annotation in SCALARS or origin is not None:
        return annotation
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
