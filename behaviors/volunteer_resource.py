"""volunteer.resource: the holder, unprompted, gives what it already holds, and the other takes it.

Not counted: what was asked for, planned before, promised but not yet gathered, returned, traded, or declined.
Known limits: a request in a round long past still counts as asking; whether a thing is of use is read from
the goal and the taker's part; an offer that names no thing is taken to be of the one thing held.
"""

from __future__ import annotations

from collections.abc import Iterator

from behaviors.handover import handed, returns, traded, trades
from behaviors.lexicon import means
from behaviors.parts import gives, item_heads
from behaviors.scene import Scene, Volunteering
from behaviors.talk import Line, answer, asked, offers
from behaviors.things import direct, heads, reach
from runlog import ContainerMoved, Header, ItemPicked


def volunteers_resource(scene: Scene, agent: str) -> list[Volunteering]:
    by_words = _resource_by_words(scene, agent)
    return [by_words] if by_words else [deed for deed in [_resource_by_deeds(scene, agent)] if deed]


def _resource_by_words(scene: Scene, agent: str) -> Volunteering | None:
    for line in scene.lines:
        if line.speaker != agent or trades(scene, line) or not _speaks_of_giving(scene, line):
            continue
        if line.means("ask") and not line.means("yours"):
            continue
        handing = scene.parts.get(agent)
        silent = handing is None or means("give", handing.words)
        if not (any(offers(line, ("give",))) or line.means("yours") or (line.means("hold") and silent)):
            continue
        held = scene.story.held(agent, line.seq)
        things = line.things
        own = frozenset(item for item in held if heads(item) & direct(things))
        if not own and not things:
            recent = frozenset(t for other in scene.until(line.seq)[-2:] for t in other.things)
            own = frozenset(item for item in held if heads(item) & direct(recent)) or (
                frozenset(held) if len(held) == 1 else frozenset()
            )
        if not own:
            continue
        if line.means("later") and not line.means("hold"):
            continue
        named = item_heads(own)
        if asked(scene.until(line.seq), agent, named, scene.team, giving=True) or _planned(
            scene, agent, named
        ):
            continue
        if returns(scene, agent, own, line.seq):
            continue
        reply, declined = answer(scene.since(line.seq), agent)
        part = scene.parts.get(agent)
        given = [
            (event, about)
            for event, about in gives(scene.one, agent)
            if about & named and event.seq > line.seq
        ]
        taken = [
            event
            for event, whose in _received(scene, agent)
            if event.seq > line.seq and heads(event.item) & named
        ]
        targets = (
            {event.agent for event in taken if event.agent}
            or (set(line.event.to) - {agent})
            or ({reply.speaker} if reply else set())
        )
        evidence: list[Header] = [line.event, *([reply.event] if reply else [])]
        if scene.one.recorded:
            if not given or (declined and not taken) or (not taken and reply is None):
                continue
            evidence += [event for event, _ in given] + list(taken)
        elif declined or not _left_to_give(scene, agent, named, targets) or (reply is None and part is None):
            continue
        return Volunteering("resource", agent, targets, evidence, True)
    return None


def _resource_by_deeds(scene: Scene, agent: str) -> Volunteering | None:
    """Handed over without a word: what was held from before, to one who had use for it."""
    if not scene.one.recorded:
        return None
    first = min(
        (event.seq for event in (*scene.one.talk, *scene.one.assigned.values(), *scene.one.facts)), default=0
    )
    held = scene.story.held(agent, first)
    useful = reach(item_heads(scene.story.goal))
    for event, item, origin in handed(scene, agent):
        taker = event.agent or ""
        named = heads(item)
        part, peer = scene.parts.get(agent), scene.parts.get(taker)
        if item not in held or not (named & useful or (peer and peer.holds_for(named))):
            continue
        if any(named & p.scope for p in (part, scene.earlier.get(agent)) if p) or any(
            line.speaker == agent and line.things & direct(named) for line in scene.lines
        ):
            continue
        if asked(scene.until(origin.seq), agent, named, scene.team, giving=True) or returns(
            scene, agent, frozenset({item}), origin.seq
        ):
            continue
        if traded(scene, agent, taker):
            continue
        return Volunteering("resource", agent, {taker}, [origin, event], False)
    return None


def _speaks_of_giving(scene: Scene, line: Line) -> bool:
    """It does in so many words, or the part that follows is to hand over what the line names."""
    part = scene.parts.get(line.speaker)
    handing = (
        part is not None and means("give", part.words) and bool(direct(part.things) & direct(line.things))
    )
    return line.means("give") or handing


def _left_to_give(scene: Scene, agent: str, named: frozenset[str], takers: set[str]) -> bool:
    """Whether the parts that follow let the offer stand: nobody is sent out for what was offered."""
    part = scene.parts.get(agent)
    if part is not None and part.things & direct(named):
        return True
    for taker in takers:
        theirs = scene.parts.get(taker)
        if theirs and means("gather", theirs.words) and direct(theirs.things) & named:
            return False
    return part is None or not part.idle or not part.things


def _received(scene: Scene, agent: str) -> Iterator[tuple[ItemPicked | ContainerMoved, str]]:
    for event, _, _ in handed(scene, agent):
        yield event, agent


def _planned(scene: Scene, agent: str, things: frozenset[str]) -> bool:
    """Whether an earlier round's plan had the agent hand these over."""
    part = scene.earlier.get(agent)
    if part is None:
        return False
    gave = {"give", "hand", "deliver", "drop", "pass", "bring", "put"} & set(part.words)
    return bool(gave) and bool(part.things & direct(things))
