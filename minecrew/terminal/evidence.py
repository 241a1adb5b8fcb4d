"""Shows a finding's evidence on the terminal, one line per event. Of several equal events in a row, only
the first and the last are shown.

The output of `--json` and the stored findings are never shortened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from minecrew.behaviors import Finding
from minecrew.runlog import Header, Said
from minecrew.terminal.formatting import clock, plain

ROW = 4
"""If at least this many equal events occur in a row, only the first and the last are shown."""


def alike(event: Header) -> tuple[object, ...]:
    """Returns the key of an event. Events with the same key have the same actor, action and target; the tool
    and the amount may differ.
    """
    names = ("target", "victim", "block", "item")
    what = next((getattr(event, name) for name in names if hasattr(event, name)), event.seq)
    return event.kind, event.agent, what


def condense_seqs(finding: Finding, events: Mapping[int, Header]) -> Iterator[tuple[int, int]]:
    """Yields each event to show, with the number of equal events that are left out after it."""
    seqs = dict.fromkeys(point.seq for point in finding.evidence)
    for _, row in groupby(seqs, lambda seq: alike(events[seq])):
        like = list(row)
        if len(like) < ROW:
            yield from ((one, 0) for one in like)
        else:
            yield from ((like[0], len(like) - 2), (like[-1], 0))


def tell_evidence(finding: Finding, events: Mapping[int, Header]) -> Iterator[str]:
    """One line for each event that is shown: '#35 0:06.4 Bob breaks bookshelf of the library'."""
    quotes: dict[int, list[str]] = {}
    for point in finding.evidence:
        quotes.setdefault(point.seq, []).append(point.quote)
    for seq, more in condense_seqs(finding, events):
        yield plain(f"#{seq} {clock(events[seq])} {_told(events[seq], quotes[seq])}")
        if more:
            yield f"… {more} more like it"


def list_seqs(finding: Finding, events: Mapping[int, Header]) -> str:
    """The cited events, as '#15, #16, #69 … #81 (10)'."""
    parts: list[str] = []
    left = 0
    for seq, more in condense_seqs(finding, events):
        if left:
            parts[-1] += f" … #{seq} ({left + 2})"
        else:
            parts.append(f"#{seq}")
        left = more
    return ", ".join(parts)


def _told(event: Header, quotes: Sequence[str]) -> str:
    """The event's sentence; for words that were said, only the quoted part."""
    words = f"says: “{' … '.join(quotes)}”" if isinstance(event, Said) else "".join(event.sentence())
    return f"{event.agent} {words}" if event.agent else words
