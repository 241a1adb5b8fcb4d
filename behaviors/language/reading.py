"""The interpreted utterances of a round, read by a model if its acts are available, otherwise by the
built-in rules.
"""

from __future__ import annotations

import math

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.act_lines import act_line
from minecrew.behaviors.language.acts import RULES_READER, RULES_VERSION
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.spoken_lines import read_line as read_by_rules
from minecrew.runlog import Said


def read_line(story: Story, one: Round, event: Said) -> SpokenLine:
    """An agent's line in that round."""
    reading = story.readings.get(one.number)
    if reading is None:
        return read_by_rules(event, story.team)
    return act_line(event, [act for act in reading.acts if act.seq == event.seq], story.team)


def read_talk(story: Story, one: Round) -> list[SpokenLine]:
    """The lines of a round's talk, in order; each is read once."""
    return story.remember(one, "", _read_talk)


def _read_talk(story: Story, one: Round, agent: str) -> list[SpokenLine]:
    return [read_line(story, one, event) for event in one.talk]


def talk_for(story: Story, one: Round) -> list[SpokenLine]:
    """The talk about the round's work: its own lines, and those of the round before that came too late."""
    earlier = story.round(one.number - 1)
    before = _late(story, earlier) if earlier else []
    late = {line.seq for line in _late(story, one)}
    return before + [line for line in read_talk(story, one) if line.seq not in late]


def _late(story: Story, one: Round) -> list[SpokenLine]:
    """The lines of a discussion that follows the round's work, as in a commons; they are about the next."""
    done = one.attempts[-1].event.seq if one.attempts else math.inf
    return [line for line in read_talk(story, one) if line.event.channel == "discussion" and line.seq > done]


def reader_of(story: Story, number: int) -> str:
    """Returns the reader of that round's talk, with its version: 'rules/1', 'model:NAME/1'."""
    reading = story.readings.get(number)
    return reading.title if reading is not None else f"{RULES_READER}/{RULES_VERSION}"
