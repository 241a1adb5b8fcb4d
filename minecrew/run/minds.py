"""The minds of the agents: how they are chosen by the command line and the task, and created for a run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

from minecrew.agents import (
    Budget,
    Caller,
    Critic,
    Endpoint,
    Knowledge,
    LanguageModel,
    LLMCritic,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    Mind,
    MindSetting,
    MindSpec,
    OfflineSecretary,
    Recruiter,
    Retries,
    RuleCritic,
    Seat,
    Secretary,
    Specifier,
    Task,
    find_mind,
    find_structure,
    make_mind,
    read_prices,
)
from minecrew.options import Options, declared_options
from minecrew.run.human_critic import Choose, HumanCritic
from minecrew.runlog import Log, UserError
from minecrew.skills import Library

PATIENCE = 0.95
"""The share of a mind's time that its model gets. The rest of the time is for logging late answers."""


def with_minds(task: Task, options: Options) -> Task:
    """Returns the task with the mind that the command line selects. Raises UserError if a mind is not
    available.
    """
    own = options.mind.model_dump(exclude_unset=True)
    kind = own.get("kind")
    if kind is not None:
        _find(kind, "--mind")
    if kind not in (None, "openai") or not own:
        mind = MindSpec(**own) if own else task.mind
    else:
        mind = task.mind.model_copy(update=own)
    for option in declared_options():
        if mind.kind != "openai" and option.path[0] == "mind" and option.path[-1] in own.keys() - {"kind"}:
            raise UserError(f"{option.flag} works only with models; add --mind openai")
    agents = tuple(
        agent.model_copy(update={"mind": agent.mind and agent.mind.over(mind)}) for agent in task.agents
    )
    task = task.model_copy(update={"mind": mind, "agents": agents})  # in full, as the manifest keeps it
    mind.check("[mind]")
    for name, one in task.minds.items():
        one.check(f"the mind of {name}")
        _find(one.kind, f"the mind of {name}:")
        if one.kind != "offline" and name in task.personas:
            raise UserError(
                f"{name} has the persona {task.personas[name]!r}, which only offline minds can play; "
                "remove it, or give the agent mind = { kind = 'offline' }"
            )
    _check_budget(task, options)
    return task


def _find(kind: str, where: str) -> None:
    try:
        find_mind(kind)
    except UserError as error:
        raise UserError(f"{where} {error}") from None


def _check_budget(task: Task, options: Options) -> None:
    limits = {"--max-tokens": options.max_tokens, "--max-usd": options.max_usd, "--prices": options.prices}
    given = [name for name, value in limits.items() if value is not None]
    if given and not models(task):
        raise UserError(f"{given[0]} works only with models, and no agent has one; add --mind openai")
    if (options.max_usd is None) != (options.prices is None):
        raise UserError("--max-usd needs --prices, and --prices needs --max-usd; give both or neither")
    if options.prices is not None:
        read_prices(options.prices, models(task))


def model_specs(task: Task) -> list[MindSpec]:
    """Returns the settings of the models that a task's agents and its secretary ask, without duplicates."""
    minds = dict.fromkeys((*task.minds.values(), task.secretary))
    return [mind for mind in minds if mind.kind == "openai"]


def models(task: Task) -> list[str]:
    """Returns the names of the models that this task asks, without duplicates."""
    minds = [*task.minds.values(), task.secretary]
    return list(dict.fromkeys(mind.model for mind in minds if mind.kind == "openai" and mind.model))


def seated(task: Task) -> list[str]:
    """Returns the agents whose seats external agents may take."""
    return [name for name, mind in task.minds.items() if mind.kind == "seat"]


@dataclass(frozen=True)
class Models:
    """The models of a run. Each model has one client for all agents that use it, and all share one budget."""

    budget: Budget
    endpoints: Mapping[MindSpec, LanguageModel]
    caller: type[Caller] = Caller
    callers: dict[MindSpec, Caller] = field(default_factory=dict)
    seats: Mapping[str, LanguageModel] = field(default_factory=dict)
    """Agent -> its seat. If no external agent connects, the member loses its turns. Seats are not in
    `callers`.
    """

    def minds(self, task: Task, knowledge: Knowledge, library: Library, log: Log) -> dict[str, Mind]:
        """Returns the mind of each agent."""
        found: dict[str, Mind] = {}
        for name, spec in task.minds.items():
            caller = self._caller(spec, task, log) if spec.kind == "openai" else None
            if name in self.seats:
                deadline = PATIENCE * task.limits.thinking_seconds
                caller = self.caller(self.seats[name], log, budget=Budget(), deadline=deadline)
            setting = MindSetting(agent=name, task=task, knowledge=knowledge, library=library, caller=caller)
            found[name] = make_mind(spec.kind, setting)
        return found

    def secretary(self, task: Task, knowledge: Knowledge, log: Log) -> Secretary:
        spec = task.secretary
        if spec.kind == "offline":
            return OfflineSecretary(knowledge)
        return LLMSecretary(self._caller(spec, task, log))

    def critic(self, task: Task, knowledge: Knowledge, log: Log, choose: Choose) -> Critic | None:
        """Returns the critic of the talk, if there is one. `choose`: asks a person."""
        match task.critic.by:
            case "rule":
                return RuleCritic(knowledge)
            case "human":
                return HumanCritic(choose)
            case "model":
                return LLMCritic(self._caller(task.secretary, task, log))
            case _:
                return None

    def recruiter(self, task: Task, library: Library, log: Log) -> Recruiter | None:
        """Returns the mind that describes experts before each round; None if the task fixes the team."""
        spec = task.secretary
        if task.team.recruit == "fixed" or spec.kind == "offline":
            return None
        return LLMRecruiter(self._caller(spec, task, log), library)

    def specifier(self, task: Task, log: Log) -> Specifier | None:
        """Returns the task specifier; None if the structure has no roles, or if no model would read its
        text.
        """
        spec = task.secretary
        if not find_structure(task.team.discussion).specified or spec.kind == "offline":
            return None
        return LLMSpecifier(self._caller(spec, task, log))

    def unread(self) -> str | None:
        """Returns the reason why a model gave no readable answer in this round; None if every model that was
        asked gave one.
        """
        return next(filter(None, (caller.unread() for caller in self.callers.values())), None)

    def _caller(self, spec: MindSpec, task: Task, log: Log) -> Caller:
        if spec not in self.callers:
            deadline = PATIENCE * task.limits.thinking_seconds
            self.callers[spec] = self.caller(
                self.endpoints[spec],
                log,
                budget=self.budget,
                deadline=deadline,
                stages={
                    stage: self.endpoints.get(spec.at(stage), self.endpoints[spec]) for stage in spec.stages
                },
            )
        return self.callers[spec]


@asynccontextmanager
async def open_models(task: Task, options: Options, others: Sequence[Task] = ()) -> AsyncIterator[Models]:
    """Creates clients for all models that the task and `others` name.

    Raises UserError if a key or a base URL is invalid.
    """
    prices = read_prices(options.prices, models(task)) if options.prices else {}
    budget = Budget(max_tokens=options.max_tokens, max_usd=options.max_usd, prices=prices)
    minds = dict.fromkeys(spec for one in (task, *others) for spec in model_specs(one))
    specs = {one: one.at(None) for one in minds}
    specs |= {one: one for mind in minds for stage in mind.stages if (one := mind.at(stage))}
    async with AsyncExitStack() as stack:
        endpoints = {
            spec: await stack.enter_async_context(
                Endpoint(
                    cast(str, asked.model),
                    base_url=asked.base_url,
                    retries=Retries.of(asked, seed=task.world.seed),
                    settings=asked,
                )
            )
            for spec, asked in specs.items()
        }
        yield Models(budget, endpoints, seats={name: Seat(name) for name in seated(task)})
