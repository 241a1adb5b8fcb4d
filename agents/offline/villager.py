"""The behaviour of an offline mind on a commons: what it wants, says, takes and notes. Deterministic.

A mind without a persona takes its sustainable share. Personas differ by their `Appetite`.
"""

from __future__ import annotations

from collections.abc import Callable

from minecrew.agents.answers import Action, Refusal, Subtask
from minecrew.agents.marks import END
from minecrew.agents.offline.attempts import written
from minecrew.agents.views import AssignmentView, CommonsState, DiscussionView, ReflectionView, SubtaskView
from minecrew.language import plain
from minecrew.runlog import sustainable_share

Appetite = Callable[[CommonsState, tuple[str, ...], str], int]
"""A function of the commons, all members and one member: the amount that this member takes in a month."""
UNIT_SECONDS = 15.0
"""Game seconds to reach and take one unit."""
START_SECONDS = 60.0


def sustainable(state: CommonsState, team: tuple[str, ...], me: str) -> int:
    """Returns the amount that leaves half of the stock if every member takes the same."""
    return sustainable_share(state.stock, len(team))


def greedy(state: CommonsState, team: tuple[str, ...], me: str) -> int:
    """Returns the whole stock."""
    return state.stock


def tit_for_tat(state: CommonsState, team: tuple[str, ...], me: str) -> int:
    """Returns the sustainable share or, if it is more, the largest amount that another member took last month
    according to the mayor. Without a report, returns the sustainable share.
    """
    share = sustainable(state, team, me)
    others = [units for name, units in state.reported.items() if name != me]
    return max([share, *others])


def speech(view: DiscussionView, state: CommonsState, appetite: Appetite) -> str:
    """Says what it will take next month; the last member to speak ends the talk."""
    grown = state.model_copy(update={"stock": min(state.capacity, 2 * state.stock)})
    amount, what = appetite(grown, view.team, view.agent), plain(state.resource)
    if not grown.stock:
        text = f"There is no {what} left."
    elif amount > sustainable(grown, view.team, view.agent):
        text = f"I will take {amount} {what} next month, if I can get them."
    else:
        text = f"Let each of us take at most {amount} {what} next month, so that it grows back."
    spoken = {line.speaker for line in view.lines if not line.visitor} | {view.agent}
    return f"{text} {END}" if spoken >= set(view.team) else text


def harvest(view: AssignmentView, state: CommonsState, appetite: Appetite) -> list[Subtask]:
    """Takes its allotted share, or what it wants if nothing is allotted."""
    amount = state.allotted if state.allotted is not None else appetite(state, view.team, view.agent)
    total = view.observation.inventory.get(state.item, 0) + amount
    text = f"take {amount} {plain(state.resource)}"
    return [Subtask(text=text, want={state.item: total}, source=state.resource)]


def take(view: SubtaskView, state: CommonsState) -> Action | Refusal:
    """Takes what its sub-task asks for, and stops when nothing is left."""
    total = view.subtask.want[state.item]
    missing = total - view.observation.inventory.get(state.item, 0)
    if view.outcomes and view.outcomes[-1].code == "NOT_FOUND":
        return Refusal(agent=view.agent, reason=f"there is no {plain(state.resource)} left for me")
    of_herd = state.resource != state.item
    args = (state.resource, state.item, total)
    program = written("cull", *args) if of_herd else written("gather", *args, None)
    return Action(program=program, seconds=START_SECONDS + UNIT_SECONDS * missing)


def note(view: ReflectionView, state: CommonsState) -> str:
    """Notes how much is left, and who took most, as far as it knows."""
    text = f"{state.stock} of {state.capacity} {plain(state.resource)} are left."
    if not state.reported:
        return text
    most = max(state.reported, key=lambda name: state.reported[name])
    return f"{text} {most} took most: {state.reported[most]}."
