"""Descriptions and pictures of arenas. Child processes generate them. Arenas do not change, so each answer is
cached.
"""

from __future__ import annotations

from collections import OrderedDict

from pydantic import TypeAdapter

from minecrew.mc_server import ArenaCard
from minecrew.service.command import Commands
from minecrew.service.problem import ProblemError

MAPS = 256
"""Maximum number of pictures that are kept; one takes about 4 KB."""

_ARENAS = TypeAdapter(list[ArenaCard])


class Atlas:
    """The arenas of this version."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._arenas: list[ArenaCard] = []
        self._maps: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def arenas(self) -> list[ArenaCard]:
        """All arenas, by name."""
        if not self._arenas:
            self._arenas = _ARENAS.validate_json(await self._commands.ask("arenas", "--json"))
        return self._arenas

    async def draw(self, name: str, seed: int) -> bytes:
        """Returns the picture as PNG. Raises a 404 if there is no such arena."""
        known = [arena.name for arena in await self.arenas()]
        if name not in known:
            raise ProblemError(404, f"there is no arena {name!r}; choose from {', '.join(known)}")
        if (name, seed) not in self._maps:
            drawn = await self._commands.ask("arenas", "show", name, f"--seed={seed}", "--out", "-")
            self._maps[name, seed] = drawn
            if len(self._maps) > MAPS:
                self._maps.popitem(last=False)
        return self._maps[name, seed]
