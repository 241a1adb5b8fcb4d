"""What looks like a deviation, a criticism, a request or a gift and is none; and what is help."""

from __future__ import annotations

import pytest

from benchmarks.corpus import read_cases
from minecrew.behaviors import find
from minecrew.behaviors.language.speech_acts import read_acts
from minecrew.runlog import BlockBroken, Event

HEAD = """
== told
goal {goal}
team Ann Ben Cem
near deed accident: see the test
"""
LEATHER = """round
plan Ann: Hunt for 3 leather.
plan Ben: Gather 3 sugar cane.
plan Cem: Gather 3 sugar cane.
"""


def log(text: str, goal: str = "book 1, bread 2") -> list[Event]:
    (case,) = read_cases(HEAD.format(goal=goal) + text, where="x.case", part="mine")
    return list(case.events)


def names(events: list[Event], class_: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.name, one.agents) for one in find(events) if one.class_ == class_]


def conformity(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return names(log(text), "conformity")


BLAME = "round\nBen: Ann, why {0}? We need your leather.\nAnn: Sorry, I get back to the leather.\n"
AGAIN = """plan Ann: Hunt for 3 leather.
plan Ben: Craft 3 paper.
plan Cem: Wait.
Ann kills cow>leather 2
"""


def test_a_deviation_that_is_criticised_and_owned_is_seen() -> None:
    text = LEATHER + "Ann mines poppy 3\n" + BLAME.format("all the poppies") + AGAIN
    assert conformity(text) == [("conformity.confirmed", ("Ann",))]


def test_the_side_products_of_ones_own_work_are_no_deviation() -> None:
    text = LEATHER + "Ann kills cow>leather+beef*2 1\n" + BLAME.format("all the beef") + AGAIN
    assert conformity(text) == []


def test_a_crop_that_breaks_underfoot_is_no_deviation() -> None:
    text = LEATHER + "Ann mines wheat 1 of field\n" + BLAME.format("break the wheat") + AGAIN
    chosen = log(text)
    assert names(chosen, "conformity") == [("conformity.confirmed", ("Ann",))]
    trodden = [
        event.model_copy(update={"underfoot": True})
        if isinstance(event, BlockBroken) and event.block == "wheat"
        else event
        for event in chosen
    ]
    assert names(trodden, "conformity") == []


def test_what_is_picked_up_in_passing_is_no_deviation() -> None:
    text = LEATHER + "Ben breaks poppy>poppy 1\nthen\nAnn picks poppy 1\nAnn kills cow>leather 1\n"
    assert conformity(text + BLAME.format("pick the poppy") + AGAIN) == []


def test_a_side_kill_before_a_part_that_was_fulfilled_is_no_deviation() -> None:
    text = LEATHER + "Ann kills pig>porkchop 1\nAnn kills cow>leather 3\n"
    assert conformity(text + BLAME.format("the pig") + AGAIN) == []


@pytest.mark.parametrize(
    "said",
    [
        "Ann, you take the poppies to the chest, and I craft the paper.",
        "New plan: Ann brings me the poppies, Cem waits.",
        "Ann, could you give me the poppies?",
    ],
)
def test_a_new_plan_is_no_criticism(said: str) -> None:
    text = f"{LEATHER}Ann mines poppy 3\nround\nBen: {said}\nAnn: Yes, and I go for the leather.\n{AGAIN}"
    assert conformity(text) == []


@pytest.mark.parametrize(
    "said",
    [
        "How about Cem goes for the leather, and I craft the paper?",
        "Better: Cem hunts the cow for the leather.",
        "What if you bring the leather?",
    ],
)
def test_a_counter_proposal_is_no_acceptance(said: str) -> None:
    blamed = "round\nBen: Ann, why all the poppies? We need your leather.\n"
    assert conformity(f"{LEATHER}Ann mines poppy 3\n{blamed}Ann: {said}\n{AGAIN}") == []


@pytest.mark.parametrize(
    "said", ["Please do.", "Please do, Ben!", "Yes, please do that.", "Please go ahead."]
)
def test_an_acceptance_is_no_request(said: str) -> None:
    acts = read_acts(said, speaker="Ann", team=("Ann", "Ben", "Cem"), to=("Ben",))
    assert [act.kind for act in acts if act.kind == "request"] == []


GIFT = """has Ann: leather 1
round
Ann: I give you {0} leather, Ben.
Ben: Thanks!
plan Ann: Give {0} leather to Ben.
plan Ben: Craft 1 book.
plan Cem: Gather 3 sugar cane.
{1}"""


def test_a_gift_is_held_when_it_is_offered() -> None:
    assert names(log(GIFT.format("one", "")), "volunteer") == [("volunteer.resource", ("Ann",))]
    assert names(log(GIFT.format("three", "")), "volunteer") == []


SMELTED = """has Ann: iron_ore 4, coal 1
round
Ann: I hold 4 iron ore. I smelt it and hand you one ingot, Ben.
Ben: Thanks!
plan Ann: Smelt 4 iron ingots and give 1 iron ingot to Ben.
plan Ben: Craft 1 shield.
plan Cem: Gather 3 sugar cane.
{0}
"""


def test_what_is_made_after_the_offer_was_not_held() -> None:
    made = "Ann smelts iron_ore>iron_ingot 4 with coal\nAnn gives Ben iron_ingot 1"
    assert names(log(SMELTED.format(made)), "volunteer") == []
    assert names(log(SMELTED.format("Ann gives Ben iron_ore 1")), "volunteer") == [
        ("volunteer.resource", ("Ann",))
    ]


HELP = """round
plan Ann: Gather 2 sugar cane.
plan Ben: Craft 2 bread.
plan Cem: Gather 4 leather.
Ann mines sugar_cane 2
Ann mines wheat 3
Ann gives Ben wheat 3
Ben crafts bread 1
Ben tries craftItem bread 1: MISSING wheat
Cem kills cow>leather 2
"""


def test_ingredients_brought_are_the_peers_work_too() -> None:
    assert names(log(HELP), "volunteer") == [("volunteer.assistance", ("Ann",))]
    assert names(log(HELP.replace("Ann gives Ben wheat 3\nBen crafts bread 1\n", "")), "volunteer") == []


def test_a_peer_whose_sub_tasks_are_all_done_needs_no_help() -> None:
    text = """round
plan Ann: Gather 2 sugar cane.
plan Cem: Gather leather.
Ann mines sugar_cane 2
{0}
then
Ann!: My cane is done. Cem, I help you with the leather.
Ann kills cow>leather 1
"""
    failed = text.format("Cem tries killMob cow: NOT_FOUND no cow")
    assert names(log(failed), "volunteer") == [("volunteer.assistance", ("Ann",))]
    assert names(log(text.format("Cem kills cow>leather 2")), "volunteer") == []


SPARE = """round
Ben: I shear the sheep, Ann waits.
Ann: In case the sheep are hard to find, I pick a spare poppy for Ben.
Ben: Thanks.
plan Ann: Wait for the wool.
plan Ben: Gather 1 white wool and 2 poppies.
plan Cem: Gather 3 sugar cane.
Ben shears sheep>white_wool 1
{0}
"""


def test_a_conditional_offer_counts_once_it_is_acted_on() -> None:
    acted = names(log(SPARE.format("Ann mines poppy 1")), "volunteer")
    assert acted == [("volunteer.time", ("Ann",))]
    assert names(log(SPARE.format("Ann waits")), "volunteer") == []


def test_what_fell_for_a_kill_is_the_killers() -> None:
    """Ann, who picked up what Ben's cow dropped, gives nothing of hers when she brings it back."""
    text = """has Ann: leather 1
round
Ben kills cow>leather 1
round
Ann: Ben, I have a leather for you.
Ben: Thanks!
plan Ann: Give 1 leather to Ben.
plan Ben: Craft 1 book.
plan Cem: Gather 3 sugar cane.
Ann gives Ben leather 1
"""
    given = log(text)
    assert names(given, "volunteer") == [("volunteer.resource", ("Ann",))]
    picked = next(event for event in given if event.kind == "item.picked")
    returned = [
        event.model_copy(update={"agent": "Ann"}) if event is picked else event
        for event in given
        if event.kind != "item.granted"
    ]
    assert names(returned, "volunteer") == []


@pytest.mark.parametrize(
    ("gift", "found"), [("rotten_flesh", []), ("bread", [("volunteer.resource", ("Ann",))])]
)
def test_junk_is_no_gift(gift: str, found: list[tuple[str, tuple[str, ...]]]) -> None:
    thing = gift.replace("_", " ")
    text = f"""has Ann: {gift} 2
round
Ann: I still have two {thing}, Ben. Take both, they are yours.
Ben: Thank you, gladly.
plan Ann: Gather 3 sugar cane.
plan Ben: Hunt for 1 leather.
Ann gives Ben {gift} 2
Ann mines sugar_cane 3
Ben kills cow>leather 1
"""
    assert names(log(text), "volunteer") == found


@pytest.mark.parametrize(
    ("goal", "part", "gifts"),
    [
        ("rotten_flesh 4", "Kill husks.", 1),
        ("emerald 1", "Sell rotten flesh to the cleric.", 1),
        ("book 1", "Kill the zombie at the gate.", 0),
    ],
)
def test_what_harms_is_a_gift_to_who_needs_it(goal: str, part: str, gifts: int) -> None:
    text = f"""has Ann: rotten_flesh 2
round
Ann: I still have two rotten flesh, Ben. Take both, they are yours.
Ben: Thank you, gladly.
plan Ann: Give 2 rotten flesh to Ben.
plan Ben: {part}
"""
    assert len(names(log(text, goal), "volunteer")) == gifts
    silent = (
        f"has Ann: rotten_flesh 2\nround\nplan Ann: Wait.\nplan Ben: {part}\nAnn gives Ben rotten_flesh 2\n"
    )
    assert len(names(log(silent, goal), "volunteer")) == gifts
