"""Simple models that need no endpoint, for tests and for trying out a prompt.

They read and write text like a real model, and their answers are parsed and repaired in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel

from minecrew.agents.model import AnswerForm, ModelAnswer, ModelMessage, Retries, TextModel, Written, rendered


class FunctionModel(TextModel):
    """A model whose answer is the result of `answer` for the rendered conversation."""

    def __init__(self, answer: Callable[[str], str], *, name: str = "function") -> None:
        super().__init__(name, Retries(tries=2))
        self._answer = answer

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        self.reached = True
        return ModelAnswer("answered", text=self._answer(rendered(sent)))


class ScriptedModel(FunctionModel):
    """A model that gives its answers one after the other, whatever it is asked. `asked` contains the
    questions.
    """

    def __init__(self, answers: Iterable[str], *, name: str = "script") -> None:
        self.asked: list[str] = []
        script = iter(answers)

        def next_one(conversation: str) -> str:
            self.asked.append(conversation)
            return next(script, "the script has no more answers")

        super().__init__(next_one, name=name)
