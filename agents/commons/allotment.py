"""Allots units to members by lot, until all demands are met or no units are left.

GovSim draws lots from an unseeded source, so its allotments cannot be repeated. Here, the seed determines the
allotment.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random


def allot(demands: Mapping[str, int], stock: int, seed: str) -> dict[str, int]:
    """Gives one unit at a time to a random member that still wants one (GovSim, section 3.3).

    Returns the number of units for each member.
    """
    random, shares = Random(seed), dict.fromkeys(demands, 0)
    wanting = sorted(name for name, demand in demands.items() if demand > 0)
    for _ in range(stock):
        if not wanting:
            break
        lucky = random.choice(wanting)
        shares[lucky] += 1
        if shares[lucky] >= demands[lucky]:
            wanting.remove(lucky)
    return shares
