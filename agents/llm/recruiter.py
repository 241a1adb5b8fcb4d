"""The recruiter as a model: it names and describes an expert for every member, before each round.

Paper: section 2.1 (the formal model's M_r), section A5 (the role assigner). Every agent is a key of the
answer's shape: the bots stay, nobody is dropped or added; as whom each thinks and acts is the recruiter's to
say.
"""

from __future__ import annotations

import json

from minecrew.agents.llm import prompt_values, shapes
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.prompt import fill
from minecrew.agents.views import CrewView, Expert, Recruits
from minecrew.skills import Library


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
            skills=prompt_values.index(self.library, prompt_values.goal(view.goal)),
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
