"""The task specifier as a model: the goal in specific words, once for a run, before roles are played.

Paper: CAMEL, sections 3.1 and 3.2. What it says is told to instructor and assistants, fenced; the goal itself
stays what the task says, and is counted by the server.
"""

from __future__ import annotations

from minecrew.agents.llm import prompt_values, shapes
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.prompt import fill
from minecrew.agents.views import CrewView, Specification

WORDS = 50
"""At most, in what it says."""


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
        )
        told = await self.caller.ask(prompt, shapes.SpecificationAnswer, purpose="specify")
        if told.value is None:
            return Specification(why=told.why, cause=told.cause)
        return Specification(text=" ".join(told.value.task.split()[: 2 * WORDS]), cause=told.cause)
