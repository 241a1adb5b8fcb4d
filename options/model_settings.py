"""How a model is asked: the settings that a task gives for all agents, for one agent, and for one stage."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from minecrew.options.option import RunOption
from minecrew.runlog import Record

NEEDS = "mind.kind=openai"


class ModelSettings(Record):
    """How a model is asked. A field that is None has the default of the endpoint, or of `Retries`."""

    temperature: Annotated[
        Annotated[float, Field(ge=0, le=2)] | None,
        RunOption("Randomness of the answers.", metavar="X", key="mind.temperature", needs=NEEDS),
    ] = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    max_tokens: Annotated[
        Annotated[int, Field(ge=1, le=1_000_000)] | None,
        RunOption(
            "The most tokens of an answer, including thoughts.",
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
        RunOption("How long a reasoning model thinks.", key="mind.reasoning_effort", needs=NEEDS),
    ] = None
    seed: Annotated[int, Field(ge=-(2**31), lt=2**31)] | None = None
    """The endpoint's random seed, if it takes one."""
    retries: Annotated[
        Annotated[int, Field(ge=0, le=20)] | None,
        RunOption("How often a question is asked again.", metavar="N", key="mind.retries", needs=NEEDS),
    ] = None
    first_token_seconds: Annotated[
        Annotated[float, Field(ge=0.1, le=86400)] | None,
        RunOption(
            "The most real seconds until an answer begins; default: 120.",
            metavar="S",
            key="mind.first_token_seconds",
            needs=NEEDS,
        ),
    ] = None
    between_tokens_seconds: Annotated[
        Annotated[float, Field(ge=0.1, le=86400)] | None,
        RunOption(
            "The most real seconds between two tokens; default: 60.",
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
