"""Compares an agent's word about its part with what it did.

If the plan gives the promised work to others, or takes it from the agent, or if a peer tells the agent to
leave it, the promise counts as withdrawn. A gift that a peer declines was no promise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from minecrew.behaviors.contradiction.ability import could_keep, held_then
from minecrew.behaviors.contradiction.deeds import (
    LOOKING,
    WordAndDeed,
    count_held,
    deeds_after,
    is_material,
    is_planned_delivery,
    scope_of,
    specific,
    strayed,
    was_supplied,
    who_only_deliver,
)
from minecrew.behaviors.contradiction.promises import GETTING, Promise, akin, is_to_give, promise_in
from minecrew.behaviors.contradiction.receivers import planned_receivers, who_needs
from minecrew.behaviors.contradiction.releases import released
from minecrew.behaviors.efforts import BENCHES, GROUND, ROCK, about, efforts, things_named, things_of_subtask
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import FORMS, TOOLS, direct, mentioned, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import WINDOW
from minecrew.behaviors.parts import (
    CRAFTS,
    PLACING,
    TAKING_ON,
    Part,
    crafted,
    hands_over,
    only_prepares,
    only_used,
    part_of,
)
from minecrew.runlog import Header

SEARCHES = frozenset((*LOOKING, "search"))
"""First words of a part that asks for no more than a search."""


def word_about_part(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> WordAndDeed | None:
    """Returns the agent's word in that round; None if it gave none, or could not keep it. If nothing was
    assigned to the agent, only a model tells well enough what it took on.
    """
    part = part_of(story, one, agent)
    if any(refusal.agent == agent for refusal in one.refused):
        return None
    unseen = part is not None and (_only_searches(part) or only_prepares(part))
    if unseen or (part is not None and part.idle and not _waits_to_make(part)):
        return None  # no log shows who only looks
    given = [
        promise
        for place, line in enumerate(lines)
        if line.speaker == agent
        and (line.typed if part is None or part.idle else _is_about(line, part))
        and (promise := promise_in(line, lines[:place], story.team, part))
        and promise.things
        and (part is None or akin(promise.things, part.things))
        and not (promise.gives and line.typed and _is_declined(promise, lines[place + 1 :]))
    ]
    if not given:
        return None
    last = next((one for one in given[::-1] if one.line.event.channel == "discussion"), given[-1])
    things = last.things | (part.things if part and not part.idle else frozenset())
    seq = given[0].line.seq
    scope = scope_of(story, one, agent, things, seq)
    held = count_held(story, given[0].line, last.things)
    giving = 0 < last.gives <= held and not _puts_down(last) and _has_receiver(last, story, part)
    kind, other = deeds_after(story, one, agent, scope, seq, giving=giving)
    supplied = False
    only_received = bool(kind) and all(is_material(story, event, last.things) for event in kind)
    away = strayed(story, one, agent, part, kind[-1].seq) if only_received else []
    if away and not any(about(event) & BENCHES for event in away):
        if not was_supplied(story, one, agent, kind):
            return None
        kind, supplied = [], True  # it got the materials, and then did something else
    others = who_only_deliver(story, one, agent, part)
    if kind and _is_to_gather(last) and all(is_planned_delivery(story, one, event, others) for event in kind):
        kind = []
    latest = max(promise.line.seq for promise in given if direct(promise.things) & direct(last.things))
    if not kind and _looked_in_vain(one, lines, agent, last.things):
        return None
    if not kind:
        began = _begun(story, one, agent, other)
        if released(lines, agent, last.things, since=latest, began=began):
            return None
        if not could_keep(story, one, lines, agent, things, seq, began, supplied=supplied):
            return None
    elif left := _left_one(story, one, lines, [promise.line for promise in given], agent, part):
        return left
    did = kind or other or [one.ended or one.attempts[-1].event]
    targets = (
        last.targets
        or planned_receivers(story, agent, part)
        or who_needs(story, one, lines, agent, last.things)
    )
    return WordAndDeed(agent, one.number, last.line.event, things, targets, bool(kind), tuple(did[:6]))


def _is_declined(promise: Promise, later: Sequence[SpokenLine]) -> bool:
    """Whether the one to whom it was offered declines it, before the agent offers anything else."""
    agent = promise.line.speaker
    for line in later[:WINDOW]:
        if line.speaker == agent and any(act.kind == "offer" for act in line.acts):
            return False
        to = (act for act in line.acts if not act.whom or agent in act.whom)
        about = [act.kind for act in to if not act.things or direct(act.things) & direct(promise.things)]
        answers = line.speaker in promise.targets or (line.speaker != agent and not promise.targets)
        if answers and {"refuse", "accept"} & set(about):
            return "accept" not in about
    return False


def _looked_in_vain(one: Round, lines: Sequence[SpokenLine], agent: str, things: frozenset[str]) -> bool:
    """Whether the agent says at work that it lacks the things, as a model read it, and had looked for them
    before, or dug for them in a sub-task about them.
    """
    looked = [
        attempt.event.seq
        for attempt in one.attempts_of(agent)
        if attempt.started.name.startswith(LOOKING)
        or (
            specific(direct(things_of_subtask(one, attempt))) & specific(direct(things))
            and things_named(attempt) <= GROUND | ROCK
        )
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
        for act in (_as_planned(act, part) for act in line.acts if line.typed)
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
        supplied = bool(kind) and all(is_material(story, event, things) for event in kind)
        if supplied and away[-1].seq > kind[-1].seq and was_supplied(story, one, agent, kind):
            kind = []  # it got the materials, and then did something else
        in_vain = _looked_in_vain(one, lines, agent, things)
        if kind or not other or in_vain or released(lines, agent, things, since=spoken[-1], began=away):
            continue
        gathers = act.deed == "gather"
        if could_keep(story, one, lines, agent, things, spoken[0], away, gathers=gathers, supplied=supplied):
            to = dict.fromkeys(
                name
                for _, act, named in acts
                if named & things
                for name in act.work_of or (act.whom if act.kind != "accept" or is_to_give(act) else ())
            )
            targets = tuple(name for name in to if name != agent) or planned_receivers(story, agent, part)
            targets = targets or who_needs(story, one, lines, agent, things)
            return WordAndDeed(agent, one.number, line.event, things, targets, False, tuple(away[:6]))
    return None


def _as_planned(act: SpeechAct, part: Part | None) -> SpeechAct:
    """The act; as making, if it is to give something back ("you get three doors for it") that the agent is to
    make.
    """
    makes = part is not None and CRAFTS & set(part.words) and act.things & part.things
    return replace(act, deed="make") if makes and act.means("trade") else act


def _single_things(act: SpeechAct, part: Part | None) -> list[frozenset[str]]:
    """The things that the act is about: each by itself if the part has numbers for several of them."""
    if part is None:
        return [act.things]
    own = part.things - only_used(part)
    own = own if act.things & own else direct(own)  # of a sheep, the wool
    if act.deed == "make" and (made := _made_apart(act.things & own, part)):
        return made
    counted = dict(part.amounts)
    single = [
        direct(frozenset({thing})) & act.things
        for thing in counted
        if thing in act.things and not _only_form(thing, part)
    ]
    if act.deed not in ("gather", "give") or len(single) < 2:
        return [act.things & own]
    rest = act.things & own - frozenset[str]().union(*single)
    rest = frozenset(thing for thing in rest if not _only_form(thing, part))
    return [*single, *([rest] if rest else [])]


def _made_apart(things: frozenset[str], part: Part) -> list[frozenset[str]]:
    """Each product by itself; empty if one of them goes into another, or if two of the words name one
    product, as in 'smithing table'.
    """
    if any(
        mentioned((one,)) & things and mentioned((next_,)) & things for one, next_ in pairwise(part.words)
    ):
        return []
    single = [frozenset({thing}) for thing in sorted(things)]
    apart = not any(thing & reach(other) for thing in single for other in single if thing != other)
    return single if apart else []


def _only_form(thing: str, part: Part) -> bool:
    """Whether the word only names the form of another thing that the part counts: 'balls' beside '1 clay'."""
    counted = dict(part.amounts).keys() - {thing}
    follows = (before for before, word in pairwise(part.words) if mentioned((word,)) == {thing})
    return thing in FORMS and any(mentioned((before,)) & counted for before in follows)


def _gets(story: Story, line: SpokenLine, act: SpeechAct, things: frozenset[str]) -> bool:
    """Whether the speaker has to get what it takes on: it does not hold what it will give."""
    return act.deed in GETTING or (act.deed == "give" and not count_held(story, line, things))


def _has_for(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> bool:
    """Whether the speaker waits for nobody with what it takes on for later: it holds something for it. What
    depends on an "if" does not count.
    """
    return act.means("awaits") and bool(
        held_then(story, line.speaker, line.seq, one) & (reach(act.things) - act.things)
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
