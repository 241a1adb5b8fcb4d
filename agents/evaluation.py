"""Evaluation from facts: whether the goal is met by the server's own count, and the feedback for the next
round. A person may add to the feedback.

Paper: section 2.4; appendix D: inventories and completed or failed sub-tasks are the feedback.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from minecrew.agents.views import Feedback, SubtaskResult
from minecrew.language import plain
from minecrew.runlog import Items


def together(inventories: Mapping[str, Items], goal: Items) -> Items:
    """Returns the number of each goal item that the team holds together."""
    return {item: sum(items.get(item, 0) for items in inventories.values()) for item in goal}


def is_met(goal: Items, inventories: Mapping[str, Items]) -> bool:
    """Returns whether the team holds all items of the goal."""
    have = together(inventories, goal)
    return all(have[item] >= count for item, count in goal.items())


def evaluate(goal: Items, inventories: Mapping[str, Items], results: Sequence[SubtaskResult]) -> Feedback:
    """Judges the state after a round."""
    have = together(inventories, goal)
    met = is_met(goal, inventories)
    parts = ["The goal is met." if met else "The goal is not met yet."]
    parts += [f"The team holds {have[item]} of {count} {plain(item)}." for item, count in goal.items()]
    for agent, items in inventories.items():
        held = ", ".join(f"{count} {plain(item)}" for item, count in sorted(items.items())) or "nothing"
        parts.append(f"{agent} holds {held}.")
        mine = [result for result in results if result.agent == agent]
        if done := [_deed(result) for result in mine if result.state == "done"]:
            parts.append(f"{agent} did: {'; '.join(done)}.")
        for result in mine:
            if result.state != "done":
                why = (
                    f" ({result.code}: {result.message})"
                    if result.code
                    else f" ({result.message})"
                    if result.message
                    else ""
                )
                parts.append(f"{agent} {result.state}: {result.subtask.text}{why}.")
    return Feedback(met=met, text=" ".join(parts), inventories=dict(inventories), results=tuple(results))


def _deed(result: SubtaskResult) -> str:
    return f"{result.subtask.text} ({result.message})" if result.message else result.subtask.text


def advised(feedback: Feedback, advice: str) -> Feedback:
    """Returns the facts, followed by a person's message to the crew."""
    return feedback.model_copy(
        update={"advice": advice, "text": f"{feedback.text} The evaluator adds: {advice}"}
    )
