"""The chat lines of people who are not in the crew; each line is reported once, cleaned and limited in
length.

Every bot hears every line. A line is new if a bot has heard it more often than it was reported. So each line
counts once, whichever bot hears it first and whichever bots are away. A visitor's words are data and are
never trusted: control characters are removed, and the length and number of lines are limited. This module
knows nothing about plans.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from minecrew.agents.addressees import addressees
from minecrew.agents.views import TalkLine
from minecrew.game import CHAT_LIMIT
from minecrew.runlog import Log, Note, Said

MOST = 8
"""Maximum number of lines that wait for the next turn of the discussion; further lines are not heard."""
REMEMBERED = 1000
"""Maximum number of different lines that are remembered, so that no line is reported twice."""


class Visitors:
    """The visitors: everybody who speaks in the chat and is not in `team`. Their lines are logged when they
    arrive.
    """

    def __init__(self, team: Sequence[str], log: Log) -> None:
        self._team, self._log = tuple(team), log
        self._members = {name.lower() for name in team}
        self._heard: dict[tuple[str, str], Counter[str]] = {}
        self._waiting: list[TalkLine] = []
        self._full = False

    def hear(self, bot: str, user: str, text: str) -> None:
        """`bot` heard `user` say `text`."""
        user, text = _clean(user), _clean(text)
        if not (user and text) or user.lower() in self._members or not self._is_new(bot, user, text):
            return
        if len(self._waiting) < MOST:
            to = addressees(text, self._team)
            said = Said(source="bot", channel="visitor", visitor=user, to=to, text=text)
            self._waiting.append(
                TalkLine(speaker=user, text=text, seq=self._log.append(said).seq, visitor=True)
            )
        elif not self._full:
            self._full = True
            self._log.append(Note(source="bot", text="visitors send more chat than the crew can read"))

    def take(self) -> tuple[TalkLine, ...]:
        """Returns the lines since the last call, in order."""
        lines, self._waiting, self._full = tuple(self._waiting), [], False
        return lines

    def _is_new(self, bot: str, user: str, text: str) -> bool:
        times = self._heard.setdefault((user, text), Counter())
        told = max(times.values(), default=0)
        times[bot] += 1
        if len(self._heard) > REMEMBERED:
            del self._heard[next(iter(self._heard))]
        return times[bot] > told


def _clean(text: str) -> str:
    """One line of printable characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:CHAT_LIMIT]
