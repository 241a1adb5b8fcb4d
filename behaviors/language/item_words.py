"""The words with which people name things of the game: "two canes" means sugar_cane, and "the cow" means
leather.

This module knows the main words of item names, the products of animals and plants, and the ingredients of
items, as far as they are needed to understand talk and assignments. It is not a recipe book: an unknown thing
stands only for itself. Limits: colours and kinds of wood are not distinguished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from minecrew.behaviors.language.lexicon import listed
from minecrew.language import count_of, heads, singular

COMES_FROM: dict[str, str] = {
    "cow": "leather beef milk bucket hide steak", "sheep": "wool mutton shears",
    "chicken": "feather egg chicken", "hen": "feather egg", "tree": "log sapling apple wood planks",
    "forest": "log", "grove": "log", "wood": "log planks wood stick", "timber": "log planks wood",
    "spider": "string eye", "skeleton": "bone arrow meal", "creeper": "gunpowder", "zombie": "flesh rotten",
    "pig": "porkchop", "hive": "honey honeycomb", "bee": "honey honeycomb", "reed": "cane", "river": "cane",
    "cobble": "cobblestone", "stone": "cobblestone stone", "rock": "cobblestone stone", "poppy": "dye",
    "cocoa": "bean beans", "lily": "lily pad",
    "flower": "dye dandelion poppy tulip", "gravel": "flint", "web": "string", "cobweb": "string",
    "ditch": "dirt", "trench": "dirt", "channel": "dirt",
    "field": "wheat seeds", "crop": "wheat seeds", "clay": "clay brick", "hide": "leather", "skin": "leather",
    "board": "planks", "plank": "planks", "workbench": "table", "bench": "table", "ink": "sac",
    "squid": "sac ink", "lapis": "lazuli", "lava": "obsidian bucket", "water": "bucket", "cactus": "dye",
    "quarry": "cobblestone stone", "cow's": "leather", "fish": "cod salmon",
    "fishing": "fish cod salmon", "horse": "leather",
    "rabbit": "hide", "bed": "bed", "slime": "slime", "egg": "egg", "library": "book", "milk": "milk bucket",
    "fleece": "wool", "ewe": "wool mutton", "herd": "leather beef milk", "grass": "seeds", "bush": "berry",
    "enderman": "pearl", "mooshroom": "leather beef mushroom", "llama": "leather", "drowned": "flesh rotten",
    "husk": "flesh rotten", "guardian": "prismarine shard",
    "fuel": "coal charcoal log planks stick",
    "charcoal": "coal charcoal", "bamboo": "stick", "loaf": "bread", "cookie": "cookie",
}  # fmt: skip
"""Word -> words for what people get from it."""

MADE_OF: dict[str, str] = {
    "paper": "cane", "book": "paper leather", "bookshelf": "book planks", "planks": "log", "stick": "planks",
    "table": "planks", "chest": "planks", "bread": "wheat", "cake": "wheat milk egg sugar", "sugar": "cane",
    "painting": "wool stick", "bed": "wool planks", "torch": "coal stick",
    "ladder": "stick", "bowl": "planks", "boat": "planks", "furnace": "cobblestone",
    "pickaxe": "stick planks cobblestone iron gold diamond",
    "axe": "stick planks cobblestone iron gold diamond",
    "sword": "stick planks cobblestone iron gold diamond",
    "shovel": "stick planks cobblestone iron gold diamond",
    "hoe": "stick planks cobblestone iron gold diamond", "arrow": "flint stick feather",
    "bow": "string stick", "fishing": "string stick", "glass": "sand coal", "pane": "glass",
    "brick": "clay coal", "pot": "brick", "iron": "ore coal", "ingot": "ore coal", "bucket": "iron",
    "shield": "iron planks", "frame": "leather stick", "lantern": "torch nugget iron",
    "pie": "pumpkin egg sugar", "map": "paper compass", "compass": "iron redstone", "clock": "gold redstone",
    "shears": "iron", "rail": "iron stick gold redstone", "fence": "planks stick", "gate": "planks stick",
    "door": "planks", "barrel": "planks slab",
    "dye": "poppy flower dandelion cornflower tulip orchid allium lilac lapis bean cactus sac",
    "string": "cobweb", "wool": "string", "tnt": "gunpowder sand", "lectern": "bookshelf planks slab",
    "campfire": "coal log stick", "flint": "gravel", "banner": "wool stick", "carpet": "wool",
    "crossbow": "stick iron string hook", "stew": "mushroom bowl carrot potato", "cookie": "wheat cocoa",
    "smoker": "furnace log", "slab": "planks cobblestone", "stairs": "planks cobblestone",
    "trapdoor": "planks", "button": "planks", "helmet": "leather iron gold diamond",
    "boots": "leather iron gold diamond", "chestplate": "leather iron gold diamond",
    "leggings": "leather iron gold diamond", "stonecutter": "iron stone", "loom": "string planks",
    "composter": "slab planks", "jukebox": "planks diamond", "minecart": "iron",
    "hopper": "iron chest", "piston": "planks cobblestone iron redstone", "tripwire": "iron stick planks",
    "concrete": "sand gravel dye", "terracotta": "clay", "melon": "slice", "beacon": "glass obsidian",
    "cauldron": "iron", "anvil": "iron", "grindstone": "stick planks stone slab", "sign": "planks stick",
    "smithing": "iron planks", "fletching": "flint planks", "cartography": "paper planks",
    "enchanting": "book diamond obsidian", "brewing": "blaze cobblestone",
    "armor": "stick slab leather iron", "lever": "cobblestone stick", "hook": "iron stick planks",
    "chain": "iron nugget", "nugget": "iron gold", "dispenser": "bow cobblestone redstone",
    "dropper": "cobblestone redstone", "lamp": "glowstone redstone",
    "observer": "cobblestone quartz redstone", "repeater": "stone torch redstone",
    "comparator": "stone torch quartz redstone", "detector": "glass quartz slab",
    "scaffolding": "bamboo string", "hay": "wheat", "soup": "beetroot bowl", "meal": "bone",
    "bottle": "glass", "beehive": "honeycomb planks", "fermented": "eye mushroom sugar",
    "lodestone": "brick ingot", "ender": "pearl blaze", "cream": "slime blaze", "granite": "diorite quartz",
    "diorite": "cobblestone quartz", "andesite": "diorite cobblestone", "hyphae": "stem", "crimson": "stem",
    "warped": "stem", "sandstone": "sand", "purpur": "fruit", "plate": "planks stone iron gold",
    "snow": "snowball", "prismarine": "shard", "conduit": "shell heart", "turtle": "scute",
    "golden": "gold ingot", "crystal": "glass tear eye", "pattern": "paper", "shulker": "shell chest dye",
    "anchor": "obsidian glowstone", "honey": "bottle", "magma": "cream", "rocket": "paper gunpowder",
    "firework": "paper gunpowder dye", "netherite": "gold scrap", "stained": "glass dye",
    "glowstone": "dust", "spectral": "glowstone dust", "chiseled": "slab", "quill": "book feather sac",
    "bone": "meal", "steel": "flint iron",
}  # fmt: skip
"""Word for a thing -> words for what goes into it."""


TOOLS = frozenset(listed("axe pickaxe shovel hoe sword shears bow crossbow fishing"))
"""Words for tools and weapons."""
LIGHTS = frozenset({"torch", "lantern"})
"""Words for things that people put up for light."""
PLACES = frozenset(listed("in into inside to onto at on for from by beside under near out"))
"""Words after which no counted thing comes, as in 'put 2 in the chest'."""
PAIRS, PAIRED = frozenset({"pair", "pairs"}), frozenset({"boots", "leggings", "shears"})
"""Words for two things, and the items of which a pair is one."""
TREES = frozenset(listed("oaks birches spruces acacias"))
"""Words for trees; in the singular, they mostly say of which wood a thing is."""
METALS = frozenset(listed("iron gold copper netherite"))
ORES = METALS | frozenset(listed("ore coal diamond emerald redstone lazuli quartz"))
"""Words for ores and what they yield: three iron ore are mined when three raw iron are there."""
REFINED = frozenset(listed("ingot nugget block"))
FORMS_OF_METALS = REFINED | {"ore"}
"""Words that tell two items of a metal apart."""
FORMS = FORMS_OF_METALS | frozenset(listed("dust powder ball rod shard"))
"""Words that name only the form of a thing."""
MATERIALS = frozenset(listed("leather iron gold diamond stone cobblestone sandstone glass"))
"""What the first word of an item's name may say that the item is made of."""


def item_heads(items: Iterable[str]) -> frozenset[str]:
    """The words that people use for any of these items."""
    return frozenset(word for item in items for word in heads(item))


NOUNS = frozenset(
    {*COMES_FROM, *MADE_OF}
    | {word for text in (*COMES_FROM.values(), *MADE_OF.values()) for word in text.split()}
    | set(
        listed(
            """
            allium andesite armor armour ball bean bedrock beehive beetroot berry blackstone blaze bluet
            bobber bottle carrot comb comparator conduit copper coral cornflower cream crystal cube daisy
            detector diorite dirt dispenser dolphin donkey dragon dropper elytra emerald ender enderman
            endermite evoker fang farmland fern fireball fungus ghast glowstone granite grass husk hyphae
            ice kelp lamp lilac lily llama lodestone mellohi membrane mooshroom mule mycelium nametag
            netherrack nylium ocelot orchid panda parrot pearl peony pigstep pillager plant podzol potato
            potion powder prismarine pufferfish quartz ravager repeater rocket rod rose saddle sandstone
            scaffolding scute seagrass shelf shroomlight shulker sign silverfish skull snow snowball soup
            spawner sprout sunflower tool trader trident vex villager vindicator wart weapon wolf
            """
        )
    )
)
"""Words that name things of the game."""


def mentioned(tokens: Iterable[str]) -> frozenset[str]:
    """The words for things among `tokens`, in the singular."""
    found = [nouns for token in tokens if (nouns := _nouns_in(token))]  # most words name none
    return frozenset().union(*found)


def named_items(words: Sequence[str], commas: frozenset[int] = frozenset()) -> frozenset[str]:
    """The words for things, without materials that only say what the next word is made of: of 'leather
    boots', the boots. `commas`: the places of the words before a comma.
    """
    return mentioned(
        word
        for place, (word, after) in enumerate(pairwise((*words, "")))
        if word not in MATERIALS
        or place in commas
        or _is_form(after)
        or word not in reach(mentioned((after,)), 1)
    )


def _is_form(word: str) -> bool:
    """Whether the word only names the form of a metal: an iron nugget is iron."""
    return singular(word) in FORMS_OF_METALS


@lru_cache(maxsize=50_000)
def _nouns_in(token: str) -> frozenset[str]:
    return frozenset({"tree"}) if token in TREES else NOUNS & {singular(part) for part in token.split("_")}


@lru_cache(maxsize=50_000)
def _noun(token: str) -> str | None:
    """The last word for a thing in the token: 'ingot' in 'iron_ingot'."""
    if token in TREES:
        return "tree"
    return next((word for part in reversed(token.split("_")) if (word := singular(part)) in NOUNS), None)


def amounts(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yields (thing, count) for every number that has a thing within the four words after it. The number in
    'craft sticks and put 2 in the chest' and in 'take 1 more from the chest' is not that of the chest.
    """
    for place, word in enumerate(words):
        count = count_of(word)
        if count is None:
            continue
        if PLACES & set(words[place + 1 : place + 2]):
            continue
        for after in range(place + 1, min(place + 5, len(words))):
            if words[after] in PLACES:
                break
            if found := _noun(words[after]):
                following = words[after + 1 : after + 2]
                thing = (_noun(following[0]) if following else None) or found
                is_pair = word in PAIRS and thing in PAIRED
                if not (is_pair and place and count_of(words[place - 1]) is not None):
                    yield thing, 1 if is_pair else count  # of "2 pairs of boots", the 2 counts
                break


@cache
def reach(words: frozenset[str], depth: int = 3, *, tools: bool = True) -> frozenset[str]:
    """The named things, what people get from them, what goes into them, and so on, in `depth` steps; of a
    tool that is needed for them, only what goes into it at once. `tools`: False leaves such tools out.
    """
    seen, of_tools = set(words), set[str]()
    for _ in range(depth):
        found = {
            w
            for word in seen - of_tools
            for w in (*COMES_FROM.get(word, "").split(), *MADE_OF.get(word, "").split())
        }
        if not tools:
            found -= TOOLS - words
        of_tools |= {w for tool in (TOOLS & seen) - words for w in MADE_OF[tool].split()} - seen
        seen |= found
    return frozenset(seen)


@cache
def made_of(words: frozenset[str]) -> frozenset[str]:
    """The named things, what goes into them, what goes into that, and so on."""
    found = words.union(*(MADE_OF.get(word, "").split() for word in words))
    return found if found == words else made_of(found)


def alike(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether both name a common thing, or what people get from it."""
    return bool(in_same_form(direct(some), direct(others)))


def in_same_form(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """The common words, without a metal that the two name in different forms, and without a form of different
    things: "iron" may be the ore or the ingot, but the ore is no ingot, and no other ore. Whoever wants
    ingots also wants the ore for them.
    """
    forms, other_forms = some & FORMS_OF_METALS, others & FORMS_OF_METALS
    single = len(some & METALS) < 2 and len(others & METALS) < 2
    differ = forms - {"ingot"} and other_forms and not forms & other_forms and single
    named = some - FORMS_OF_METALS and others - FORMS_OF_METALS
    return some & others - (METALS if differ else frozenset()) - (FORMS_OF_METALS if named else frozenset())


@cache
def direct(words: frozenset[str]) -> frozenset[str]:
    """The named things, and the things that people get from the named places and animals."""
    return frozenset(words | {w for word in words for w in COMES_FROM.get(word, "").split()})
