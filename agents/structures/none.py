"""No discussion: each agent works on the whole goal. A comparison with such
runs shows what discussion contributes.
"""

from __future__ import annotations

from minecrew.agents.answers import Assignment, Plan
from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure
from minecrew.language import plain
from minecrew.runlog import Items


class NoTalk(Structure):
    name = "none"
    summary = "Nobody speaks; each agent gets the whole goal."
    turn = Turn

    def plan(self, team: tuple[str, ...], goal: Items) -> Plan:
        wanted = " and ".join(f"{count} {plain(item)}" for item, count in goal.items())
        return Plan(assignments=tuple(Assignment(agent=name, text=f"Craft {wanted}.") for name in team))


STRUCTURE = NoTalk()
