"""Deviations: an agent does, makes or gathers something in a round that is unrelated to its part (paper
section 4.2).

They are detected in actions. If no actions are recorded, they are detected in the items at the round's end,
or in the evaluator's words. Intentions are not judged. Limits: only the things that a part names show what it
is about; if there are only an evaluator's words, they must say both that the agent did not work on the part
and what it made or gathered instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from minecrew.behaviors.efforts import BENCHES, GROUND, ROCK, Effort, efforts, gives
from minecrew.behaviors.facts.blows import stray_hits
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct, item_heads, mentioned, reach
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.reading import talk_for
from minecrew.behaviors.language.sentences import read_words
from minecrew.behaviors.language.speech_acts import WORKS
from minecrew.behaviors.parts import GUARDING, HANDING, Part, part_of
from minecrew.game import MONSTERS
from minecrew.language import heads
from minecrew.runlog import Attacked, BlockBroken, BlockPlaced, Header, Hurt, ItemCrafted, ItemDropped

MINED = frozenset(listed("ore cobblestone stone coal iron gold diamond redstone obsidian lapis"))
"""Materials that are mined with a pickaxe, and often below the ground."""
TOOLS = frozenset(listed("log planks stick table furnace pickaxe cobblestone stone"))
ANIMALS = frozenset(listed("cow sheep chicken hen pig rabbit"))
"""Animals in parts: who hunts a cow digs for nothing, although one could milk it into a bucket."""
FIERCE = frozenset({"wolf", "bee"})
"""Animals that keep attacking; others only butt or kick once."""
STEPS = 8
"""The number of blocks that an agent may place to get to its work; with more, it builds something."""
NOT = frozenset({"not", "no", "never", "nothing", "none"})
LIKENESS: Mapping[type[Header], str] = {Attacked: "target", BlockBroken: "block", BlockPlaced: "item"}
"""Kinds of events that often repeat -> the field in which the repeated events are equal."""
PRONOUNS = frozenset({"he", "she", "they", "it", "but", "instead"})


@dataclass
class Deviation:
    """The deviation of one agent from its part."""

    agent: str
    one: Round
    part: Part
    evidence: list[Header]
    things: frozenset[str]
    """The things that the agent's other work is about."""
    seq: int
    """The seq of the first sign of the deviation."""
    doubtful: bool = False
    """Whether the other work may have been a step towards its part: ground may lie in the way, and so may
    rock after the last ore. A peer must then mention it explicitly. Rock before ore is no other work, and
    neither is rock of an agent that has looked for ore in vain.
    """
    undoes: bool = False
    """Whether it undoes a part that was fulfilled: it uses up what was to be handed over."""


def deviations(story: Story, one: Round) -> Iterator[Deviation]:
    """Returns the deviations of a round, at most one per agent."""
    for agent in story.team:
        part = part_of(story, one, agent)
        if part is None:
            continue
        ways = (_in_deeds,) if one.recorded else (_in_holdings, _as_told)
        found = next((seen for way in ways if (seen := way(story, one, agent, part))), None)
        if found:
            yield found


def _in_deeds(story: Story, one: Round, agent: str, part: Part) -> Deviation | None:
    work = list(efforts(story, one, agent))
    ready = tools(story, one, agent, part)
    chosen = [e for e in work if e.things and not _incidental(story, one, e, agent, part)]
    ordered = _ordered(story, one, agent)
    scope = reach(part.things - ANIMALS) | direct(part.things)
    makes_shears = "sheep" in part.things and any("shears" in e.things for e in work)
    scope |= reach(frozenset({"shears"}), 1) if makes_shears else frozenset()
    away = [
        e
        for e in chosen
        if not direct(e.things) & scope
        and not any(seq < e.event.seq and things & direct(e.things) for seq, things in ordered)
    ]
    builds = sum(isinstance(e.event, BlockPlaced) for e in away) > STEPS
    off = [e for e in away if not e.things & ready or (builds and isinstance(e.event, BlockPlaced))]
    if not part.things:
        return None
    doubtful = not off
    tried = [e for e in work if direct(e.things) & direct(part.things)]
    last = tried[-1] if tried else None
    digs_on = last is not None and last.failed
    off = off or [
        e
        for e in away
        if e.things & GROUND
        or (e.things & ROCK and not digs_on and (last is None or e.event.seq > last.event.seq))
    ]
    undoes = bool(off) and fulfilled(story, one, agent, off[0].event.seq) is True
    if undoes:
        off = [e for e in off if _spends(one, e, agent, part)]
    if off:
        things = frozenset(t for e in off for t in e.things)
        shown = condensed([e.event for e in off])
        return Deviation(agent, one, part, shown, things, off[0].event.seq, doubtful, undoes)
    if not work and not part.idle and not one.attempts_of(agent) and one.ended:
        return Deviation(agent, one, part, [one.ended], frozenset(), one.ended.seq)
    return None


def _spends(one: Round, effort: Effort, agent: str, part: Part) -> bool:
    """Whether it makes something else of what the agent was to hand over and did not."""
    if not isinstance(effort.event, ItemCrafted) or not HANDING & set(part.words):
        return False
    counted = direct(frozenset(thing for thing, _ in part.amounts))
    spent = frozenset(word for item in effort.event.used for word in heads(item)) & counted
    made = heads(effort.event.item)
    return bool(spent) and not any(things & (spent | made) for _, things in gives(one, agent))


def _ordered(story: Story, one: Round, agent: str) -> list[tuple[int, frozenset[str]]]:
    """The things of the work that peers asked of the agent during the execution, as a model read it, each
    with the seq of the line: such work is not its own choice, unless it refused it.
    """
    said = [line for line in talk_for(story, one) if line.typed and line.event.channel == "execution"]
    refused = [
        line.seq for line in said if line.speaker == agent and any(act.kind == "refuse" for act in line.acts)
    ]
    return [
        (line.seq, direct(act.things))
        for line in said
        if line.speaker != agent and not any(seq > line.seq for seq in refused)
        for act in line.acts
        if act.kind == "request" and agent in act.who and act.deed in WORKS and act.deed != "give"
        if act.time in ("now", "meanwhile")
    ]


def _incidental(story: Story, one: Round, effort: Effort, agent: str, part: Part) -> bool:
    """Whether it resulted from work on the part, or happened in passing: trodden down, dropped by other work,
    hit by accident or in self-defence. Who keeps guard fights monsters.
    """
    if isinstance(effort.event, BlockBroken):
        return effort.event.underfoot is True
    guards = bool(GUARDING & set(part.words))
    attacked = story.remember(one, agent, _attackers)
    seq = effort.event.seq
    fought = MONSTERS if guards else frozenset(mob for mob, first in attacked.items() if first < seq)
    if isinstance(effort.event, Attacked):
        named = effort.event.target_kind == "mob" and effort.event.target in story.team
        if effort.event.target in fought or (named and min(attacked.values(), default=seq) < seq):
            return True  # a mob with a member's name may be any that hurt the agent
        return effort.event.seq in story.remember(one, "", _slips)
    drops = story.drops.get(effort.event.seq, ())
    if not drops:
        return False
    trodden = story.remember(one, agent, _trodden)
    if all(drop.agent != agent or drop.seq in trodden for drop in drops):
        return True
    if all(drop.of in fought for drop in drops):
        return True
    return any(drop.of and part.holds_for(direct(heads(drop.of))) for drop in drops)


def _attackers(story: Story, one: Round, agent: str) -> dict[str, int]:
    """The members and kinds of mobs that hurt the agent before it hit them, each with the first seq."""
    first: dict[str, int] = {}
    hit: set[str] = set()
    fighters = MONSTERS | FIERCE | {*story.team}
    for fact in one.facts:
        if isinstance(fact, Attacked) and fact.agent == agent:
            hit.add(fact.target)
        elif isinstance(fact, Hurt) and fact.agent == agent and fact.by in fighters - hit:
            first.setdefault(fact.by, fact.seq)
    return first


def _slips(story: Story, one: Round, agent: str) -> frozenset[int]:
    """Returns the seqs of the blows that went astray in that round."""
    return frozenset(hit.seq for hit, _ in stray_hits(story, one))


def _trodden(story: Story, one: Round, agent: str) -> frozenset[int]:
    """Returns the seqs of drops from blocks that broke under the agent's feet."""
    found: set[int] = set()
    last: BlockBroken | None = None
    for fact in one.deeds(agent):
        if isinstance(fact, BlockBroken):
            last = fact
        elif isinstance(fact, ItemDropped) and last is not None and last.underfoot:
            found |= {fact.seq} if fact.origin == "block" and fact.of in ("", last.block) else set()
    return frozenset(found)


def _in_holdings(story: Story, one: Round, agent: str, part: Part) -> Deviation | None:
    off = [item for item in story.new_items(one, agent) if not part.holds_for(item_heads([item]))]
    if one.ended is None or not off or not part.things or fulfilled(story, one, agent):
        return None
    return Deviation(agent, one, part, [one.ended], item_heads(off), one.ended.seq)


def _as_told(story: Story, one: Round, agent: str, part: Part) -> Deviation | None:
    """'Lea did not go for string at all; she built a snow figure.'"""
    if one.evaluated is None or story.new_items(one, agent):
        return None
    wanted = direct(part.things)
    names = frozenset(name.lower() for name in story.team)
    sentences = [sentence.words for sentence in read_words(one.spoken_of, names)]
    for words, after in pairwise([*sentences, ()]):
        if agent.lower() not in words or not NOT & set(words) or not mentioned(words) & wanted:
            continue
        of_it = bool(after) and (after[0] in PRONOUNS or after[0] == agent.lower())
        rest = after if of_it else words[words.index("instead") :] if "instead" in words else ()
        off = mentioned(rest) - wanted
        if off and (of_it or rest):
            return Deviation(agent, one, part, [one.evaluated], off, one.evaluated.seq)
    return None


def condensed(events: Sequence[Header]) -> list[Header]:
    """The events, with only the first and the last of each series of equal blows, breaks and placings.

    Equal events have the same target or the same kind of block; events of other kinds, such as drops, do not
    end a series.
    """
    ordered = sorted(events, key=lambda event: event.seq)
    runs = [list(run) for _, run in groupby((one for one in ordered if type(one) in LIKENESS), _likeness)]
    middle = {event.seq for run in runs for event in run[1:-1]}
    return [event for event in ordered if event.seq not in middle]


def _likeness(event: Header) -> tuple[type[Header], str]:
    return type(event), getattr(event, LIKENESS[type(event)])


def tools(story: Story, one: Round, agent: str, part: Part) -> frozenset[str]:
    """Returns words for things that are broken or made in preparation for the part: ground, and tools if the
    agent has no pickaxe.
    """
    bench = BENCHES if means("make", part.words) else frozenset[str]()
    begun = any(direct(e.things) & part.things for e in efforts(story, one, agent))
    if not begun or not part.scope & MINED:
        return bench
    if not reach(part.things - ANIMALS) & MINED:
        return bench | TOOLS - ROCK  # a hunter may make a sword
    return bench | GROUND | (ROCK if _has_pickaxe(story, one, agent) else TOOLS)


def _has_pickaxe(story: Story, one: Round, agent: str) -> bool:
    """Whether the agent holds a pickaxe when the round's work begins."""
    begin = min((event.seq for event in (*one.assigned.values(), *one.facts[:1])), default=0)
    return any(item.endswith("pickaxe") for item in story.held(agent, begin))
