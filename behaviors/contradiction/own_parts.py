"""Compares an agent's word about its part with what it did.

If the plan gives the promised work to others, or takes it from the agent, or if a peer tells the agent to
leave it, the promise counts as withdrawn. An agent that still waits for its materials counts as unable to
keep its word.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from minecrew.behaviors.contradiction.deeds import (
    CUT_SHORT,
    LOOKING,
    WordAndDeed,
    count_held,
    deeds_after,
    is_material,
    is_planned_delivery,
    specific,
    strayed,
    who_only_deliver,
)
from minecrew.behaviors.contradiction.promises import GETTING, Promise, akin, promise_in
from minecrew.behaviors.contradiction.releases import released
from minecrew.behaviors.efforts import efforts
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import MADE_OF, TOOLS, direct, item_heads, mentioned, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import answer
from minecrew.behaviors.parts import HANDING, PLACING, TAKING_ON, Part, crafted, hands_over, part_of
from minecrew.language import heads
from minecrew.runlog import Header

NEAR = 6
"""Words after a verb of giving among which its receiver is named."""
WILL = frozenset({"will", "would", "can", "should", "may", "is"})
"""Words between a peer's name and a verb if the peer is to do it."""
SEARCHES = frozenset((*LOOKING, "search"))
"""First words of a part that asks for no more than a search."""


def word_about_part(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> WordAndDeed | None:
    """Returns the agent's word in that round; None if it gave none, or could not keep it. If nothing was
    assigned to the agent, only a model tells well enough what it took on.
    """
    part = part_of(story, one, agent)
    if any(refusal.agent == agent for refusal in one.refused):
        return None
    if part is not None and (_only_searches(part) or (part.idle and not _waits_to_make(part))):
        return None  # no log shows who only looks
    given = [
        promise
        for place, line in enumerate(lines)
        if line.speaker == agent
        and (line.typed if part is None or part.idle else _is_about(line, part))
        and (promise := promise_in(line, lines[:place], story.team, part))
        and promise.things
        and (part is None or akin(promise.things, part.things))
        and not (promise.gives and line.typed and answer(lines[place + 1 :], agent)[1])
    ]
    if not given:
        return None
    last = next((one for one in given[::-1] if one.line.event.channel == "discussion"), given[-1])
    things = last.things | (part.things if part and not part.idle else frozenset())
    scope = specific(reach(things))
    seq = given[0].line.seq
    held = count_held(story, given[0].line, last.things)
    giving = 0 < last.gives <= held and not _puts_down(last) and _has_receiver(last, story, part)
    kind, other = deeds_after(story, one, agent, scope, seq, giving=giving)
    only_received = bool(kind) and all(is_material(story, event, things) for event in kind)
    if only_received and strayed(story, one, agent, part, kind[-1].seq):
        kind = []  # it got the materials, and then did something else
    others = who_only_deliver(story, one, agent, part)
    if kind and _is_to_gather(last) and all(is_planned_delivery(story, one, event, others) for event in kind):
        kind = []
    latest = max(promise.line.seq for promise in given)
    if not kind and _looked_in_vain(one, lines, agent, last.things):
        return None
    if not kind:
        began = _begun(story, one, agent, other)
        if released(lines, agent, last.things, since=latest, began=began):
            return None
        if not _could(story, one, lines, agent, things, seq, began):
            return None
    elif left := _left_one(story, one, lines, [promise.line for promise in given], agent, part):
        return left
    did = kind or other or [one.ended or one.attempts[-1].event]
    targets = (
        last.targets or _receivers(story, agent, part) or _in_need(story, one, lines, agent, last.things)
    )
    return WordAndDeed(agent, one.number, last.line.event, things, targets, bool(kind), tuple(did[:6]))


def _looked_in_vain(one: Round, lines: Sequence[SpokenLine], agent: str, things: frozenset[str]) -> bool:
    """Whether the agent says at work that it lacks the things, as a model read it, and had looked for them
    before.
    """
    looked = [
        attempt.event.seq for attempt in one.attempts_of(agent) if attempt.started.name.startswith(LOOKING)
    ]
    return any(
        act.kind == "claim" and act.deed == "lack" and agent in act.who and akin(act.things, things)
        for line in lines
        if line.typed and line.speaker == agent and line.event.channel == "execution"
        if any(seq < line.seq for seq in looked)
        for act in line.acts
    )


def _is_to_gather(promise: Promise) -> bool:
    """Whether a model read that the speaker itself gathers the things."""
    line = promise.line
    return line.typed and any(
        act.kind in TAKING_ON and act.deed == "gather" and line.speaker in act.who
        for act in line.acts
        if act.things & promise.things
    )


def _puts_down(promise: Promise) -> bool:
    """Whether it is promised to nobody in particular, as in "I put the table in the shade"."""
    return not promise.targets and bool(PLACING & set(promise.line.words))


def _has_receiver(promise: Promise, story: Story, part: Part | None) -> bool:
    """Whether somebody is to get it, by the words or by the part: "I bring the coal" to one's own work is no
    gift.
    """
    return bool(promise.targets) or bool(part and hands_over(part, story.team))


def _waits_to_make(part: Part) -> bool:
    """Whether the part is to wait for something and then to make something: "wait for the wool, then craft
    the bed".
    """
    return any(crafted(part.words))


def _only_searches(part: Part) -> bool:
    works = any(means(deed, part.words[1:]) for deed in ("gather", "make", "give"))
    return bool(SEARCHES & set(part.words[:1])) and not part.amounts and not works


def _receivers(story: Story, agent: str, part: Part | None) -> tuple[str, ...]:
    """The peer to whom the plan has the agent hand over what its part is about: the first that is named soon
    after the verb, and not as the one who hands over.
    """
    peers = {name.lower(): name for name in story.others(agent)}
    words = part.words if part is not None else ()
    for place, word in enumerate(words):
        before = words[max(0, place - 2) : place]
        if word not in HANDING or (
            before and (before[-1] in peers or (before[0] in peers and before[-1] in WILL))
        ):
            continue
        near = pairwise(words[place : place + 1 + NEAR])
        named = [peers[after] for before_it, after in near if after in peers and before_it != "from"]
        if named:
            return (named[0],)
    if words[-2:-1] == ("for",) and words[-1] in peers and mentioned(words[-3:-2]):  # "cut two logs for Ann"
        return (peers[words[-1]],)
    return ()


def _in_need(
    story: Story, one: Round, lines: Sequence[SpokenLine], agent: str, things: frozenset[str]
) -> tuple[str, ...]:
    """The peers that had asked to get these things, as a model read it; otherwise the one peer that makes
    something of them, if there is only one.
    """
    asked = dict.fromkeys(
        name
        for line in lines
        if line.typed and line.speaker != agent
        for act in line.acts
        if act.kind == "request" and agent in act.who and direct(act.things) & direct(things)
        for name in act.whom
        if name != agent and name not in act.who
    )
    if asked:
        return tuple(asked)
    own = part_of(story, one, agent)
    if (own is not None and means("make", own.words)) or direct(things) & item_heads(story.goal):
        return ()  # it may need them itself, or they are for all
    parts = {name: part_of(story, one, name) for name in story.others(agent)}
    makers = [
        name
        for name, part in parts.items()
        if part is not None and means("make", part.words) and reach(part.things) & direct(things)
        if not direct(things) & item_heads(story.held(name, one.begin))
    ]
    return tuple(makers) if len(makers) == 1 else ()


def _is_about(line: SpokenLine, part: Part) -> bool:
    """Whether a promise in the line may be about the agent's part. During the execution, agents speak of what
    they have done and of work beside their parts, too, which only a model tells apart.
    """
    if line.typed or line.event.channel == "discussion":
        return True
    return not line.means("done") and line.things - TOOLS <= part.scope


def _left_one(
    story: Story,
    one: Round,
    lines: Sequence[SpokenLine],
    own: Sequence[SpokenLine],
    agent: str,
    part: Part | None,
) -> WordAndDeed | None:
    """Compares each of several things that the agent said it would get with what it did; returns the first
    that it left for other work. Only a model tells the things apart well enough, and only if it read an act
    for each of them.
    """
    acts = [
        (line, act, things)
        for line in own
        for act in (line.acts if line.typed else ())
        if act.kind in TAKING_ON and agent in act.who
        for things in _single_things(act, part)
    ]
    if len({things for _, act, things in acts if things and act.deed in (*GETTING, "give")}) < 2:
        return None
    if not (away := strayed(story, one, agent, part, own[0].seq)):
        return None
    first = _done_first(story, one, acts, away) if part else frozenset[str]()
    taken_on = [
        (line, act, things)
        for line, act, things in acts
        if act.time != "later" or (part and (_has_for(story, one, line, act) or _comes_next(act, first)))
    ]
    promised = [(line, act, things) for line, act, things in taken_on if _gets(story, line, act, things)]
    for line, act, things in promised:
        if not things:
            continue
        spoken = [other.seq for other, _, named in promised if named & things]
        kind, other = deeds_after(story, one, agent, specific(reach(things)), spoken[0], giving=False)
        in_vain = _looked_in_vain(one, lines, agent, things)
        if kind or not other or in_vain or released(lines, agent, things, since=spoken[-1], began=away):
            continue
        gathers = act.deed == "gather"
        if _could(story, one, lines, agent, things, spoken[0], away, gathers=gathers):
            to = dict.fromkeys(
                name
                for _, act, named in acts
                if named & things
                for name in act.work_of or (act.whom if act.deed == "give" or act.kind != "accept" else ())
            )
            targets = tuple(name for name in to if name != agent) or _receivers(story, agent, part)
            targets = targets or _in_need(story, one, lines, agent, things)
            return WordAndDeed(agent, one.number, line.event, things, targets, False, tuple(away[:6]))
    return None


def _single_things(act: SpeechAct, part: Part | None) -> list[frozenset[str]]:
    """The things that the act is about: each by itself if the part has numbers for several of them."""
    if part is None:
        return [act.things]
    counted = dict(part.amounts)
    single = [direct(frozenset({thing})) & act.things for thing in counted if thing in act.things]
    if act.deed not in ("gather", "give") or len(single) < 2:
        return [act.things & part.things]
    rest = act.things & part.things - frozenset[str]().union(*single)
    return [*single, *([rest] if rest else [])]


def _gets(story: Story, line: SpokenLine, act: SpeechAct, things: frozenset[str]) -> bool:
    """Whether the speaker has to get what it takes on: it does not hold what it will give."""
    return act.deed in GETTING or (act.deed == "give" and not count_held(story, line, things))


def _has_for(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> bool:
    """Whether the speaker waits for nobody with what it takes on for later: it holds something for it. What
    depends on an "if" does not count.
    """
    return act.means("awaits") and bool(
        _held(story, line.speaker, line.seq, one) & (reach(act.things) - act.things)
    )


def _done_first(
    story: Story,
    one: Round,
    acts: Sequence[tuple[SpokenLine, SpeechAct, frozenset[str]]],
    away: Sequence[Header],
) -> frozenset[str]:
    """The things that the agent took on for now, if all of them were done before it did other work."""
    promised: dict[frozenset[str], SpokenLine] = {}
    for line, act, things in acts:
        if act.time == "now" and things and _gets(story, line, act, things):
            promised.setdefault(things, line)
    for things, line in promised.items():
        scope = specific(reach(things))
        kind, _ = deeds_after(story, one, line.speaker, scope, line.seq, giving=False)
        if not kind or kind[-1].seq > away[0].seq:
            return frozenset()
    return frozenset[str]().union(*promised)


def _comes_next(act: SpeechAct, first: frozenset[str]) -> bool:
    """Whether the speaker waits for nobody with what it will gather later, because its other things are done.
    What depends on an "if" does not count.
    """
    gathers = act.deed in ("gather", "give")
    return gathers and act.means("awaits") and bool(first) and not first & act.things


def _begun(story: Story, one: Round, agent: str, other: Sequence[Header]) -> list[Header]:
    """Those of the other events that are work or attempts at work, in contrast to waiting and looking."""
    work = {effort.event.seq for effort in efforts(story, one, agent)}
    return [event for event in other if event.seq in work]


def _could(
    story: Story,
    one: Round,
    lines: Sequence[SpokenLine],
    agent: str,
    things: frozenset[str],
    seq: int,
    other: Sequence[Header],
    *,
    gathers: bool = False,
) -> bool:
    """Returns whether the agent was alive, had everything that its promise needs, and had enough time in
    the round. `other`: the other work that it began. `gathers`: the promise is known to be one to gather,
    although the things could be made, too.
    """
    dead = one.died(agent)
    if dead is not None and not any(event.seq < dead.seq for event in other):
        return False
    if one.ended is None or one.ended.rule in CUT_SHORT:
        return False
    had = _held(story, agent, seq, one)
    part = part_of(story, one, agent)
    if gathers or (part is not None and means("gather", part.words) and not means("make", part.words)):
        return True
    away = strayed(story, one, agent, part, seq)
    if not (other and away) and _waits_for_peer(story, one, agent, things, had):
        return False
    made = frozenset(thing for thing in things if thing in MADE_OF)
    if not other and _offered(lines, agent) & reach(made, 1) - things - had:
        return False  # what a peer offered to bring never came
    parts = [part_of(story, one, peer) for peer in story.others(agent)]
    brought = frozenset(thing for part in parts if part for thing in part.things)
    if away and not _is_brought(story, one, agent, made):
        brought = frozenset()  # nothing shows that it waits
    if brought & reach(made, 1) - things - had and not means("gather", part.words if part else ()):
        return False  # what it waits for never came
    return made != things or bool(had & reach(things, 1)) or (bool(other) and not brought & reach(things))


def _waits_for_peer(
    story: Story, one: Round, agent: str, things: frozenset[str], had: frozenset[str]
) -> bool:
    """Whether the plan has a peer bring the agent what goes into the things, and what it does not hold."""
    for name in story.others(agent):
        part = part_of(story, one, name)
        if part and part.things & reach(things) - had and _receivers(story, name, part) == (agent,):
            return True
    return False


def _offered(lines: Sequence[SpokenLine], agent: str) -> frozenset[str]:
    """What peers have offered to give to the agent, as far as a model read it."""
    return frozenset(
        thing
        for line in lines
        if line.typed and line.speaker != agent
        for act in line.acts
        if act.kind == "offer" and act.deed == "give" and agent in (*act.whom, *act.work_of)
        for thing in act.things
    )


def _is_brought(story: Story, one: Round, agent: str, made: frozenset[str]) -> bool:
    """Whether the plan has a peer hand over to the agent what goes into the things that it makes."""
    own = part_of(story, one, agent)
    for name in story.others(agent):
        part = part_of(story, one, name)
        if part is None or not part.things & reach(made):
            continue
        if hands_over(part, story.team) or agent.lower() in part.words or (own and name.lower() in own.words):
            return True
    return False


def _held(story: Story, agent: str, seq: int, one: Round) -> frozenset[str]:
    """The words for what the agent holds when it gives its word, and at the round's end."""
    end = one.ended.seq if one.ended else seq
    return frozenset(
        word for at in (seq, end) for item in story.held(agent, at) for word in specific(heads(item))
    )
