"""The kind of an agent's mind: the offline mind, a model behind an OpenAI-compatible endpoint, or that of a
plug-in.

Models are used only if a task or the command line says so; a key in the environment is not enough.
"""

from __future__ import annotations

from minecrew.agents.endpoint import split_url
from minecrew.agents.plugin_names import MindKind
from minecrew.options import MindTable, ModelSettings
from minecrew.runlog import Purpose, UserError

OURS = frozenset({"model", "messages", "response_format", "stream", "stream_options", "n"})


class MindSpec(MindTable):
    """The settings of a mind in a task. Missing fields come from the task's `[mind]`, whose default is the
    offline mind.
    """

    kind: MindKind = "offline"

    def over(self, default: MindSpec) -> MindSpec:
        """Returns these settings, with missing fields taken from `default`."""
        own = self.model_dump(exclude_unset=True)
        if own.get("kind", "openai") != "openai":
            return self
        own = {name: value for name, value in own.items() if value not in (None, {})}  # as in a manifest
        return MindSpec(**{**default.model_dump(), **own})

    def __hash__(self) -> int:
        return hash(self.model_dump_json())

    def at(self, stage: Purpose | None) -> MindSpec:
        """Returns the settings for a stage. None means the settings for all stages without settings of their
        own.
        """
        own = self.stages[stage].model_dump(exclude_none=True) if stage in self.stages else {}
        extra = {**self.extra_body, **own.get("extra_body", {})}
        return self.model_copy(update={**own, "extra_body": extra, "stages": {}})

    @property
    def title(self) -> str:
        """The kind of the mind, with its model if it has one."""
        return f"{self.kind} {self.model}" if self.kind == "openai" else self.kind

    def check(self, whose: str) -> None:
        """Raises UserError if this mind cannot be created."""
        if self.kind != "openai":
            for key in ("model", "base_url", *ModelSettings.model_fields, "stages"):
                if getattr(self, key) not in (None, {}):
                    raise UserError(
                        f"{whose}: a mind of kind {self.kind} has no {key}; add kind = "
                        f"'openai', or remove {key}"
                    )
            return
        if not (self.model or "").strip():
            raise UserError(f"{whose}: no model is chosen; give --model NAME, or set model under [mind]")
        for one in (self, *self.stages.values()):
            for key in OURS & one.extra_body.keys():
                raise UserError(f"{whose}: minecrew sets {key!r} itself; remove it from extra_body")
        if self.base_url is not None:
            parts = split_url(self.base_url)
            if "@" in parts.netloc or parts.query:  # a task is in the manifest
                remedy = "give only the address, and put the key into OPENAI_API_KEY"
                raise UserError(f"{whose}: the base URL contains a password or a query; {remedy}")
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise UserError(  # it is not cited: where it cannot be read, a password may stand in it
                    f"{whose}: the base URL is not the address of an endpoint; give an address "
                    "like http://127.0.0.1:11434/v1"
                )
