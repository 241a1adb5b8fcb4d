"""Groups the blows between agents into attacks: who attacked whom, in which round, and with what gain.

A mob is never a victim here, whatever its name is: the server reports what was hit.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from minecrew.behaviors.facts.story import Round, Story
from minecrew.runlog import Attacked, Died, ItemDropped, ItemPicked, SkillStarted

STRAY = 2.0
"""Maximum damage of an accident, in health points."""
FIGHT = 200
"""Maximum number of ticks between a stray hit and the fight from which it strayed."""


@dataclass(frozen=True)
class Attack:
    """An attack: blows on one victim that belong together, without a death of the victim between them. They
    are in one round; but if there is only one blow in a round, the attack also includes the blows of the next
    round in which the victim is hit.
    """

    victim: str
    blows: tuple[Attacked, ...]
    """All blows except those that went astray, by seq; at least one."""
    first: int
    """The round of the first blow."""
    round: int
    """The round of the second blow, or of the only one."""
    until: int | None
    """Seq of the first blow of the next attack on this victim. From then on, taken items count for that
    attack.
    """

    @property
    def agents(self) -> frozenset[str]:
        return frozenset(blow.agent for blow in self.blows if blow.agent is not None)


@dataclass(frozen=True)
class Violence:
    """The data of one round from which attacks are detected."""

    number: int
    facts: tuple[Attacked | Died, ...]
    """Blows of one agent on another that did not go astray, and deaths of agents, in order."""
    picks: tuple[ItemPicked, ...]
    """Pick-ups of what an agent had dropped or lost by its death."""
    drops: Mapping[int, tuple[ItemDropped, ...]]
    """Seq of such a pick-up -> what had been dropped there."""


def number_of(one: Violence) -> int:
    return one.number


def violence_in(story: Story, one: Round) -> Violence:
    facts: list[Attacked | Died] = [
        fact
        for fact in one.facts
        if (isinstance(fact, Died) and fact.victim_kind == "agent")
        or (_hits(fact, story) and _strayed_from(story, one, fact) is None)
    ]
    picks = [
        fact
        for fact in one.facts
        if isinstance(fact, ItemPicked) and any(_was_of(drop, drop.agent) for drop in story.drops[fact.seq])
    ]
    return Violence(
        one.number,
        tuple(facts),
        tuple(picks),
        {pick.seq: story.drops[pick.seq] for pick in picks},
    )


def attacks(rounds: Sequence[Violence], team: Sequence[str]) -> Iterator[Attack]:
    """All attacks on members of the team, victim by victim. `rounds` are in order."""
    for victim in team:
        groups = list(_groups(rounds, victim))
        for group, following in zip(groups, [*groups[1:], None], strict=False):
            number = group[min(1, len(group) - 1)][1]
            until = following[0][0].seq if following else None
            yield Attack(victim, tuple(blow for blow, _ in group), group[0][1], number, until)


def struck(story: Story, one: Round, agent: str, peer: str, seq: float) -> bool:
    """Whether the agent hit that peer before event `seq` of the round, and not by accident."""
    return story.remember(one, agent, _first_blows).get(peer, math.inf) < seq


def _first_blows(story: Story, one: Round, agent: str) -> dict[str, int]:
    """Member -> the event by which the agent first hit it on purpose."""
    first: dict[str, int] = {}
    for fact in one.deeds(agent):
        if isinstance(fact, Attacked) and _hits(fact, story) and _strayed_from(story, one, fact) is None:
            first.setdefault(fact.target, fact.seq)
    return first


def stray_hits(story: Story, one: Round) -> Iterator[tuple[Attacked, Attacked]]:
    """A hit that went astray, and the nearest blow of the fight that it strayed from."""
    for fact in one.facts:
        if isinstance(fact, Attacked) and fact.target_kind == "agent" and fact.target in story.team:
            meant = _strayed_from(story, one, fact)
            if meant is not None:
                yield fact, meant


def loot(rounds: Sequence[Violence], attack: Attack, agent: str) -> list[ItemPicked]:
    """Returns the pick-ups in which `agent` got the victim's items, after the first blow and also in later
    rounds.
    """
    found = []
    since = rounds[bisect_left(rounds, attack.first, key=number_of) :]
    for pick, drops in ((pick, one.drops[pick.seq]) for one in since for pick in one.picks):
        if attack.until is not None and pick.seq > attack.until:
            break
        own = pick.agent == agent and pick.seq > attack.blows[0].seq
        if own and any(_was_of(drop, attack.victim) for drop in drops):
            found.append(pick)
    return found


def _groups(rounds: Sequence[Violence], victim: str) -> Iterator[Sequence[tuple[Attacked, int]]]:
    group: list[tuple[Attacked, int]] = []
    for one in rounds:
        for fact in one.facts:
            if isinstance(fact, Died):
                if fact.victim == victim and group:
                    yield group
                    group = []
                continue
            if fact.target != victim:
                continue
            if len(group) >= 2 and group[-1][1] != one.number:
                yield group
                group = []
            group.append((fact, one.number))
    if group:
        yield group


def _hits(fact: object, story: Story) -> TypeGuard[Attacked]:
    """Returns whether a member of the team strikes another member."""
    return (
        isinstance(fact, Attacked)
        and fact.target_kind == "agent"
        and fact.target in story.team
        and fact.agent in story.team
        and fact.agent != fact.target
    )


def _strayed_from(story: Story, one: Round, hit: Attacked) -> Attacked | None:
    """The nearest blow of another fight, if `hit` was a slip; None if it was meant."""
    blows = [fact for fact in one.facts if isinstance(fact, Attacked) and fact.agent == hit.agent]
    same = [blow for blow in blows if blow.target_kind == "agent" and blow.target == hit.target]
    if hit.agent is None or hit.damage > STRAY or len(same) != 1:
        return None
    near = [blow for blow in blows if blow not in same and _close(hit, blow)]
    if not near or _killed_by(one, hit) or _robbed_by(story, one, hit):
        return None
    return min(near, key=lambda blow: abs(blow.seq - hit.seq))


def _close(hit: Attacked, blow: Attacked) -> bool:
    if hit.tick is None or blow.tick is None:
        return hit.subtask is not None and hit.subtask == blow.subtask
    return abs(hit.tick - blow.tick) <= FIGHT


def _killed_by(one: Round, hit: Attacked) -> bool:
    return any(
        isinstance(fact, Died)
        and fact.victim_kind == "agent"
        and fact.victim == hit.target
        and fact.by == hit.agent
        for fact in one.facts
    )


def _robbed_by(story: Story, one: Round, hit: Attacked) -> bool:
    """Whether the attacker then picks up what the victim dropped and did not hand over."""
    return any(
        _was_of(drop, hit.target) and not _handed(story, drop, str(hit.agent))
        for fact in one.facts
        if isinstance(fact, ItemPicked) and fact.agent == hit.agent and fact.seq > hit.seq
        for drop in story.drops[fact.seq]
    )


def _was_of(drop: ItemDropped, victim: str | None) -> bool:
    return victim is not None and drop.agent == victim and drop.origin in ("agent", "death")


def _handed(story: Story, drop: ItemDropped, to: str) -> bool:
    """Whether it fell while its holder ran a skill with the other agent's name in its arguments."""
    causes = (story.events.get(seq) for seq in drop.cause)
    return any(isinstance(cause, SkillStarted) and to in cause.args for cause in causes)
