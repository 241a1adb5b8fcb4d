"""A round as the detectors of volunteering see it: its talk read, the parts, and what went before.

Judges nothing. Windows of talk keep a long log's cost in proportion to its length.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import FindingSub
from minecrew.behaviors.language.item_words import reach
from minecrew.behaviors.language.utterances import Line, read_talk
from minecrew.behaviors.parts import Part, fulfilled, item_heads, part_of
from minecrew.runlog import Header

WINDOW = 200
"""Lines of talk before and after an utterance that can bear on it."""


@dataclass
class Volunteering:
    """One agent's volunteering, before it is joined with others' of that kind and round."""

    sub: FindingSub
    agent: str
    targets: set[str]
    evidence: list[Header]
    by_words: bool
    """Whether talk had to be read."""


@dataclass
class Scene:
    """A round with its talk read, and what went before."""

    story: Story
    one: Round
    lines: list[Line]
    before: Round | None
    past: Sequence[Line] = ()
    """The last WINDOW lines of the rounds before."""
    parts: dict[str, Part] = field(default_factory=dict)
    earlier: dict[str, Part] = field(default_factory=dict)

    @property
    def team(self) -> tuple[str, ...]:
        return self.story.team

    @property
    def begin(self) -> int:
        """Seq of the first thing said, planned or done in it."""
        events = (*self.one.talk, *self.one.assigned.values(), *self.one.facts)
        return min((event.seq for event in events), default=0)

    @property
    def useful(self) -> frozenset[str]:
        """What work can be about: the goal with all that goes into it, and the parts."""
        goal = reach(item_heads(self.story.goal))
        return goal | frozenset(t for part in self.parts.values() for t in part.things)

    def until(self, seq: int) -> list[Line]:
        """The last WINDOW lines before event `seq`."""
        place = bisect_left(self.lines, seq, key=_seq_of)
        return self.lines[max(0, place - WINDOW) : place]

    def since(self, seq: int) -> list[Line]:
        """The first WINDOW lines after it."""
        place = bisect_right(self.lines, seq, key=_seq_of)
        return self.lines[place : place + WINDOW]

    def was_through(self, agent: str) -> bool | None:
        """Whether it was through with its part of the round before; None: unknown, or nothing to do."""
        if self.before is None or agent not in self.earlier or self.earlier[agent].idle:
            return None
        return fulfilled(self.story, self.before, agent)


def _seq_of(line: Line) -> int:
    return line.seq


def read_scene(story: Story, one: Round, before: Round | None, past: Sequence[Line]) -> Scene:
    """`past`: what was said in the rounds before."""
    parts = {agent: part for agent in story.team if (part := part_of(one, agent, story.team))}
    earlier = {agent: part for agent in story.team if before and (part := part_of(before, agent, story.team))}
    return Scene(story, one, read_talk(story, one), before, past[-WINDOW:], parts, earlier)
