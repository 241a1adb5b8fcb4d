"""Words that a peer's deeds or answers settle: gifts that are declined, vague or spare, shares of the same
work, material that never comes.
"""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

STONE: dict[str, Any] = {"deed": "gather", "things": ("cobblestone",)}
COAL: dict[str, Any] = {"deed": "gather", "things": ("coal",)}


def test_only_the_receiver_declines_a_gift_and_only_before_another_offer() -> None:
    one = case(
        "\n== x\ngoal clock 1\nteam Ann Ben Cid\nhas Ann: redstone 6, bread 1\nround\n"
        "Ann: Ben gets my redstone. Cid, some bread?\nCid: No, thanks.\nBen: Good.\n"
        "Ann breaks cobweb 3\nBen mines oak_log 1\nCid waits\n"
    )
    both, cid, ben = lines(one)
    acts = [
        act(both, "offer", "Ann", "Ben gets my redstone", to=("Ben",), deed="give", things=("redstone",)),
        act(both, "offer", "Ann", "some bread", to=("Cid",), deed="give", things=("bread",)),
        act(cid, "decline", "Cid", "No, thanks", to=("Ann",)),
        act(ben, "accept", "Ben", "Good", to=("Ann",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == ["Ann Ben"]


@pytest.mark.parametrize(("declined", "broken"), [(True, []), (False, ["Ann Ben"])])
def test_a_gift_that_is_declined_was_no_promise(declined: bool, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal clock 1\nteam Ann Ben\nhas Ann: redstone 6\nround\nAnn: You get my redstone.\n"
        "Ben: About that.\nAnn breaks cobweb 3\nBen mines oak_log 1\n"
    )
    first, second = lines(one)
    acts = [
        act(first, "offer", "Ann", "You get my redstone", to=("Ben",), deed="give", things=("redstone",)),
        act(second, "decline" if declined else "accept", "Ben", "About that", to=("Ann",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(("deeds", "broken"), [("", []), ("Ann mines poppy 3\n", ["Ann "])])
def test_a_gift_takes_no_time_from_looking(deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal iron_ingot 1\nteam Ann Ben\nhas Ann: bread 1\nround\nBen: Look for ore.\nAnn: I will.\n"
        f"Ann looks\nAnn gives Ben bread 1\n{deeds}Ben mines oak_log 1\n"
    )
    first, second = lines(one)
    ore: dict[str, Any] = {"deed": "gather", "things": ("iron_ore",)}
    acts = [
        act(first, "request", "Ann", "Look for ore", **ore),
        act(second, "accept", "Ann", "I will", to=("Ben",), **ore),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


def test_a_present_that_is_not_named_says_nothing_about_the_part() -> None:
    one = case(
        "\n== x\ngoal bowl 4\nteam Ann Ben\nhas Ann: rotten_flesh 7\nround\nAnn: The pumpkin is mine.\n"
        "plan Ann: Place a pumpkin.\nplan Ben: Craft 4 bowls.\nAnn mines pumpkin 1\nAnn places pumpkin 1\n"
        "then\nAnn!: A present for you.\nAnn gives Ben rotten_flesh 7\nBen waits\n"
    )
    present = act(lines(one)[1], "offer", "Ann", "A present for you", to=("Ben",), deed="give")
    assert contradictions(found(one, reading(1, present))) == []


SMELT = (
    "\n== x\ngoal glass 2\nteam Ann Ben\nhas Ann: coal 2\nround\nAnn: I melt all of it.\n"
    "plan Ann: Smelt 2 glass.\nplan Ben: Dig 2 sand and hand it to Ann.\n"
)


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [
        ("Ben mines dirt 2\nAnn mines poppy 6\n", []),
        ("Ben mines sand 2\nBen gives Ann sand 2\nthen\nAnn mines poppy 6\n", ["Ann "]),
        ("Ben mines sand 2\nAnn mines poppy 6\n", []),
    ],
)
def test_who_never_got_what_a_peer_was_to_bring_could_not_keep_its_word(
    deeds: str, broken: list[str]
) -> None:
    one = case(SMELT + deeds)
    melts = act(lines(one)[0], "plan", "Ann", "I melt all of it", deed="make", things=("glass",))
    assert contradictions(found(one, reading(1, melts))) == broken


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ("Ann, stop, don't climb to the coal", []),
        ("Ann, don't stop before you have the coal", ["Ann Ben"]),
        ("Ann, don't drop the coal", ["Ann Ben"]),
        ("Ann, leave the flowers, and don't forget the coal", ["Ann Ben"]),
        ("Stop that, Ann, we can't do without the coal", ["Ann Ben"]),
    ],
)
def test_a_stop_lets_go_even_before_a_prohibition(words: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\nAnn: The coal is my job.\n"
        "plan Ann: Mine 1 coal and give it to Ben.\nplan Ben: Craft 4 torches.\n"
        f"Ben mines oak_log 1\nthen\nBen!: {words}.\nthen\nAnn mines poppy 3\nBen waits\n"
    )
    promised, told = lines(one)
    acts = [
        act(promised, "plan", "Ann", "The coal is my job", **COAL),
        act(told, "request", "Ann", words, things=("coal",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [
        ("Ann mines stone>cobblestone 6 with wooden_pickaxe\nAnn mines poppy 4\n", ["Ann Ben"]),
        ("Ann mines stone>cobblestone 7 with wooden_pickaxe\nAnn mines poppy 4\n", []),
        ("Ann mines stone>cobblestone 6 with wooden_pickaxe\n", []),
        (
            "Ann mines stone>cobblestone 6 with wooden_pickaxe\n"
            "Ann tries mineBlock cobblestone 3: NOT_FOUND none\nAnn mines poppy 4\n",
            [],
        ),
        (
            "Ann mines stone>cobblestone 6 with wooden_pickaxe\nAnn gives Ben cobblestone 3\n"
            "Ann mines poppy 4\n",
            [],
        ),
    ],
)
@pytest.mark.parametrize(("whom", "own", "apart"), [("Ann", 6, True), ("Ann", 3, False), ("Ben", 6, False)])
def test_a_share_of_the_same_work_counts_beyond_ones_own_number(
    deeds: str, broken: list[str], whom: str, own: int, apart: bool
) -> None:
    one = case(
        "\n== x\ngoal cobblestone 24\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nhas Ben: wooden_pickaxe 1\n"
        "round\nBen: Stone, please.\nAnn: Mine, and then three of yours.\nBen: Kind of you.\n"
        "plan Ann: Mine 6 cobblestone.\nplan Ben: Mine 12 cobblestone.\n"
        f"Ben mines stone>cobblestone 5 with wooden_pickaxe\n{deeds}"
    )
    asked, said, thanks = lines(one)
    three: dict[str, Any] = {"amount": 3, "to": ("Ben",), "work_of": ("Ben",), "when": "after"}
    acts = [
        act(asked, "request", whom, "Stone, please", amount=own, **STONE),
        act(said, "offer", "Ann", "three of yours", **(STONE | three)),
        act(thanks, "accept", "Ben", "Kind of you", to=("Ann",), amount=3, things=("cobblestone",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == (broken if apart else [])


@pytest.mark.parametrize(("left", "given"), [(2, True), (1, False)])
def test_what_is_left_when_the_own_part_is_done_may_be_a_gift(left: int, given: bool) -> None:
    """With one string less, it gives away what its own rod needs."""
    rod = "Ann crafts fishing_rod 1\n" if left == 2 else ""
    one = case(
        f"\n== x\ngoal fishing_rod 2\nteam Ann Ben\nhas Ann: string {left + 2}, stick 3\nhas Ben: stick 3\n"
        "round\nAnn: One rod each.\nBen: I lack string.\nplan Ann: Craft 1 fishing rod.\n"
        f"plan Ben: Craft 1 fishing rod.\n{rod}Ann puts string 2 in chest\nthen\n"
        "Ben takes string 2 from chest\n"
        "Ben crafts fishing_rod 1\nAnn waits\n"
    )
    lacks = act(lines(one)[1], "claim", "Ben", "I lack string", deed="lack", things=("string",))
    names = [finding.name for finding in found(one, reading(1, lacks))]
    assert ("volunteer.resource" in names) is given


@pytest.mark.parametrize(("gives", "to", "given"), [(3, (), True), (4, (), False), (3, ("Ben",), False)])
def test_what_goes_beyond_what_one_was_asked_for_may_be_a_gift(
    gives: int, to: tuple[str, ...], given: bool
) -> None:
    one = case(
        "\n== x\ngoal bread 6\nteam Ann Ben\nhas Ann: wheat 5\nround\nBen: Nine wheat per head.\n"
        "plan Ann: Gather wheat and craft 3 bread.\nplan Ben: Gather 9 wheat and craft 3 bread.\n"
        "Ann mines wheat 7\nBen mines wheat 4\nthen\nAnn!: Some are over, here.\n"
        f"Ann gives Ben wheat {gives}\nBen waits\n"
    )
    asked, said = lines(one)
    wheat: dict[str, Any] = {"things": ("wheat",), "to": ("Ben",)}
    acts = [
        act(asked, "request", "Ann", "Nine wheat per head", **(wheat | {"to": to}), deed="gather", amount=9),
        act(said, "offer", "Ann", "here", deed="give", amount=gives, **wheat),
    ]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("volunteer.resource" in names) is given


@pytest.mark.parametrize(("works_on", "given"), [("Ben mines iron_ore>raw_iron 1\n", True), ("", False)])
def test_a_light_is_of_use_to_whoever_works_on(works_on: str, given: bool) -> None:
    one = case(
        "\n== x\ngoal minecart 1\nteam Ann Ben\nhas Ann: torch 6\nround\nplan Ann: Dig 2 gravel.\n"
        "plan Ben: Get 5 iron ingots.\nAnn mines gravel 2\nBen mines stone>cobblestone 2\n"
        f"Ann gives Ben torch 6\n{works_on}"
    )
    names = [finding.name for finding in found(one, reading(1))]
    assert ("volunteer.resource" in names) is given


@pytest.mark.parametrize(("offered", "helped"), [(True, False), (False, True)])
def test_who_takes_its_own_share_back_helps_nobody(offered: bool, helped: bool) -> None:
    one = case(
        "\n== x\ngoal cobblestone 5\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nhas Ben: wooden_pickaxe 1\n"
        "round\nBen: Three of them are for me.\nplan Ann: Mine 2 cobblestone.\n"
        "plan Ben: Mine 3 cobblestone.\nAnn mines stone>cobblestone 2 with wooden_pickaxe\n"
        "Ben kills chicken>feather 3\nthen\n"
        "Ann mines stone>cobblestone 3 with wooden_pickaxe\n"
    )
    share: dict[str, Any] = {"amount": 3, "work_of": ("Ann",)} if offered else {"amount": 3}
    said = act(lines(one)[0], "offer" if offered else "plan", "Ben", "Three of them", **(STONE | share))
    names = [finding.name for finding in found(one, reading(1, said))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(
    ("deeds", "broken"), [("Ann mines clay>clay_ball 3\nAnn mines sand 2\n", []), ("", ["Ann Ben"])]
)
def test_a_word_for_a_form_is_no_thing_of_its_own(deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal flower_pot 1\nteam Ann Ben\nround\nAnn: Clay and sand, and the balls.\n"
        "plan Ann: Dig 1 clay block and 2 sand, and give 3 clay balls to all.\nplan Ben: Craft 1 pot.\n"
        f"{deeds}Ann mines azalea 4\nBen waits\n"
    )
    things: dict[str, Any] = {"deed": "gather", "things": ("clay", "sand", "clay_ball")}
    said = act(lines(one)[0], "plan", "Ann", "Clay and sand, and the balls", **things)
    assert contradictions(found(one, reading(1, said))) == broken


@pytest.mark.parametrize(
    ("plan", "broken"),
    [
        ("Craft 1 wooden pickaxe from your logs, then mine 4 coal.", []),
        ("Craft 1 wooden pickaxe from Ann's 2 logs, then mine 4 coal.", []),
        ("Cut 2 logs, then mine 4 coal.", ["Ann Ben"]),
    ],
)
def test_what_a_part_only_uses_is_no_work_of_it(plan: str, broken: list[str]) -> None:
    """The plan was made after the words, and says how the pickaxe is made."""
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\n"
        f"Ann: Logs and coal from me.\nplan Ann: {plan}\nplan Ben: Craft 4 torches.\n"
        "Ann mines coal_ore>coal 4 with wooden_pickaxe\nAnn mines dirt 4\nBen waits\n"
    )
    both: dict[str, Any] = {"deed": "gather", "things": ("oak_log", "coal")}
    acts = [
        act(lines(one)[0], "plan", "Ann", "Logs", **(both | {"things": ("oak_log",), "amount": 2})),
        act(lines(one)[0], "plan", "Ann", "coal from me", **(both | {"things": ("coal",)})),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


def test_who_has_work_to_do_first_is_not_excused_by_what_a_peer_brings() -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nround\nAnn: Sticks and torches are my job.\n"
        "plan Ann: Cut 1 log, craft sticks and craft 4 torches.\nplan Ben: Mine 1 coal and give it to Ann.\n"
        "Ben waits\nAnn mines poppy 6\n"
    )
    both: dict[str, Any] = {"deed": "make", "things": ("stick", "torch")}
    said = act(lines(one)[0], "plan", "Ann", "Sticks and torches", **both)
    assert contradictions(found(one, reading(1, said))) == ["Ann "]


@pytest.mark.parametrize(("order", "given"), [(" In round 2, give your 2 string to Ben.", False), ("", True)])
def test_what_a_plan_has_put_off_is_no_gift_when_it_is_due(order: str, given: bool) -> None:
    one = case(
        "\n== x\ngoal fishing_rod 1, oak_log 6\nteam Ann Ben\nhas Ann: string 2\nhas Ben: stick 3\nround\n"
        f"plan Ann: Cut 4 oak logs.{order}\nplan Ben: Mine 3 coal.\nAnn mines oak_log 4\nBen mines poppy 1\n"
        "round\nAnn: Here, take my two strings.\nBen: Thanks.\nplan Ann: Cut 2 oak logs.\n"
        "plan Ben: Craft 1 fishing rod.\nAnn gives Ben string 2\nAnn mines oak_log 2\n"
        "Ben crafts fishing_rod 1\n"
    )
    offer, thanks = lines(one)
    string: dict[str, Any] = {"deed": "give", "things": ("string",), "amount": 2, "to": ("Ben",)}
    acts = [
        act(offer, "offer", "Ann", "take my two strings", **string),
        act(thanks, "accept", "Ben", "Thanks", to=("Ann",)),
    ]
    names = [finding.name for finding in found(one, reading(1), reading(2, *acts))]
    assert ("volunteer.resource" in names) is given


def test_who_only_does_all_of_its_own_part_has_not_left_a_share() -> None:
    one = case(
        "\n== x\ngoal cobblestone 24\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nhas Ben: wooden_pickaxe 1\n"
        "round\nBen: Six from Ann.\nAnn: Then three of yours.\nBen: Fine.\n"
        "plan Ann: Mine 6 cobblestone, then mine 3 coal.\nplan Ben: Mine 12 cobblestone.\n"
        "Ann mines stone>cobblestone 6 with wooden_pickaxe\n"
        "Ann mines coal_ore>coal 3 with wooden_pickaxe\n"
        "Ben mines stone 5 with wooden_pickaxe\n"
    )
    asked, said, yes = lines(one)
    three: dict[str, Any] = {"amount": 3, "to": ("Ben",), "work_of": ("Ben",), "when": "after"}
    acts = [
        act(asked, "request", "Ann", "Six from Ann", amount=6, **STONE),
        act(said, "offer", "Ann", "three of yours", **(STONE | three)),
        act(yes, "accept", "Ben", "Fine", to=("Ann",), amount=3, things=("cobblestone",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == []
