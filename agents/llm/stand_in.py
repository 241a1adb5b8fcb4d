"""Models of a few lines that need no endpoint: for tests, and for whoever tries out a prompt.

They see what a model sees, text, and give what a model gives, text; it is read and fixed all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel

from minecrew.agents.model import AnswerForm, ModelAnswer, ModelMessage, Retries, TextModel, Written, rendered


class FunctionModel(TextModel):
    """Answers what `answer` makes of the rendered conversation."""

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
    """Gives its answers one after the other, whatever it is asked; `asked` keeps what that was."""

    def __init__(self, answers: Iterable[str], *, name: str = "script") -> None:
        self.asked: list[str] = []
        script = iter(answers)

        def next_one(conversation: str) -> str:
            self.asked.append(conversation)
            return next(script, "The script is at its end.")

        super().__init__(next_one, name=name)
