"""The auxiliary agents as models: the recruiter, the task specifier and the secretary.

Paper: section 2.1 (the formal model's M_r) and A5 (the role assigner) for the recruiter; CAMEL, sections 3.1
and 3.2, for the task specifier; appendix D and section A5 (summarization) for the secretary. Every agent is
a key in the shape of an answer, so no agent can be dropped or invented. The bots stay the same; the recruiter
decides which expert each of them plays. The specifier's text is shown to the instructor and the assistants as
fenced data. The goal itself is not changed.
"""

from __future__ import annotations

import json

from minecrew.agents.answers import AgreedLimit, Assignment, Expert, Plan, Recruits, Refusal, Specification
from minecrew.agents.llm import prompt_values, shapes, skill_texts
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.prompt import fill
from minecrew.agents.views import CrewView, Discussion
from minecrew.language import plain
from minecrew.skills import Library

WORDS = 50
"""Maximum number of words in the task specifier's text."""


class LLMRecruiter:
    kind = "openai"

    def __init__(self, caller: Caller, library: Library) -> None:
        self.caller, self.library = caller, library

    async def recruit(self, view: CrewView) -> Recruits:
        prompt = fill(
            "recruit",
            team=", ".join(view.team),
            count=len(view.team),
            goal=prompt_values.goal(view.goal),
            skills=skill_texts.skills(self.library),
            added=skill_texts.added(self.library),
            round=view.round,
            experts=prompt_values.described(view.experts),
            feedback=prompt_values.feedback(view.feedback),
            example=json.dumps(dict.fromkeys(view.team, "name of the expertise - description")),
        )
        told = await self.caller.ask(prompt, shapes.experts(view.team), purpose="recruit")
        if told.value is None:
            return Recruits(why=told.why, cause=told.cause)
        lines: dict[str, str] = told.value.model_dump(by_alias=True)
        experts = []
        for agent, line in lines.items():
            name, text = shapes.split_expert(line)
            experts.append(Expert(agent=agent, name=name, text=text))
        return Recruits(experts=tuple(experts), cause=told.cause)


class LLMSpecifier:
    kind = "openai"

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    async def specify(self, view: CrewView) -> Specification:
        prompt = fill(
            "specify",
            instructor=view.team[0],
            assistants=prompt_values.listed(view.team[1:]),
            words=WORDS,
            goal=prompt_values.goal(view.goal),
            roles="\n".join(f"{name}: {view.roles[name]}" for name in view.team),
            experts=prompt_values.experts(view.experts),
            seen=prompt_values.crew_sight(view.seen, view.team),
        )
        told = await self.caller.ask(prompt, shapes.SpecificationAnswer, purpose="specify")
        if told.value is None:
            return Specification(why=told.why, cause=told.cause)
        return Specification(text=" ".join(told.value.task.split()[: 2 * WORDS]), cause=told.cause)


class LLMSecretary:
    kind = "openai"

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    async def assign(self, record: Discussion) -> Plan:
        """Returns an empty plan if the model gives none; in that round nobody executes anything."""
        prompt = fill(
            "assign",
            team=", ".join(record.team),
            goal=prompt_values.goal(record.goal),
            example=json.dumps(dict.fromkeys(record.team, "verb, amount, item, receiver")),
            talk=prompt_values.talk(record.lines),
            characters=shapes.LINE,
            reading=f" {record.reading}" if record.reading else "",
        )
        told = await self.caller.ask(prompt, shapes.assignments(record.team), purpose="assign")
        lines: dict[str, str] = told.value.model_dump(by_alias=True) if told.value else {}
        heard = tuple(line.seq for line in record.lines if line.seq >= 0)
        assigned: list[Assignment] = []
        refused: list[Refusal] = []
        for agent, line in lines.items():
            if line.lower().startswith(shapes.REFUSES):
                reason = line[len(shapes.REFUSES) :].strip()
                refused.append(Refusal(agent=agent, reason=reason, cause=told.cause))
            elif line.lower().rstrip(".") != shapes.NOTHING:
                assigned.append(Assignment(agent=agent, text=line, cause=(*heard, *told.cause)))
        return Plan(assignments=tuple(assigned), refusals=tuple(refused))

    async def agreed_limit(self, record: Discussion, resource: str) -> AgreedLimit:
        """If the model gives no answer, there is no limit."""
        prompt = fill(
            "limit",
            team=", ".join(record.team),
            resource=plain(resource),
            talk=prompt_values.talk(record.lines),
        )
        told = await self.caller.ask(prompt, shapes.LimitAnswer, purpose="limit")
        agreed = told.value is not None and told.value.agreed
        return AgreedLimit(limit=told.value.limit if told.value and agreed else None, cause=told.cause)
