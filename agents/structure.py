"""The base class of discussion structures: the rules of a discussion before a round.

Each structure is a file of `agents/structures` with one object, `STRUCTURE`. In the base class, all members
speak in turn, nobody has a special role, and only the turn limit ends the discussion. This module knows
views, words and names, but nothing about minds, models or the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, ClassVar

from minecrew.agents.answers import Plan
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import Items, TalkEnd

if TYPE_CHECKING:
    from minecrew.agents.offline.turn import Turn


class Structure:
    """The rules of one kind of discussion. `lines`: the lines of the round so far. `team`: the members in
    speaking order.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """Who speaks and when the discussion ends, in one line, for people who choose a structure."""
    agents: ClassVar[int] = 1
    """Minimum number of agents."""
    roles: ClassVar[bool] = False
    """Whether each agent has a role in the discussion, which it can break."""
    specified: ClassVar[bool] = False
    """Whether a task specifier makes the goal specific first (CAMEL, section 3.1)."""
    fixed: ClassVar[bool] = False
    """Whether the structure's rules fix the number of turns; three turns without anything new then do not end
    the discussion.
    """
    reading: ClassVar[str] = ""
    """Tells a model that acts as secretary how to interpret the record; '' if the latest words count."""
    turn: ClassVar[type[Turn] | None] = None
    """The class with which an offline mind takes its turn; None if it cannot take part."""

    def turns(self, agents: int) -> int:
        """Minimum number of turns for this many agents."""
        return 1

    def speaker(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> str:
        """Returns the member whose turn it is."""
        return team[len(spoken(lines)) % len(team)]

    def voices(self, team: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the members that speak. If all of them find that the goal cannot be reached, the run
        ends.
        """
        return team

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        """Returns the reason why the last of `lines` ends the discussion, or None. `out_of_tokens`: whether
        the speaker of that line ran out of tokens.
        """
        return None

    def record(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> tuple[TalkLine, ...]:
        """The lines from which the secretary reads the plan, once the talk has ended."""
        return tuple(lines)

    def plan(self, team: tuple[str, ...], goal: Items) -> Plan | None:
        """Returns the plan if there is no discussion at all."""
        return None

    def flips(self, line: TalkLine, team: tuple[str, ...]) -> bool:
        """Returns whether the speaker breaks its role."""
        return False

    def prompt(self, view: DiscussionView) -> Path | None:
        """The prompt file with which a model is asked to speak; None means the shared file."""
        return None

    def part(self, view: DiscussionView) -> str:
        """Returns the text that explains to a model its role in the discussion, and how the discussion
        ends.
        """
        return ""

    def hint(self, view: DiscussionView) -> str:
        """The hint for a person who speaks for an agent."""
        return "[END] means that you think that everyone agrees"


def spoken(lines: Sequence[TalkLine]) -> list[TalkLine]:
    """The lines of members, without those of visitors, who take no turns."""
    return [line for line in lines if not line.visitor]


def prompt_part(file: Path, **values: str) -> str:
    """A part of a prompt, with its values filled in."""
    return Template(file.read_text(encoding="utf-8")).substitute(values).strip()
