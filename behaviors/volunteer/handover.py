"""Hand-overs: items that one agent gave, threw or put into a chest in a round, and that another agent took.

They are read from the recorded facts alone, except trades and loans, which can only be recognised from what
was said, and what stands in for a planned hand-over. Limits: items that were on the ground before the log
began belong to nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from minecrew.behaviors.efforts import gives
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import direct, item_heads, mentioned, reach
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import HANDING, contains_handover
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import ContainerMoved, Header, ItemPicked


def handed(context: RoundContext, agent: str) -> Sequence[tuple[ItemPicked | ContainerMoved, Header]]:
    """Returns a pair (the taking, the giving) for everything that `agent` dropped or stored in this round and
    that others took.
    """
    return context.story.remember(context.one, agent, hand_overs)


def hand_overs(story: Story, one: Round, agent: str) -> list[tuple[ItemPicked | ContainerMoved, Header]]:
    """Computes `handed`, for `Story.remember`."""
    found: list[tuple[ItemPicked | ContainerMoved, Header]] = []
    laid: dict[tuple[object, str], ContainerMoved] = {}
    own: Counter[tuple[object, str, str | None]] = Counter()  # of what lies there, so much is the taker's
    for fact in story.remember(one, "", _moves):
        if isinstance(fact, ContainerMoved):
            mine = (fact.position, fact.item, fact.agent)
            if fact.direction == "in":
                own[mine] += fact.count
                if fact.agent == agent:
                    laid[mine[:2]] = fact
                continue
            if fact.agent != agent and own[mine] < fact.count and mine[:2] in laid:
                found.append((fact, laid[mine[:2]]))
            own[mine] = max(0, own[mine] - fact.count)
        elif fact.agent != agent:
            found += [
                (fact, drop)
                for drop in story.drops.get(fact.seq, ())
                if (drop.agent, drop.origin) == (agent, "agent")
            ]
    return found


def _moves(story: Story, one: Round, agent: str) -> list[ContainerMoved | ItemPicked]:
    return [fact for fact in one.facts if isinstance(fact, (ContainerMoved, ItemPicked))]


def returns(context: RoundContext, agent: str, items: frozenset[str], seq: int) -> bool:
    """Whether the items had belonged to another agent: they were borrowed from it, taken from it, or left on
    the ground when it died or made a kill.
    """
    if any(context.story.taken.get((agent, item), seq) < seq for item in items):
        return True
    words = {w for line in context.until(seq + 1) if line.speaker == agent for w in line.words}
    return bool({"returning", "borrowed", "lent", "belongs"} & words)


def stands_in(context: RoundContext, agent: str, items: Collection[str]) -> bool:
    """Whether the agent got the items in this round in place of what it was to hand over, as a book for the
    paper.
    """
    part = context.parts.get(agent)
    if part is None or context.story.held(agent, context.one.begin).keys() & set(items):
        return False
    if not (HANDING & set(part.words) and part.things & reach(item_heads(items))):
        return False
    return not any(direct(things) & part.things for _, things in gives(context.one, agent))


def trades(context: RoundContext, line: SpokenLine) -> bool:
    """Whether the line proposes to swap a thing for one that another agent holds and that is not the goal: 'a
    coal for a bread'.
    """
    if line.means("trade"):
        return True
    for place, word in enumerate(line.words):
        if word != "for":
            continue
        mine = mentioned(line.words[max(0, place - 2) : place])
        if not (mine or "your" in line.words[place + 1 : place + 2]):
            continue
        wanted = mentioned(line.words[place + 1 : place + 4]) - item_heads(context.story.goal) - mine
        if any(
            item_heads(context.story.held(name, line.seq)) & wanted
            for name in context.team
            if name != line.speaker
        ):
            return True
    return False


def traded(context: RoundContext, agent: str, taker: str, given: frozenset[str]) -> bool:
    """Whether something came back from the receiver, or the round's talk is about a trade of the things that
    were `given`. If a model read the talk, what the receiver was to hand over anyway is no payment; the rules
    miss trades that were agreed.
    """
    part = context.parts.get(taker)
    read = any(line.typed for line in context.lines)
    owed = read and part is not None and contains_handover(part, context.team)
    due = direct(part.things) if part is not None and owed else frozenset[str]()
    back = any(event.agent == agent and not heads(event.item) & due for event, _ in handed(context, taker))
    return back or any(_may_trade(line, given) for line in context.lines)


def _may_trade(line: SpokenLine, given: frozenset[str]) -> bool:
    """Whether the line is about a trade that may be one of these things."""
    if not line.typed:
        return line.means("trade")
    trades = [act for act in line.acts if act.means("trade")]
    return any(
        not act.things or direct(given) & direct(line.things | mentioned(act.quoted)) for act in trades
    )
