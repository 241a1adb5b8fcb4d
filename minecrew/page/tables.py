"""The page's tables, generated from the declared kinds of events and classes of findings.

The module `tables.js` and the style sheet `tables.css` are generated in memory. A service serves them with
the page's own files, and an offline page contains them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache

from minecrew.behaviors import BEHAVIOURS, WAITING
from minecrew.bridge import package_root
from minecrew.language import PLURALS
from minecrew.runlog import (
    CHANGES,
    COMMON,
    FAMILIES,
    KINDS,
    SETTING,
    Colour,
    Header,
    read_because,
    read_template,
)

STATIONS = (
    *("chest", "trapped_chest", "barrel"),
    *("crafting_table", "furnace", "blast_furnace", "smoker", "smithing_table", "anvil"),
)
"""Blocks at which a crew works; the map names them."""
_TERM = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*[^:]*: (?P<meaning>.+)$", re.MULTILINE)
"""An entry of docs/glossary.md."""
_PERSONA = re.compile(r"^\| `(?P<name>\w+)` \| (?P<meaning>[^|]+) \|$", re.MULTILINE)
"""A row of the table in docs/personas.md."""


@cache
def generated() -> Mapping[str, str]:
    """Maps file names to their texts."""
    return {"tables.js": _script(), "tables.css": _style()}


def _script() -> str:
    tables = {
        "common": sorted(COMMON),
        "families": list(FAMILIES),
        "kinds": {name: _kind(kind) for name, kind in KINDS.items()},
        "unknown": _kind(Header),
        "setting": [read_template(one).data() for one in SETTING],
        "changes": {kind: form.usage for kind, form in CHANGES.items()},
        "classes": {
            one.name: {sub.name: {"label": sub.label, "deed": sub.deed} for sub in one.subs if sub.name}
            for one in BEHAVIOURS
        },
        "deeds": {name: deed for one in BEHAVIOURS for name, deed in one.deeds().items()},
        "definitions": {
            one.name: {"": one.definition, **{sub.name: sub.definition for sub in one.subs if sub.name}}
            if one.definition
            else {"": one.subs[0].definition}
            for one in BEHAVIOURS
        },
        "personas": {one["name"]: one["meaning"] for one in _PERSONA.finditer(_document("personas.md"))},
        "plain": {one.name: one.plain for one in BEHAVIOURS},
        "plurals": PLURALS,
        "stations": STATIONS,
        "terms": {
            one["term"]: one["meaning"].replace("`", "") for one in _TERM.finditer(_document("glossary.md"))
        },
        "waiting": sorted(WAITING),
    }
    text = json.dumps(tables, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"export const TABLES = {text}\n"


def _document(name: str) -> str:
    return (package_root() / "docs" / name).read_text(encoding="utf-8")


def _kind(kind: type[Header]) -> dict[str, object]:
    """Returns the row's templates, and the defaults of fields that an event leaves out."""
    templates = kind.row.templates
    defaults = {
        name: field.default
        for name, field in kind.model_fields.items()
        if name not in COMMON and isinstance(field.default, str | int | float) and field.default != ""
    }
    return {
        "says": templates["says"].data(),
        "family": templates["family"].data(),
        "moves": {name: templates[name].data() for name in kind.row.moves},
        "defaults": defaults,
        "noun": kind.row.noun,
        "because": [list(read_because(text)) for text in kind.row.because],
        "calls": kind.row.calls,
        "measures": kind.row.is_measurement,
        "deed": kind.row.deed,
    }


def _style() -> str:
    colours = {**FAMILIES, **{one.name: one.colour for one in BEHAVIOURS}}
    rules = [_root(colours, 0), f"@media (prefers-color-scheme: dark) {{ {_root(colours, 1)} }}"]
    for one in BEHAVIOURS:
        rules.append(f"[data-class={one.name}] {{ --ink: var(--{one.name}); border-left-color: var(--ink) }}")
    return "\n".join(rules) + "\n"


def _root(colours: Mapping[str, Colour], shade: int) -> str:
    return f":root {{ {'; '.join(f'--{name}: {colour[shade]}' for name, colour in colours.items())} }}"
