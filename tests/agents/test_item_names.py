"""What an offline mind says of any item of the registry is read back: one, several, or just its name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minecrew.agents.claims import ClaimReader
from minecrew.agents.offline.acts import TalkAct, Work
from minecrew.agents.offline.commitments import Commitments
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.secretary import OfflineSecretary
from minecrew.agents.offline.speech import amount, amounts, listing, work_phrase
from minecrew.agents.views import Discussion, TalkLine
from minecrew.language import plain

from .planner import run
from .registry import one_of_each, whole_registry

TEAM = ("Alice", "Bob", "Charlie")
PLACE = (8.0, 5.0, -8.0)
Say = Callable[[str, int], str]

SAID: dict[str, tuple[str, Say]] = {
    "need": ("need", lambda item, n: f"We need {amount(item, n)}."),
    "craft": ("commit", lambda item, n: f"I'll {work_phrase([Work('craft', item, n, at=PLACE)], 'Bob')}."),
    "gather": (
        "commit",
        lambda item, n: f"I'll {work_phrase([Work('gather', item, n, to='Alice')], 'Bob')}.",
    ),
    "agreed": ("commit", lambda item, n: f"Agreed. I'll {work_phrase([Work('gather', item, n)], 'Bob')}."),
    "ask": ("request", lambda item, n: f"Alice, could you {work_phrase([Work('gather', item, n)], 'Bob')}?"),
    "also": (
        "request",
        lambda item, n: f"Alice, could you also {work_phrase([Work('bring', item, n, to='Bob')], 'Bob')}?",
    ),
    "hold": ("have", lambda item, n: f"I hold {amount(item, n)} and will bring {amount(item, n)} to Alice."),
    "bring": (
        "commit",
        lambda item, n: f"I hold {amount(item, n)} and will bring {amount(item, n)} to Alice.",
    ),
    "see": ("see", lambda item, n: f"From here I see {amounts({item: n})}."),
    "offer": (
        "commit",
        lambda item, n: f"I have time to spare, so I can also gather {n} of Alice's {amount(item, 99)}.",
    ),
    "instruction": (
        "request",
        lambda item, n: f"Instruction: Alice, {work_phrase([Work('craft', item, n)], 'Bob')}. Input: None",
    ),
}
NAMED: dict[str, tuple[str, Callable[[str], str]]] = {
    "lack": ("lack", lambda item: f"I see no {listing([plain(item)], 'or')} from here."),
    "seek": ("commit", lambda item: f"I'll {work_phrase([Work('seek', item, heading='north')])}."),
    "nowhere": (
        "lack",
        lambda item: (
            f"We cannot craft 1 bookshelf here: there is no {listing([plain(item)], 'or')} to be had."
        ),
    ),
    "vain": (
        "lack",
        lambda item: (
            f"We cannot craft 1 bookshelf here: none of us found any {listing([plain(item)], 'or')}."
        ),
    ),
}


@pytest.fixture(params=[False, True], ids=["some", "all"])
def items(request: pytest.FixtureRequest) -> list[str]:
    """In the suite, those that are not like another but for their wood or colour."""
    names = whole_registry().items
    return list(names) if request.param else one_of_each(names)


def works(acts: list[TalkAct], kind: str) -> list[tuple[str, int | None]]:
    return [(work.thing, work.count) for act in acts if act.kind == kind for work in act.works]


@pytest.mark.parametrize("count", [1, pytest.param(2, marks=pytest.mark.soak), 16])
@pytest.mark.parametrize("how", SAID)
def test_so_many_of_an_item_are_read_back(how: str, count: int, items: list[str]) -> None:
    knowledge = whole_registry()
    kind, say = SAID[how]
    wrong = {}
    for item in items:
        text = say(item, count)
        if (read := works(Reader(knowledge, TEAM).read("Bob", text), kind)) != [(item, count)]:
            wrong[text] = read
    assert wrong == {}


@pytest.mark.parametrize("how", NAMED)
def test_the_bare_name_of_an_item_is_read_back(how: str, items: list[str]) -> None:
    knowledge = whole_registry()
    kind, say = NAMED[how]
    wrong = {}
    for item in items:
        read = works(Reader(knowledge, TEAM).read("Bob", say(item)), kind)
        if (item, None) not in read or len({thing for thing, _ in read}) != 1:
            wrong[say(item)] = read
    assert wrong == {}


@pytest.mark.parametrize("count", [1, 3])
def test_an_assignment_about_an_item_is_read_back(count: int, items: list[str]) -> None:
    knowledge = whole_registry()
    wrong = {}
    for item in items:
        talk = [
            TalkLine(speaker="Alice", text=f"I'll craft {amount(item, count)} at (8, 5, -8)."),
            TalkLine(speaker="Bob", text=f"I'll gather {amount(item, count)} and bring them to Alice."),
        ]
        plan = run(
            OfflineSecretary(knowledge).assign(
                Discussion(goal={item: count}, team=TEAM, lines=tuple(talk), reason="agreed")
            )
        )
        for assignment in plan.assignments:
            read = [
                (work.thing, work.count)
                for act in Reader(knowledge, TEAM).order(assignment.agent, assignment.text)
                for work in act.works
            ]
            if set(read) != {(item, count)}:
                wrong[assignment.text] = read
        assert len(plan.assignments) == 2, item
    assert wrong == {}


@pytest.mark.parametrize("count", [1, pytest.param(2, marks=pytest.mark.soak), 16])
@pytest.mark.parametrize(
    "step", ["craft {}", "smelt {} with 2 coal", "gather {}", "hand {} to Alice", "set up a {}"]
)
def test_a_sub_task_about_an_item_is_read_back(step: str, count: int, items: list[str]) -> None:
    knowledge = whole_registry()
    wrong = {}
    for item in items:
        text = step.format(plain(item) if "set up" in step else amount(item, count))
        read = [
            (work.thing, work.count)
            for act in Reader(knowledge, TEAM).order("Bob", text)
            for work in act.works
        ]
        if not read or read[0] != (item, 1 if "set up" in step else count):
            wrong[text] = read
    assert wrong == {}


def test_what_is_held_is_checked_for_every_item(items: list[str]) -> None:
    knowledge = whole_registry()
    claims = ClaimReader(TEAM, knowledge)
    wrong = {}
    for item in items:
        for count in (1, 4):
            text = f"I hold {amount(item, count)}."
            read = [(claim.items, claim.count) for claim in claims.read("Bob", text)]
            if read != [((item,), count)]:
                wrong[text] = read
    assert wrong == {}


def test_carrots_are_the_item_and_bricks_no_heap() -> None:
    commitments = Commitments(Reader(whole_registry(), TEAM)).hear(
        [TalkLine(speaker="Bob", text="I'll gather 3 carrots, 2 beetroots and 4 bricks, and 2 potatoes.")]
    )
    assert {work.thing: work.count for work in commitments.share("Bob")} == {
        "carrot": 3,
        "beetroot": 2,
        "bricks": 4,
        "potato": 2,
    }
