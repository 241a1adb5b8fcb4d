"""Generates parts of docs/skills.md: the names a skill can use, the codes, the tags and the limits.

    python -m minecrew.skills.guide docs/skills.md

This command replaces the parts between their marks and leaves the rest of the file unchanged. A test checks
that they match the code.
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
_RESULT = "The result, which is optional, says what the skill achieved before it failed"
_LANGUAGE = "standard names of JavaScript: "


def guide_text(text: str) -> str:
    """Returns the guide with its generated parts updated. Raises KeyError for a part without a generator."""
    offer = read_offer()
    return _PART.sub(lambda part: f"{part[1]}\n{_PARTS[part[2]](offer)}\n\n{part[3]}", text)


def _bot(offer: OfferRow) -> str:
    return _members("bot", offer["bot"])


def _things(offer: OfferRow) -> str:
    """Returns all types with members that a row gives, each once."""
    found: dict[str, OfferRow] = {}
    for row in offer["bot"].values():
        found |= _shapes(row)
    parts = [f"### {_article(name)}\n\n{_members(name, members)}" for name, members in sorted(found.items())]
    return "\n\n".join(parts)


def _shapes(row: OfferRow) -> dict[str, OfferRow]:
    """Returns {name: members} of the type of a row or its result, and of the types inside it."""
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
    """Returns whether a row is a part of the bot that is described with it: its inventory or its
    pathfinder.
    """
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
        ("rules", "facts of the game that are missing from `mcData`, described below"),
        ("Vec3", "a place or direction, made with `new Vec3(x, y, z)`: " + _listed(_public(there["Vec3"]))),
        ("goals", "an object with all goals that are listed below"),
        ("fail", "`fail(code, message, result)` creates the error that a skill throws. " + _RESULT),
        ("console", _listed(there["console"]) + ": each writes a line to the run's log"),
        *((name, _goal(name, words)) for name, words in offer["goals"].items()),
        ("Movements", "the argument of `bot.pathfinder.setMovements`: " + _listed(there["Movements"])),
        ("Math, Date", "as in JavaScript, but based on the run's seed and the game's time"),
        (", ".join(timers), "timers in game time; 50 ms are one tick"),
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
    """Describes the distances without their values. The values are in game/; a skill that repeats a value
    breaks when the value changes.
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
    return "\n".join(["| `bot.on(event, f)`, `bot.once(event, f)` | arguments of `f` |", "|---|---|", *rows])


def _codes(offer: OfferRow) -> str:
    codes = offer["codes"]
    heads = {
        "OF_SKILLS": "**Codes for `throw fail(code, message)`, and codes of the game's own errors:**",
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
            f"- A program can call the bot at most {at['calls']:,} times in "
            f"{at['CALL_TICKS'] // 20} s of game time.",
            f"- In one tick, a program can make at most {at['deeds']} calls that change the world.",
            f"- A program can send at most {at['chats']} chat lines in {at['CHAT_TICKS'] // 20} s.",
            f"- A program can have at most {at['timers']} timers and {at['listeners']} listeners.",
            f"- A program can write at most {at['logs']} lines to the console.",
            f"- A result can have at most {at['MAX_RESULT']:,} characters of JSON and "
            f"{at['MAX_DEPTH']} levels of nesting.",
            f"- A composite goal can combine at most {at['MOST_GOALS']} goals.",
            f"- A search finds at most {at['MOST_BLOCKS']:,} blocks, within {at['FARTHEST']} "
            "blocks of the bot.",
            f"- `bot.countOf` and `bot.roomOf` work only for agents of the crew within {at['NEAR']} blocks.",
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
