"""The declared run options, each with the data that the command line, the service and the page need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import NoneType
from typing import Annotated, Any, cast, get_origin

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from minecrew.options.option import RunOption
from minecrew.options.options import Options

Schema = Mapping[str, Any]
BOUNDS = {
    "minimum": "{} or more",
    "exclusiveMinimum": "more than {}",
    "maximum": "{} or less",
    "exclusiveMaximum": "less than {}",
}
"""The JSON schema keywords for the limits of a range."""


@dataclass(frozen=True)
class DeclaredOption:
    """A field of `Options`, or of one of its tables, that is marked as a run option."""

    path: tuple[str, ...]
    """The field's path in `Options`: ('out',), or ('limits', 'rounds') for a key of a task's table."""
    field: FieldInfo
    option: RunOption

    @property
    def name(self) -> str:
        return self.option.name or self.path[-1]

    @property
    def key(self) -> str:
        """The option's name in the HTTP body."""
        return self.option.key or self.name

    @property
    def place(self) -> tuple[str, ...]:
        """The option's key in the HTTP body, split at the dots."""
        return tuple(self.key.split("."))

    @property
    def flag(self) -> str:
        """The option's flag on the command line."""
        return self.option.flag or f"--{self.name.replace('_', '-')}"

    @property
    def served_help(self) -> str:
        """The option's description for HTTP clients."""
        return self.option.served_help or self.option.help

    @property
    def default(self) -> Any:
        return self.field.default

    @property
    def of_task(self) -> bool:
        """Whether a task file can also set this option. The default of such an option applies only if the
        task does not set the option.
        """
        return len(self.path) > 1

    @property
    def repeated(self) -> bool:
        """Whether the flag may be given more than once."""
        return get_origin(self.field.annotation) is tuple

    @property
    def wire(self) -> Any:
        """The JSON type of the value."""
        return self.option.wire or Annotated[(cast(Any, self.field.annotation), *self.field.metadata)]

    @cached_property
    def schema(self) -> Schema:
        """The JSON schema of the value in an HTTP request."""
        return _given(TypeAdapter(self.wire).json_schema())

    @property
    def allowed(self) -> str:
        """The possible values, for people: '1 to 100', 'off, warn or block'."""
        return _allowed(self.schema)

    def flaw(self, value: object) -> str:
        """Returns the error message for a wrong value: it names the option, the problem, and the allowed
        values.
        """
        noun = self.option.noun or self.name.replace("_", " ")
        if self.schema.get("type") == "string" and "enum" not in self.schema:  # a password may stand in it
            return f"{self.flag} is not a valid {noun}; give {self.allowed}"
        if self.schema.get("type") in ("integer", "number") and not self.option.noun:
            if _is_number(value):
                return f"{self.flag} {value} is out of range; choose {self.allowed}"
            noun = "whole number" if self.schema["type"] == "integer" else "number"
        return f"{self.flag} {_shown(value)} is not a valid {noun}; give {self.allowed}"


@cache
def declared_options() -> tuple[DeclaredOption, ...]:
    """All run options, in the order of the command's help."""
    return tuple(_declared(Options))


def task_tables() -> set[str]:
    """The names of the tables that `Options` shares with a task."""
    kinds = {name: one.annotation for name, one in Options.model_fields.items()}
    return {name for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, BaseModel)}


def _declared(model: type[BaseModel], *above: str) -> Iterator[DeclaredOption]:
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _declared(field.annotation, *above, name)
        for mark in field.metadata:
            if isinstance(mark, RunOption):
                yield DeclaredOption((*above, name), field, mark)


def _given(schema: Schema) -> Schema:
    """The schema without null, because an option that is not given is left out."""
    kinds = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return kinds[0] if len(kinds) == 1 else {**schema, "anyOf": kinds} if kinds else schema


def _allowed(schema: Schema) -> str:
    if "anyOf" in schema:
        return ", or ".join(_allowed(one) for one in schema["anyOf"])
    if values := [str(one) for one in schema.get("enum", [schema["const"]] if "const" in schema else [])]:
        return " or ".join([", ".join(values[:-1]), values[-1]] if len(values) > 1 else values)
    if schema.get("type") in ("integer", "number"):
        told = [words.format(_number(schema[name])) for name, words in BOUNDS.items() if name in schema]
        if "minimum" in schema and "maximum" in schema:
            return f"{_number(schema['minimum'])} to {_number(schema['maximum'])}"
        return " and ".join(told) or ("a whole number" if schema["type"] == "integer" else "a number")
    if "maxLength" in schema:
        return f"at most {schema['maxLength']} characters"
    return "another value"


def _number(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"


def _shown(value: object) -> str:
    try:
        return repr(value)
    except ValueError:  # Python does not write whole numbers of thousands of digits
        return "with so many digits"


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]  # whatever it is
    except (TypeError, ValueError, OverflowError):
        return False
    return not isinstance(value, bool | NoneType)
