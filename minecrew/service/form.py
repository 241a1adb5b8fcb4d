"""The run options as form fields, with the data that the page needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from minecrew.options import DeclaredOption

FieldKind = Literal["choice", "flag", "names", "number", "pairs", "text"]
"""names: a list of names; pairs: name -> one of the choices."""
KINDS: Mapping[str, FieldKind] = {
    "boolean": "flag",
    "integer": "number",
    "number": "number",
    "array": "names",
    "object": "pairs",
}
"""Fields with a JSON type; all others are text."""
EXAMPLE: dict[str, Any] = {
    "key": "rounds",
    "label": "rounds",
    "kind": "number",
    "help": "Maximum number of rounds.",
    "whole": True,
    "minimum": 1,
    "maximum": 100,
    "default": 8,
}


class FieldChoice(BaseModel):
    """One of a field's possible values."""

    value: str
    summary: str = ""


class FieldNeed(BaseModel):
    """The value that another field must have for this field to be shown."""

    key: str
    value: str


class FormField(BaseModel):
    """One run option."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    key: str
    """The key in the body of POST /runs; 'mind.kind' is `kind` within `mind`."""
    label: str
    kind: FieldKind
    help: str
    choices: list[FieldChoice] = []
    words: list[str] = []
    """The words that are allowed instead of a number."""
    whole: bool = False
    """Whether a number must be whole."""
    minimum: float | None = None
    maximum: float | None = None
    default: str | float | bool | None = None
    """The value if neither the request nor the task gives one."""
    example: str = ""
    first: bool = False
    """Whether the field is always shown, and not only under "more options"."""
    needs: FieldNeed | None = None


def form_field(one: DeclaredOption, registries: Mapping[str, Callable[[], Mapping[str, str]]]) -> FormField:
    """Returns the field of an option. `registries` maps the name of a registry to its names, each with a
    summary.
    """
    option, schema = one.option, one.schema
    kinds = schema.get("anyOf", [schema])
    number: Mapping[str, Any] = next((kind for kind in kinds if KINDS.get(kind.get("type")) == "number"), {})
    named = dict.fromkeys(schema.get("enum", ()), "")
    known = registries[option.choices]() if option.choices else named
    kind = "number" if number else KINDS.get(schema.get("type", ""), "choice" if known else "text")
    needed, _, value = option.needs.partition("=")
    return FormField(
        key=one.key,
        label=option.label or one.name,
        kind=kind,
        help=option.help,
        choices=[FieldChoice(value=name, summary=summary) for name, summary in known.items()],
        words=[str(word["const"]) for word in kinds if "const" in word],
        whole=number.get("type") == "integer",
        minimum=number.get("minimum", number.get("exclusiveMinimum")),
        maximum=number.get("maximum", number.get("exclusiveMaximum")),
        default=one.default if one.of_task else None,
        example=option.example,
        first=option.first,
        needs=FieldNeed(key=needed, value=value) if needed else None,
    )
