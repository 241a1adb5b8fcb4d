"""The plan of an earlier turn, which is shown to a crew: output refinement, after Pan et al. (2024, section
4.1).

In that paper, a model rewrites its last output and is told whether that output was better or worse than the
one before. Here the output is a plan, and the server's measurement decides which plan is better.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from minecrew.runlog import Record

DraftVerdict = Literal["first", "better", "no_better"]
WORDS: dict[DraftVerdict, str] = {
    "first": "",
    "better": " This was better than the plan before it.",
    "no_better": " The last plan was no better, so this is still the best.",
}


class Draft(Record):
    """The best plan so far."""

    turn: int = Field(1, ge=1, le=100)
    """The number of the turn that is now played; the first plan, which had no draft, was turn 0."""
    parts: dict[str, str] = {}
    """Agent -> its part."""
    seconds: float | None = Field(None, ge=0)
    """Game seconds until its crew held the goal; None if it never did."""
    verdict: DraftVerdict = "first"
    """How the last turn's plan compared with the best one before it."""

    @property
    def text(self) -> str:
        """The draft in words, for minds."""
        plan = " ".join(f"{agent}: {part}" for agent, part in self.parts.items())
        came = (
            f"reached the goal after {self.seconds:.0f} seconds"
            if self.seconds is not None
            else "missed the goal"
        )
        return f"In an earlier try, the plan was: {plan} It {came}.{WORDS[self.verdict]} Find a better plan."
