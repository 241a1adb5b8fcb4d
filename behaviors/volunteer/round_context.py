"""The context of a round for the detectors of volunteering: its interpreted utterances, the parts, and
earlier lines.

Nothing is judged here. At most WINDOW lines before and after a line are considered, to limit the cost for
long logs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import item_heads, reach
from minecrew.behaviors.language.reading import read_talk
from minecrew.behaviors.language.speech_acts import WORKS
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import WINDOW
from minecrew.behaviors.parts import Part, part_of

RESTING = frozenset({"rest", "done", "finished"})
"""Words of a part of an agent that has nothing more to do."""


@dataclass
class RoundContext:
    """A round with its interpreted utterances, and earlier lines."""

    story: Story
    one: Round
    lines: list[SpokenLine]
    before: Round | None
    past: Sequence[SpokenLine] = ()
    """The last WINDOW lines of earlier rounds."""
    parts: dict[str, Part] = field(default_factory=dict)
    """Agent -> its part of this round."""
    earlier: dict[str, Part] = field(default_factory=dict)
    """Agent -> its part of the previous round."""

    @property
    def team(self) -> tuple[str, ...]:
        return self.story.team

    @property
    def useful(self) -> frozenset[str]:
        """The things that work can concern: the goal with all its ingredients, and the things that the parts
        name.
        """
        goal = reach(item_heads(self.story.goal))
        return goal | frozenset(t for part in self.parts.values() for t in part.things)

    @property
    def planned(self) -> bool:
        """Whether a plan assigned parts to members in that round."""
        return bool(self.one.assigned)

    def until(self, seq: int) -> list[SpokenLine]:
        """The last WINDOW lines before event `seq`."""
        place = bisect_left(self.lines, seq, key=_seq_of)
        return self.lines[max(0, place - WINDOW) : place]

    def since(self, seq: int) -> list[SpokenLine]:
        """The first WINDOW lines after event `seq`."""
        place = bisect_right(self.lines, seq, key=_seq_of)
        return self.lines[place : place + WINDOW]

    def told_to_wait(self, agent: str, seq: int) -> bool:
        """Whether a peer told the agent in the discussion of this round, before event `seq`, to wait, as a
        model read it. Such an agent has more to do later, even if it had finished its last part, unless the
        peer or the plan says that it is done.
        """
        part = self.parts.get(agent)
        if part is not None and part.planned and RESTING & set(part.words):
            return False
        return any(
            (act.kind, act.deed) == ("request", "idle") and agent in act.who
            for line in self.until(seq)
            if line.typed and line.speaker != agent and line.event.channel == "discussion"
            if not any(told.deed == "done" and agent in told.who for told in line.acts)
            for act in line.acts
        )

    def is_to_wait_for_work(self, agent: str, seq: int) -> bool:
        """Whether a peer told the agent to wait, and to do work of its own after that, as a model read it."""
        return self.told_to_wait(agent, seq) and any(
            act.kind == "request" and agent in act.who and act.deed in WORKS and act.time == "later"
            for line in self.until(seq)
            if line.typed and line.speaker != agent and line.event.channel == "discussion"
            for act in line.acts
        )

    def was_through(self, agent: str) -> bool | None:
        """Returns whether the agent had finished its part of the previous round; None if unknown, or if it
        had no part.
        """
        if self.before is None or agent not in self.earlier or self.earlier[agent].idle:
            return None
        return fulfilled(self.story, self.before, agent, supplied=True)


def _seq_of(line: SpokenLine) -> int:
    return line.seq


def read_context(story: Story, one: Round) -> RoundContext:
    before = next(story.before(one.number), None)
    parts = {agent: part for agent in story.team if (part := part_of(story, one, agent))}
    earlier = {agent: part for agent in story.team if before and (part := part_of(story, before, agent))}
    return RoundContext(story, one, read_talk(story, one), before, _past(story, one), parts, earlier)


def _past(story: Story, one: Round) -> list[SpokenLine]:
    """The last lines before that round, from no more than WINDOW rounds."""
    past: list[SpokenLine] = []
    for earlier in islice(story.before(one.number), WINDOW):
        past = [*read_talk(story, earlier), *past]
        if len(past) >= WINDOW:
            break
    return past[-WINDOW:]
