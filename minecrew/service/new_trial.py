"""The request to try a skill over HTTP."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from minecrew.options import ItemName, PlainName, Seed

LARGEST = 256 * 1024
"""Maximum length of a skill's text, in characters."""
SkillSource = Annotated[str, Field(max_length=LARGEST, description="JavaScript, including the JSDoc.")]
Finite = Annotated[float, Field(allow_inf_nan=False)]
ItemCount = Annotated[
    int, Field(ge=1, le=2304, description="Amount of the item; at most 2304 pieces fit into an inventory.")
]
EXAMPLE: dict[str, Any] = {
    "arguments": ["oak_log", 2],
    "arena": "meadow",
    "seed": 3,
    "give": {"stone_axe": 1},
}


class NewTrial(BaseModel):
    """Omitted fields have the values of the skill's example."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [EXAMPLE]})

    source: SkillSource | None = Field(None, description="The text to try; default: the saved one.")
    arguments: list[Annotated[str, Field(max_length=1000)] | bool | int | Finite] = Field(
        [], max_length=16, description="The arguments after `bot`; text that is valid JSON is read as JSON."
    )
    arena: PlainName | None = Field(None, description="A name from GET /arenas.")
    seed: Seed | None = None
    give: dict[ItemName, ItemCount] = Field(
        {}, max_length=36, description="The items that the bot holds at the start."
    )

    @property
    def words(self) -> list[str]:
        """Returns the arguments in the form of the command line."""
        return [one if isinstance(one, str) else json.dumps(one) for one in self.arguments]
