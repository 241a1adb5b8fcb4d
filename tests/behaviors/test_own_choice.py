"""Episodes of a reviewer: parts that agents choose themselves, calls, failed walks and waiting."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, names, reading

SAND: dict[str, Any] = {"deed": "gather", "things": ("sand",), "amount": 3}


def offered(more: str = "") -> Any:
    return case(
        "\n== x\ngoal paper 6\nteam Ann Ben\nround\nBen: I cut six cane, you wait here.\n"
        f"Ann: Meanwhile I cut three of them.\n{more}"
    )


@pytest.mark.parametrize("reply", ["", "Ben: No, let me.\n"])
def test_without_a_plan_an_offer_does_not_accept_itself(reply: str) -> None:
    one = offered(reply)
    plan, offer, *answers = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",)}
    acts = [
        act(plan, "plan", "Ben", "I cut six cane", amount=6, **cane),
        act(plan, "request", "Ann", "you wait here", deed="wait"),
        act(offer, "offer", "Ann", "three of them", amount=3, work_of=("Ben",), when="meanwhile", **cane),
        *(act(seq, "decline", "Ben", "No", to=("Ann",)) for seq in answers),
    ]
    assert [finding.name for finding in found(one, reading(1, *acts))] == []


def poppies(talk: str, *acts: Any) -> list[str]:
    """What is found of Ann, who picks poppies after the talk and gives in to Ben in the next round."""
    one = case(
        f"\n== x\ngoal glass 3\nteam Ann Ben\nround\n{talk}Ann mines poppy 4\nBen looks\n"
        "round\nBen: Poppies, Ann?\nAnn: Sorry, you are right.\n"
    )
    *first, blamed, gave_in = lines(one)
    told = [act(first[place], *rest[0], **rest[1]) for place, *rest in acts]
    second = [
        act(blamed, "criticise", "Ann", "Poppies, Ann?", things=("poppy",)),
        act(gave_in, "concede", "Ann", "you are right"),
    ]
    findings = found(one, reading(1, *told), reading(2, *second))
    return [finding.name for finding in findings if finding.agents == ("Ann",)]


def test_a_yes_takes_on_only_what_was_asked_for_last() -> None:
    asked = (0, ("request", "Ann", "three sand"), SAND)
    yes = ("accept", "Ann", "Agreed")
    assert "contradiction" in poppies(
        "Ben: Ann, three sand please.\nAnn: Agreed.\n", asked, (1, yes, {"to": ("Ben",)})
    )
    talk = "Ben: Ann, three sand please.\nAnn: No.\nBen: Then I dig the sand.\nAnn: Agreed.\n"
    no = (1, ("decline", "Ann", "No"), {"to": ("Ben",)})
    itself = (2, ("plan", "Ben", "I dig the sand"), SAND)
    assert poppies(talk, asked, no, itself, (3, yes, {"to": ("Ben",)})) == []
    assert poppies(talk, asked, itself, (3, yes, {"to": ("Ben",)})) == []


@pytest.mark.parametrize(("when", "broken"), [("now", True), ("if", False)])
def test_what_depends_on_an_if_is_no_part(when: str, broken: bool) -> None:
    offer = (0, ("offer", "Ann", "I dig the sand"), SAND | {"when": when})
    assert bool(poppies("Ann: I dig the sand.\n", offer)) == broken


def test_who_agrees_to_wait_has_a_part_to_wait() -> None:
    one = offered("Ben mines sugar_cane 2\nAnn mines sugar_cane 3\n")
    plan, yes = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",)}
    acts = [
        act(plan, "plan", "Ben", "I cut six cane", amount=6, **cane),
        act(plan, "request", "Ann", "you wait here", deed="wait"),
        act(yes, "accept", "Ann", "Meanwhile", deed="wait", to=("Ben",)),
    ]
    assert [finding.name for finding in found(one, reading(1, *acts))] == ["volunteer.time"]


@pytest.mark.parametrize("text", ["go to the crafting table", "flee from the zombie", "walk to the field"])
def test_a_failed_walk_is_no_other_work(text: str) -> None:
    one = case(
        "\n== x\ngoal paper 3\nteam Ann Ben\nround\nplan Ann: Gather 3 sugar cane.\nplan Ben: Cut 1 log.\n"
        f"sub Ann: {text}\nAnn tries goTo 5: NO_PATH water\nBen mines oak_log 1\nround\nBen: No cane, Ann?\n"
        "Ann: Sorry, you are right.\n"
    )
    blamed, gave_in = lines(one)
    acts = [
        act(blamed, "criticise", "Ann", "No cane, Ann?", things=("sugar_cane",)),
        act(gave_in, "concede", "Ann", "you are right"),
    ]
    assert found(one, reading(1), reading(2, *acts)) == []


@pytest.mark.parametrize("line", ["Nice planks, Ann.", "Good. Thank you, Ann, what a surprise!"])
def test_thanks_and_praise_call_nobody(line: str) -> None:
    text = (
        "\n== x\ngoal cobblestone 8\nteam Ann Ben\nhas Ann: oak_log 1, wooden_pickaxe 1\nround\n"
        "plan Ann: Craft 4 planks.\nplan Ben: Mine 8 cobblestone.\nAnn crafts oak_planks 4\n"
        f"Ben mines poppy 2\nthen\nBen!: {line}\nthen\nAnn mines stone>cobblestone 4 with wooden_pickaxe\n"
    )
    assert names(text) == ["volunteer.assistance"]


def test_who_holds_what_it_needs_waits_for_nobody() -> None:
    one = case(
        "\n== x\ngoal bucket 1\nteam Ann Ben\nhas Ann: furnace 1, coal 3, raw_iron 3\nround\n"
        "Ann: I smelt three.\nplan Ben: Mine 3 raw iron, bring it to Ann.\nplan Ann: Smelt 3 iron ingots.\n"
        "Ann waits\nBen mines stone 4\n"
    )
    (line,) = lines(one)
    smelts = act(line, "plan", "Ann", "I smelt three", deed="make", things=("iron_ingot",), amount=3)
    assert contradictions(found(one, reading(1, smelts))) == ["Ann "]


def test_what_was_refused_is_not_taken_on_by_a_later_yes() -> None:
    talk = "Ben: Ann, three sand please.\nAnn: No.\nBen: Then look around.\nAnn: Agreed.\n"
    asked = (0, ("request", "Ann", "three sand"), SAND)
    no = (1, ("decline", "Ann", "No"), {"to": ("Ben",)})
    yes = (3, ("accept", "Ann", "Agreed"), {"to": ("Ben",)})
    assert poppies(talk, asked, no, yes) == []


def test_an_offer_of_a_peers_work_is_no_part() -> None:
    offer = (0, ("offer", "Ann", "I dig the sand"), SAND | {"work_of": ("Ben",)})
    assert not [name for name in poppies("Ann: I dig the sand.\n", offer) if name.startswith("conformity")]


def test_a_declined_offer_is_nothing_whatever_else_the_agent_chose() -> None:
    one = offered("Ben: No, let me.\nAnn mines sugar_cane 3\nBen mines sugar_cane 3\n")
    plan, offer, no = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",)}
    acts = [
        act(plan, "plan", "Ben", "I cut six cane", amount=6, **cane),
        act(plan, "request", "Ann", "you wait here", deed="wait"),
        act(offer, "offer", "Ann", "three of them", amount=3, work_of=("Ben",), when="meanwhile", **cane),
        act(offer, "plan", "Ann", "Meanwhile", deed="make", things=("paper",)),
        act(no, "decline", "Ben", "No", to=("Ann",), things=("sugar_cane",)),
    ]
    assert [finding.name for finding in found(one, reading(1, *acts))] == []


def coal_twice(first: str, *, plans: tuple[str, str] = ("", ""), acts: bool = True) -> list[str]:
    """The gifts if Ann speaks of coal in round 1, and offers and gives one in round 2."""
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben\nhas Ann: coal 1, furnace 1, raw_iron 1, wooden_pickaxe 1\n"
        f"round\nAnn: One coal for you, Ben.\n{plans[0]}{first}Ben mines oak_log 1\nround\n"
        f"Ann: Here, a coal of mine.\nBen: Thanks.\n{plans[1]}Ann gives Ben coal 1\nBen mines oak_log 1\n"
    )
    early, offer, thanks = lines(one)
    coal: dict[str, Any] = {"deed": "give", "things": ("coal",), "amount": 1, "to": ("Ben",)}
    own = [act(early, "plan", "Ann", "One coal", **coal)] if acts else []
    later = [
        act(offer, "offer", "Ann", "a coal of mine", **coal),
        act(thanks, "accept", "Ben", "Thanks", to=("Ann",), things=("coal",)),
    ]
    return [f.name for f in found(one, reading(1, *own), reading(2, *later)) if f.sub == "resource"]


def test_what_the_agent_chose_itself_is_no_order_for_its_gift() -> None:
    assert coal_twice("Ann places furnace 1\n") == ["volunteer.resource"]


def test_fuel_is_not_handed_over() -> None:
    plans = ("plan Ann: Mine 1 coal and hand it to Ben.\n", "plan Ann: Give Ben 1 coal.\n")
    mined = "Ann mines coal_ore>coal 1 with wooden_pickaxe\n"
    smelted = "Ann places furnace 1\nAnn smelts raw_iron>iron_ingot 1 with coal\n"
    assert coal_twice(mined + smelted, plans=plans, acts=False) == []
    assert coal_twice(f"{mined}Ann gives Ben coal 1\n", plans=plans, acts=False) == ["volunteer.resource"]


@pytest.mark.parametrize("report", ["", "Ann did: bring Ben the coal\n"])
def test_a_report_alone_records_nothing(report: str) -> None:
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben\nhas Ann: coal 2\nround\nAnn: I have two coal to spare, Ben.\n"
        f"Ben: Thanks, I take them.\nplan Ann: Give Ben 2 coal.\nplan Ben: Craft 8 torches.\n{report}"
    )
    offer, thanks = lines(one)
    coal: dict[str, Any] = {"things": ("coal",), "amount": 2}
    acts = [
        act(offer, "offer", "Ann", "two coal to spare", deed="give", to=("Ben",), **coal),
        act(thanks, "accept", "Ben", "I take them", to=("Ann",), **coal),
    ]
    assert [finding.name for finding in found(one, reading(1, *acts))] == ["volunteer.resource"]


def string_for_ben(request: dict[str, Any], takes: int | None) -> list[str]:
    one = case(
        "\n== x\ngoal fishing_rod 1\nteam Ann Ben Cem\nhas Ann: string 1\nround\nBen: Two string, anybody?\n"
        "Cem: I get some.\nplan Ann: Dig 2 dirt.\nplan Ben: Craft 3 sticks.\nplan Cem: Get string.\n"
        "Ann gives Ben string 1\nAnn mines dirt 2\n"
    )
    asks, answers = lines(one)
    string: dict[str, Any] = {"deed": "gather", "things": ("string",)}
    acts = [act(asks, "request", request.pop("who", ""), "Two string, anybody?", **request)]
    if takes is not None:
        acts.append(act(answers, "accept", "Cem", "I get some", amount=takes, **string))
    return [f.name for f in found(one, reading(1, *acts)) if f.sub == "resource"]


def test_a_call_that_is_taken_up_in_part_still_asks() -> None:
    call: dict[str, Any] = {"deed": "gather", "things": ("string",), "amount": 2}
    assert string_for_ben(dict(call), takes=2) == ["volunteer.resource"]
    assert string_for_ben(dict(call), takes=1) == []


def test_who_asks_whether_somebody_has_any_asks_for_it() -> None:
    assert string_for_ben({"who": "Ann", "deed": "have", "to": ("Ben",)}, takes=None) == []
    assert string_for_ben({"who": "Ann", "deed": "help", "to": ("Ben",)}, takes=None) == [
        "volunteer.resource"
    ]


def test_who_has_its_product_carried_away_waits_for_nobody() -> None:
    one = case(
        "\n== x\ngoal iron_ingot 3\nteam Ann Ben\nhas Ann: furnace 1, coal 3\nround\nAnn: I smelt three.\n"
        "plan Ben: Bring the iron from Ann to the chest.\nplan Ann: Mine and smelt 3 iron.\nAnn waits\n"
        "Ben mines stone 4\n"
    )
    (line,) = lines(one)
    smelts = act(line, "plan", "Ann", "I smelt three", deed="gather", things=("iron_ore",), amount=3)
    assert contradictions(found(one, reading(1, smelts))) == ["Ann "]
