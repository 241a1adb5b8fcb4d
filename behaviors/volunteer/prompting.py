"""Whether somebody had asked an agent for items or work, or a plan had it get them or hand them over."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from minecrew.behaviors.efforts import efforts, gives
from minecrew.behaviors.language.clauses import ANYBODY
from minecrew.behaviors.language.item_words import direct, item_heads
from minecrew.behaviors.language.requests import asked, asks_for_no_work
from minecrew.behaviors.language.sentences import read_words
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import Part, as_told, contains_handover
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import ContainerMoved, ItemDropped

NO = frozenset({"no", "not", "never", "without", "nobody"})
HELPS = frozenset({"help", "assist", "join"})
PURPOSES = frozenset({"to", "the", "any"})
"""Words before 'help' if it is no order: 'to help the crew', 'with the help of Ann'."""


def prompted(
    context: RoundContext,
    agent: str,
    items: Collection[str],
    seq: int,
    taker: str | None = None,
    keeps: int = 0,
) -> bool:
    """Whether somebody had asked for the items, in this round or before, or a plan had them gathered or
    handed over: what an agent was to obtain for the crew is no gift of its own. `keeps`: how many of them the
    agent has left.
    """
    named, now = item_heads(items), context.parts.get(agent)
    earlier = _left_of_before(context, agent, named)
    planned = any(_is_to_give(context, part, named, seq) for part in (earlier, now) if part is not None)
    if planned or (earlier is not None and _produced(context, earlier, agent, items)):
        return True
    heard = [line for line in context.past if line.means("give")] + context.until(seq)
    return asked(heard, agent, named, context.team, giving=True, to=taker, keeps=keeps) is not None


def _left_of_before(context: RoundContext, agent: str, things: frozenset[str]) -> Part | None:
    """The agent's part of the round before, unless it has done it: gave away as many of the things as the
    part names, and got no more of them afterwards.
    """
    part, before = context.earlier.get(agent), context.before
    if part is None or before is None:
        return None
    wanted = [count for thing, count in part.amounts if direct(frozenset({thing})) & direct(things)]
    gifts = [
        event
        for event, about in gives(before, agent)
        if isinstance(event, ItemDropped | ContainerMoved) and about & direct(things)
    ]
    if not wanted or not gifts or sum(gift.count for gift in gifts) < max(wanted):
        return part
    later = (e for e in efforts(context.story, before, agent) if e.event.seq > gifts[-1].seq)
    return part if any(heads(item) & direct(things) for e in later for item, _ in e.gained) else None


def _is_to_give(context: RoundContext, part: Part, things: frozenset[str], seq: int) -> bool:
    """Whether a plan before event `seq` has the agent hand these over."""
    if not (part.planned and part.event.seq < seq):
        return False
    whole = as_told(part, context.team)
    return contains_handover(whole, context.team) and bool(whole.things & direct(things))


def _produced(context: RoundContext, part: Part, agent: str, items: Collection[str]) -> bool:
    """Whether its part of the round before was to obtain the items, and it obtained no more of them."""
    named = item_heads(items)
    if part.idle or context.before is None or not direct(part.things) & named:
        return False
    work = efforts(context.story, context.before, agent)
    got = [gain for effort in work for gain in effort.gained]
    if not context.before.recorded:
        got = [*context.story.new_items(context.before, agent).items()]
    gains = [(item, n) for item, n in got if heads(item) & named]
    gained = sum(n for _, n in gains)
    wanted = [count for thing, count in part.amounts if direct(frozenset({thing})) & named]
    return any(item in items for item, _ in gains) and gained <= max(wanted, default=gained)


def assigns(context: RoundContext, agent: str, line: SpokenLine, goal: frozenset[str]) -> bool:
    """Whether all that a model read as put to the agent, or to anybody, in that line became its own part.
    What is put to anybody counts only if it is about `goal`.
    """
    part = context.parts.get(agent)
    if not line.typed or part is None or part.event.seq < line.seq:
        return False
    put = [
        act
        for act in line.acts
        if act.kind == "request" and not asks_for_no_work(act)
        if agent in act.who or (ANYBODY in act.who and direct(act.things) & direct(goal))
    ]
    return bool(put) and all(
        act.deed != "help"
        and not (act.time == "after" and ANYBODY in act.who)
        and set(act.work_of) <= {agent}
        and direct(act.things) & direct(part.things)
        for act in put
    )


def is_to_help(context: RoundContext, agent: str, peer: str, seq: int) -> bool:
    """Whether a plan before event `seq`, of this round or the last, has the agent help that peer, or whoever
    needs it: "then help Ann", "when done, help the slowest".
    """
    names = frozenset(name.lower() for name in context.team)
    parts = (context.parts.get(agent), context.earlier.get(agent))
    told = (part.event.text for part in parts if part and part.planned and part.event.seq < seq)
    return any(
        _orders_help(sentence.words, peer.lower(), names)
        for text in told
        for sentence in read_words(text, names)
    )


def _orders_help(words: Sequence[str], peer: str, names: frozenset[str]) -> bool:
    """Whether the sentence has the agent help, and names that peer or nobody after it. "To help the crew" is
    only a purpose.
    """
    if NO & set(words):
        return False
    for place, word in enumerate(words):
        if word in HELPS and not PURPOSES & set(words[max(0, place - 1) : place]):
            named = names & set(words[place + 1 :])
            return peer in named or not named
    return False
