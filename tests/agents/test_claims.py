"""What is said about inventories is read, and only that."""

from __future__ import annotations

import time

import pytest

from minecrew.agents.claims import ClaimReader
from minecrew.agents.knowledge import Knowledge

TEAM = ("Alice", "Bob", "Charlie")
HELD = {
    "Alice": {"sugar_cane": 3, "oak_planks": 2, "birch_planks": 2},
    "Bob": {"leather": 1},
    "Charlie": {},
}


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("I hold 3 sugar cane.", [("Alice", "sugar_cane", 3)]),
        ("I have 3 sugar canes in my inventory.", [("Alice", "sugar_cane", 3)]),
        ("I've got three sugarcane, Bob.", [("Alice", "sugar_cane", 3)]),
        ("I'm holding 2 leather and 4 oak logs.", [("Alice", "leather", 2), ("Alice", "oak_log", 4)]),
        (
            "I currently have a crafting table, 4 sticks and 2 leather.",
            [("Alice", "crafting_table", 1), ("Alice", "stick", 4), ("Alice", "leather", 2)],
        ),
        ("Good plan! I already have 5 sticks to give you.", [("Alice", "stick", 5)]),
        ("I hold 3 leather and will bring 3 leather to Bob.", [("Alice", "leather", 3)]),
        ("Bob has 4 planks.", [("Bob", "planks", 4)]),
        ("Bob is holding four oak planks, so he can start.", [("Bob", "oak_planks", 4)]),
        ("Bob's got 4 planks already.", [("Bob", "planks", 4)]),
        ("Charlie still has 2 of 3 leather.", [("Charlie", "leather", 2)]),
        ("I have 2/3 leather.", [("Alice", "leather", 2)]),
        ("I only have 1 stick.", [("Alice", "stick", 1)]),
        ("Bob doesn't have any sugar cane.", [("Bob", "sugar_cane", 0)]),
        ("I have no leather, but 3 paper.", [("Alice", "leather", 0)]),
        ("I hold nothing.", [("Alice", None, 0)]),
        ("My inventory is empty.", [("Alice", None, 0)]),
        ("My inventory contains 3 oak_log.", [("Alice", "oak_log", 3)]),
        ("We have 9 sugar cane in total.", [(None, "sugar_cane", 9)]),
        ("The team holds 3 books.", [(None, "book", 3)]),
        ("You have 3 leather, Bob.", [("Bob", "leather", 3)]),
        ("I have 3 leather and Bob has 2 leather.", [("Alice", "leather", 3), ("Bob", "leather", 2)]),
        ("I have **3 leather** ready.", [("Alice", "leather", 3)]),
        ("I have 3x paper.", [("Alice", "paper", 3)]),
    ],
)
def test_a_claim_in_many_words(
    knowledge: Knowledge, text: str, claims: list[tuple[str | None, str | None, int]]
) -> None:
    found = ClaimReader(TEAM, knowledge).read("Alice", text)
    assert [(claim.about, claim.name, claim.count) for claim in found] == claims
    assert all(claim.words in text for claim in found)


@pytest.mark.parametrize(
    "text",
    [
        "Do you have 3 leather?",
        "If I have 3 leather, I'll craft.",
        "Once Bob has 9 sugar cane, I will craft paper.",
        "I'll have 3 leather soon.",
        "We should have 9 sugar cane.",
        "I have to gather 3 leather.",
        "I have time to spare, so I can also gather 1 of Charlie's 3 leather.",
        "I had 3 leather.",
        "I have gathered 3 leather.",
        "We have 42 sugar cane around us, and 15 cows nearby.",
        "I have 42 sugar cane in sight.",
        "I have 3 sugar cane to gather.",
        "I have 9 sugar cane on my list.",
        "Make sure you have 3 leather.",
        "Bob said I have 3 leather.",
        "Alice and Bob have 3 leather.",
        "Bob and I have 3 leather.",
        "I have 2\u00b2 leather.",
        "You have 3 leather.",
        "We have 3 rounds left.",
        "We have 3 leather each.",
        "The chest has 3 bread.",
        "I'll gather 9 sugar cane, then I have 9 sugar cane.",
        "I have about 3 leather.",
        "I have 1 crafting table placed at (8, 5, 8).",
        "I have enough leather.",
        "I have nothing to add.",
        "I have nothing.",
        "Neither Bob nor I have 3 leather.",
        "That takes 3 leather and 1 oak log, enough for a crafting table as well.",
        "Charlie, could you gather 3 leather and bring them to me?",
    ],
)
def test_what_claims_nothing(knowledge: Knowledge, text: str) -> None:
    assert ClaimReader(TEAM, knowledge).read("Charlie", text) == []


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("I hold 3 sugar cane.", True),
        ("I hold 2 sugar cane.", True),
        ("I hold 4 sugar cane.", False),
        ("I only hold 2 sugar cane.", False),
        ("I have 4 planks.", True),
        ("I have 5 planks.", False),
        ("I have 3 oak planks.", False),
        ("Bob has no leather.", False),
        ("Charlie holds nothing.", True),
        ("I hold nothing.", False),
        ("We have 1 leather in total.", True),
        ("We have 2 leather in total.", False),
    ],
)
def test_a_claim_is_held_against_the_counts(knowledge: Knowledge, text: str, true: bool) -> None:
    (claim,) = ClaimReader(TEAM, knowledge).read("Alice", text)
    assert claim.is_true(HELD) is true


@pytest.mark.parametrize(
    "text",
    [
        "\u0130\u0130\u0130 and I have 3 leather",  # whose lower case is longer
        "I have " * 5000,
        "I have 3 leather, " * 3000,
        "I " + "only " * 5000 + "have 3 leather",
        "I have " + "of the " * 4000 + "leather",
        "I have " + "9" * 5000 + " leather",
    ],
)
def test_any_text_is_read_in_no_time(knowledge: Knowledge, text: str) -> None:
    begin = time.thread_time()
    assert all(claim.words in text for claim in ClaimReader(TEAM, knowledge).read("Alice", text))
    assert time.thread_time() - begin < 1
