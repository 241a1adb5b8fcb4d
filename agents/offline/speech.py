"""Describes work in plain English. The counterpart is `reading`, which understands all texts from this
module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from minecrew import language
from minecrew.agents.offline.acts import Work
from minecrew.language import plain
from minecrew.runlog import Position


def amount(item: str, count: int | None) -> str:
    """An amount of an item: '9 sugar cane', '3 oak logs', '1 bookshelf'."""
    return plain(item) if count is None else language.amount(item, count)


def amounts(items: Mapping[str, int]) -> str:
    return listing([amount(item, count) for item, count in items.items()])


def listing(parts: Sequence[str], last: str = "and") -> str:
    """Lists words: 'a', 'a and b', 'a, b and c'."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def spot(at: Position) -> str:
    return f"({', '.join(f'{c:g}' for c in at)})"


def work_phrase(works: Iterable[Work], speaker: str | None = None) -> str:
    """Describes pieces of work with verbs in the infinitive: 'gather 9 sugar cane and bring them to Alice'.

    If a speaker is given, items for the speaker are brought 'to me'.
    """
    works = list(works)
    parts: list[str] = []
    for to in dict.fromkeys(w.to for w in works if w.verb == "gather"):
        group = [w for w in works if w.verb == "gather" and w.to == to]
        text = "gather " + listing([amount(w.thing, w.count) for w in group])
        if to:
            at = next((f" at {spot(w.at)}" for w in group if w.at), "")
            them = "it" if len(group) == 1 and group[0].count == 1 else "them"
            text += f" and bring {them} to {_name(to, speaker)}{at}"
        parts.append(text)
    parts += [
        f"bring {amount(w.thing, w.count)} to {_name(w.to or '', speaker)}"
        + (f" at {spot(w.at)}" if w.at else "")
        for w in works
        if w.verb == "bring"
    ]
    parts += [
        f"craft {amount(w.thing, w.count)}" + (f" at {spot(w.at)}" if w.at else "")
        for w in works
        if w.verb == "craft"
    ]
    parts += [
        f"look for {plain(w.thing)}{f' to the {w.heading}' if w.heading else ''}"
        for w in works
        if w.verb == "seek"
    ]
    return listing(parts)


def _name(name: str, speaker: str | None) -> str:
    return "me" if speaker and name == speaker else name
