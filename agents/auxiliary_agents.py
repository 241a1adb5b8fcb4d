"""The agents that serve the crew but control no bot: the recruiter, the task specifier and the secretary.

Each question has a deadline. If there is no answer in time, the run continues without the answer; a note is
logged, except if the agreed limit was asked for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from minecrew.agents.answers import AgreedLimit, Expert, Plan, Recruits, Specification
from minecrew.agents.deadline_mind import in_time
from minecrew.agents.mind import LimitReader, Recruiter, Secretary, Specifier
from minecrew.agents.task import Task
from minecrew.agents.views import CrewView, Discussion, Feedback
from minecrew.bridge import Observation
from minecrew.runlog import Log, Note, Recruited, TaskSpecified

T = TypeVar("T")
LATE = "no answer in time"


class AuxiliaryAgents:
    """The auxiliary agents of one run. `arrived` is called when an answer arrives or its time is up."""

    def __init__(
        self,
        task: Task,
        log: Log,
        secretary: Secretary,
        recruiter: Recruiter | None = None,
        specifier: Specifier | None = None,
        *,
        arrived: Callable[[], Awaitable[None]],
    ) -> None:
        self._task, self._log, self._arrived = task, log, arrived
        self._secretary, self._recruiter, self._specifier = secretary, recruiter, specifier
        self.experts: tuple[Expert, ...] = ()
        self.specified = ""
        """Returns the goal in the words of the task specifier, who is asked once per run."""

    async def recruit(self, number: int, feedback: Sequence[Feedback], *, cause: tuple[int, ...]) -> None:
        """Describes the members for round `number`, based on the goal and on the evaluation with the seq
        `cause`.

        Paper: section 2.1. The bots and their items stay the same; only the expert role of each member
        changes.
        """
        if self._recruiter is None:
            return
        view = self._view(number, feedback)
        recruits = await self._in_time(self._recruiter.recruit(view)) or Recruits(why=LATE)
        if not recruits.experts:
            note = (
                f"the recruiter gave no answer ({recruits.why}); the members keep their current descriptions"
            )
            self._log.append(Note(text=note, cause=recruits.cause))
            return
        for expert in recruits.experts:
            if expert not in self.experts:
                fields = {"agent": expert.agent, "expert": expert.name, "description": expert.text}
                self._log.append(Recruited(**fields, cause=(*cause, *recruits.cause)))
        self.experts = recruits.experts

    async def specify(
        self, number: int, feedback: Sequence[Feedback], observe: Callable[[str], Awaitable[Observation]]
    ) -> None:
        """Makes the goal specific before the role-playing (CAMEL, section 3.1), based on what the members
        see.
        """
        if self._specifier is None or self.specified:
            return
        seen = {name: await observe(name) for name in self._task.names}
        view = self._view(number, feedback).model_copy(update={"seen": seen})
        told = await self._in_time(self._specifier.specify(view)) or Specification(why=LATE)
        if not told.text:
            note = f"the task specifier gave no answer ({told.why}); the goal stays unchanged"
            self._log.append(Note(text=note, cause=told.cause))
            return
        self.specified = told.text
        self._log.append(TaskSpecified(text=told.text, cause=told.cause))

    async def assign(self, record: Discussion) -> Plan:
        """Returns the plan that the secretary reads from the discussion."""
        plan = await self._in_time(self._secretary.assign(record))
        if plan is None:
            self._log.append(Note(text="the secretary did not answer in time; nobody has an assignment"))
        return plan or Plan()

    async def agreed_limit(self, record: Discussion) -> AgreedLimit:
        """Returns the maximum that each member may take, as the secretary reads it from the discussion."""
        if not isinstance(self._secretary, LimitReader):
            return AgreedLimit()
        asked = self._secretary.agreed_limit(record, self._task.commons.resource)
        return await self._in_time(asked) or AgreedLimit()

    def _view(self, number: int, feedback: Sequence[Feedback]) -> CrewView:
        task = self._task
        return CrewView(
            team=task.names,
            roles={name: task.role(name) for name in task.names},
            goal=task.goal,
            round=number,
            experts=self.experts,
            feedback=tuple(feedback),
        )

    async def _in_time(self, answer: Awaitable[T]) -> T | None:
        return await in_time(answer, self._task.limits.thinking_seconds, arrived=self._arrived)
