"""volunteer.time: left waiting, X itself takes productive work for that time; agreed to, or simply done.

Not counted: work that is parallel from the start, a peer putting X to work, X leaving a task of its own.
Known limits: being left idle is read from what peers and X say, or from X's part; a peer that simply names
its own work leaves nobody idle; crafting that waits for what a peer brings counts as waiting.
"""

from __future__ import annotations

from collections.abc import Sequence

from behaviors.offer import settled
from behaviors.parts import Part, efforts, fulfilled
from behaviors.scene import Scene, Volunteering
from behaviors.talk import PRODUCTIVE, Line, asked, idles_itself, left_idle, offers
from behaviors.things import direct

UNDONE = frozenset({"undone", "unfinished"})


def volunteers_time(scene: Scene, agent: str) -> Volunteering | None:
    """X would wait, and works instead, by its own word or without any."""
    return _time_by_words(scene, agent) or _time_by_deeds(scene, agent)


def _time_by_words(scene: Scene, agent: str) -> Volunteering | None:
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
        deed = settled(scene, agent, line, things, idle.speaker if idle else None)
        if deed is None:
            continue
        targets = {idle.speaker} if idle else set()
        return Volunteering(
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


def _time_by_deeds(scene: Scene, agent: str) -> Volunteering | None:
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
        return Volunteering(
            "time", agent, {name}, [idle.event if idle else part.event, *(e.event for e in shared)], False
        )
    return None
