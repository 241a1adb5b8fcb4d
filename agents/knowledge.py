"""The rules of the game that the server applies, such as recipes, drops and tools.

Every agent knows these rules, but they do not say where blocks and mobs are. The server provides the rules
(`mc_server/knowledge.js`).
"""

from __future__ import annotations

import difflib
from collections import deque
from collections.abc import Iterable, Set
from functools import cached_property
from typing import Final, Literal, NamedTuple

from pydantic import ConfigDict, Field

from minecrew.game import SMELT_TICKS
from minecrew.language import Names
from minecrew.runlog import Items, Record, UserError


class GameRule(Record):
    """Fields that a later version of the server adds are ignored, because rules are only read and never
    written back.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")


class Drop(GameRule):
    item: str
    min: float = 1
    max: float = 1
    chance: float = 1

    @property
    def expected(self) -> float:
        """The mean number of items."""
        return self.chance * (self.min + self.max) / 2


TABLE: Final = "crafting_table"
FURNACE: Final = "furnace"


class Recipe(GameRule):
    """A way to make an item: by crafting, or by smelting it in a furnace."""

    count: int
    needs: Items = Field(alias="in")
    """The ingredients, without the fuel."""
    table: bool = False
    """Whether the recipe needs the 3x3 grid of a crafting table."""
    ticks: int = 0
    """Game ticks in a furnace; 0 if the item is crafted."""

    @property
    def station(self) -> str | None:
        """The block at which the item is made; None if it is made by hand."""
        return FURNACE if self.ticks else TABLE if self.table else None


class Smelting(GameRule):
    """A furnace makes one `item` from one `source`."""

    item: str
    source: str = Field(alias="from")
    ticks: int


class BlockRule(GameRule):
    hand_seconds: float | None
    """Seconds to dig the block with bare hands; None if it cannot be dug."""
    tool_seconds: float | None = None
    """Seconds to dig the block with the worst tool that harvests it."""
    needs_tool: tuple[str, ...] = ()
    """The tools that harvest the block, if bare hands yield nothing."""
    drops: tuple[Drop, ...] = ()
    natural: bool = False
    """Whether the block is found in the wild although it has a recipe."""


class MobRule(GameRule):
    health: float
    drops: tuple[Drop, ...] = ()


class ItemRule(GameRule):
    stack: int = 64
    food: float | None = None
    uses: int | None = None
    """The number of times that a tool can be used before it breaks."""


class NaturalSource(NamedTuple):
    """Something in the world that yields an item."""

    kind: Literal["block", "mob"]
    name: str
    seconds: float
    """Average game seconds of work for one item, without walking."""
    tools: tuple[str, ...]


HIT_SECONDS = 0.55
"""The pause between two effective blows: ten ticks of invulnerability, and one tick to aim."""


def require_item(item: str, known: Iterable[str], where: str, *, version: str) -> None:
    """Raises UserError with the most similar names if `item` is not in `known`."""
    names = sorted(known)
    if item not in names:
        near = difflib.get_close_matches(item, names, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "see the wiki's list of item names"
        raise UserError(f"{where}: there is no item {item!r} in Minecraft {version}; {hint}")


class Knowledge(GameRule):
    version: str
    items: dict[str, ItemRule]
    recipes: dict[str, tuple[Recipe, ...]]
    blocks: dict[str, BlockRule]
    mobs: dict[str, MobRule]
    attack: dict[str, float] = {}
    smelting: tuple[Smelting, ...] = ()
    fuels: Items = {}
    """The number of game ticks for which one unit of an item burns as fuel."""

    def require(self, item: str, where: str) -> None:
        """Raises UserError with the most similar names if `item` is not in the registry."""
        require_item(item, self.items, where, version=self.version)

    def _made(self, name: str, block: BlockRule) -> bool:
        """Returns whether somebody must have made this block by crafting or smelting. Two kinds of recipes
        do not count: those that unpack a storage block (hay bale to wheat), and those that combine the
        block's own drops (melon, clay, snow). The placed form of a made item (wall torch, potted flower)
        counts as made, too.
        """
        if block.natural:
            return False
        drops = {drop.item for drop in block.drops}
        if name not in self.items:
            return any(
                not self._taken_apart(item, recipe)
                for item in drops
                for recipe in self.all_recipes.get(item, ())
            )
        return any(
            not self._taken_apart(name, recipe) and (name in drops or not recipe.needs.keys() <= drops)
            for recipe in self.all_recipes.get(name, ())
        )

    def _taken_apart(self, item: str, recipe: Recipe) -> bool:
        store = next(iter(recipe.needs), "")
        whole = {item: recipe.count}
        return recipe.needs == {store: 1} and any(r.needs == whole for r in self.recipes.get(store, ()))

    @cached_property
    def names(self) -> Names:
        """The names of all items, blocks and mobs that the discussion can mention."""
        return Names(self.items, self.mobs, self.blocks)

    @cached_property
    def all_recipes(self) -> dict[str, tuple[Recipe, ...]]:
        """All recipes by their product; furnace recipes come last."""
        found = {item: list(recipes) for item, recipes in self.recipes.items()}
        for item, source, ticks in ((s.item, s.source, s.ticks) for s in self.smelting):
            found.setdefault(item, []).append(
                Recipe.model_validate({"count": 1, "in": {source: 1}, "ticks": ticks})
            )
        return {item: tuple(recipes) for item, recipes in found.items()}

    @cached_property
    def made_of(self) -> dict[str, tuple[tuple[str, Recipe], ...]]:
        """For each item, the products that are made from it, with their recipes."""
        found: dict[str, list[tuple[str, Recipe]]] = {}
        for item, recipes in self.all_recipes.items():
            for recipe in recipes:
                for part in recipe.needs:
                    found.setdefault(part, []).append((item, recipe))
        return {part: tuple(uses) for part, uses in found.items()}

    @cached_property
    def smelted(self) -> tuple[tuple[str, Recipe], ...]:
        """The items that are made in a furnace, and their recipes."""
        return tuple((item, way) for item, ways in self.all_recipes.items() for way in ways if way.ticks)

    @cached_property
    def firewood(self) -> Items:
        """The usual fuels, with the number of ticks for which one piece burns. These fuels are found in the
        world, or made by hand from materials that are found in it.

        Charcoal is left out because it needs a furnace first, and a stick or a sapling because it does not
        burn long enough to smelt one item.
        """
        by_hand = {
            item
            for item, ways in self.all_recipes.items()
            if any(not way.station and way.needs.keys() <= self.sources.keys() for way in ways)
        }
        simple = by_hand | self.sources.keys()
        return {fuel: ticks for fuel, ticks in self.fuels.items() if fuel in simple and ticks >= SMELT_TICKS}

    @cached_property
    def ringed(self) -> frozenset[str]:
        """Items that have no natural source and that only circular recipes make, such as slime balls and
        slime blocks.
        """
        unreached = self.items.keys() - self._reached()
        return frozenset(item for item in unreached if self._leads_back(item, unreached))

    @cached_property
    def musts(self) -> dict[str, frozenset[str]]:
        """For each item, all items that are needed in every way of making it, including the item itself."""
        found: dict[str, frozenset[str]] = {}
        for item in self.items:
            if item in self.sources or item in self.ringed or item not in self.all_recipes:
                found[item] = frozenset((item,))
        ahead = deque(found)
        while ahead:
            for item in {item for item, _ in self.made_of.get(ahead.popleft(), ())}:
                known = [way for way in self.all_recipes[item] if way.needs.keys() <= found.keys()]
                if not known or item in self.sources or item in self.ringed:
                    continue
                parts = (frozenset().union(*(found[part] for part in way.needs)) for way in known)
                musts = frozenset.intersection(*parts) | {item}
                if found.get(item) != musts:
                    found[item] = musts
                    ahead.append(item)
        return found

    def _reached(self) -> frozenset[str]:
        """The items that can be made, in one or more steps, from things that no recipe makes."""
        found = {item for item in self.items if item in self.sources or item not in self.all_recipes}
        ahead = [*found]
        while ahead:
            for item, recipe in self.made_of.get(ahead.pop(), ()):
                if item not in found and recipe.needs.keys() <= found:
                    found.add(item)
                    ahead.append(item)
        return frozenset(found)

    def _leads_back(self, item: str, among: Set[str]) -> bool:
        above: set[str] = set()
        ahead = [item]
        while ahead:
            parts = {part for way in self.all_recipes.get(ahead.pop(), ()) for part in way.needs} & among
            ahead += parts - above
            above |= parts
        return item in above

    @cached_property
    def dug_with(self) -> dict[str, tuple[str, ...]]:
        """For each tool, the items that a source yields only if this tool is used."""
        found: dict[str, dict[str, None]] = {}
        for item, sources in self.sources.items():
            for tool in (tool for source in sources for tool in source.tools):
                found.setdefault(tool, {})[item] = None
        return {tool: tuple(items) for tool, items in found.items()}

    @cached_property
    def sources(self) -> dict[str, tuple[NaturalSource, ...]]:
        """Natural sources of each item: blocks that nobody crafts, and mobs.

        A block that a recipe yields (planks, bookshelf, hay bale) is not a source, because somebody made it
        and owns it.
        """
        found: dict[str, list[NaturalSource]] = {}
        for name, block in self.blocks.items():
            if block.hand_seconds is None or self._made(name, block):
                continue
            for drop in block.drops:
                if drop.expected > 0:
                    dug = block.tool_seconds if block.needs_tool else None
                    seconds = (block.hand_seconds if dug is None else dug) / drop.expected
                    source = NaturalSource("block", name, seconds, block.needs_tool)
                    found.setdefault(drop.item, []).append(source)
        for name, mob in self.mobs.items():
            for drop in mob.drops:
                if drop.expected > 0:
                    seconds = mob.health / self.attack.get("hand", 1) * HIT_SECONDS / drop.expected
                    found.setdefault(drop.item, []).append(NaturalSource("mob", name, seconds, ()))
        return {item: tuple(sorted(sources, key=lambda s: s.seconds)) for item, sources in found.items()}
