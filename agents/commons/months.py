"""The months of a crew that lives off a commons: declare, harvest, report, talk, reflect, grow back.

Based on GovSim (Piatti et al., 2024, section 3.3). Each round of the crew is one month; `Crew` implements the
talk, the harvest and the reflections. The server counts how much each member takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from minecrew.agents.answers import Assignment, Plan
from minecrew.agents.auxiliary_agents import AuxiliaryAgents
from minecrew.agents.commons.allotment import allot
from minecrew.agents.commons.resource import first_state
from minecrew.agents.commons.rules import reminder, rules_text
from minecrew.agents.mind import Mind, ask_declaration
from minecrew.agents.notebook import Notebook
from minecrew.agents.result import RunResult, ended
from minecrew.agents.task import Task
from minecrew.agents.views import (
    CommonsState,
    DeclarationView,
    Discussion,
    RoundNote,
    RoundView,
    TalkLine,
)
from minecrew.agents.world import World
from minecrew.language import plain
from minecrew.mc_server import Commons
from minecrew.runlog import (
    Allotted,
    CommonsBegan,
    CommonsCollapsed,
    Declared,
    Items,
    LimitAgreed,
    Log,
    MemberJoined,
    Reported,
)

MAYOR = "the mayor"


class Household(Protocol):
    """The parts of a crew that `Months` uses."""

    task: Task
    log: Log
    world: World
    minds: Mapping[str, Mind]
    auxiliary_agents: AuxiliaryAgents
    members: tuple[str, ...]
    notebook: Notebook

    def context(self, number: int, *, agent: str) -> RoundView: ...

    def spent(self) -> str | None: ...

    def log_plan(self, plan: Plan) -> Plan: ...

    async def carry_out(self, plan: Plan, number: int) -> object: ...

    async def discuss(self, number: int, *, turns: int, opening: tuple[TalkLine, ...] = ()) -> Discussion: ...

    async def reflect(self, number: int) -> None: ...


class Months:
    """Plays the months of a crew, and keeps what the crew knows about its commons."""

    def __init__(self, crew: Household, commons: Commons) -> None:
        self.crew, self.table = crew, crew.task.commons
        self.state: CommonsState = first_state(crew.task, commons)
        self.shares: dict[str, int] = {}
        """The members' shares of this month, once they are allotted."""

    def begin(self) -> None:
        state = self.state
        self.crew.log.append(
            CommonsBegan(
                resource=state.resource,
                capacity=state.capacity,
                collapse=state.collapse,
                months=state.months,
                mode=self.table.mode,
                newcomer=self.table.newcomer or None,
            )
        )

    def members(self, number: int) -> tuple[str, ...]:
        """The members who take part in month `number`."""
        absent = self.table.newcomer if number < self.table.newcomer_month else ""
        return tuple(name for name in self.crew.task.names if name != absent)

    def state_of(self, agent: str | None) -> CommonsState:
        allotted = self.shares.get(agent or "")
        return self.state.model_copy(update={"allotted": allotted})

    def rules(self, agent: str) -> str:
        return rules_text(self.state, self.table, [name for name in self.crew.members if name != agent])

    def reminders(self, number: int) -> tuple[RoundNote, ...]:
        text = reminder(self.state, self.table, len(self.crew.members))
        return (RoundNote(round=number, text=text),) if text else ()

    async def play(self, number: int) -> RunResult | None:
        """Plays one month; returns the result if the run ends with it."""
        crew = self.crew
        self._welcome(number)
        if self.table.mode == "declared":
            await self._declare(number)
        taken = await self._harvest(number)
        opening = self._report(number, taken) if self.table.report else ()
        if self.table.talk:
            await self._talk(number, opening)
        if crew.task.team.reflect:
            await crew.reflect(number)
        if reason := crew.spent():
            return ended("not_met", reason)
        return await self._close(number)

    def _welcome(self, number: int) -> None:
        crew = self.crew
        before, crew.members = crew.members, self.members(number)
        for name in set(crew.members) - set(before):
            crew.log.append(MemberJoined(agent=name))
            crew.notebook.add(before, number, f"{name} has joined us in month {number}.")

    async def _declare(self, number: int) -> None:
        """Each says how much it wants; nobody hears it. The demands are met by lot."""
        crew, self.shares = self.crew, {}
        demands: dict[str, int] = {}
        causes: list[int] = []
        for name in crew.members:
            view = DeclarationView(
                **{**dict(crew.context(number, agent=name)), "commons": self.state},
                agent=name,
                role=crew.task.role(name),
                observation=await crew.world.observe(name),
            )
            answer = await ask_declaration(crew.minds[name], view)
            demands[name] = min(max(answer.amount, 0), self.state.stock)
            declared = crew.log.append(
                Declared(
                    agent=name,
                    resource=self.state.resource,
                    amount=demands[name],
                    reason=answer.reason,
                    cause=answer.cause,
                )
            )
            causes.append(declared.seq)
        self.shares = allot(demands, self.state.stock, f"{crew.task.world.seed} month {number}")
        crew.log.append(Allotted(resource=self.state.resource, shares=self.shares, cause=tuple(causes)))
        for name, share in self.shares.items():
            text = f"In month {number} you wanted {demands[name]} and were allotted {share}."
            crew.notebook.add([name], number, text)

    async def _harvest(self, number: int) -> Items:
        """All take at the same time. Returns member -> units, by the server's count."""
        crew, held = self.crew, await self.crew.world.inventories()
        parts = [
            Assignment(agent=name, text=self._part(held[name].get(self.state.item, 0), self.shares.get(name)))
            for name in crew.members
            if self.shares.get(name) != 0
        ]
        await crew.carry_out(crew.log_plan(Plan(assignments=tuple(parts))), number)
        count = await crew.world.count_commons()
        taken = {name: count.taken.get(name, 0) for name in crew.members}
        self.shares = {}
        self.state = self.state.model_copy(update={"stock": count.stock, "reported": {}})
        for name, units in taken.items():
            crew.notebook.add([name], number, f"In month {number} you took {units}; {count.stock} were left.")
        return taken

    def _part(self, held: int, share: int | None) -> str:
        resource, item = plain(self.state.resource), plain(self.state.item)
        if share is None:
            return (
                f"Take as many {resource} from the commons as you want, and keep the {item}; you hold {held}."
            )
        total = held + share
        return (
            f"Take {share} {resource} from the commons and keep the {item}, so that you hold {total} {item}."
        )

    def _report(self, number: int, taken: Items) -> tuple[TalkLine, ...]:
        """The mayor tells all what each took (GovSim, section 3.4); its line opens the talk."""
        told = ", ".join(f"{name} took {units}" for name, units in taken.items())
        text = f"In month {number}, {told} {plain(self.state.resource)}."
        report = self.crew.log.append(Reported(text=text, taken=taken))
        self.state = self.state.model_copy(update={"reported": taken})
        self.crew.notebook.add(self.crew.members, number, f"The mayor said: {text}")
        return (TalkLine(speaker=MAYOR, text=text, seq=report.seq, visitor=True),)

    async def _talk(self, number: int, opening: tuple[TalkLine, ...]) -> None:
        """As many lines as the task says at most, with the mayor's; the secretary reads the limit."""
        crew = self.crew
        turns = max(1, crew.task.limits.discussion_turns - len(opening))
        record = await crew.discuss(number, opening=opening, turns=turns)
        agreed = await crew.auxiliary_agents.agreed_limit(record)
        told = crew.log.append(
            LimitAgreed(resource=self.state.resource, limit=agreed.limit, cause=agreed.cause)
        )
        if agreed.limit is not None:
            self.state = self.state.model_copy(update={"limit": agreed.limit, "limit_seq": told.seq})
            text = f"In month {number} we agreed on a limit: at most {agreed.limit} for each member."
            crew.notebook.add(crew.members, number, text)

    async def _close(self, number: int) -> RunResult | None:
        """What is left grows back, unless it is too little or this was the last month."""
        state = self.state
        if state.stock < state.collapse:
            self.crew.log.append(
                CommonsCollapsed(resource=state.resource, stock=state.stock, collapse=state.collapse)
            )
            return ended("not_met", f"the commons collapsed in month {number}: {state.stock} were left")
        if number >= state.months:
            return ended("met", f"the commons lasted for all {number} months")
        count = await self.crew.world.regrow()
        self.state = state.model_copy(update={"stock": count.stock})
        return None
