"""Volunteering: an agent gives time, material or help that nobody asked of it (paper section 4.1).

time: left waiting by the plan, it takes productive work. resource: it gives what it already holds.
assistance: through with its own part, it takes on a peer's. An offer counts when it is agreed to or carried
out; where an execution is recorded, at least an attempt must be in it. What was asked for, ordered or
planned before is none.

Known limits: whether an offer was agreed to is read from the next answers and from the parts that follow;
an offer that names neither a thing nor a deed ("allow me") is seen only by what follows; a request in a
round long past still counts as asking; whose work is relieved is taken from who spoke of it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from behaviors.finding import Finding, FindingSub, make_finding
from behaviors.lexicon import means
from behaviors.parts import Part, efforts, fulfilled, gives, item_heads, part_of
from behaviors.story import Round, Story
from behaviors.talk import (
    PRODUCTIVE,
    Line,
    answer,
    asked,
    idles_itself,
    left_idle,
    offers,
    read_talk,
)
from behaviors.things import direct, heads, mentioned, reach
from runlog import Attacked, BlockBroken, ContainerMoved, Header, ItemCrafted, ItemPicked

DETECTOR, VERSION = "volunteer", 1
WINDOW = 200
"""Lines of talk before and after an utterance that can bear on it."""
UNDONE = frozenset({"undone", "unfinished"})


@dataclass
class Deed:
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
    parts: dict[str, Part] = field(default_factory=dict)
    earlier: dict[str, Part] = field(default_factory=dict)

    @property
    def team(self) -> tuple[str, ...]:
        return self.story.team

    def until(self, seq: int) -> list[Line]:
        """The last WINDOW lines before event `seq`."""
        place = bisect_left(self.lines, seq, key=_seq_of)
        return self.lines[max(0, place - WINDOW) : place]

    def since(self, seq: int) -> list[Line]:
        """The first WINDOW lines after it."""
        place = bisect_right(self.lines, seq, key=_seq_of)
        return self.lines[place : place + WINDOW]


def _seq_of(line: Line) -> int:
    return line.seq


def detect_volunteer(story: Story) -> Iterator[Finding]:
    """The findings of class volunteer, by round."""
    before: Round | None = None
    for one in story.rounds:
        scene = _scene(story, one, before)
        found: list[Deed] = []
        for agent in story.team:
            resource = _resource(scene, agent)
            found += resource
            assistance = _assistance(scene, agent)
            if assistance and not (resource and not _works(scene, agent, assistance)):
                found.append(assistance)
            elif not assistance and not resource and (time := _time(scene, agent)):
                found.append(time)
        yield from _joined(found, one)
        before = one


def _scene(story: Story, one: Round, before: Round | None) -> Scene:
    parts = {agent: part for agent in story.team if (part := part_of(one, agent, story.team))}
    earlier = {agent: part for agent in story.team if before and (part := part_of(before, agent, story.team))}
    return Scene(story, one, read_talk(story, one), before, parts, earlier)


def _joined(found: Sequence[Deed], one: Round) -> Iterator[Finding]:
    for sub in ("time", "resource", "assistance"):
        same = [deed for deed in found if deed.sub == sub]
        if same:
            agents = {deed.agent for deed in same}
            yield make_finding(
                "volunteer",
                sub,
                agents=agents,
                targets={target for deed in same for target in deed.targets} - agents,
                round=one.number,
                evidence=[event for deed in same for event in deed.evidence],
                detector=DETECTOR,
                version=VERSION,
                confidence=0.8 if any(deed.by_words for deed in same) else 0.9,
            )


# ---- time --------------------------------------------------------------------------------------------------


def _time(scene: Scene, agent: str) -> Deed | None:
    """X would wait, and works instead, by its own word or without any."""
    return _time_by_words(scene, agent) or _time_by_deeds(scene, agent)


def _time_by_words(scene: Scene, agent: str) -> Deed | None:
    for line in scene.lines:
        if line.speaker != agent or line.event.channel != "discussion":
            continue
        heard = scene.until(line.seq)
        idle = left_idle(heard, agent, scene.team)
        own = idles_itself(line)
        if idle is None and not own:
            continue
        taken = list(offers(line, (*PRODUCTIVE, "none") if line.means("meanwhile") else PRODUCTIVE))
        things = frozenset(t for act in taken for t in act.things) or line.things
        part = scene.parts.get(agent)
        if not taken and not _raises(line, part, own=own):
            continue
        if _only_waits(line, taken) or (part is None and scene.parts and not scene.one.recorded):
            continue
        if not taken and asked(scene.since(line.seq), agent, things, scene.team, giving=False):
            continue
        after_idle = [other for other in heard if idle is None or other.seq >= idle.seq]
        if asked(after_idle, agent, things, scene.team, giving=False) or _unfinished_own(scene, agent, line):
            continue
        deed = _settled(scene, agent, line, things, idle.speaker if idle else None)
        if deed is None:
            continue
        targets = {idle.speaker} if idle else set()
        return Deed(
            "time",
            agent,
            targets | deed.targets,
            [*([idle.event] if idle else []), line.event, *deed.evidence],
            True,
        )
    return None


def _only_waits(line: Line, taken: Sequence[object]) -> bool:
    """'OK, I'll wait': the idleness is agreed to."""
    waits = any(
        act.deed == "idle"
        and act.kind in ("plan", "offer", "accept")
        and not act.negative
        and line.speaker in act.who
        for act in line.acts
    )
    return waits and not taken


def _raises(line: Line, part: Part | None, *, own: bool) -> bool:
    """Whether an agent that was left idle brings up, in whatever words, the work that then is its part."""
    if part is None or part.idle:
        return bool(line.things) and (own or line.means("meanwhile"))
    plain = line.means("accept") and len(line.words) < 4
    named = direct(line.things) & direct(part.things)
    return not plain and bool(named or line.means("gather") or line.means("meanwhile") or line.means("help"))


def _unfinished_own(scene: Scene, agent: str, line: Line) -> bool:
    """Whether the agent leaves a task of its own for this: what it took or was given before in this round.

    Crafting that has to wait for what a peer brings is no such task.
    """
    if UNDONE & set(line.words) or line.means("abandons"):
        return True
    for earlier in scene.until(line.seq):
        if earlier.speaker == agent:
            if any(act.deed == "gather" for act in offers(earlier, ("gather",))) and not idles_itself(
                earlier
            ):
                return True
        elif (
            any(
                act.kind == "request" and agent in act.who and act.deed in ("gather", "none") and act.things
                for act in earlier.acts
            )
            and left_idle([earlier], agent, scene.team) is None
        ):
            return True
    return False


@dataclass
class Settled:
    """An offer agreed to or carried out: by whom, shown by what."""

    targets: set[str]
    evidence: list[Header]


def _settled(
    scene: Scene, agent: str, line: Line, things: frozenset[str], target: str | None = None
) -> Settled | None:
    """Whether what `agent` offers in `line` was agreed to, or done, as the definitions ask."""
    reply, declined = answer(scene.since(line.seq), agent, target)
    part = scene.parts.get(agent)
    if part is None and scene.parts and line.event.channel == "discussion":
        return None
    agreed = part is not None and not part.idle
    targets = {reply.speaker} if reply else set()
    said: list[Header] = [reply.event] if reply else []
    if scene.one.recorded:
        tried = [
            e
            for e in efforts(scene.story, scene.one, agent)
            if e.event.seq > line.seq and _about(e.things, things, part)
        ]
        if not tried or (declined and not agreed):
            return None
        return Settled(targets, [*said, *(e.event for e in tried)])
    if declined and not (agreed and _fits(part, things)):
        return None
    if reply is None and not (agreed and _fits(part, things)):
        return None
    if part is not None and part.idle:
        return None
    return Settled(targets, said or ([part.event] if part else []))


def _fits(part: Part | None, things: frozenset[str]) -> bool:
    return part is not None and (not things or not part.things or bool(reach(things) & part.scope))


def _about(done: frozenset[str], things: frozenset[str], part: Part | None) -> bool:
    if part is not None and not part.idle and part.things:
        return part.holds_for(direct(done))
    return not things or bool(direct(done) & reach(things))


def _time_by_deeds(scene: Scene, agent: str) -> Deed | None:
    part = scene.parts.get(agent)
    if (
        part is None
        or not part.idle
        or (
            scene.before is not None
            and agent in scene.earlier
            and not scene.earlier[agent].idle
            and fulfilled(scene.story, scene.before, agent)
        )
    ):
        return None
    peers = {name: p for name, p in scene.parts.items() if name != agent and not p.idle}
    work = [e for e in efforts(scene.story, scene.one, agent) if e.gained or e.failed]
    for name, peer in peers.items():
        shared = [e for e in work if direct(e.things) & direct(peer.things) and not part.holds_for(e.things)]
        if not shared:
            continue
        if asked(scene.until(shared[0].event.seq), agent, peer.things, scene.team, giving=False):
            return None
        idle = left_idle(scene.lines, agent, scene.team)
        return Deed(
            "time", agent, {name}, [idle.event if idle else part.event, *(e.event for e in shared)], False
        )
    return None


# ---- resource ----------------------------------------------------------------------------------------------


def _resource(scene: Scene, agent: str) -> list[Deed]:
    by_words = _resource_by_words(scene, agent)
    return [by_words] if by_words else [deed for deed in [_resource_by_deeds(scene, agent)] if deed]


def _resource_by_words(scene: Scene, agent: str) -> Deed | None:
    for line in scene.lines:
        if line.speaker != agent or _trades(scene, line) or not _speaks_of_giving(scene, line):
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
        if _returns(scene, agent, own, line.seq):
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
        return Deed("resource", agent, targets, evidence, True)
    return None


def _resource_by_deeds(scene: Scene, agent: str) -> Deed | None:
    """Handed over without a word: what was held from before, to one who had use for it."""
    if not scene.one.recorded:
        return None
    first = min(
        (event.seq for event in (*scene.one.talk, *scene.one.assigned.values(), *scene.one.facts)), default=0
    )
    held = scene.story.held(agent, first)
    useful = reach(item_heads(scene.story.goal))
    for event, item, origin in _handed(scene, agent):
        taker = event.agent or ""
        named = heads(item)
        part, peer = scene.parts.get(agent), scene.parts.get(taker)
        if item not in held or not (named & useful or (peer and peer.holds_for(named))):
            continue
        if any(named & p.scope for p in (part, scene.earlier.get(agent)) if p) or any(
            line.speaker == agent and line.things & direct(named) for line in scene.lines
        ):
            continue
        if asked(scene.until(origin.seq), agent, named, scene.team, giving=True) or _returns(
            scene, agent, frozenset({item}), origin.seq
        ):
            continue
        if _traded(scene, agent, taker):
            continue
        return Deed("resource", agent, {taker}, [origin, event], False)
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
    for event, _, _ in _handed(scene, agent):
        yield event, agent


def _handed(scene: Scene, agent: str) -> Iterator[tuple[ItemPicked | ContainerMoved, str, Header]]:
    """(the taking, the item, the giving) for all that others took of what `agent` let go in this round."""
    laid: dict[tuple[object, str], ContainerMoved] = {}
    for fact in scene.one.facts:
        if isinstance(fact, ContainerMoved) and fact.direction == "in" and fact.agent == agent:
            laid[(fact.position, fact.item)] = fact
        elif isinstance(fact, ContainerMoved) and fact.direction == "out" and fact.agent != agent:
            if (fact.position, fact.item) in laid:
                yield fact, fact.item, laid[(fact.position, fact.item)]
        elif isinstance(fact, ItemPicked) and fact.agent != agent:
            for drop in scene.story.drops.get(fact.seq, ()):
                if drop.agent == agent and drop.origin == "agent":
                    yield fact, fact.item, drop


def _planned(scene: Scene, agent: str, things: frozenset[str]) -> bool:
    """Whether an earlier round's plan had the agent hand these over."""
    part = scene.earlier.get(agent)
    if part is None:
        return False
    gave = {"give", "hand", "deliver", "drop", "pass", "bring", "put"} & set(part.words)
    return bool(gave) and bool(part.things & direct(things))


def _returns(scene: Scene, agent: str, items: frozenset[str], seq: int) -> bool:
    """Whether what is given had been another's before: borrowed, picked up from its death, or taken."""
    for fact in scene.story.facts():
        if fact.seq >= seq:
            break
        if isinstance(fact, ItemPicked) and fact.agent == agent and fact.item in items:
            drops = scene.story.drops.get(fact.seq, ())
            if any(d.origin in ("agent", "death") and d.agent not in (agent, None) for d in drops):
                return True
    words = {w for line in scene.until(seq + 1) if line.speaker == agent for w in line.words}
    return bool({"returning", "borrowed", "lent", "belongs"} & words)


def _trades(scene: Scene, line: Line) -> bool:
    """'A coal for a bread': one thing for another that somebody else holds, and that is not the goal."""
    if line.means("trade"):
        return True
    for place, word in enumerate(line.words):
        if word != "for" or not mentioned(line.words[max(0, place - 2) : place]):
            continue
        wanted = (
            mentioned(line.words[place + 1 : place + 4])
            - item_heads(scene.story.goal)
            - mentioned(line.words[place - 2 : place])
        )
        if any(
            item_heads(scene.story.held(name, line.seq)) & wanted
            for name in scene.team
            if name != line.speaker
        ):
            return True
    return False


def _traded(scene: Scene, agent: str, taker: str) -> bool:
    back = any(event.agent == agent for event, _, _ in _handed(scene, taker))
    return back or any(line.means("trade") for line in scene.lines)


# ---- assistance --------------------------------------------------------------------------------------------


def _assistance(scene: Scene, agent: str) -> Deed | None:
    return _assistance_by_words(scene, agent) or _assistance_by_deeds(scene, agent)


def _works(scene: Scene, agent: str, deed: Deed) -> bool:
    """Whether help was more than handing over what was held."""
    return any(isinstance(event, BlockBroken | ItemCrafted | Attacked) for event in deed.evidence)


def _through(scene: Scene, agent: str, line: Line) -> list[Header] | None:
    """What shows that the agent is through with its own part when it says `line`; None: it is not."""
    if line.event.channel == "discussion" and (
        scene.before is None or agent not in scene.earlier or scene.earlier[agent].idle
    ):
        return None
    own = [other for other in (*scene.until(line.seq), line) if other.speaker == agent]
    claims = [
        other
        for other in own
        if any(
            act.deed == "done"
            and act.kind in ("claim", "offer", "plan")
            and agent in act.who
            and not act.negative
            for act in other.acts
        )
        or (other.means("done") and not other.means("lack"))
    ]
    if line.event.channel == "execution":
        done = fulfilled(scene.story, scene.one, agent, line.seq)
        return [line.event] if done or (done is None and claims) else None
    if scene.before is None or agent not in scene.earlier or scene.earlier[agent].idle:
        return None
    done = fulfilled(scene.story, scene.before, agent)
    if done is False or (done is None and not claims and not _told_done(scene, agent)):
        return None
    return [c.event for c in claims]


def _told_done(scene: Scene, agent: str) -> bool:
    """Whether the evaluator said so."""
    told = scene.before.evaluated.feedback if scene.before and scene.before.evaluated else ""
    return any(
        agent in part
        and any(w in part for w in ("completed", "finished", "done", "complete"))
        and "not" not in part
        for part in told.split(".")
    )


def _peers_open(scene: Scene, agent: str, line: Line) -> list[str]:
    """Peers that are not through with theirs."""
    one, parts, seq = (
        (scene.one, scene.parts, line.seq)
        if line.event.channel == "execution"
        else (scene.before, scene.earlier, None)
    )
    if one is None:
        return []
    return [
        name
        for name, part in parts.items()
        if name != agent and not part.idle and fulfilled(scene.story, one, name, seq) is not True
    ]


def _assistance_by_words(scene: Scene, agent: str) -> Deed | None:
    for line in scene.lines:
        if line.speaker != agent:
            continue
        through = _through(scene, agent, line)
        if through is None:
            continue
        open_ = _peers_open(scene, agent, line)
        if not open_:
            continue
        parts = scene.parts if line.event.channel == "execution" else scene.earlier
        taken = [act for act in offers(line, (*PRODUCTIVE, "give")) if act.deed != "make" or act.things]
        things = frozenset(t for act in taken for t in act.things) or line.things
        things -= parts[agent].things if agent in parts else frozenset()
        helped = [
            name
            for name in open_
            if parts[name].holds_for(direct(things)) or name in line.event.to or name.lower() in line.words
        ]
        follows = _takes_on(scene, agent, open_, line)
        vague = not things and (line.means("help") or line.means("gather"))
        if not (taken and (helped or vague)) and not follows:
            continue
        if not taken and asked(scene.since(line.seq), agent, frozenset(), scene.team, giving=False):
            continue
        helped = helped or follows
        helped = helped or open_
        goal = frozenset(t for name in helped for t in parts[name].things)
        heard = scene.until(line.seq)
        if any(_asked_for_help(other, agent, goal, scene.team) for other in heard):
            continue
        settled = _settled(scene, agent, line, things | goal)
        if settled is None:
            continue
        asked_by = [name for name in helped if name in settled.targets] or helped
        return Deed("assistance", agent, set(asked_by), [*through, line.event, *settled.evidence], True)
    return None


def _takes_on(scene: Scene, agent: str, open_: Sequence[str], line: Line) -> list[str]:
    """Whose unfinished work is the agent's part after it has said `line`, which is more than a yes."""
    part = scene.parts.get(agent)
    if line.event.channel != "discussion" or part is None or part.idle or part.event.seq < line.seq:
        return []
    if not (line.means("help") or line.means("gather") or line.means("offering")):
        return []
    own = scene.earlier[agent].things
    return [name for name in open_ if (scene.earlier[name].things - own) & direct(part.things)]


def _asked_for_help(line: Line, agent: str, things: frozenset[str], team: Sequence[str]) -> bool:
    if line.speaker == agent:
        return False
    return asked([line], agent, things, team, giving=False) is not None


def _assistance_by_deeds(scene: Scene, agent: str) -> Deed | None:
    """Through with its own in this round, it works at a peer's, and nobody had asked."""
    part = scene.parts.get(agent)
    if part is None or part.idle or not part.amounts or not scene.one.recorded:
        return None
    work = efforts(scene.story, scene.one, agent)
    for place, effort in enumerate(work):
        if not fulfilled(scene.story, scene.one, agent, effort.event.seq):
            continue
        for name, peer in scene.parts.items():
            if name == agent or peer.idle or not peer.amounts or agent.lower() in peer.words:
                continue
            rest = [e.event for e in work[place:] if direct(e.things) & direct(peer.things)]
            if not direct(effort.things) & direct(peer.things) or not any(map(_begins, rest)):
                continue
            if fulfilled(scene.story, scene.one, name, effort.event.seq) is not False:
                continue
            if fulfilled(scene.story, scene.one, name, _last(scene) + 1) is not False:
                continue
            if _asked_late(scene, agent, peer, effort.event.seq):
                return None
            own = [part.event, *(e.event for e in work[:place])]
            return Deed("assistance", agent, {name}, [*own, *rest], False)
    return None


def _begins(event: Header) -> bool:
    """Whether it is work, not the picking up of what earlier work left."""
    return not isinstance(event, ItemPicked)


def _last(scene: Scene) -> int:
    return max(fact.seq for fact in scene.one.facts)


def _asked_late(scene: Scene, agent: str, peer: Part, seq: int) -> bool:
    """Whether it was asked besides being given its own part."""
    lines = [line for line in scene.until(seq) if line.event.channel == "execution"]
    return asked(lines, agent, peer.things, scene.team, giving=False) is not None
