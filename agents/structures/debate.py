"""Each agent proposes a plan, criticises a plan and votes. The plan with the most votes is assigned.

The secretary reads that plan and the lines after the proposals; changes that were accepted become part of it.
Each agent has three turns, in speaking order. A tie goes to the plan that was proposed first; a turn without
a vote is not counted. An offline mind criticises the plan of the next member in order. It votes for the plan
that leaves the least work undone or, if several do, for the plan that is finished first by its own estimate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from minecrew.agents.offline.commitments import Commitments
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.shares import load
from minecrew.agents.offline.speech import amounts
from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure, spoken
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import Items, TalkEnd

PHASES = ("proposal", "criticism", "vote")
TOLD = {
    "proposal": "This is the proposal turn. Propose your plan for the whole team.",
    "criticism": "This is the criticism turn. Say what is wrong with the plan of another member.",
    "vote": "This is the voting turn. Say: I vote for NAME's plan, because ...",
}

READING = (
    "The first line of the record is the plan with the most votes. Later lines change this plan only "
    "if its proposer, or the member that is to do the work, has accepted the change."
)


def phase(lines: Sequence[TalkLine], team: Sequence[str]) -> str:
    """The phase, one of `PHASES`, to which the next turn belongs."""
    return PHASES[min(len(spoken(lines)) // len(team), len(PHASES) - 1)]


def vote(text: str, team: Sequence[str]) -> str | None:
    """Returns the member for whose plan the speaker votes; if the speaker names several, the last one."""
    names = "|".join(re.escape(name) for name in team)
    found = re.findall(rf"\bI vote for\s+({names})\b", text, re.IGNORECASE)
    return next((name for name in team if found and name.lower() == found[-1].lower()), None)


def chosen(lines: Sequence[TalkLine], team: Sequence[str]) -> TalkLine | None:
    """Returns the proposal with the most votes, or the first one if several have the most; None if there is
    no proposal yet.
    """
    said = spoken(lines)
    votes = Counter(vote(line.text, team) for line in said[2 * len(team) :])
    return max(said[: len(team)], key=lambda line: votes[line.speaker], default=None)


@dataclass(frozen=True, order=True)
class _Judgement:
    """The rank of one plan; the lowest is the best."""

    missing: int
    """The number of things that the goal needs and nobody would get; a crafter counts as one."""
    seconds: int
    """Game seconds that the busiest member would work."""
    busiest: str
    undone: str


class DebateTurn(Turn):
    """A proposal, a criticism or a vote."""

    def _hear(self) -> Commitments:
        """The other plans are only proposals, but the items and observations in them are known."""
        heard = super()._hear()
        return Commitments(heard.reader, spoken=heard.spoken, holds=heard.holds, sighted=heard.sighted)

    def _givers(self) -> tuple[str, ...]:
        """Nobody answers a proposal, so it mentions all gifts."""
        return self.view.team

    def _word(self) -> str:
        match phase(self.view.lines, self.view.team):
            case "proposal":
                return super()._word()
            case "criticism":
                return self._criticise()
            case _:
                return self._vote()

    def _criticise(self) -> str:
        if verdict := self._verdict():  # by now all have said what they hold
            return verdict
        team = self.view.team
        rival = team[(team.index(self.me) + 1) % len(team)]
        plans = self._judged()
        theirs, mine = plans[rival], plans[self.me]
        if self.lacking:
            return f"I know nothing better than {rival}'s plan: what we lack has to be found first."
        if theirs.missing:
            return f"{rival}'s plan is not complete: {theirs.undone}."
        told = f"In {rival}'s plan {theirs.busiest} works longest, about {theirs.seconds} seconds"
        if mine.missing or mine.seconds >= theirs.seconds:
            return f"{told}. I find nothing wrong with that."
        return f"{told}. That is too slow: in mine nobody works longer than {mine.seconds} seconds."

    def _vote(self) -> str:
        plans = self._judged()
        name = min(plans, key=lambda name: (plans[name].missing, plans[name].seconds))
        if self.lacking:
            why = "what we lack has to be found first"
        elif plans[name].missing:
            why = f"it leaves the least undone, although {plans[name].undone}"
        else:
            why = f"it is complete and nobody works longer than {plans[name].seconds} seconds in it"
        return f"I vote for {name}'s plan, because {why}."

    def _judged(self) -> dict[str, _Judgement]:
        """Proposer -> how this agent judges the proposal, in speaking order."""
        team = self.view.team
        return {line.speaker: self._judge(line) for line in spoken(self.view.lines)[: len(team)]}

    def _judge(self, proposal: TalkLine) -> _Judgement:
        team, goal = self.view.team, self.view.goal
        plan = Commitments(Reader(self.knowledge, team)).hear([proposal])
        left = {item: count - plan.planned(item) for item, count in self.needs.raw.items()}
        open_: Items = {item: count for item, count in left.items() if count > 0}
        uncrafted = bool(self.needs.crafts) and plan.crafter(goal) is None
        told = [f"nobody gets {amounts(open_)}"] if open_ else []
        told += [f"it does not say who crafts {amounts(goal)}"] if uncrafted else []
        loads = {name: load(plan.share(name), self.costs, self.holdings.get(name, {})) for name in team}
        busiest = max(loads, key=lambda name: loads[name])
        return _Judgement(sum(open_.values()) + uncrafted, round(loads[busiest]), busiest, " and ".join(told))


class Debate(Structure):
    name = "debate"
    summary = "Each agent proposes a plan, criticises one and votes; the talk ends with the last vote."
    agents = 2
    fixed = True
    reading = READING
    turn = DebateTurn

    def turns(self, agents: int) -> int:
        return len(PHASES) * agents

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "voted" if len(spoken(lines)) >= self.turns(len(team)) else None

    def record(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> tuple[TalkLine, ...]:
        winner = chosen(lines, team)
        return (winner, *spoken(lines)[len(team) :]) if winner else ()

    def prompt(self, view: DiscussionView) -> Path:
        return PROMPTS / "debate.md"

    def part(self, view: DiscussionView) -> str:
        return TOLD[phase(view.lines, view.team)]

    def hint(self, view: DiscussionView) -> str:
        return TOLD[phase(view.lines, view.team)]


STRUCTURE = Debate()
