"""Templates for sentences, which Python and the page's script evaluate in the same way from an event's
fields.

    {count}                     the field's value; items, lists and numbers always look the same
    {outcome:spaced}            the value in one of the FORMS
    [ with {tool}]              left out if a field directly inside the brackets is empty
    {direction?in=lays|takes}   a text for the field's value; a text without a value is for all other values
    is assigned|: {text}        the part before the bar is the head, which the terminal emphasises

Templates are parsed only here; the page gets `Template.data()`, which `page/template.js` evaluates. This
module does not depend on the events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

LONGEST = 160
"""Maximum length of a value in a list of all fields, in characters."""
BIG = 1e15
"""Numbers from this size on are written with a power of ten."""

_TOKEN = re.compile(r"[\[\]{}|]|[^\[\]{}|]+")
_CASE = re.compile(r"(?P<value>\w*)=")


@dataclass(frozen=True)
class Field:
    """A field's value."""

    name: str
    form: str = ""

    def data(self) -> object:
        return {"field": self.name, "form": self.form} if self.form else {"field": self.name}

    def render(self, values: Mapping[str, Any]) -> str:
        return FORMS[self.form](values.get(self.name))

    def is_empty(self, values: Mapping[str, Any]) -> bool:
        value = values.get(self.name)
        return _is_nothing(value) or not self.render(values)


@dataclass(frozen=True)
class Option:
    """A part that is left out if a field in it is empty."""

    pieces: Pieces

    def data(self) -> object:
        return {"option": _data(self.pieces)}

    def render(self, values: Mapping[str, Any]) -> str:
        fields = (piece for piece in self.pieces if isinstance(piece, Field))
        return "" if any(field.is_empty(values) for field in fields) else _render(self.pieces, values)


@dataclass(frozen=True)
class Choice:
    """A text for each value of a field."""

    name: str
    cases: Mapping[str, Pieces]
    otherwise: Pieces

    def data(self) -> object:
        cases = {value: _data(pieces) for value, pieces in self.cases.items()}
        return {"choice": self.name, "cases": cases, "otherwise": _data(self.otherwise)}

    def render(self, values: Mapping[str, Any]) -> str:
        value = values.get(self.name)
        return _render(self.cases.get("" if value is None else tell_value(value), self.otherwise), values)


Pieces = Sequence["str | Field | Option | Choice"]


@dataclass(frozen=True)
class Template:
    """A sentence: its head, which may be emphasised, and the rest."""

    head: Pieces
    rest: Pieces = ()

    def render(self, values: Mapping[str, Any]) -> tuple[str, str]:
        """Returns the head and the rest of the sentence for these fields."""
        return _render(self.head, values), _render(self.rest, values)

    def data(self) -> object:
        """The template as JSON: a text, or a list of pieces, without the bar."""
        return _data((*self.head, *self.rest))

    def fields(self) -> frozenset[str]:
        """The names of all fields in the template."""
        return frozenset(_names((*self.head, *self.rest)))


def read_template(source: str, words: Mapping[str, Mapping[str, str]] | None = None) -> Template:
    """`words` maps fields to values, and each value to its words in `{field:words}`. Raises ValueError if the
    text is not a template.
    """
    tokens = [*_TOKEN.findall(source), ""]
    head = _pieces(tokens, words or {})
    rest: Pieces = ()
    if tokens[0] == "|":
        tokens.pop(0)
        rest = _pieces(tokens, words or {})
    if tokens != [""]:
        raise ValueError(f"{source!r} goes wrong before {''.join(tokens)!r}")
    return Template(head, rest)


def _pieces(tokens: list[str], words: Mapping[str, Mapping[str, str]]) -> Pieces:
    found: list[str | Field | Option | Choice] = []
    while tokens[0] not in ("", "|", "]", "}"):
        match token := tokens.pop(0):
            case "[":
                found.append(Option(_pieces(tokens, words)))
                _end(tokens, "]")
            case "{":
                found.append(_placeholder(tokens, words))
                _end(tokens, "}")
            case _:
                found.append(token)
    return tuple(found)


def _placeholder(tokens: list[str], words: Mapping[str, Mapping[str, str]]) -> Field | Choice:
    name, choice, begin = tokens.pop(0).partition("?")
    if not choice:
        name, _, form = name.partition(":")
        if form != "words":
            return Field(name, form)
        return Choice(name, {value: (word,) for value, word in words[name].items()}, (Field(name, "spaced"),))
    cases: dict[str, Pieces] = {}
    if begin:
        tokens.insert(0, begin)
    while True:
        case = _CASE.match(tokens[0])
        if case is None:
            return Choice(name, cases, _pieces(tokens, words))
        tokens[0] = tokens[0][case.end() :]
        if not tokens[0]:
            tokens.pop(0)
        cases[case["value"]] = _pieces(tokens, words)
        if tokens[0] != "|":
            return Choice(name, cases, ())
        tokens.pop(0)


def _end(tokens: list[str], sign: str) -> None:
    if tokens[0] != sign:
        raise ValueError(f"{sign!r} is missing before {''.join(tokens)!r}")
    tokens.pop(0)


def _render(pieces: Pieces, values: Mapping[str, Any]) -> str:
    return "".join(piece if isinstance(piece, str) else piece.render(values) for piece in pieces)


def _data(pieces: Pieces) -> object:
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(str(piece) for piece in pieces)
    return [piece if isinstance(piece, str) else piece.data() for piece in pieces]


def _names(pieces: Pieces) -> list[str]:
    names: list[str] = []
    for piece in pieces:
        match piece:
            case Field():
                names.append(piece.name)
            case Option():
                names += _names(piece.pieces)
            case Choice():
                names += [piece.name, *_names(piece.otherwise)]
                names += [name for inner in piece.cases.values() for name in _names(inner)]
    return names


def tell_value(value: Any, *, inner: bool = False) -> str:
    """Any JSON value: items as '2 paper, 1 stick', a list with commas, '-' for nothing."""
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case str():
            return value
        case int() | float():
            return tell_number(value)
        case Mapping():
            told = _items(value) if all(map(_is_number, value.values())) else _pairs(value)
            return f"{{{told}}}" if inner else told or "-"
        case _:
            told = ", ".join(tell_value(part, inner=True) for part in value)
            return f"[{told}]" if inner else told or "-"


def tell_number(value: float, digits: int = 2) -> str:
    """Returns the number with at most this many decimals, with halves rounded away from zero, exactly as on
    the page.
    """
    try:
        size = abs(float(value))
    except OverflowError:
        return "Infinity" if value > 0 else "-Infinity"
    if size >= BIG:
        return f"{float(value):.2e}"
    scaled = floor(size * 10**digits + 0.5)
    whole, part = divmod(scaled, 10**digits)
    decimals = f".{part:0{digits}}".rstrip("0") if part else ""
    return f"{'-' if value < 0 and scaled else ''}{whole}{decimals}"


def _is_nothing(value: Any) -> bool:
    return value is None or value in ("", (), [], {})


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _items(held: Mapping[str, float]) -> str:
    return ", ".join(f"{tell_number(held[item])} {item}" for item in _sorted(held) if held[item])


def _pairs(value: Mapping[str, Any] | None) -> str:
    named = value or {}
    return ", ".join(f"{name} {tell_value(named[name], inner=True)}" for name in _sorted(named))


def _sorted(names: Mapping[str, Any]) -> list[str]:
    """The order in which a browser sorts texts."""
    return sorted(names, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


def _all(values: Mapping[str, Any]) -> str:
    told = ((name, tell_value(value)) for name, value in values.items() if not _is_nothing(value))
    return ", ".join(f"{name} {_cut(value)}" for name, value in told)


def _cut(value: str) -> str:
    return value if len(value) <= LONGEST else value[: LONGEST - 1] + "…"


def _spaced(value: Any) -> str:
    return tell_value(value).replace("_", " ")


def _spot(value: Any) -> str:
    return " ".join(tell_number(part, 0) for part in value or ())


def _many(value: Any) -> str:
    return tell_number(value) if value is not None and value > 1 else ""


def _percent(value: Any) -> str:
    return f"{tell_number(value * 100, 0)}%" if value else ""


FORMS: Mapping[str, Callable[[Any], str]] = {
    "": tell_value,
    "spaced": _spaced,
    "spot": _spot,
    "many": _many,
    "pairs": _pairs,
    "percent": _percent,
    "all": _all,
}
"""'': by the value's type. spaced: a name without underscores. spot: a place in whole numbers. many: a
number above one. pairs: 'Alice ruthless, Bob silent'. percent: a share. all: fields with their names.
"""
