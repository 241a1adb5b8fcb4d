"""The generated parts of docs/skills.md: what a skill can reach, the codes, the tags, the limits.

    python -m minecrew.skills.guide docs/skills.md

This writes them again between their marks and leaves everything else as it is. They are generated from the
code; a test compares them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from minecrew.bridge import read_offer
from minecrew.skills.tags import TAGS

OfferRow = Mapping[str, Any]
_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_LANGUAGE = "standard names of JavaScript: "


def guide_text(text: str) -> str:
    """The guide with its generated parts made again. Raises KeyError for a part without a generator."""
    offer = read_offer()
    return _PART.sub(lambda part: f"{part[1]}\n{_PARTS[part[2]](offer)}\n\n{part[3]}", text)


def _bot(offer: OfferRow) -> str:
    return _members("bot", offer["bot"])


def _things(offer: OfferRow) -> str:
    """All types with members that a row gives, each once."""
    found: dict[str, OfferRow] = {}
    for row in offer["bot"].values():
        found |= _shapes(row)
    parts = [f"### {_article(name)}\n\n{_members(name, members)}" for name, members in sorted(found.items())]
    return "\n\n".join(parts)


def _shapes(row: OfferRow) -> dict[str, OfferRow]:
    """{name: members} of the type of a row or of its result, and of the types inside it."""
    found: dict[str, OfferRow] = {}
    todo = [row]
    while todo:
        at = todo.pop()
        if at.get("members") and at["says"] != "object" and at["says"] not in found:
            found[at["says"]] = at["members"]
        todo += [at[key] for key in ("answer", "each") if at.get(key)]
        todo += list((at.get("members") or {}).values())
    return found


def _members(owner: str, rows: OfferRow) -> str:
    values = [f"`{name}`" for name, row in rows.items() if row.get("says") == "value"]
    others = {name: row for name, row in rows.items() if "given" not in row and row.get("says") != "value"}
    lines = [f"Values: {', '.join(values)}."] if values else []
    parts = [f"| `{owner}.{name}` | {_gives(row)} |" for name, row in others.items() if not _inner(row)]
    calls = [_call(f"{owner}.{name}", row) for name, row in rows.items() if "given" in row]
    for name, row in others.items():
        if _inner(row):
            calls += [_call(f"{owner}.{name}.{of}", it) for of, it in row["members"].items() if "given" in it]
            parts += [
                f"| `{owner}.{name}.{of}` | {_gives(it)} |"
                for of, it in row["members"].items()
                if "given" not in it
            ]
    tables = [["| name | what it is |", "|---|---|", *parts]] if parts else []
    tables += [["| call | result |", "|---|---|", *calls]] if calls else []
    return "\n\n".join([*lines, *("\n".join(table) for table in tables)])


def _inner(row: OfferRow) -> bool:
    """A part of the bot that is described with it: its inventory or its pathfinder."""
    return row.get("says") == "object" and bool(row.get("members"))


def _call(path: str, row: OfferRow) -> str:
    types = [type_["says"] for type_ in row["given"] or ()]
    given = "..." if row["given"] is None else ", ".join(words for words in types if words != "ignored")
    waits = "await " if row["later"] else ""
    return f"| `{waits}{path}({given})` | {_gives(row['answer'] or {'says': 'nothing'})} |"


def _gives(row: OfferRow) -> str:
    said = str(row["says"])
    return {"object": "nothing useful", "nothing": "", "value": "a value"}.get(said, said)


def _names(offer: OfferRow) -> str:
    there = offer["compartment"]
    own = ("bot", "mcData", "rules", "Vec3", "goals", "Movements", "fail", "console", "Math", "Date")
    timers = ("setTimeout", "setInterval", "clearTimeout", "clearInterval")
    hidden = {*own, *timers, *there["goals"], "require", "eval", "Function", "globalThis", "undefined"}
    rows = [
        ("bot", "the bot, described below; a skill gets the same object as its first argument"),
        ("mcData", f"tables of Minecraft {offer['version']}: " + _listed(there["mcData"])),
        ("rules", "facts of the game that `mcData` lacks, described below"),
        ("Vec3", "a place or direction, made with `new Vec3(x, y, z)`: " + _listed(_public(there["Vec3"]))),
        ("goals", "an object with all the goals that are listed below"),
        ("fail", "`fail(code, message)` makes the error that a skill throws"),
        ("console", _listed(there["console"]) + ": each writes a line to the run's log"),
        *((name, _goal(name, words)) for name, words in offer["goals"].items()),
        ("Movements", "what `bot.pathfinder.setMovements` takes: " + _listed(there["Movements"])),
        ("Math, Date", "as in JavaScript, but with the run's seed and the game's time"),
        (", ".join(timers), "timers that run by the game's time; 50 ms are one tick"),
        ("", _LANGUAGE + _listed(name for name in there["globals"] if name not in hidden)),
    ]
    return "\n".join(
        [
            "| name | what it is |",
            "|---|---|",
            *(f"| {f'`{name}`' if name else ''} | {what} |" for name, what in rows),
        ]
    )


def _rules(offer: OfferRow) -> str:
    """Names and reasons only; the values are in game/, and a skill that contains one breaks when it
    changes.
    """
    rows = [f"| `rules.{name}` | {what} |" for name, what in offer["rules"]["meanings"].items()]
    rows += [
        f"| `rules.distances.{name}` | the distance {fact['why']} |"
        for name, fact in offer["rules"]["distances"].items()
    ]
    return "\n".join(["| name | what it is |", "|---|---|", *rows])


def _goal(name: str, words: str) -> str:
    given = ", ".join(word for word in re.split(r",\s*", words) if not word.startswith("world"))
    return f"`await bot.pathfinder.goto(new {name}({given}))`"


def _events(offer: OfferRow) -> str:
    rows = [f"| `{name}` | {', '.join(given) or 'nothing'} |" for name, given in offer["events"].items()]
    return "\n".join(["| `bot.on(event, f)`, `bot.once(event, f)` | what `f` gets |", "|---|---|", *rows])


def _codes(offer: OfferRow) -> str:
    codes = offer["codes"]
    heads = {
        "OF_SKILLS": "**Codes of skills**, for `throw fail(code, message)`, and of errors of the game:",
        "OF_SANDBOX": "**Codes of the sandbox:**",
        "FROM_OUTSIDE": "**Codes for a bot whose process has ended:**",
    }
    parts = []
    for key, head in heads.items():
        rows = [f"| `{code}` | {codes['MEANING'][code]} |" for code in codes[key]]
        parts.append("\n".join([head, "", "| code | meaning |", "|---|---|", *rows]))
    return "\n\n".join(parts)


def _tags(offer: OfferRow) -> str:
    rows = [f"| `@{name}` | {what} |" for name, what in TAGS.items()]
    return "\n".join(["| tag | content |", "|---|---|", *rows])


def _limits(offer: OfferRow) -> str:
    at = offer["limits"]
    return "\n".join(
        [
            f"- A program can call the bot {at['calls']:,} times in {at['CALL_TICKS'] // 20} s of game time.",
            f"- A program can make {at['deeds']} calls that act on the world in one tick.",
            f"- A program can send {at['chats']} chat lines in {at['CHAT_TICKS'] // 20} s.",
            f"- A program can have {at['timers']} timers and {at['listeners']} listeners.",
            f"- A program can write {at['logs']} lines to the console.",
            f"- A result can have {at['MAX_RESULT']:,} characters of JSON, with {at['MAX_DEPTH']} levels.",
            f"- A goal can combine {at['MOST_GOALS']} goals.",
            f"- A search finds at most {at['MOST_BLOCKS']:,} blocks, all within {at['FARTHEST']} blocks.",
            f"- `bot.countOf` and `bot.roomOf` work for agents of the crew within {at['NEAR']} blocks.",
        ]
    )


def _public(names: list[str]) -> Iterator[str]:
    return (name for name in names if name != "constructor")


def _listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _article(name: str) -> str:
    return f"{'An' if name[0] in 'aeiou' else 'A'} {name}"


_PARTS: dict[str, Callable[[OfferRow], str]] = {
    "bot": _bot,
    "things": _things,
    "names": _names,
    "rules": _rules,
    "events": _events,
    "codes": _codes,
    "tags": _tags,
    "limits": _limits,
}


def main(arguments: list[str]) -> None:
    [path] = map(Path, arguments)
    path.write_text(guide_text(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
