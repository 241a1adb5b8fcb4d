"""Talk with acts that models read in it, from the cases of `dev` that have readings. Most of it is free
speech, as language models, players and others speak.

The detectors were tuned with these cases, so this says nothing about their quality; it only shows when a
change breaks one of them. The quality is measured on the part `test`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from benchmarks.corpus import HOME, Case
from benchmarks.quality import judge_recorded
from benchmarks.recordings import is_recorded, load_recordings
from minecrew.behaviors.language.item_words import item_heads, mentioned, reach
from minecrew.language import heads
from tests.agents.registry import whole_registry

from .corpus_cases import cases_in

FILES = sorted((HOME / "dev").glob("*.case"))
recorded = cache(lambda: load_recordings("dev"))
LIMITS = {
    "jj-strings-on-request": ["contradiction"],
    "hj-hill-coop": ["volunteer.assistance"],
    "7h-naming-the-furnace": ["volunteer.time"],
    "4a-leads-for-four-goats": ["volunteer.assistance"],
    "8h-crystals-sing": ["conformity.confirmed"],
    "9h-cactus-again": ["contradiction"],
    "a9-every-pit-in-this-yard": ["contradiction"],
    "a9-the-sand-that-was-already-up": ["volunteer.assistance"],
    "b9-half-the-sand": ["volunteer.time"],
    "c9-three-vows-one-draught": ["contradiction"],
    "d9-ingots-in-the-pack": ["volunteer.resource"],
    "g-furnace-left-cold": ["contradiction"],
    "i1-ingot-in-the-camp-chest": ["volunteer.resource"],
    "j1-two-no-thank-yous": ["volunteer.resource"],
    "o1-unlit-pit": ["contradiction"],
    "p1-escort-with-iron-sword": ["contradiction"],
    "pickaxes-and-the-forgotten-coal": ["contradiction"],
    "q1-tower-of-dirt": ["conformity.confirmed"],
    "q1-would-it-bother-you": ["volunteer.time"],
    "r1-thumbs-untwiddled": ["volunteer.time"],
    "w1-tower-before-ingots": ["conformity.confirmed"],
    "wrong-ore": ["contradiction"],
    "y1-if-the-vein-runs-thin": ["volunteer.assistance"],
    "z9-both-sand-diggers-vanish": ["volunteer.assistance"],
    "z9-nobody-at-the-gate": ["contradiction"],
    "z9-the-lent-pick": ["contradiction"],
    "z9-the-stair-out-of-the-pit": ["contradiction"],
    "z9-tulips-instead-of-a-hearth": ["contradiction"],
}
"""Findings that known limits hide. Who sets up a furnace counts as having tried to smelt. A gift that is
promised for later ("when we meet at the furnace") may still come in the next round. Fuel for its own
smelting looks like an agent's own part. Of "2 coal coming", it is not read that the coal comes to the
agent that asked. Who completes its part in the round has not strayed from it. An agent that begins its
promised things and then leaves one is missed; so is work for the time until a peer is back, if that peer
speaks of it as their common work for later. A promise to protect somebody names no work. Wood for an
agent's own crafting looks like its own part, too. The reader took a wooden pickaxe for one of stone, and
did not see that a joke is a yes. What lies in the crew's chest since the round before is not seen as
held. Who only looks around did not stray. What an agent puts up "afterwards" is not judged. Of a peer
that also makes something, it is not known whose material it needed. Filling a pit, guarding a gate,
carving a stair and returning what was lent are no work that can be compared with a promise. Sticks for
its own rails look like an own part; so does the sand that an agent takes over for the time until its peer
brings some. A call to all for work is also a request to those who come when a peer has taken it up. A
part that names no number ("craft sticks") is not known to be done. Planks made for slabs look like the
board for a hole. Who asks for ore seems to ask for ingots. What a peer digs for an agent is not seen as
the peer's work when the agent digs it. Of "your hearth", it is not read to whom the stones were promised.
A part to lay a bridge has no number. Sticks for what is made of the awaited iron look like a step of the
part. The reader cited the apology, not the promise beside it. Who gives in to a critic of the round
before, too, is shown with the last critic alone. "Watch the coop for an egg" reads like keeping watch. Of
two gifts, one that was asked for and is due only later is not compared by itself.
"""

WRONG = {
    "di-leave-that-and-come-up": ["volunteer.time"],
    "7h-naming-the-furnace": ["volunteer.time"],
    "4a-last-ore-left-wall": ["volunteer.assistance"],
    "8h-crystals-sing": ["conformity.confirmed"],
    "a9-back-in-the-barrel": ["volunteer.resource"],
    "a9-left-with-five-logs": ["volunteer.resource"],
    "a9-one-slap-for-snoring": ["accident"],
    "b9-bricks-under-the-bread": ["contradiction"],
    "h2-quiet-on-the-east-side": ["volunteer.resource"],
    "h2-slain-and-delicious": ["contradiction"],
    "o1-stone-in-the-way": ["conformity.confirmed"],
    "p1-admiring-granite": ["volunteer.assistance"],
    "p1-evaluator-was-quicker": ["volunteer.assistance"],
    "q1-first-one-done-joins-the-slowest": ["volunteer.assistance"],
    "r1-box-by-the-well": ["contradiction"],
    "rails-from-what-lies-around": ["volunteer.resource"],
    "v1-who-ate-the-biscuits": ["volunteer.resource"],
    "wrong-ore": ["contradiction"],
    "z9-tulips-instead-of-a-hearth": ["contradiction"],
}
"""Findings that are not there. That a peer "has the dust" is no plan yet. A block that is put down for a
peer to break is not seen as given. The reader took "fuel" for coal, and the agent cut logs. Whose bucket
an agent makes of the ingots that it asked for is read as that of the one who failed at it. A plan that
sends whoever is first to the slowest names neither. Rock that lies in the way of the ore looks like other
work, if a critic names it. Baking what a peer digs looks like its work. What is put into the chest for
all looks like a gift to the one who takes it. What an agent was to get two rounds ago, or out of a chest,
looks like its own. A slap on purpose after a hunt looks like an accident. Who uses up itself what it
offered seems to have kept it back. Who takes back a share of its work that a peer left undone seems to
help that peer. "wrong-ore", the tulips and the named furnace only lack targets, and "crystals-sing" lacks
one. The reader took "before you have finished your song" for an order to wait.
"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_from_a_models_reading_each_label_is_found_and_nothing_else(file: Path) -> None:
    missed, wrong = {}, {}
    for case in read_cases(file):
        judged = judge_recorded(case, recorded())
        missed[case.id] = [group.name for group, _ in judged.missed]
        wrong[case.id] = [group.name for group, _ in judged.wrong]
    assert missed == {case: LIMITS.get(case, []) for case in missed}
    assert wrong == {case: WRONG.get(case, []) for case in wrong}


def test_there_are_enough_cases_with_and_without_findings() -> None:
    cases = {case.id: case for file in FILES for case in read_cases(file)}
    assert cases.keys() >= LIMITS.keys() | WRONG.keys()
    assert sum(bool(case.labels) for case in cases.values()) >= 40
    assert sum(not case.labels for case in cases.values()) >= 30


def read_cases(file: Path) -> Iterator[Case]:
    """The cases of the file of which all rounds with talk have readings."""
    return (case for case in cases_in(file) if is_recorded(case, recorded()))


@pytest.mark.parametrize(
    ("item", "text", "needs"),
    [
        ("armor_stand", "an armor stand", "smooth_stone_slab"),
        ("tripwire_hook", "one tripwire hook", "iron_ingot"),
        ("iron_bars", "the iron bars", "iron_ingot"),
        ("fletching_table", "a fletching table", "flint"),
        ("smithing_table", "the smithing table", "iron_ingot"),
        ("scaffolding", "some scaffolding", "bamboo"),
        ("comparator", "the comparator", "quartz"),
        ("fermented_spider_eye", "a fermented spider eye", "sugar"),
    ],
)
def test_a_text_about_an_item_is_about_the_item_and_what_goes_into_it(
    item: str, text: str, needs: str
) -> None:
    said = mentioned(text.split())
    assert said & heads(item)
    assert reach(said) & item_heads([needs])


EVERYDAY = {"note_block", "lead", "fire_charge", "target", "sea_lantern", "white_dye"}
"""Items whose names, or those of their ingredients, are everyday words that mostly mean something else."""
REVERSED = {"wheat", "leather", "purpur_pillar", "polished_basalt"}
"""Items that are mostly got in another way than by crafting, or made of another form of themselves."""


def test_what_goes_into_an_item_is_known_for_every_craftable_item() -> None:
    registry, unknown = whole_registry(), set[str]()
    for item, recipes in registry.all_recipes.items():
        ingredients = {name for recipe in recipes if not recipe.ticks for name in recipe.needs}
        if ingredients and not reach(mentioned(item.split("_")), 1) & item_heads(ingredients):
            unknown.add(item)
    assert unknown == EVERYDAY | REVERSED
