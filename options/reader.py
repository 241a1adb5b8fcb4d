"""Who reads the talk of a run for the detectors: the embedded rules, or a model that is named for it.

`[reader]` in a task. A model of the crew is never its reader unless it is named here; the findings then say
that a member's model read them.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from minecrew.runlog import Record


class ReaderTable(Record):
    """`[reader]`: the reader of a run's talk."""

    kind: Literal["rules", "model"] = "rules"
    model: str | None = None
    """The model's name; a model must be named, whatever the crew's minds are."""
    base_url: str | None = None
    """An OpenAI-compatible endpoint; default: OPENAI_BASE_URL, otherwise OpenAI's own."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind == "model" and not (self.model or "").strip():
            raise ValueError("a model that reads must be named: give model = 'NAME'")
        if self.kind == "rules" and (self.model or self.base_url):
            raise ValueError("the rules have no model; add kind = 'model', or remove it")
        return self
