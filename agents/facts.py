"""Whether a sub-task is done, as far as facts can tell: the inventory, and the outcome of the last
program."""

from __future__ import annotations

from agents.views import Subtask, Verdict
from bridge import Observation, Outcome


def check(subtask: Subtask, observation: Observation, outcomes: tuple[Outcome, ...]) -> Verdict | None:
    """None where facts cannot tell, and the mind has to be asked."""
    last = outcomes[-1] if outcomes else None
    if subtask.want:
        short = {
            i: n - observation.inventory.get(i, 0)
            for i, n in subtask.want.items()
            if observation.inventory.get(i, 0) < n
        }
        return Verdict(done=not short, why=", ".join(f"{n} {item} short" for item, n in short.items()))
    if subtask.gift is not None:
        given = sum(max(0, -outcome.gained.get(subtask.gift.item, 0)) for outcome in outcomes)
        done = bool(last and last.ok and given >= subtask.gift.count)
        return Verdict(
            done=done, why="" if done else f"{given} of {subtask.gift.count} {subtask.gift.item} received"
        )
    if subtask.station is not None:
        return Verdict(
            done=bool(last and last.ok and subtask.station in observation.blocks),
            why=last.message if last else "",
        )
    if subtask.seek:
        return Verdict(done=bool(last and last.ok), why=last.message if last else "")
    return None
