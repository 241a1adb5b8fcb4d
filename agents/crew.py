"""The round loop, in the paper's words: recruit -> discuss -> assign -> execute -> evaluate, until the goal
is met.

Only this file knows the order of the steps (paper, section 2; appendix D). Every step appends events to the
log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from minecrew.agents.answers import Plan, Refusal
from minecrew.agents.auxiliary_agents import AuxiliaryAgents
from minecrew.agents.commons.months import Months
from minecrew.agents.commons.resource import shared_resource
from minecrew.agents.critic import CandidateChooser
from minecrew.agents.deadline_mind import DeadlineMind
from minecrew.agents.discussion import Speak, discuss, doubts
from minecrew.agents.evaluation import advised, evaluate, together
from minecrew.agents.execution import execute
from minecrew.agents.fault_group import first_fault
from minecrew.agents.fork import Fork, fork_minds
from minecrew.agents.handovers import Handovers
from minecrew.agents.impossible import why_impossible
from minecrew.agents.injection import Injection
from minecrew.agents.listener import Listener
from minecrew.agents.mind import Critic, Mind, Recruiter, Secretary, Specifier
from minecrew.agents.norms import norms_text
from minecrew.agents.notebook import Notebook
from minecrew.agents.past_rounds import remember
from minecrew.agents.reflection import reflect
from minecrew.agents.removed_blocks import RemovedBlocks
from minecrew.agents.result import RunResult, end_run, ended
from minecrew.agents.structures import find_structure
from minecrew.agents.task import Task
from minecrew.agents.views import (
    Discussion,
    DiscussionView,
    Feedback,
    ReflectionView,
    RoundNote,
    RoundRecord,
    RoundView,
    SubtaskResult,
    TalkLine,
)
from minecrew.agents.world import World
from minecrew.runlog import (
    Assigned,
    Evaluated,
    Fault,
    FaultEvent,
    ForkOrigin,
    GoalChecked,
    Items,
    Log,
    Note,
    Refused,
    RoundEnded,
    RoundStarted,
    RunStarted,
)

Advise = Callable[[Feedback], Awaitable[str | None]]
"""Asks a person what to say to the crew after a round: '' for no message, None if nobody is there to ask."""


async def run_crew(
    task: Task,
    *,
    run: str,
    log: Log,
    world: World,
    minds: Mapping[str, Mind],
    secretary: Secretary,
    recruiter: Recruiter | None = None,
    specifier: Specifier | None = None,
    spent: Callable[[], str | None] = lambda: None,
    unread: Callable[[], str | None] = lambda: None,
    advise: Advise | None = None,
    forks: Sequence[Fork] = (),
    critic: Critic | None = None,
    unchosen: Collection[str] = (),
) -> RunResult:
    """Plays the task to its end and logs how it ended: met, not met, impossible, fault or interruption.

    Without a `recruiter`, the members keep their descriptions from the task (paper, appendix D). The
    `specifier` is asked only if the structure has roles. `spent` and `unread` return a reason to end the run
    with the goal not met: the budget is used up, or no answer of a model could be read in the last round.
    `advise` is called after each round if a person evaluates. `forks`: the points at which the run departs
    from the run that it repeats, oldest first. `critic` chooses what is said, except by members in
    `unchosen`. Logs an interruption and raises CancelledError again; the caller logs unforeseen errors.
    """
    arrived = partial(_arrived, world, log)
    limit = task.limits.thinking_seconds
    forked = fork_minds(minds, forks)
    patient = {name: DeadlineMind(mind, limit, arrived=arrived) for name, mind in forked.items()}
    injection = Injection(task.faults.p_error, errors=task.faults.errors, seed=task.world.seed)
    auxiliary_agents = AuxiliaryAgents(task, log, secretary, recruiter, specifier, arrived=arrived)
    crew = Crew(task, log, world, patient, auxiliary_agents, injection, spent, unread, advise)
    if critic:
        chooser = CandidateChooser(critic, task.critic, log, seconds=limit, arrived=arrived, exempt=unchosen)
        crew.speak = chooser.speak
    for fork in forks:
        fork.heard.append(crew.diverge)
    log.append(
        RunStarted(
            run=run,
            title=task.title,
            goal=task.goal,
            agents=task.names,
            personas=task.personas,
            norms=norms_text(task.team.norms) or None,
            p_error=task.faults.p_error,
            errors=task.faults.errors or None,
            guard=task.team.guard,
        )
    )
    try:
        result = await _played(crew, world, log)
    except asyncio.CancelledError as error:
        end_run(log, ended("interrupted", str(error) or "interrupted by the user"))
        raise
    end_run(log, result)
    return result


async def _arrived(world: World, log: Log) -> None:
    """Within this context, events are logged with the tick at which a mind's answer arrived."""
    if (tick := await world.tick()) is not None:
        log.set_tick(tick)


async def _played(crew: Crew, world: World, log: Log) -> RunResult:
    """Plays the rounds while the world is available. Errors during the clean-up after an interruption are
    not faults.
    """
    try:
        async with asyncio.TaskGroup() as group:
            await world.begin(crew.task.agents)
            watch = group.create_task(world.watch())
            result = await crew.play()
            watch.cancel()
    except* Fault as faults:
        fault = first_fault(faults)
        where = fault.where if isinstance(fault, Fault) else "crew"
        result = ended("fault", f"{where} broke: {fault}")
        if not _interrupted():
            log.append(FaultEvent(where=where, message=str(fault)))
    if _interrupted():
        raise asyncio.CancelledError
    return result


def _interrupted() -> bool:
    """Returns whether the run was asked to end. Ctrl-C also reaches child processes; a task group may then
    raise their loss instead.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


@dataclass
class Crew:
    """Plays the rounds of one run."""

    task: Task
    log: Log
    world: World
    minds: Mapping[str, Mind]
    auxiliary_agents: AuxiliaryAgents
    injection: Injection
    spent: Callable[[], str | None]
    unread: Callable[[], str | None]
    advise: Advise | None = None
    feedback: list[Feedback] = field(default_factory=list)
    history: list[RoundRecord] = field(default_factory=list)
    lines: tuple[TalkLine, ...] = ()
    """The utterances of this round from which the plan was read."""
    evaluated: tuple[int, ...] = ()
    """The seq of the last evaluation."""
    members: tuple[str, ...] = ()
    """The members who take part in this round."""
    notebook: Notebook = field(default_factory=Notebook)
    handovers: Handovers = field(default_factory=Handovers)
    speak: Speak | None = None
    """How a mind comes to its words in the talk, if it is not asked just once."""
    months: Months | None = None
    """The months that are played as rounds if the crew lives off a commons."""

    def __post_init__(self) -> None:
        self.members = self.task.names
        self.removed = RemovedBlocks(self.log, self.task.names)
        self.log.subscribe(self.handovers.hear)
        if commons := shared_resource(self.task):
            self.months = Months(self, commons)
            self.members = self.months.members(1)

    def diverge(self, origin: ForkOrigin) -> None:
        """From now on, the crew's random choices use another seed."""
        world = self.task.world.model_copy(update={"seed": origin.seed})
        self.task = self.task.model_copy(update={"world": world})
        self.injection.reseed(origin.seed)

    async def play(self) -> RunResult:
        if self.months:
            self.months.begin()
        for number in range(1, self.task.limits.rounds + 1):
            self.log.set_round(number)
            self.log.append(RoundStarted())
            await self.auxiliary_agents.recruit(number, self.feedback, cause=self.evaluated)
            result = await (self.months.play(number) if self.months else self.play_round(number))
            if result is None and number < self.task.limits.rounds and (reason := self.unread()):
                result = ended("not_met", reason)
            if result:
                return result
        return ended("not_met", f"the goal was not met in {self.task.limits.rounds} rounds")

    async def play_round(self, number: int) -> RunResult | None:
        """Plays one round: decision, execution and evaluation. Returns the result if the run ends."""
        plan = await self.decide(number)
        if reason := self.spent():
            return ended("not_met", reason)
        if plan.refusals and not plan.assignments:
            return ended("impossible", why_impossible(plan, self.task.goal, self.feedback, self.history))
        if await self.act(plan, number):
            return ended("met", f"the goal was met in round {number}")
        if self.task.team.reflect and number < self.task.limits.rounds:
            await self.reflect(number)
        reason = self.spent()
        return ended("not_met", reason) if reason else None

    async def decide(self, number: int) -> Plan:
        """Runs the discussion and returns the plan that the secretary reads from it."""
        structure = find_structure(self.task.team.discussion)
        if plan := structure.plan(self.task.names, self.task.goal):
            return self.log_plan(plan)
        if structure.specified:
            await self.auxiliary_agents.specify(number, self.feedback, self.world.observe)
        record = await self.discuss(number, turns=self.task.limits.discussion_turns)
        if record.reason == "impossible":
            given_up = doubts(record.lines)
            refusals = (
                Refusal(agent=name, reason=line.impossible or "", cause=(line.seq,))
                for name, line in given_up.items()
            )
            return self.log_plan(Plan(refusals=tuple(refusals)))
        return self.log_plan(await self.auxiliary_agents.assign(record))

    async def discuss(self, number: int, *, turns: int, opening: tuple[TalkLine, ...] = ()) -> Discussion:
        """Lets the members talk, after the lines of `opening`."""
        task, structure = self.task, find_structure(self.task.team.discussion)
        listener = Listener(
            self.members, self.world.knowledge, self.log, self.world.inventories, structure=structure
        )

        async def view_of(agent: str, lines: Sequence[TalkLine]) -> DiscussionView:
            observation = await self.world.observe(agent)
            return DiscussionView(
                **dict(self.context(number, agent=agent, near=lines)),
                agent=agent,
                role=task.role(agent),
                title=task.title,
                observation=observation,
                structure=structure.name,
                specified=self.auxiliary_agents.specified,
                thinking=task.world.thinking or "paused",
                checks=listener.checks if task.team.fact_check else (),
            )

        record = await discuss(
            self.members,
            self.minds,
            view_of,
            goal=task.goal,
            turns=turns,
            structure=structure,
            log=self.log,
            aloud=self.world.say,
            overheard=self.world.overheard,
            hear=listener.hear,
            opening=opening,
            speak=self.speak,
        )
        self.lines = record.lines
        return record

    async def reflect(self, number: int) -> None:
        """Each member may note what it learnt from the round."""

        async def view_of(agent: str) -> ReflectionView:
            return ReflectionView(
                **dict(self.context(number, agent=agent, near=self.lines)),
                agent=agent,
                role=self.task.role(agent),
                observation=await self.world.observe(agent),
                lines=self.lines,
            )

        await reflect(self.members, self.minds, view_of, notebook=self.notebook, log=self.log)

    def context(
        self, number: int, plan: Plan | None = None, *, agent: str, near: Sequence[TalkLine] = ()
    ) -> RoundView:
        """What a member knows about round `number`, limited to what the task lets it remember.

        `near`: lines of the talk; the last four of them select the notes that the member recalls.
        """
        task, months, remembers = self.task, self.months, self.task.team.memory != "none"
        notes = self.notebook.recall(agent, number, [line.text for line in near[-4:]]) if remembers else ()
        drafts = [RoundNote(round=number, text=task.draft.text)] if task.draft else []
        return RoundView(
            team=self.members,
            goal=task.goal,
            round=number,
            rounds=task.limits.rounds,
            round_seconds=task.limits.round_seconds,
            feedback=tuple(self.feedback if remembers else self.feedback[-1:]),
            experts=self.auxiliary_agents.experts,
            memory=task.team.memory,
            history=tuple(self.history) if remembers else (),
            plan=plan.assignments if plan and remembers else (),
            discussed=self.lines if plan and remembers else (),
            removed=self.removed.places,
            norms=norms_text(task.team.norms),
            rules=months.rules(agent) if months else "",
            notes=(*(months.reminders(number) if months else ()), *drafts, *notes),
            commons=months.state_of(agent) if months else None,
            draft=task.draft,
        )

    def log_plan(self, plan: Plan) -> Plan:
        for assignment in plan.assignments:
            self.log.append(Assigned(agent=assignment.agent, text=assignment.text, cause=assignment.cause))
        for refusal in plan.refusals:
            self.log.append(Refused(**dict(refusal)))
        return plan

    async def act(self, plan: Plan, number: int) -> bool:
        """Runs the execution and the evaluation; returns whether the goal is met."""
        task = self.task
        results, inventories = await self.carry_out(plan, number)
        feedback = evaluate(task.goal, inventories, results)
        have = together(inventories, task.goal)
        checked = self.log.append(GoalChecked(goal=task.goal, have=have, met=feedback.met))
        if not feedback.met and number < task.limits.rounds:
            feedback = await self.judged(feedback)
        evaluated = Evaluated(
            met=feedback.met, feedback=feedback.text, advice=feedback.advice or None, cause=(checked.seq,)
        )
        self.evaluated = (self.log.append(evaluated).seq,)
        record = RoundRecord(number=number, lines=self.lines, assignments=plan.assignments, feedback=feedback)
        self.history = remember(self.history, record)
        self.feedback = [one.feedback for one in self.history]
        return feedback.met

    async def carry_out(self, plan: Plan, number: int) -> tuple[Sequence[SubtaskResult], Mapping[str, Items]]:
        """Executes the plan; returns all results, and the items that each agent then holds."""
        rule, results = await execute(
            plan,
            self.task,
            self.minds,
            self.world,
            context=lambda agent: self.context(number, plan, agent=agent),
            log=self.log,
            injection=self.injection,
            handovers=self.handovers,
        )
        await self.world.recount()  # before a goal is called met
        inventories = await self.world.inventories()
        self.log.append(RoundEnded(rule=rule, inventories=inventories))
        return results, inventories

    async def judged(self, feedback: Feedback) -> Feedback:
        """Returns the feedback, with a person's message to the crew if a person answers in time."""
        if self.task.team.evaluator == "facts" or self.advise is None:
            return feedback
        try:
            async with asyncio.timeout(self.task.limits.thinking_seconds):
                advice = await self.advise(feedback)
        except TimeoutError:
            self.log.append(
                Note(text="the evaluator did not answer in time; the feedback contains only the facts")
            )
            return feedback
        await _arrived(self.world, self.log)
        if advice is None:
            self.advise = None
            self.log.append(
                Note(
                    text="the evaluator's input has ended; from now on, the feedback contains only the facts"
                )
            )
        return advised(feedback, advice) if advice else feedback
