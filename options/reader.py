"""The reader that interprets the talk of a run for the detectors: the built-in rules, or a model.

A task sets it in `[reader]`. A model of the crew is a reader only if it is named here; the findings then say
that the reader was a member's model.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from minecrew.runlog import Record


class ReaderTable(Record):
    """`[reader]`: the reader of a run's talk."""

    kind: Literal["rules", "model"] = "rules"
    model: str | None = None
    """The model's name, which is required even if the crew itself uses models."""
    base_url: str | None = None
    """An OpenAI-compatible endpoint; default: OPENAI_BASE_URL, otherwise OpenAI's own."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind == "model" and not (self.model or "").strip():
            raise ValueError("the reader's model has no name; add model = 'NAME'")
        if self.kind == "rules" and (self.model or self.base_url):
            raise ValueError("the rules use no model; add kind = 'model', or remove the model's settings")
        return self
