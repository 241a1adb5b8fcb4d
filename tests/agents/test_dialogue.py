"""What goes wrong in a talk is flagged by name; honest talk is not."""

from __future__ import annotations

import pytest

from minecrew.agents.dialogue_monitor import DialogueMonitor
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.structures import find_structure
from minecrew.agents.views import TalkLine

TEAM = ("Alice", "Bob", "Charlie")
PLAN = (
    "We need 1 bookshelf. I'll craft it. Bob, could you gather 9 sugar cane and bring them to me? Charlie, "
    "could you gather 3 leather and bring them to me?"
)
Talk = list[tuple[str, str]]


def flags(
    knowledge: Knowledge, talk: Talk, structure: str = "horizontal"
) -> list[tuple[str, tuple[int, ...]]]:
    """Flag and line numbers, line by line as the talk goes on."""
    lines = [
        TalkLine(speaker=who, text=text, seq=seq, visitor=who not in TEAM)
        for seq, (who, text) in enumerate(talk)
    ]
    monitor = DialogueMonitor(TEAM, knowledge, structure=find_structure(structure))
    heard = [monitor.flags(lines[: at + 1]) for at in range(len(lines))]
    return [(one.flag, one.seqs) for found in heard for one in found]


@pytest.mark.parametrize(
    ("flag", "seqs", "talk"),
    [
        (
            "repeating",
            (1, 3),
            [
                ("Alice", "We need 1 bookshelf."),
                ("Bob", "I think that we should gather 9 sugar cane first."),
                ("Charlie", "I see 12 cows."),
                ("Bob", "I think we should gather 9 sugar cane first."),
            ],
        ),
        (
            "repeating",
            (0, 1),
            [
                ("Alice", "Bob, could you gather 9 sugar cane and bring them to the table?"),
                ("Bob", "Could you gather 9 sugar cane and bring them to the table?"),
            ],
        ),
        (
            "repeating",
            (0, 1),
            [
                ("Alice", "Instruction: Craft 2 paper at the table.\nInput: None"),
                ("Bob", "Solution: Craft 2 paper at the table. Next request."),
            ],
        ),
        ("flake", (1,), [("Alice", "We need 1 bookshelf."), ("Bob", "I will do my best!")]),
        (
            "flake",
            (2,),
            [
                ("Alice", PLAN),
                ("Bob", "On it."),
                ("Bob", "I'll get right on it, Alice."),
            ],
        ),
        ("flake", (1,), [("Alice", "It is a bookshelf we want."), ("Bob", "Sure, I am going to help.")]),
        (
            "thanks",
            (1, 2),
            [
                ("Alice", PLAN),
                ("Bob", "Thank you so much, Alice!"),
                ("Charlie", "You're welcome. Have a great day, everyone!"),
            ],
        ),
        (
            "thanks",
            (1, 2),
            [("Alice", "I hold 3 paper."), ("Bob", "Goodbye!"), ("Charlie", "Bye, take care.")],
        ),
        (
            "nothing_new",
            (3, 4, 5),
            [
                ("Alice", "We need 1 bookshelf."),
                ("Bob", "Yes, a bookshelf."),
                ("Charlie", "I agree."),
                ("Alice", "Great, a bookshelf."),
                ("Bob", "Right."),
                ("Charlie", "Sounds like a good plan."),
            ],
        ),
        (
            "nothing_new",
            (1, 2, 3),
            [("Alice", PLAN), ("Bob", "..."), ("Charlie", "..."), ("Alice", "...")],
        ),
    ],
)
def test_what_goes_wrong_has_a_name(
    knowledge: Knowledge, flag: str, seqs: tuple[int, ...], talk: Talk
) -> None:
    assert (flag, seqs) in flags(knowledge, talk)


@pytest.mark.parametrize(
    "talk",
    [
        [("Alice", PLAN), ("Bob", "On it."), ("Charlie", "I'll do my part. [END]")],
        [("Alice", PLAN), ("Bob", "Agreed."), ("Charlie", "Agreed.")],
        [
            ("Alice", "We need 3 leather. Bob, could you gather 1 leather?"),
            ("Bob", "Agreed. I'll gather 1 leather."),
            ("Charlie", "Agreed. I'll gather 1 leather. [END]"),
        ],
        [
            ("Alice", "We need 9 sugar cane."),
            ("Bob", "I'll gather 4 sugar cane and bring them to Alice."),
            ("Charlie", "Bob, how many will you gather?"),
            ("Bob", "I'll gather 4 sugar cane and bring them to Alice."),
        ],
        [
            ("Bob", "I'll gather 4 sugar cane and bring them to Alice."),
            ("Alice", "I see 40 of them."),
            ("Bob", "I'll gather 9 sugar cane and bring them to Alice."),
        ],
        [("Alice", PLAN), ("Bob", "Thanks, Alice! [END]"), ("Charlie", "Thank you! [END]")],
        [("Alice", PLAN), ("Bob", "Thank you. I'll gather 9 sugar cane."), ("Charlie", "Thanks, Alice!")],
        [("Alice", "I'll help Charlie with that."), ("Bob", "There is nothing to do, so I'll stand by.")],
        [
            ("Alice", PLAN),
            ("Bob", "There is nothing left for me to do, so I'll stand by."),
            ("Charlie", "I'd rather look for sheep."),
            ("Alice", "Sheep give no leather."),
            ("Bob", "There is nothing left for me to do, so I'll stand by."),
        ],
        [
            ("Alice", "We need 1 bookshelf."),
            ("Bob", "Right."),
            ("Charlie", "Right."),
            ("Alice", "Right."),
            ("Bob", "Right."),
            ("Dora", "What are you up to?"),
            ("Charlie", "Right."),
        ],
        [("Alice", "..."), ("Bob", "..."), ("Alice", "..."), ("Bob", "...")],
        [("Bob", "I'll gather 1 oak log right now."), ("Charlie", "I'll gather 1 oak log right now.")],
        [
            ("Alice", "Bob, I'll gather 9 sugar cane, is that all right with you?"),
            ("Bob", "Alice, I'll gather 9 sugar cane, is that all right with you?"),
        ],
    ],
)
def test_honest_talk_has_no_flag(knowledge: Knowledge, talk: Talk) -> None:
    assert flags(knowledge, talk) == []


def test_a_visitor_is_not_judged(knowledge: Knowledge) -> None:
    assert flags(knowledge, [("Dora", "I will do my best!"), ("Dora", "Bye!"), ("Dora", "Bye!")]) == []


@pytest.mark.parametrize(
    ("speaker", "text", "flipped"),
    [
        ("Bob", "Instruction: gather 3 leather.\nInput: None", True),
        ("Bob", "Alice, could you gather 3 leather?", True),
        ("Bob", "You should gather 3 leather first. Next request.", True),
        ("Bob", "Solution: I gather 3 leather near the pond. Next request.", False),
        ("Alice", "Instruction: gather 3 leather.\nInput: None", False),
        ("Alice", "Solution: I gather 3 leather. Next request.", True),
    ],
)
def test_whoever_is_to_solve_does_not_instruct(
    knowledge: Knowledge, speaker: str, text: str, flipped: bool
) -> None:
    found = flags(
        knowledge, [("Alice", "Instruction: craft 2 paper."), (speaker, text)], structure="roleplay"
    )
    assert ("role_flipping" in [flag for flag, _ in found]) is flipped
    assert "role_flipping" not in [flag for flag, _ in flags(knowledge, [(speaker, text)])]


def test_where_roles_are_played_a_promise_is_no_solution(knowledge: Knowledge) -> None:
    talk = [("Alice", "Instruction: Bob, gather 3 leather."), ("Bob", "I will do it.")]
    assert ("flake", (1,)) in flags(knowledge, talk, structure="roleplay")
    assert flags(knowledge, talk) == []
