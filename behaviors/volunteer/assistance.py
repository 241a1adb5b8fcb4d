"""volunteer.assistance: X has finished its own part and takes on a peer's work unprompted; the offer is
accepted or carried out.

It does not count if X's own task is open, the help was ordered or requested, the offer is empty, or loot is
returned. Known limits: unless X chose whom to help when the program asked, the peer is read from the talk.
Whether X has finished is determined from the amounts that its part names and from how its sub-tasks ended, or
else from X's own words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from minecrew.behaviors.facts.blows import struck
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct, made_of, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import asked
from minecrew.behaviors.language.speech_acts import WORKS, SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import PRODUCTIVE, offers
from minecrew.behaviors.parts import Part, only_prepares
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.chosen_help import chosen_help
from minecrew.behaviors.volunteer.prompting import assigns, is_to_help
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.behaviors.volunteer.settlement import settlement
from minecrew.behaviors.volunteer.silent_help import is_own_share, silent_help
from minecrew.runlog import Attacked, BlockBroken, Header, ItemCrafted

SAYS_MORE = 5
"""Words from which on an agreement is more than a yes."""
SPEAKER = frozenset({"i", "we", "me"})
"""A clause without any of these words is no plan to help, if the rules read it."""


def volunteers_assistance(context: RoundContext, agent: str) -> VolunteerAct | None:
    return _assistance_by_words(context, agent) or silent_help(context, agent) or chosen_help(context, agent)


def has_worked(act: VolunteerAct) -> bool:
    """Whether the help was more than handing over held items."""
    return any(isinstance(event, BlockBroken | ItemCrafted | Attacked) for event in act.evidence)


def _through(context: RoundContext, agent: str, line: SpokenLine) -> list[Header] | None:
    """Returns the evidence that the agent has finished its part when it says `line`; None if it has not."""
    own = [other for other in (*context.until(line.seq), line) if other.speaker == agent]
    claims: list[Header] = [other.event for other in own if _says_done(other)]
    if line.event.channel == "execution":
        done = fulfilled(context.story, context.one, agent, line.seq)
        return [line.event] if done or (done is None and claims) else None
    if agent not in context.earlier or context.earlier[agent].idle:
        return None
    done = context.was_through(agent)
    if done is False or (done is None and not claims):
        return None
    return claims


def _says_done(line: SpokenLine) -> bool:
    """Returns whether the speaker says that its work is done."""
    return (line.means("done") and not line.means("lack")) or any(
        act.deed == "done"
        and act.kind in ("claim", "offer", "plan")
        and line.speaker in act.who
        and not act.negative
        for act in line.acts
    )


def _peers_open(context: RoundContext, agent: str, line: SpokenLine) -> list[str]:
    """Returns the peers that have not finished their parts in the execution of this round, or else of the
    round before.
    """
    executed = line.event.channel == "execution"
    parts = context.parts if executed else context.earlier
    return [
        name
        for name, part in parts.items()
        if name != agent
        and not (part.idle or only_prepares(part))
        and not (
            fulfilled(context.story, context.one, name, line.seq) if executed else context.was_through(name)
        )
    ]


def _assistance_by_words(context: RoundContext, agent: str) -> VolunteerAct | None:
    own = (line for line in context.lines if line.speaker == agent)
    return next((act for line in own if (act := _assistance_in(context, agent, line))), None)


def _assistance_in(context: RoundContext, agent: str, line: SpokenLine) -> VolunteerAct | None:
    """Returns the assistance that the agent offers in `line`."""
    through = _through(context, agent, line)
    if through is None or not (open_ := _peers_open(context, agent, line)):
        return None
    parts = context.parts if line.event.channel == "execution" else context.earlier
    spoken = ("none",) if not context.one.recorded else ()  # deeds tell, where there are any
    taken = [
        act
        for act in offers(line, (*PRODUCTIVE, "give", *spoken))
        if (act.kind == "offer" or _means_to_help(act, agent, line))
        and (
            act.things
            or act.deed not in ("make", "none")
            or (line.things and act.kind == "offer" and act.who == (agent,))
        )
        and not _gives_product(act, parts.get(agent))
    ]
    told = line.event.channel == "discussion" and context.told_to_wait(agent, line.seq)
    if told and not any(set(act.work_of) - {agent} for act in taken):
        return None  # it spends its time until its own work goes on
    awaits = told and context.is_to_wait_for_work(agent, line.seq)
    if awaits and all(act.time == "meanwhile" for act in taken):
        return None
    things = named = frozenset(t for act in taken for t in act.things) or line.things
    if context.was_through(agent) is not True:
        things -= parts[agent].things if agent in parts else frozenset()
    others = {name for act in taken if line.typed for name in act.work_of} - {agent}
    helped = [
        name
        for name in open_
        if _names(line, taken, name)
        or (not others and parts[name].holds_for(_helpful(taken, things, parts[name])))
    ]
    follows = _takes_on(context, agent, open_, line) or _joins(context, open_, line)
    vague = not things and (line.means("help") or line.means("gather"))
    if not (taken and (helped or vague)) and not follows:
        return None
    if not taken and asked(context.since(line.seq), agent, frozenset(), context.team, giving=False):
        return None
    helped = [
        name
        for name in helped or follows or open_
        if not is_to_help(context, agent, name, line.seq)
        and not struck(context.story, context.one, agent, name, math.inf)
        and not is_own_share(context, agent, name, direct(named))
    ]
    if not helped:
        return None
    goal = frozenset(t for name in helped for t in parts[name].things)
    near = {thing for thing in goal if reach(frozenset({thing})) & things} | reach(things) & goal
    about = things | near if line.typed and things else goal
    heard = [
        other
        for other in context.until(line.seq)
        if (other.speaker in open_ or not _helps_too(other)) and not assigns(context, agent, other, goal)
        if not _has_lapsed(context, agent, other, line, about)
    ]
    if any(asked([other], agent, about, context.team, giving=False) for other in heard):
        return None
    orders = [other for other in context.since(line.seq) if not any(a.kind == "accept" for a in other.acts)]
    if _offers_anything(taken) and asked(orders, agent, goal, context.team, giving=False):
        return None
    wanted = things | reach(things) & goal if line.typed and things else things | goal
    result = settlement(context, agent, line, wanted, strict=True)
    if result is None:
        return None
    targets = {name for name in helped if name in result.targets} or set(helped)
    return VolunteerAct("assistance", agent, targets, [*through, line.event, *result.evidence], True)


def _has_lapsed(
    context: RoundContext, agent: str, other: SpokenLine, line: SpokenLine, about: frozenset[str]
) -> bool:
    """Whether what a model read as put to the agent about these things in the discussion was no help, and
    the plan gave it another part, before it offers help at work in `line`.
    """
    part = context.parts.get(agent)
    at_work = line.event.channel == "execution" and other.event.channel == "discussion"
    if not (at_work and other.typed and part is not None and part.planned):
        return False
    put = [
        act
        for act in other.acts
        if act.kind == "request" and agent in act.who
        if not act.things or direct(act.things) & direct(about)
    ]
    return bool(put) and not any(
        act.deed == "help" or act.time == "after" or act.work_of or other.speaker in act.whom for act in put
    )


def _offers_anything(taken: Sequence[SpeechAct]) -> bool:
    """Whether a model read an offer that names no work: "is there anything else to do?"."""
    return bool(taken) and all(act.senses is not None and not (act.things or act.work_of) for act in taken)


def _means_to_help(act: SpeechAct, agent: str, line: SpokenLine) -> bool:
    """Whether a plan of the agent is about a peer's work, as far as the words tell."""
    return bool(set(act.work_of) - {agent} if line.typed else SPEAKER & set(act.clause))


def _gives_product(act: SpeechAct, part: Part | None) -> bool:
    """Whether the offer is to give what is made of the things of that part, as a model read it: to go on with
    one's own work is no help.
    """
    gives = act.senses is not None and act.deed == "give" and not act.work_of
    return gives and part is not None and bool((made_of(act.things) - act.things - {"coal"}) & part.things)


def _names(line: SpokenLine, taken: Sequence[SpeechAct], name: str) -> bool:
    """Whether the offer is to that peer, or at least the line if no model read it."""
    if line.typed:
        return any(name in (act.work_of or act.whom) for act in taken)
    return line.names(name)


def _helpful(taken: Sequence[SpeechAct], things: frozenset[str], peer: Part) -> frozenset[str]:
    """The things that the speaker takes on, without what it only plans to make of what the peer gathers."""
    if means("gather", peer.words):
        made = frozenset(t for act in taken if act.deed == "make" for t in act.things)
        things -= made - frozenset(t for act in taken if act.deed != "make" for t in act.things)
    return direct(things)


def _takes_on(context: RoundContext, agent: str, open_: Sequence[str], line: SpokenLine) -> list[str]:
    """Returns the peer whose unfinished work becomes the agent's part after `line`, if the line is more
    than a yes.
    """
    part = context.parts.get(agent)
    if (
        line.typed
        or line.event.channel != "discussion"
        or part is None
        or part.idle
        or part.event.seq < line.seq
    ):
        return []
    if line.means("accept") and len(line.words) < SAYS_MORE:
        return []
    own = frozenset[str]() if context.was_through(agent) else context.earlier[agent].things
    return [
        name
        for name in open_
        if (context.earlier[name].things - own) & direct(part.things) and _alike(part, context.earlier[name])
    ]


def _joins(context: RoundContext, open_: Sequence[str], line: SpokenLine) -> list[str]:
    """Returns the peers whose work the speaker agrees to share with a peer that has offered to do it, too:
    "we could both help him" is no order, but a mere yes may follow one. Only a model reads it.
    """
    joined = [
        act
        for act in line.acts
        if line.typed and act.kind == "accept" and act.deed in WORKS and line.speaker in act.who
        if len(act.quoted) >= SAYS_MORE
    ]
    offered = {
        (other.speaker, name)
        for other in (context.until(line.seq) if joined else ())
        for act in other.acts
        if act.kind == "offer" and other.speaker not in open_
        for name in act.work_of
    }
    return [
        name
        for name in open_
        if any(name in act.work_of and (peer, name) in offered for act in joined for peer in act.whom)
    ]


def _alike(part: Part, peer: Part) -> bool:
    """Whether one of the two is not the making of what the other gathers."""
    return means("gather", part.words) or means("help", part.words) or not means("gather", peer.words)


def _helps_too(line: SpokenLine) -> bool:
    """Returns whether the speaker joins in the help itself: 'I go for the cow, you come too?' is not an
    order.
    """
    return any(
        piece.persons == (line.speaker,) and not piece.state and any(map(piece.means, PRODUCTIVE))
        for piece in line.pieces
    )
