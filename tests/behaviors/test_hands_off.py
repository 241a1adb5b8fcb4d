"""Promises to leave something alone, and swaps: what breaks them, and what only looks like it."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import tell_story
from minecrew.behaviors.parts import only_prepares, part_of

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
        ("I am not going to touch the smith's chest", {}, "takes iron_ingot 1 from chest of smith", True),
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
    ("theirs", "own", "broken"),
    [
        ("Ben gives Ann string 3\n", "Ann smelts porkchop>cooked_porkchop 2 with coal\n", True),
        ("Ben gives Ann string 3\n", "Ann gives Ben coal 2\n", False),
        ("", "Ann smelts porkchop>cooked_porkchop 2 with coal\n", False),
        ("Ben gives Ann string 1\n", "Ann smelts porkchop>cooked_porkchop 2 with coal\n", False),
        ("Ben gives Ann string 3\n", "Ann mines oak_log 2\nAnn hurts 20 by fall\n", False),
    ],
)
def test_who_took_one_side_of_a_swap_owes_the_other(theirs: str, own: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben\nhas Ann: coal 2, porkchop 2, stick 3\nhas Ben: string 3\n"
        "round\nBen: My string against your coal.\nAnn: It is a swap.\n"
        "plan Ann: Swap 2 coal for 3 string with Ben and make a bow.\n"
        f"plan Ben: Swap 3 string for 2 coal with Ann.\n{theirs}{own}Ann mines fern 2\nBen waits\n"
    )
    offers, agrees = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    acts = [
        act(offers, "offer", "Ben", "My string against your coal", to=("Ann",), **both),
        act(agrees, "accept", "Ann", "It is a swap", to=("Ben",), **both),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


@pytest.mark.parametrize(
    ("kind", "said", "rest"),
    [
        ("decline", "keep your coal", {}),
        ("request", "keep your coal", {}),
        ("accept", "the coal tomorrow", {"when": "later"}),
    ],
)
def test_a_swap_that_is_declined_let_go_or_for_later_is_not_owed(
    kind: str, said: str, rest: dict[str, Any]
) -> None:
    speaker = "Ann" if kind == "accept" else "Ben"
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben\nhas Ann: coal 2, stick 3\nhas Ben: string 3\nround\n"
        f"Ann: My coal for your string?\n{speaker}: So {said}.\nplan Ann: Make a bow.\n"
        "plan Ben: Give Ann 3 string.\nBen gives Ann string 3\nAnn mines fern 2\nAnn mines oak_log 2\n"
    )
    asks, answers = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    who = "Ann" if kind == "request" else speaker
    acts = [
        act(asks, "offer", "Ann", "My coal for your string", to=("Ben",), **both, **rest),
        act(answers, kind, who, said, to=("Ann" if speaker == "Ben" else "Ben",), **both, **rest),
    ]
    assert not contradictions(found(one, reading(1, *acts)))


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("no need to hurry with the cane", True),
        ("let me know where the cane will be", True),
        ("never mind the cows and get the cane", True),
        ("let the cane be", False),
        ("never mind the cane", False),
        ("no need for the cane", False),
        ("mind the cane", True),
    ],
)
def test_a_peer_says_in_many_ways_that_work_may_be_left(said: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal paper 6\nteam Ann Ben\nround\nAnn: I cut six cane.\nplan Ann: Cut 6 sugar cane.\n"
        f"plan Ben: Mine 6 stone.\nBen mines stone 6\nBen!: Ann, {said}.\nthen\nAnn mines red_tulip 4\n"
    )
    plans, asks = lines(one)
    cane: dict[str, Any] = {"things": ("sugar_cane",)}
    acts = [
        act(plans, "plan", "Ann", "I cut six cane", deed="gather", amount=6, **cane),
        act(asks, "request", "Ann", said, **cane),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(("who", "broken"), [("Ben", True), ("Ann", False)])
def test_also_the_one_that_offered_may_say_that_the_case_has_come(who: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal leather_boots 2\nteam Ann Ben\nround\n"
        "Ann: I hunt the rest for you, if there are too few.\n"
        "plan Ann: Chop 2 oak logs.\nplan Ben: Hunt 8 leather.\n"
        "Ben kills cow>leather 5\nAnn mines oak_log 2\n"
        "Ann!: So there are three too few.\nthen\nAnn mines sunflower 6\nBen waits\n"
    )
    offers, tells = lines(one)
    hides: dict[str, Any] = {"things": ("leather",)}
    acts = [
        act(
            offers, "offer", "Ann", "I hunt the rest for you", to=("Ben",), work_of=("Ben",),
            deed="gather", when="if", **hides,
        ),
        act(tells, "claim", who, "three too few", deed="lack", amount=3, **hides),
    ]  # fmt: skip
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(
    ("text", "prepares"),
    [
        ("Flatten the ground for the beds.", True),
        ("Flatten the ground.", False),
        ("Shear 3 wool for the beds.", False),
        ("Wait for the wool, then craft the bed.", False),
    ],
)
def test_what_a_part_only_prepares_for_is_told_from_its_work(text: str, *, prepares: bool) -> None:
    one = case(f"\n== x\ngoal white_bed 1\nteam Ann Ben\nround\nplan Ann: {text}\nAnn mines dirt 3\n")
    story = tell_story(one.events)
    part = part_of(story, story.rounds[0], "Ann")
    assert part is not None
    assert only_prepares(part) is prepares


@pytest.mark.parametrize(
    ("said", "deed", "broken"),
    [
        ("Where is my coal", "give", True),
        ("Never mind the coal", "other", False),
        ("Keep the coal", "other", False),
    ],
)
def test_a_peer_may_let_go_of_its_due(said: str, deed: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben\nhas Ann: coal 2, stick 3\nhas Ben: string 3\nround\n"
        "Ann: My coal for your string?\nBen: A deal.\nplan Ann: Make a bow.\nplan Ben: Give Ann 3 string.\n"
        f"Ben gives Ann string 3\nBen!: {said}, Ann.\nAnn mines fern 2\nAnn mines oak_log 2\n"
    )
    asks, agrees, lets_go = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    acts = [
        act(asks, "offer", "Ann", "My coal for your string", to=("Ben",), **both),
        act(agrees, "accept", "Ben", "A deal", to=("Ann",), **both),
        act(lets_go, "request", "Ann", said, to=("Ben",), deed=deed, things=("coal",)),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


def test_a_swap_is_agreed_with_the_one_that_is_answered() -> None:
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben Cem\nhas Ann: coal 2, stick 3\nhas Ben: string 3\nround\n"
        "Ben: My string against your coal, Ann?\nCem: I cut the cane, Ann.\nAnn: Fine, Cem.\n"
        "plan Ann: Make a bow.\nplan Ben: Give Ann 3 string.\nplan Cem: Cut 1 sugar cane.\n"
        "Ben gives Ann string 3\nAnn mines oak_log 2\nCem mines sugar_cane 1\n"
    )
    asks, _, fine = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    acts = [
        act(asks, "offer", "Ben", "My string against your coal", to=("Ann",), **both),
        act(fine, "accept", "Ann", "Fine", to=("Cem",)),
    ]
    assert not any(word.startswith("Ann") for word in contradictions(found(one, reading(1, *acts))))
