"""A model as critic: it is shown the options, compares them, and answers with the number of one and the
reason.
"""

from __future__ import annotations

from minecrew.agents.answers import CriticChoice
from minecrew.agents.llm import prompt_values, shapes
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.prompt import fill
from minecrew.agents.views import CriticView


class LLMCritic:
    kind = "openai"

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    async def choose(self, view: CriticView) -> CriticChoice:
        """Returns a choice without an option if the answer cannot be read even at the second try."""
        prompt = fill(
            "choose",
            agent=view.agent,
            role=view.role,
            criteria=view.criteria,
            team=", ".join(view.team),
            goal=prompt_values.goal(view.goal),
            count=len(view.options),
            talk=prompt_values.talk(view.lines),
            options=prompt_values.options(view.options),
        )
        shape = shapes.choice(len(view.options))
        told = await self.caller.ask(prompt, shape, purpose="choose", agent=view.agent)
        if told.value is None:
            return CriticChoice(reason=told.why, unanswered=not told.unreadable, cause=told.cause)
        return CriticChoice(option=told.value.option, reason=told.value.why, cause=told.cause)
