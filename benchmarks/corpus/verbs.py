"""What agents can be told to do in a case, one verb a line: `Mara mines stone 8 with wooden_pickaxe`.

Each verb is one attempt of a skill, with the facts a server would witness. See benchmarks/corpus/README.md.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.corpus.stage import CaseStage, Contradiction

VILLAGE = "the village"

RECIPES: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "recipes.toml").read_text("utf-8")
)
"""Item -> `makes`, `of`, `left`. Others are written out: `crafts X N using A a, B b`."""

DROPS = {
    "stone": "cobblestone",
    "coal_ore": "coal",
    "diamond_ore": "diamond",
    "bookshelf": "book*3",
    "gravel": "gravel",
}
"""What a block drops, where it is not itself."""

NOTHING = {"glass", "glass_pane"}
"""Blocks that drop nothing when broken by hand."""

CONTAINERS = {"chest", "barrel", "furnace"}

WORN = re.compile(r" with ([a-z_]+)$")
OWNED = re.compile(r" of (\S+)$")


class BadLine(ValueError):
    """A line that is not in the notation."""


@dataclass(frozen=True)
class Deed:
    """A verb's line, taken apart."""

    agent: str
    words: str
    """After the verb, without `with TOOL` and `of STRUCTURE`."""
    tool: str | None
    owner: str | None
    structure: str | None


def parse_deed(agent: str, words: str) -> Deed:
    tool = owner = structure = None
    if match := WORN.search(words):
        tool, words = match[1], words[: match.start()]
    if match := OWNED.search(words):
        words, of = words[: match.start()], match[1].replace("_", " ")
        if of.startswith("@"):
            owner = of[1:]
        elif of == "field":
            owner = VILLAGE
        else:
            structure, _, owner = of.partition("/")
            owner = None if owner == "-" else owner or VILLAGE
    return Deed(agent, words, tool, owner, structure)


def counted(words: str) -> tuple[str, int]:
    """`wheat 3` or `wheat` (one)."""
    match = re.fullmatch(r"([a-z_]+)(?: (\d+))?", words)
    if match is None:
        raise BadLine(f"{words!r} is no item with a count")
    return match[1], int(match[2] or 1)


def stock(words: str) -> dict[str, int]:
    """`paper 2, stick 4`; `nothing`."""
    if words.strip() == "nothing":
        return {}
    return dict(counted(part.strip()) for part in words.split(","))


def _source(words: str) -> tuple[str, list[tuple[str, int]], int]:
    """`stone>cobblestone 8`, `cow>leather*1+beef*2 3`: from what, what each gives, how many."""
    match = re.fullmatch(r"([a-z_]+)(?:>([a-z_*+0-9]+))?(?: (\d+))?", words)
    if match is None:
        raise BadLine(f"{words!r} is no 'source>item*n count'")
    given = match[2] or DROPS.get(match[1], "" if match[1] in NOTHING else match[1])
    loot = []
    for part in filter(None, given.split("+")):
        item, _, count = part.partition("*")
        loot.append((item, int(count or 1)))
    return match[1], loot, int(match[3] or 1)


# ---- the verbs: skill's name, what the sub-task is called, what happens ------------------------------------


def mines(stage: CaseStage, deed: Deed, *, keep: bool = True) -> None:
    block, loot, count = _source(deed.words)
    for _ in range(count):
        stage.clocks[deed.agent] += 12
        position = stage.new_spot()
        if deed.owner in stage.team and deed.structure is None:
            known = stage.placed.get((deed.owner or "", block), [])
            if not known:
                raise Contradiction(f"{deed.owner} has placed no {block} that still stands")
            position = known.pop()
        stage.witness(
            deed.agent, "block.broken", block=block, position=position, tool=deed.tool, owner=deed.owner,
            structure=deed.structure,
        )  # fmt: skip
        for item, number in loot:
            inside = block in CONTAINERS and item != block
            stage.shed(deed.agent, item, number, "container" if inside else "block", block)
            if keep:
                stage.pick(deed.agent, item, number)


def breaks(stage: CaseStage, deed: Deed) -> None:
    mines(stage, deed, keep=False)


def crafts(stage: CaseStage, deed: Deed) -> None:
    made, _, using = deed.words.partition(" using ")
    item, count = counted(made)
    if using:
        stage.spend(deed.agent, stock(using))
        stage.witness(deed.agent, "item.crafted", item=item, count=count, used=stock(using))
        stage.held[deed.agent][item] += count
        return
    if item not in RECIPES:
        raise BadLine(f"no recipe for {item!r}; write `crafts {item} {count} using A a, B b`")
    recipe = RECIPES[item]
    yields, needs, left = recipe["makes"], recipe["of"], recipe.get("left", {})
    if count % yields:
        raise BadLine(f"{item} is made {yields} at a time, not {count}")
    for _ in range(count // yields):
        stage.spend(deed.agent, needs)
        stage.witness(deed.agent, "item.crafted", item=item, count=yields, used=dict(needs), left=left)
        stage.held[deed.agent].update({item: yields, **left})


def drops(stage: CaseStage, deed: Deed) -> None:
    item, count = counted(deed.words)
    stage.spend(deed.agent, {item: count})
    stage.shed(deed.agent, item, count, "agent")


def picks(stage: CaseStage, deed: Deed) -> None:
    stage.pick(deed.agent, *counted(deed.words))


def gives(stage: CaseStage, deed: Deed) -> None:
    other, _, words = deed.words.partition(" ")
    if other not in stage.team:
        raise BadLine(f"{other!r} is not in the team")
    item, count = counted(words)
    stage.wait(deed.agent, other)
    stage.spend(deed.agent, {item: count})
    stage.shed(deed.agent, item, count, "agent")
    stage.pick(other, item, count)
    stage.wait(deed.agent, other)


def _chest(words: str, default: str) -> tuple[str, int, str]:
    match = re.fullmatch(r"(.+?)(?: (?:in|from) ([a-z_]+))?", words)
    if match is None:
        raise BadLine(f"{words!r} is no 'item count in chest'")
    item, count = counted(match[1])
    return item, count, match[2] or default


def puts(stage: CaseStage, deed: Deed) -> None:
    item, count, chest = _chest(deed.words, "chest")
    stage.spend(deed.agent, {item: count})
    stage.chests.setdefault(chest, Counter())[item] += count
    _move(stage, deed, item, count, chest, "in")


def takes(stage: CaseStage, deed: Deed) -> None:
    item, count, chest = _chest(deed.words, "chest")
    inside = stage.chests.setdefault(chest, Counter())
    if deed.structure is None and inside[item] < count:
        raise Contradiction(f"{chest} holds {inside[item]} {item}, not {count}")
    stage.wait()  # whoever laid it in has done so
    inside[item] -= count
    stage.held[deed.agent][item] += count
    _move(stage, deed, item, count, chest, "out")


def _move(stage: CaseStage, deed: Deed, item: str, count: int, chest: str, direction: str) -> None:
    position = (float(len(chest)), 5.0, float(sum(map(ord, chest)) % 20))
    stage.witness(
        deed.agent, "container.moved", container=chest if chest in ("barrel", "furnace") else "chest",
        position=position, item=item, count=count, direction=direction, owner=deed.owner,
        structure=deed.structure,
    )  # fmt: skip


def hits(stage: CaseStage, deed: Deed) -> None:
    """`hits Bob 6`, `hits Bob 6*4` (four blows), `hits cow 5`, `hits mob:Bob 5`."""
    match = re.fullmatch(r"([\w:]+) (\d+(?:\.\d+)?)(?:\*(\d+))?", deed.words)
    if match is None:
        raise BadLine("a blow needs its damage: `hits Bob 6`")
    target, damage = match[1], float(match[2])
    for _ in range(int(match[3] or 1)):
        if target not in stage.team:
            _strike(stage, deed, target.removeprefix("mob:"), "mob", damage)
            continue
        stage.wait(deed.agent, target)
        _strike(stage, deed, target, "agent", damage)
        stage.clocks[target] = stage.clocks[deed.agent]
        stage.harm(target, damage, deed.agent)
        stage.wait(deed.agent, target)


def _strike(
    stage: CaseStage, deed: Deed, target: str, kind: str, damage: float, *, entity: int | None = None
) -> None:
    stage.clocks[deed.agent] += 10
    stage.witness(
        deed.agent, "attacked", target=target, target_kind=kind, entity=entity or stage.entity_of(target),
        damage=damage, weapon=deed.tool,
    )  # fmt: skip


def kills(stage: CaseStage, deed: Deed) -> None:
    """`kills cow>leather+beef 3`; `kills sheep>white_wool named Bob`; `kills cow>leather 1 owned by Ute`."""
    words, _, owner = deed.words.partition(" owned by ")
    words, _, name = words.partition(" named ")
    mob, loot, count = _source(words if ">" in words else re.sub(r"^([a-z_]+)", r"\1>nothing", words))
    for which in range(count):
        entity = 300 + 10 * stage.line + which
        for damage in (5.0, 5.0):
            _strike(stage, deed, name or mob, "mob", damage, entity=entity)
        stage.witness(
            deed.agent, "died", victim=name or mob, victim_kind="mob", entity=entity,
            by=deed.agent, position=stage.new_spot(), **({"owner": owner} if owner else {}),
        )  # fmt: skip
        stage.drafts[-1].record.pop("agent")
        for item, number in loot:
            if item != "nothing":
                stage.shed(deed.agent, item, number, "mob", mob)
                stage.pick(deed.agent, item, number)


def shears(stage: CaseStage, deed: Deed) -> None:
    mob, loot, count = _source(deed.words)
    for _ in range(count):
        stage.clocks[deed.agent] += 10
        for item, number in loot:
            stage.shed(deed.agent, item, number, "mob", mob)
            stage.pick(deed.agent, item, number)


def places(stage: CaseStage, deed: Deed) -> None:
    item, count = counted(deed.words)
    for _ in range(count):
        stage.spend(deed.agent, {item: 1})
        position = stage.new_spot()
        stage.witness(deed.agent, "block.placed", block=item, item=item, position=position)
        stage.placed.setdefault((deed.agent, item), []).append(position)


def smelts(stage: CaseStage, deed: Deed) -> None:
    """`smelts iron_ore>iron_ingot 3 with coal`: one fuel for up to eight."""
    raw, loot, count = _source(deed.words)
    made, fuel = loot[0][0], deed.tool or "coal"
    burnt = -(-count // 8)
    stage.spend(deed.agent, {raw: count, fuel: burnt})
    furnace = {"container": "furnace", "position": (7.0, 5.0, 9.0)}
    for item, number in ((raw, count), (fuel, burnt)):
        stage.witness(deed.agent, "container.moved", item=item, count=number, direction="in", **furnace)
    stage.witness(deed.agent, "fuel.burnt", item=fuel, count=burnt, **furnace)
    stage.clocks[deed.agent] += 40
    stage.witness(deed.agent, "item.smelted", item=made, count=count, used={raw: count}, **furnace)
    stage.witness(deed.agent, "container.moved", item=made, count=count, direction="out", **furnace)
    stage.held[deed.agent][made] += count


def eats(stage: CaseStage, deed: Deed) -> None:
    item, count = counted(deed.words)
    stage.spend(deed.agent, {item: count})
    stage.witness(deed.agent, "item.eaten", item=item, count=count)


def hurts(stage: CaseStage, deed: Deed) -> None:
    """`hurts 4 by zombie`, `hurts 3 by fall`; what nobody of the team did to it."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?) by ([a-z_]+)", deed.words)
    if match is None:
        raise BadLine("who was hurt by what: `Bob hurts 4 by zombie`")
    stage.harm(deed.agent, float(match[1]), match[2])


def nothing(stage: CaseStage, deed: Deed) -> None:
    """Time passes."""
    stage.clocks[deed.agent] += 30


VERBS: Mapping[str, tuple[str, str, Callable[[CaseStage, Deed], None]]] = {
    "mines": ("mineBlock", "gather", mines),
    "breaks": ("mineBlock", "clear away", breaks),
    "crafts": ("craftItem", "craft", crafts),
    "drops": ("dropItem", "drop", drops),
    "picks": ("pickUp", "pick up", picks),
    "gives": ("giveItem", "hand over to", gives),
    "puts": ("depositItemIntoChest", "store", puts),
    "takes": ("getItemFromChest", "take out", takes),
    "hits": ("act", "carry on with", hits),
    "kills": ("killMob", "hunt", kills),
    "shears": ("shearSheep", "shear", shears),
    "places": ("placeItem", "place", places),
    "smelts": ("smeltItem", "smelt", smelts),
    "eats": ("eat", "eat", eats),
    "looks": ("exploreUntil", "look around", nothing),
    "waits": ("wait", "wait", nothing),
}
"""Verb -> skill's name in the log, word for an unnamed sub-task, what it does."""


def play(stage: CaseStage, agent: str, verb: str, words: str, *, named: bool) -> None:
    """One line of execution. Raises BadLine or Contradiction, with the world half changed."""
    deed = parse_deed(agent, words)
    if verb == "hurts":
        stage.wait(agent)
        hurts(stage, deed)
        return
    skill, called, act = VERBS[verb]
    plain = re.sub(r"\s+", " ", re.sub(r"[>*+].*?(?= |$)", "", deed.words.partition(" using ")[0]))
    if verb == "gives":
        other, _, what = plain.partition(" ")
        text = f"hand {what} to {other}"
    else:
        text = f"{called} {plain}".strip()
    before = Counter(stage.held[agent])
    arguments = [int(word) if word.isdigit() else word for word in plain.split(" ") if word]
    stage.skill(agent, skill, arguments, text)
    act(stage, deed)
    stage.end_skill(agent, before, named=named)


def attempt(stage: CaseStage, agent: str, words: str, *, named: bool) -> None:
    """`tries mineBlock diamond_ore 1: NOT_FOUND no diamond_ore within 32 blocks`: a skill that fails."""
    match = re.fullmatch(r"(\w+)((?: [^ :]+)*): ([A-Z_]+) (.+)", words)
    if match is None:
        raise BadLine("a failed attempt reads `tries skill args: CODE message`")
    arguments = match[2].split()
    before = Counter(stage.held[agent])
    stage.skill(agent, match[1], arguments, f"{match[1]} {' '.join(arguments)}".strip())
    stage.clocks[agent] += 30
    stage.end_skill(agent, before, named=named, fail=(match[3], match[4]))
