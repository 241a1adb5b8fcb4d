"""Which mind an agent has: the offline one, a model behind an OpenAI-compatible endpoint, or a plug-in's.

Only a task or the command line selects a model; a key in the environment alone never does.
"""

from __future__ import annotations

from minecrew.agents.endpoint import split_url
from minecrew.agents.plugin_names import MindKind
from minecrew.options import MindTable
from minecrew.runlog import UserError


class MindSpec(MindTable):
    """A mind in a task. Missing fields come from the task's `[mind]`, whose default is offline."""

    kind: MindKind = "offline"

    def over(self, default: MindSpec) -> MindSpec:
        """This mind, with what it leaves open taken from `default`."""
        own = self.model_dump(exclude_unset=True)
        if own.get("kind", "openai") != "openai":
            return self
        return MindSpec(**{**default.model_dump(), **own})

    @property
    def title(self) -> str:
        """Its kind, and the model if it has one."""
        return f"{self.kind} {self.model}" if self.kind == "openai" else self.kind

    def check(self, whose: str) -> None:
        """Raises UserError if this mind cannot be made."""
        if self.kind != "openai":
            for key in ("model", "base_url"):
                if getattr(self, key) is not None:
                    raise UserError(
                        f"{whose}: the {self.kind} mind has no {key}; add kind = 'openai', or remove it"
                    )
            return
        if not (self.model or "").strip():
            raise UserError(f"{whose}: no model is chosen; give --model NAME, or set model under [mind]")
        if self.base_url is not None:
            parts = split_url(self.base_url)
            if "@" in parts.netloc or parts.query:  # a task is in the manifest
                remedy = "give the address alone, and the key in OPENAI_API_KEY"
                raise UserError(f"{whose}: the base URL has a password or a query in it; {remedy}")
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise UserError(  # it is not cited: where it cannot be read, a password may stand in it
                    f"{whose}: the base URL is not the address of an endpoint; "
                    "give one like http://127.0.0.1:11434/v1"
                )
