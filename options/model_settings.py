"""The settings for questions to a model, which a task gives for all agents, one agent or one stage."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from minecrew.options.option import RunOption
from minecrew.runlog import Record

NEEDS = "mind.kind=openai"


class ModelSettings(Record):
    """The settings for questions to a model. For None, the default of `Retries` applies if it has one, and
    otherwise that of the endpoint.
    """

    temperature: Annotated[
        Annotated[float, Field(ge=0, le=2)] | None,
        RunOption("Randomness of the answers.", metavar="X", key="mind.temperature", needs=NEEDS),
    ] = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    max_tokens: Annotated[
        Annotated[int, Field(ge=1, le=1_000_000)] | None,
        RunOption(
            "Maximum number of tokens in an answer, including the model's thoughts.",
            metavar="N",
            name="answer_tokens",
            key="mind.max_tokens",
            label="tokens of an answer",
            needs=NEEDS,
        ),
    ] = None
    """Maximum number of tokens in one answer; sent as `max_completion_tokens` if the server wants that."""
    reasoning_effort: Annotated[
        Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None,
        RunOption(
            "How much effort a reasoning model spends on thinking.", key="mind.reasoning_effort", needs=NEEDS
        ),
    ] = None
    seed: Annotated[int, Field(ge=-(2**31), lt=2**31)] | None = None
    """The random seed that is sent to the endpoint, if the endpoint accepts one."""
    retries: Annotated[
        Annotated[int, Field(ge=0, le=20)] | None,
        RunOption(
            "How many times a failed question is asked again.", metavar="N", key="mind.retries", needs=NEEDS
        ),
    ] = None
    first_token_seconds: Annotated[
        Annotated[float, Field(ge=0.1, le=86400)] | None,
        RunOption(
            "Maximum number of real seconds until an answer begins; default: 120.",
            metavar="S",
            key="mind.first_token_seconds",
            needs=NEEDS,
        ),
    ] = None
    between_tokens_seconds: Annotated[
        Annotated[float, Field(ge=0.1, le=86400)] | None,
        RunOption(
            "Maximum number of real seconds between two tokens; default: 60.",
            metavar="S",
            key="mind.between_tokens_seconds",
            needs=NEEDS,
        ),
    ] = None
    extra_body: dict[str, JsonValue] = {}
    """Sent unchanged with every request. The manifest contains it, so put no secrets here."""

    @property
    def request(self) -> dict[str, JsonValue]:
        """The settings that are sent, except `max_tokens`, whose name depends on the server."""
        named = ("temperature", "top_p", "reasoning_effort", "seed")
        given = {name: getattr(self, name) for name in named}
        return {name: value for name, value in given.items() if value is not None} | self.extra_body
