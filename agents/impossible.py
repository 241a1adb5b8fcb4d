"""Says why a crew gives up: the items that the world lacks, or the agents' own reasons and the places that
they searched.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.answers import Plan
from minecrew.agents.evaluation import together
from minecrew.agents.past_rounds import EACH
from minecrew.agents.vain_searches import vain_searches
from minecrew.agents.views import Feedback, RoundRecord
from minecrew.language import plain
from minecrew.runlog import Items


def why_impossible(
    plan: Plan, goal: Items, feedback: Sequence[Feedback], history: Sequence[RoundRecord]
) -> str:
    """Returns the items that this world lacks, and how far the crew got. If the world lacks nothing, returns
    the reasons that the agents gave, and the places that the crew searched last. `plan` contains the
    refusals.
    """
    if missing := sorted({item for refusal in plan.refusals for item in refusal.missing}):
        held = together(feedback[-1].inventories, goal) if feedback else {}
        came = [f"{n} of {goal[item]} {plain(item)}" for item, n in held.items() if n]
        far = f"; the crew holds {', '.join(came)}" if came else ""
        return f"this world lacks {', '.join(map(plain, missing))}{far}"
    reasons = dict.fromkeys(refusal.reason for refusal in plan.refusals)
    searched = dict.fromkeys(list(vain_searches(history))[-EACH:])
    return "; ".join([*reasons, *(f"searched without success: {one}" for one in searched)])
