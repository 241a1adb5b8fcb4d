"""The secretary as a model: it reads the whole record and writes one self-contained line for each agent.

Paper: appendix D (the auxiliary agent), section A5 (summarization). Every agent is a key of the answer's
shape, so none can be dropped or invented.
"""

from __future__ import annotations

import json

from minecrew.agents.llm import prompt_values, shapes
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.prompt import fill
from minecrew.agents.views import Assignment, Discussion, Plan, Refusal


class LLMSecretary:
    kind = "openai"

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    async def assign(self, record: Discussion) -> Plan:
        """An empty plan where the model gives none: nobody executes anything that round."""
        prompt = fill(
            "assign",
            team=", ".join(record.team),
            goal=prompt_values.goal(record.goal),
            example=json.dumps(dict.fromkeys(record.team, "verb, how many, what, for whom")),
            talk=prompt_values.talk(record.lines),
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
