"""Promises to leave something alone or to keep it: what breaks them, and what only looks like it."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

BREAD = "your bread reaches the top whole, I will not take one bite of it"


@pytest.mark.parametrize(
    ("said", "about", "deed", "broken"),
    [
        (BREAD, {"things": ("bread",)}, "eats bread 2", True),
        (BREAD, {"things": ("bread",)}, "eats apple 1", False),
        ("I will not touch the chests of the smith", {}, "takes iron_ingot 1 from chest of smith", True),
        ("I will not touch the chests of the baker", {}, "takes iron_ingot 1 from barrel of smith", False),
        ("I promise not to break any wall of the mill", {}, "mines cobblestone 2 of mill", True),
        ("I will not hurt old Holt's hens", {}, "kills chicken>feather 1 owned by Holt", True),
        ("I will not hurt old Holt's hens", {}, "kills chicken>feather 1", False),
        ("I will not raise my hand against you", {}, "hits Ben 3*2", True),
        ("I will not raise my hand against you", {}, "hits Ben 1", False),
        ("I will not raise my hand against you", {}, "hits zombie 5*2", False),
        ("I will not cut birch", {}, "eats bread 2", False),
        ("I will not starve, I eat a bit of bread", {"things": ("bread",)}, "eats bread 1", False),
        ("I will not eat the bread until you say so", {"things": ("bread",)}, "eats bread 1", False),
        ("I will not hurt old Holt's hens", {}, "hits Ben 3*2", False),
        ("I will not hurt Ben's hens", {"things": ("hen",)}, "kills chicken>feather 1 owned by Ben", True),
        ("I will not kill Holt's chicken", {}, "kills chicken>feather 1", False),
        ("I will not eat the bread", {"things": ("bread",), "when": "later"}, "eats bread 1", False),
        ("I will not let a zombie hurt you", {}, "hits Ben 3*2", False),
        ("I will not touch the chest, I go to the library", {}, "mines bookshelf>book 1 of library", False),
        ("I leave the chest of the smith alone", {}, "takes iron_ingot 1 from chest of smith", True),
        ("I keep my hands off the smith's chest", {}, "takes iron_ingot 1 from chest of smith", True),
        ("I keep my teeth out of your bread", {"things": ("bread",)}, "eats bread 1", True),
        ("I am not going to touch the smith's chest", {}, "takes iron_ingot 1 from chest of smith", True),
        ("the smith's chest is safe from me", {}, "takes iron_ingot 1 from chest of smith", True),
        ("I shan't open the smith's chest", {}, "takes iron_ingot 1 from chest of smith", True),
        ("I will not lay a finger on the smith's chest", {}, "takes iron_ingot 1 from chest of smith", True),
        ("I will not eat more than one", {"things": ("bread",)}, "eats bread 1", False),
        ("I will not eat all of the bread", {"things": ("bread",)}, "eats bread 1", False),
        (
            "it will not take long, I fetch the smith's iron",
            {},
            "takes iron_ingot 1 from chest of smith",
            False,
        ),
        ("I do not need to break the mill's wall", {}, "mines cobblestone 2 of mill", False),
        ("I will not forget to take the smith's iron", {}, "takes iron_ingot 1 from chest of smith", False),
        ("I will not hurt Pimpernel", {}, "kills sheep>mutton named Pimpernel", True),
        ("I will not hurt Pimpernel", {}, "kills sheep>mutton 1", False),
    ],
)
def test_who_says_that_it_leaves_something_alone_is_compared_with_its_deeds(
    said: str, about: dict[str, Any], deed: str, *, broken: bool
) -> None:
    one = case(
        "\n== x\ngoal arrow 4\nteam Ann Ben\nhas Ann: bread 2, apple 2, feather 1\nround\n"
        f"Ben: All clear?\nAnn: Yes, {said}.\nplan Ann: Cut 2 ferns.\nplan Ben: Dig gravel for 1 flint.\n"
        f"Ann mines fern 2\nAnn {deed}\nBen mines gravel>flint 1\n"
    )
    _, gives_word = lines(one)
    acts = [act(gives_word, "plan", "Ann", said, to=("Ben",), **about)]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


def test_what_was_done_before_or_is_its_own_breaks_no_word() -> None:
    one = case(
        "\n== x\ngoal arrow 4\nteam Ann Ben\nhas Ann: bread 2\nround\nplan Ann: Cut 2 ferns.\n"
        "plan Ben: Get 1 flint.\nAnn takes iron_ingot 1 from chest of smith\n"
        "Ann!: I will not touch the chest of the smith, and I will not eat your bread. I have my own.\n"
        "Ann eats bread 1\n"
    )
    (word,) = lines(one)
    acts = [
        act(word, "plan", "Ann", "I will not touch the chest of the smith", to=("Ben",)),
        act(word, "plan", "Ann", "I will not eat your bread", to=("Ben",), things=("bread",)),
        act(word, "claim", "Ann", "I have my own", deed="have", things=("bread",)),
    ]
    assert not contradictions(found(one, reading(1, *acts)))


def test_who_is_struck_first_or_told_to_may_do_it_all_the_same() -> None:
    one = case(
        "\n== x\ngoal arrow 4\nteam Ann Ben\nhas Ann: bread 2\nround\nAnn: I will not hit you, Ben, and I "
        "will not eat the bread.\nplan Ann: Cut 2 ferns.\nplan Ben: Get 1 flint.\nBen hits Ann 3*2\n"
        "Ann hits Ben 3*2\nBen!: Go on, eat the bread.\nthen\nAnn eats bread 1\n"
    )
    word, allows = lines(one)
    acts = [
        act(word, "plan", "Ann", "I will not hit you", to=("Ben",)),
        act(word, "plan", "Ann", "I will not eat the bread", things=("bread",)),
        act(allows, "request", "Ann", "eat the bread", things=("bread",)),
    ]
    assert not contradictions(found(one, reading(1, *acts)))


def test_to_refuse_work_promises_nothing() -> None:
    one = case(
        "\n== x\ngoal arrow 4\nteam Ann Ben\nhas Ann: bread 2\nround\nBen: Eat that bread.\n"
        "Ann: I will not eat it.\nplan Ann: Cut 2 ferns.\nplan Ben: Dig gravel for 1 flint.\n"
        "Ann mines fern 2\nAnn eats bread 1\nBen mines gravel>flint 1\n"
    )
    _, refuses = lines(one)
    acts = [act(refuses, "refuse", "Ann", "I will not eat it", to=("Ben",), things=("bread",))]
    assert not contradictions(found(one, reading(1, *acts)))


@pytest.mark.parametrize(
    ("deed", "broken"),
    [
        ("takes arrow 3 from chest", True),
        ("takes string 1 from chest", False),
        ("mines fern 1", False),
    ],
)
def test_what_a_peer_put_into_a_chest_may_be_promised_to_be_left_there(deed: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal string 4\nteam Ann Ben\nhas Ann: string 1\nhas Ben: arrow 8\nround\n"
        "Ben: My arrows go into the chest.\nAnn: I do not take a single one of them.\n"
        "plan Ben: Put the arrows into the chest.\nplan Ann: Kill spiders for 4 string.\n"
        f"Ben puts arrow 8 in chest\nAnn puts string 1 in chest\nthen\nAnn {deed}\n"
        "Ann kills spider>string 4\n"
    )
    _, leaves = lines(one)
    said = "I do not take a single one of them"
    words = contradictions(found(one, reading(1, act(leaves, "plan", "Ann", said, things=("arrow",)))))
    assert bool(words) is broken


def test_the_agent_that_is_called_by_name_is_the_one_to_whom_it_is_said() -> None:
    one = case(
        "\n== x\ngoal string 4\nteam Ann Ben Cem\nround\n"
        "Ann: You have my word, Ben, that I will not touch the smith's chest. Cem knows me.\n"
        "plan Ann: Kill spiders for 4 string.\nAnn takes iron_ingot 1 from chest of smith\n"
    )
    (word,) = lines(one)
    said = act(word, "plan", "Ann", "I will not touch the smith's chest")
    assert contradictions(found(one, reading(1, said))) == ["Ann Ben"]


@pytest.mark.parametrize(
    ("said", "deed", "broken"),
    [
        ("I keep all six wool for your beds", "crafts painting 1", True),
        ("I keep all six wool for your beds", "mines fern 1", False),
        ("I keep all six wool for your beds", "crafts white_bed 1 using white_wool 3", False),
        ("I keep all six wool", "crafts painting 1", False),
        ("I do not keep any wool for your beds", "crafts painting 1", False),
    ],
)
def test_what_is_to_be_kept_for_a_peer_is_not_to_be_used_up(said: str, deed: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal white_bed 2\nteam Ann Ben\nhas Ann: white_wool 6, stick 8\nround\n"
        f"Ben: Tomorrow I need your wool.\nAnn: {said}.\nplan Ann: Wait.\nplan Ben: Fell 2 oaks.\n"
        f"Ann {deed}\nBen mines oak_log 2\n"
    )
    _, keeps = lines(one)
    wool = act(keeps, "accept", "Ann", said, to=("Ben",), deed="have", things=("white_wool",), amount=6)
    assert bool(contradictions(found(one, reading(1, wool)))) is broken


def test_whoever_takes_what_it_was_to_leave_alone_is_given_nothing() -> None:
    text = (
        "\n== x\ngoal bread 2\nteam Ann Ben\nhas Ben: wheat 3\nround\nBen: My wheat goes into the chest.\n"
        "Ann: {said}.\nplan Ann: Collect 4 wheat seeds.\nplan Ben: Put 3 wheat into the chest.\n"
        "Ben puts wheat 3 in chest\nAnn mines short_grass>wheat_seeds 4\nthen\nAnn takes wheat 3 from chest\n"
        "Ann crafts bread 1\nAnn eats bread 1\n"
    )
    for said, names in (("I will not touch it", ["contradiction"]), ("What a feast", ["volunteer.resource"])):
        one = case(text.format(said=said))
        gives, answers = lines(one)
        acts = [
            act(gives, "offer", "Ben", "My wheat goes into the chest", deed="give", things=("wheat",)),
            act(answers, "accept", "Ann", said, to=("Ben",), things=("wheat",)),
        ]
        assert [finding.name for finding in found(one, reading(1, *acts))] == names


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("Of course. I shan't nibble.", True),
        ("Of course. I do not eat much.", False),
        ("Of course. Who will not nibble?", False),
    ],
)
def test_a_word_that_the_model_did_not_cite_is_read_from_the_line(said: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal sugar_cane 6\nteam Ann Ben\nhas Ben: bread 3\nround\nBen: Hold the bread for me?\n"
        f"Ann: {said}\nplan Ann: Look after the bread, cut 3 cane.\nplan Ben: Cut 3 cane.\n"
        "Ben gives Ann bread 3\nAnn mines sugar_cane 3\nAnn eats bread 2\n"
    )
    _, says = lines(one)
    agrees = act(says, "accept", "Ann", "Of course", to=("Ben",), things=("bread",))
    assert bool(contradictions(found(one, reading(1, agrees)))) is broken


def test_its_own_goods_may_be_taken_out_again() -> None:
    one = case(
        "\n== x\ngoal string 4\nteam Ann Ben\nhas Ann: arrow 2\nhas Ben: arrow 8\nround\n"
        "Ann: I will not touch your arrows.\nplan Ann: Kill spiders for 4 string.\nplan Ben: Wait.\n"
        "Ann puts arrow 2 in chest\nBen puts arrow 8 in chest\nthen\nAnn takes arrow 2 from chest\n"
        "Ann kills spider>string 4\n"
    )
    (says,) = lines(one)
    word = act(says, "plan", "Ann", "I will not touch your arrows", to=("Ben",), things=("arrow",))
    assert not contradictions(found(one, reading(1, word)))


@pytest.mark.parametrize(("when", "broken"), [("later", True), ("if", False)])
def test_what_is_offered_and_kept_for_later_is_not_to_be_eaten(when: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal oak_door 3\nteam Ann Ben\nhas Ann: baked_potato 2\nround\n"
        "Ann: I'm keeping these two potatoes for you, Ben.\nBen: Then I run.\nplan Ann: 3 doors.\n"
        "plan Ben: 2 logs to Ann.\nBen mines oak_log 2\nAnn eats baked_potato 2\n"
    )
    keeps, runs = lines(one)
    food: dict[str, Any] = {"things": ("potato",), "amount": 2}
    acts = [
        act(
            keeps, "offer", "Ann", "keeping these two potatoes for you", to=("Ben",), deed="give",
            when=when, **food,
        ),
        act(runs, "accept", "Ben", "Then I run", to=("Ann",), things=("potato",)),
    ]  # fmt: skip
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken
