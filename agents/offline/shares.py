"""Divides the necessary work among the team by estimated time. This module knows amounts and rules, but
nothing about words or the world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from minecrew.agents.knowledge import TABLE
from minecrew.agents.offline.acts import Work
from minecrew.agents.planning import Costs, Expansion, Needs, find_needs
from minecrew.runlog import Items, Position

WALK = {"block": 0.8, "mob": 5.0}
"""Estimated game seconds of walking between two sources of the same kind."""
SET_OUT = 4.0
HAND_OVER = 7.0
CRAFTING = 6.0
"""Game seconds to set up a crafting table and craft there."""


def unit_seconds(item: str, costs: Costs) -> float:
    """Returns the estimated game seconds for one `item`, including walking but not tools."""
    source = costs.source(item) or next(iter(costs.knowledge.sources.get(item, ())), None)
    return source.seconds + WALK[source.kind] if source else SET_OUT


def load(works: Sequence[Work], costs: Costs, held: Mapping[str, int]) -> float:
    """Returns the estimated game seconds for one agent's share, including tools that it has to make first."""
    seconds = 0.0
    chain = Expansion(costs, held)
    for work in works:
        if work.verb == "gather":
            seconds += SET_OUT + (work.count or 1) * unit_seconds(work.thing, costs)
            chain.gather(work.thing, work.count or 1, keep=True)
        elif work.verb == "craft":
            seconds += CRAFTING
    gathered = {work.thing for work in works if work.verb == "gather"}
    needs = chain.needs()
    for item, count in needs.raw.items():
        if item not in gathered:
            seconds += SET_OUT + count * unit_seconds(item, costs)
    if needs.stations:
        seconds += CRAFTING
    return seconds + (HAND_OVER if any(work.to for work in works) else 0.0)


def split(
    needs: Needs,
    goal: Items,
    team: Sequence[str],
    crafter: str | None,
    place: Position,
    costs: Costs,
    holdings: Mapping[str, Items],
) -> dict[str, tuple[Work, ...]]:
    """Returns everybody's share. The longest work is given out first, each piece to the member that would
    finish earliest.

    If there is a crafter, materials are brought to it at `place`; otherwise every member keeps what it
    gathers. A material is divided among several members if some would otherwise be idle.
    """
    shares: dict[str, tuple[Work, ...]] = dict.fromkeys(team, ())
    if crafter:
        shares[crafter] = tuple(
            Work("craft", item, count, at=place) for item, count in goal.items() if _crafted(item, needs)
        )
    pieces = list(needs.raw.items())
    if crafter and any(craft.item == TABLE for craft in needs.crafts):
        wood = find_needs({TABLE: 1}, {}, costs).raw
        for item in [
            item for item, _ in pieces if item in wood
        ]:  # the table stands before anybody brings anything
            shares[crafter] = (Work("gather", item, needs.raw[item]), *shares[crafter])
            pieces.remove((item, needs.raw[item]))
    hands = [name for name in team if not any(work.verb == "gather" for work in shares[name])]
    while pieces and len(pieces) < len(hands):
        item, count = max(pieces, key=lambda piece: piece[1] * unit_seconds(piece[0], costs))
        if count < 2 or (count * unit_seconds(item, costs) < 2 * HAND_OVER and crafter):
            break
        pieces.remove((item, count))
        pieces += [(item, count - count // 2), (item, count // 2)]
    pieces.sort(key=lambda piece: -piece[1] * unit_seconds(piece[0], costs))
    for item, count in pieces:

        def through(name: str, item: str = item, count: int = count) -> float:
            to = crafter if crafter != name else None
            return load((*shares[name], Work("gather", item, count, to=to)), costs, holdings.get(name, {}))

        name = min(
            reversed(team), key=through
        )  # on a tie whoever speaks last: it hears all before it commits
        to = crafter if crafter and crafter != name else None
        at = next((i for i, w in enumerate(shares[name]) if w.verb == "gather" and w.thing == item), None)
        if at is None:
            shares[name] = (*shares[name], Work("gather", item, count, to=to))
        else:
            works = list(shares[name])
            works[at] = replace(works[at], count=(works[at].count or 0) + count)
            shares[name] = tuple(works)
    return shares


def _crafted(item: str, needs: Needs) -> bool:
    return any(craft.item == item for craft in needs.crafts)
