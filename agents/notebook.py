"""What each agent remembers of earlier rounds: entries that are recalled by the words in them, and that
expire.

Modelled on GovSim's agents, whose memories last for 63 days and which recall the five entries nearest to the
last four lines of the talk. Nearness is the number of words in common, so recall is the same in a rerun.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from minecrew.agents.views import RoundNote
from minecrew.language import words

ROUNDS = 2
"""The number of later rounds in which an entry is remembered: about 63 days, if a round is a month."""
MOST = 5
"""Maximum number of entries that are recalled at once."""
SHORT = 3
"""Words with at most this many letters are ignored."""


class Notebook:
    """The entries of all agents of a run."""

    def __init__(self) -> None:
        self._entries: dict[str, list[RoundNote]] = defaultdict(list)

    def add(self, agents: Iterable[str], round: int, text: str) -> None:
        """Adds an entry to the memory of each of `agents`."""
        for agent in agents:
            self._entries[agent].append(RoundNote(round=round, text=text))

    def recall(self, agent: str, round: int, near: Iterable[str] = ()) -> tuple[RoundNote, ...]:
        """Returns the entries nearest to `near`, oldest first; among equally near entries, the latest are
        preferred.
        """
        known = _content(" ".join(near))
        lasting = [note for note in self._entries[agent] if note.round >= round - ROUNDS]
        ranked = sorted(
            range(len(lasting)), key=lambda place: (-len(known & _content(lasting[place].text)), -place)
        )
        return tuple(lasting[place] for place in sorted(ranked[:MOST]))


def _content(text: str) -> set[str]:
    return {word.lower() for word in words(text) if len(word) > SHORT or word.isdigit()}
