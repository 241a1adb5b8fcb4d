"""How much game time of a round is left, according to the ticks in the log."""

from __future__ import annotations

from minecrew.runlog import TICKS, Log

LEAST = 2.0
"""Game seconds that have to be left if a mind is asked what to do. Crafting takes about one second, and most
other work takes longer.
"""
SHARE = 0.25
"""The same as a share of the round, for very short rounds."""


class RoundClock:
    """The clock of a round that begins now and lasts `seconds` of game time."""

    def __init__(self, log: Log, seconds: float) -> None:
        self._log, self._least = log, min(LEAST, SHARE * seconds)
        self._end = None if log.tick is None else log.tick + seconds * TICKS

    @property
    def left(self) -> float | None:
        """Game seconds until the end of the round; None if the server reports no time."""
        if self._end is None or self._log.tick is None:
            return None
        return (self._end - self._log.tick) / TICKS

    @property
    def over(self) -> bool:
        return self.left is not None and self.left <= 0

    @property
    def late(self) -> bool:
        """Whether too little time is left for a mind's answer to have any effect."""
        return self.left is not None and self.left < self._least
