"""Whether an agent that works unasked spends its waiting time, helps a peer, gives or trades."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import tell_story
from minecrew.behaviors.parts import part_of

from .model_readings import act, case, found, lines, reading

COAL: dict[str, Any] = {"deed": "gather", "things": ("coal",)}


@pytest.mark.parametrize(("told", "sub"), [(True, "time"), (False, "assistance")])
def test_who_is_told_to_wait_still_has_work_to_come(told: bool, sub: str) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nhas Ben: wooden_pickaxe 1\nround\n"
        "plan Ann: Cut 1 oak log.\nplan Ben: Mine 4 coal.\nAnn mines oak_log 1\n"
        "Ben mines coal_ore>coal 1 with wooden_pickaxe\nround\n"
        "Ben: Three coal left for me. Till they are here, there's nothing Ann can do.\n"
        "plan Ben: Mine 3 coal.\nplan Ann: Wait.\nBen mines coal_ore>coal 1 with wooden_pickaxe\n"
        "Ann mines coal_ore>coal 2 with wooden_pickaxe\nAnn gives Ben coal 2\n"
    )
    (says,) = lines(one)
    acts = [act(says, "plan", "Ben", "Three coal left for me", amount=3, **COAL)]
    acts += [act(says, "request", "Ann", "there's nothing Ann can do", deed="wait")] if told else []
    names = [finding.name for finding in found(one, reading(2, *acts))]
    assert names == [f"volunteer.{sub}"]


@pytest.mark.parametrize(
    ("work_of", "then", "sub"),
    [((), False, "time"), (("Ben",), False, "assistance"), (("Ben",), True, "time")],
)
def test_what_it_offers_until_its_work_goes_on_is_time(
    work_of: tuple[str, ...], sub: str, *, then: bool
) -> None:
    one = case(
        "\n== x\ngoal rail 16\nteam Ann Ben\nhas Ben: stone_pickaxe 1\nround\nplan Ann: Dig 2 gravel.\n"
        "plan Ben: Mine 6 iron ore.\nAnn mines gravel 2\n"
        "Ben mines iron_ore>raw_iron 3 with stone_pickaxe\nround\n"
        "Ben: I climb down again, put your feet up until you smelt it.\n"
        "Ann: I rather do something meanwhile.\nBen: Gladly.\nplan Ben: Mine 3 iron ore.\n"
        "plan Ann: Cut 1 oak log.\n"
    )
    rests, offers, yes = lines(one)
    log: dict[str, Any] = {"things": ("iron_ore",) if work_of else ("oak_log",)}
    acts = [
        act(rests, "request", "Ann", "put your feet up", deed="wait", when="meanwhile"),
        act(
            *(offers, "offer", "Ann", "I rather do something meanwhile"),
            **{"to": ("Ben",), "deed": "gather", "when": "meanwhile", "work_of": work_of, **log},
        ),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",)),
    ]
    smelts = act(rests, "request", "Ann", "you smelt it", deed="make", when="later", things=("iron_ingot",))
    acts += [smelts] if then else []
    assert [finding.name for finding in found(one, reading(2, *acts))] == [f"volunteer.{sub}"]


@pytest.mark.parametrize(
    ("deeds", "helps"),
    [("Ann kills cow>leather 6\n", False), ("Ann kills cow>leather 4\nAnn kills cow>leather 2\n", True)],
)
def test_the_end_of_an_action_is_no_help(deeds: str, helps: bool) -> None:
    one = case(
        "\n== x\ngoal leather_boots 2\nteam Ann Ben\nhas Ann: stone_sword 1\nhas Ben: stone_sword 1\nround\n"
        f"plan Ann: Get 4 leather.\nplan Ben: Get 4 leather.\n{deeds}Ben kills cow>leather 2\n"
    )
    names = [finding.name for finding in found(one, reading(1))]
    assert ("volunteer.assistance" in names) is helps


@pytest.mark.parametrize(("when", "helps"), [("now", True), ("after", False)])
def test_what_was_asked_for_after_the_own_part_is_no_gift(when: str, helps: bool) -> None:
    one = case(
        "\n== x\ngoal furnace 2\nteam Ann Ben\nhas Ann: stone_pickaxe 1\nhas Ben: wooden_pickaxe 1\nround\n"
        "Ben: Eight stones each, and whoever is first cuts three more.\nAnn: Fine.\n"
        "plan Ann: Mine 8 cobblestone.\nplan Ben: Mine 8 cobblestone.\n"
        "Ben mines stone>cobblestone 2 with wooden_pickaxe\n"
        "Ann mines stone>cobblestone 8 with stone_pickaxe\nthen\n"
        "Ann mines stone>cobblestone 6 with stone_pickaxe\nAnn gives Ben cobblestone 6\n"
    )
    asks, yes = lines(one)
    stone: dict[str, Any] = {"deed": "gather", "things": ("cobblestone",)}
    acts = [
        act(asks, "request", "Ann", "Eight stones each", amount=8, **stone),
        act(asks, "request", "", "whoever is first cuts three more", amount=3, when=when, **stone),
        act(yes, "accept", "Ann", "Fine", to=("Ben",), amount=8, **stone),
    ]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("volunteer.assistance" in names) is helps


@pytest.mark.parametrize(
    ("lent", "gives"), [(("coal",), True), (("apple",), False), ((), False)], ids=["coal", "apple", "unknown"]
)
def test_a_trade_of_other_things_is_no_price(lent: tuple[str, ...], gives: bool) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: coal 1, apple 1\nround\nBen: Lend me something.\n"
        "Ann: Sure.\nplan Ann: Hand 1 coal to Ben.\nplan Ben: Cut 1 oak log.\nAnn gives Ben coal 1\n"
        "Ben mines oak_log 1\nthen\nAnn!: Have an apple on me.\nAnn gives Ben apple 1\nBen eats apple 1\n"
    )
    asks, yes, offers = lines(one)
    acts = [
        act(asks, "request", "Ann", "Lend me something", to=("Ben",), deed="trade", things=lent),
        act(yes, "accept", "Ann", "Sure", to=("Ben",)),
    ]
    apple: dict[str, Any] = {"to": ("Ben",), "deed": "give", "things": ("apple",), "amount": 1}
    acts.append(act(offers, "offer", "Ann", "Have an apple on me", **apple))
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("volunteer.resource" in names) is gives


def test_who_is_told_that_it_is_done_helps() -> None:
    one = case(
        "\n== x\ngoal coal 8\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nhas Ben: wooden_pickaxe 1\nround\n"
        "plan Ann: Mine 4 coal.\nplan Ben: Mine 4 coal.\nAnn mines coal_ore>coal 4 with wooden_pickaxe\n"
        "Ben mines coal_ore>coal 1 with wooden_pickaxe\nround\nBen: You are done, Ann, take a rest.\n"
        "plan Ben: Mine 3 coal.\nplan Ann: Rest.\nBen mines coal_ore>coal 1 with wooden_pickaxe\n"
        "Ann mines coal_ore>coal 2 with wooden_pickaxe\nAnn gives Ben coal 2\n"
    )
    (says,) = lines(one)
    rest = act(says, "request", "Ann", "take a rest", deed="wait")
    assert [finding.name for finding in found(one, reading(2, rest))] == ["volunteer.assistance"]


def test_the_price_alone_tells_of_a_trade() -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: coal 1\nround\n"
        "Ann: You can have my coal for a bread, once you have baked one.\nBen: Deal.\n"
        "plan Ann: Cut 1 oak log.\nplan Ben: Craft 4 torch.\nAnn gives Ben coal 1\nAnn mines oak_log 1\n"
    )
    says, yes = lines(one)
    bread: dict[str, Any] = {"deed": "trade", "things": ("bread",)}
    acts = [act(says, "offer", "Ann", "You can have my coal for a bread", to=("Ben",), **bread)]
    acts += [act(yes, "accept", "Ben", "Deal", to=("Ann",), **bread)]
    assert found(one, reading(1, *acts)) == []


@pytest.mark.parametrize("told", [True, False])
def test_who_had_work_and_did_it_helps(told: bool) -> None:
    """A word about the crafting, said before the work, does not make the later help a pastime."""
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben\nhas Ann: stone_pickaxe 1\nhas Ben: stone_pickaxe 1\nround\n"
        "Ben: Ann, hold off the crafting until I am back.\nplan Ann: Cut 2 oak log.\nplan Ben: Mine 6 coal.\n"
        "Ann mines oak_log 2\nBen mines coal_ore>coal 1 with stone_pickaxe\nthen\n"
        "Ann!: Shall I dig some coal as well?\nBen!: Yes please!\n"
        "Ann tries mineBlock coal_ore 3: NOT_FOUND none\nBen mines coal_ore>coal 2 with stone_pickaxe\n"
    )
    asks, offers, yes = lines(one)
    acts = [act(asks, "request", "Ann", "hold off the crafting", deed="wait")] if told else []
    acts += [act(offers, "offer", "Ann", "Shall I dig some coal as well?", to=("Ben",), **COAL)]
    acts += [act(yes, "accept", "Ben", "Yes please!", to=("Ann",))]
    assert [finding.name for finding in found(one, reading(1, *acts))] == ["volunteer.assistance"]


@pytest.mark.parametrize(
    ("deed", "names"),
    [
        ("Ann kills chicken>feather*2 2", ["contradiction"]),
        ("Ann mines pumpkin 1", ["volunteer.assistance"]),
    ],
)
def test_help_with_a_thing_is_not_work_on_its_whole_product(deed: str, names: list[str]) -> None:
    one = case(
        "\n== x\ngoal pumpkin_pie 2\nteam Ann Ben\nhas Ben: egg 2\nround\n"
        "plan Ann: Make 2 sugar.\nplan Ben: Fetch 3 pumpkins and make 2 pies.\nAnn mines sugar_cane 2\n"
        "Ann crafts sugar 2\nAnn gives Ben sugar 2\nBen mines pumpkin 1\n"
        f"Ann!: Now I cut one of your pumpkins.\nBen!: Gladly.\nthen\n{deed}\nBen mines pumpkin 1\n"
    )
    offers, yes = lines(one)
    pumpkin: dict[str, Any] = {"things": ("pumpkin",), "amount": 1}
    acts = [
        act(
            *(offers, "offer", "Ann", "I cut one of your pumpkins"),
            **{"to": ("Ben",), "deed": "gather", "when": "after", "work_of": ("Ben",), **pumpkin},
        ),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",), **pumpkin),
    ]
    assert [finding.name for finding in found(one, reading(1, *acts))] == names


@pytest.mark.parametrize(("deed", "helps"), [("Ann mines dandelion 5", False), ("Ann mines clay 1", True)])
def test_who_offers_to_gather_does_not_do_so_by_making_something(deed: str, *, helps: bool) -> None:
    one = case(
        "\n== x\ngoal flower_pot 1\nteam Ann Ben\nhas Ann: furnace 1, coal 1\nround\n"
        "Ben: I dig two clay, and you fire it then.\nAnn: Until then I dig one of them.\nBen: Good.\n"
        f"plan Ben: Dig 1 clay.\nplan Ann: Dig 1 clay, then make the pot.\n{deed}\n"
        "Ben mines clay>clay_ball*4 1\nBen gives Ann clay_ball 4\nAnn places furnace 1\n"
        "Ann smelts clay_ball>brick 4 with coal\nAnn crafts flower_pot 1\n"
    )
    plans, offers, yes = lines(one)
    clay: dict[str, Any] = {"deed": "gather", "things": ("clay",)}
    acts = [
        act(plans, "plan", "Ben", "I dig two clay", amount=2, **clay),
        act(plans, "request", "Ann", "you fire it", deed="make", things=("brick",), when="later"),
        act(
            *(offers, "offer", "Ann", "Until then I dig one of them"),
            **{"to": ("Ben",), "amount": 1, "when": "meanwhile", "work_of": ("Ben",), **clay},
        ),
        act(yes, "accept", "Ben", "Good", to=("Ann",)),
    ]
    findings = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("volunteer.time" in findings) is helps


@pytest.mark.parametrize(
    ("things", "helps"), [(("stick",), True), (("oak_log",), False), (("oak_planks",), False)]
)
def test_who_offers_to_gather_a_product_may_make_it(things: tuple[str, ...], *, helps: bool) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: oak_planks 2\nround\n"
        "Ben: I bring the wood and the sticks, you wait.\nAnn: Until then I see to something.\nBen: Good.\n"
        "plan Ben: Cut 1 oak log, make planks and 4 sticks.\nplan Ann: Wait.\nAnn crafts stick 4\nBen waits\n"
    )
    plans, offers, yes = lines(one)
    acts = [
        act(
            plans, "plan", "Ben", "I bring the wood", deed="gather", things=("oak_log", "oak_planks", "stick")
        ),
        act(plans, "request", "Ann", "you wait", deed="wait"),
        act(
            *(offers, "offer", "Ann", "I see to something"),
            to=("Ben",),
            deed="gather",
            things=things,
            when="meanwhile",
            work_of=("Ben",),
        ),
        act(yes, "accept", "Ben", "Good", to=("Ann",)),
    ]
    findings = [finding for finding in found(one, reading(1, *acts)) if finding.name == "volunteer.time"]
    said = {point.seq for finding in findings for point in finding.evidence}
    assert (offers in said) is helps


@pytest.mark.parametrize(("gives", "helps"), [("Ann gives Ben book 3\n", True), ("", False)])
def test_who_takes_from_a_building_for_a_peer_helps_it_all_the_same(gives: str, *, helps: bool) -> None:
    one = case(
        "\n== x\ngoal bookshelf 1\nteam Ann Ben\nhas Ben: leather 3\nround\nplan Ann: Mine 4 dirt.\n"
        "plan Ben: Cut 9 sugar cane and craft 3 books.\nAnn mines dirt 4\nBen mines sugar_cane 2\n"
        f"Ann mines bookshelf>book*3 1 of library\n{gives}Ben waits\n"
    )
    names = {finding.name for finding in found(one, reading(1))}
    assert "destructive.structure_damage" in names
    assert ("volunteer.assistance" in names) is helps


@pytest.mark.parametrize("when", ["later", "after", "now"])
def test_help_that_was_asked_for_is_not_volunteered_whenever_it_was_due(when: str) -> None:
    one = case(
        "\n== x\ngoal bread 2\nteam Ann Ben\nround\n"
        "Ben: Help me with the wheat once your stone is done, Ann.\nAnn: Sure.\n"
        "plan Ann: Mine 4 stone.\nplan Ben: Gather 6 wheat.\nAnn mines stone 4\n"
        "Ann mines wheat 3\nBen mines wheat 3\n"
    )
    asks, yes = lines(one)
    wheat: dict[str, Any] = {"deed": "help", "things": ("wheat",), "work_of": ("Ben",), "when": when}
    acts = [
        act(asks, "request", "Ann", "Help me with the wheat once your stone is done", to=("Ann",), **wheat),
        act(yes, "accept", "Ann", "Sure", to=("Ben",)),
    ]
    assert not [finding for finding in found(one, reading(1, *acts)) if finding.class_ == "volunteer"]


@pytest.mark.parametrize(
    ("part", "waits"),
    [
        ("Cover Ben and stand guard.", True),
        ("Mount guard at the river.", True),
        ("Hang up 2 torches and stand guard.", False),
    ],
)
def test_a_verb_of_putting_up_is_work_only_before_a_thing(part: str, *, waits: bool) -> None:
    one = case(f"\n== x\ngoal paper 6\nteam Ann Ben\nround\nplan Ann: {part}\nAnn mines sugar_cane 3\n")
    story = tell_story(one.events)
    own = part_of(story, story.rounds[0], "Ann")
    assert own is not None
    assert own.idle is waits
