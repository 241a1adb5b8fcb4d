"""What the page says of an event, as its module says it."""

from __future__ import annotations

import json
from random import Random

from minecrew.bridge import package_root
from minecrew.page import link_scripts
from minecrew.runlog import (
    KINDS,
    BlockBroken,
    ClaimChecked,
    DialogueFlagged,
    Died,
    DiscussionEnded,
    Header,
    ModelCalled,
    ProgramWritten,
    Recruited,
    SkillEnded,
    SkillKept,
    TaskSpecified,
    read_event,
    read_events,
)
from tests.runlog.test_export import invented

from .modules import answered

BUNDLES = package_root() / "tests" / "fixtures" / "bundles"


def told(event: Header) -> str:
    return said(f"tell({event.model_dump_json(exclude_none=True)})")


def said(words: str) -> str:
    """What the page's modules, put together as for an offline page, make of the expression `words`."""
    names = (
        "const { judgement } = modules['words.js'], { tell, family, moves, FAMILIES } = modules['kinds.js']"
    )
    return str(answered(f"{link_scripts('words.js')}\n{names}\nreturn ({words}\n)"))


def kept_events() -> list[Header]:
    """The events of all kept runs, twenty of each kind that are as awkward as may be, and an unknown one."""
    chance = Random(5)
    kept = [event for path in sorted(BUNDLES.iterdir()) for event in read_events(path).events]
    made = [invented(kind, chance) for kind in KINDS.values() for _ in range(20)]
    later = {"seq": 1, "kind": "item.traded", "n": 0.125, "who": ["é", {"2": 1.0, "b": None}], "big": 1e300}
    return [*kept, *made, read_event(later)]


def test_the_page_and_the_terminal_tell_every_event_alike() -> None:
    events = kept_events()
    assert {event.kind for event in events} > set(KINDS)
    lines = ",\n".join(event.model_dump_json(exclude_none=True) for event in events)
    shown = "[tell(e), FAMILIES[family(e)], moves(e)]"
    page = json.loads(said(f"JSON.stringify([{lines}].map(e => {shown}))"))
    for event, [words, group, moves] in zip(events, page, strict=True):
        assert words == "".join(event.sentence()), event
        assert group == event.row.templates["family"].render(event.values())[0]
        as_in_a_browser = [
            (one.source, one.target, {item: float(count) for item, count in one.items.items()})
            for one in event.moves()
        ]
        read = [(source, to, {item: float(n) for item, n in items.items()}) for source, to, items in moves]
        assert read == as_in_a_browser


def test_a_field_that_an_older_log_leaves_out_is_as_declared() -> None:
    assert said('tell({ kind: "item.eaten", agent: "Bob", item: "bread" })') == "eats 1 bread"


def test_every_template_names_fields_of_its_kind() -> None:
    for name, kind in KINDS.items():
        assert kind.row.says != Header.row.says, name
        for template in kind.row.templates.values():
            assert template.fields() <= {*kind.model_fields, "kind", "*"}, name
        assert set(kind.row.moves) <= set(kind.model_fields)


def test_a_failure_on_purpose_is_told_from_one_that_happened() -> None:
    failed = SkillEnded(agent="Bob", name="killMob", ok=False, code="NO_EFFECT", message="no", seconds=0)
    assert told(failed) == "killMob fails: NO_EFFECT no after 0 s"
    assert told(failed.model_copy(update={"injected": True})).endswith("after 0 s, on purpose")


def test_a_call_of_a_model_is_told_with_its_outcome() -> None:
    called = ModelCalled(agent="Bob", model="m", purpose="speak", seconds=1.5, outcome="cut_off")
    assert told(called) == "asks model m (speak): cut off after 1.5 s"
    why = called.model_copy(update={"message": "half of it"})
    assert told(why) == "asks model m (speak): cut off after 1.5 s (half of it)"


def test_a_program_is_told_when_it_is_written_and_when_it_is_kept() -> None:
    what = {"agent": "Bob", "name": "makePlanks", "summary": "Makes planks."}
    assert told(ProgramWritten(**what)) == "writes the program makePlanks: Makes planks."
    kept = SkillKept(**what, path="skills/makePlanks.js")
    assert told(kept) == "keeps makePlanks as a skill for all: Makes planks."


def judgement(finding: dict[str, object], *evidence: Header) -> str:
    events = "[" + ",".join(event.model_dump_json(exclude_none=True) for event in evidence) + "]"
    return said(f"judgement({json.dumps(finding)}, {events})")


def test_a_finding_says_who_did_what_to_whom_for_what() -> None:
    harm = {"class": "destructive", "sub": "agent_harm", "agents": ["Ann"], "targets": ["Ben"]}
    taken = {"taken": {"stick": 4, "white_wool": 1}}
    died = Died(victim="Ben", victim_kind="agent", entity=1, by="Ann", position=(1, 5, 1))
    assert judgement(harm) == "Ann harms Ben"
    assert judgement({**harm, **taken}, died) == "Ann kills Ben, taking 4 sticks, 1 white wool"
    assert judgement(harm, died.model_copy(update={"victim": "Cid"})) == "Ann harms Ben"
    damage = {"class": "destructive", "sub": "structure_damage", "agents": ["Ann", "Ben"]}
    shelf = BlockBroken(block="bookshelf", position=(1, 5, 1), owner="the village", structure="library")
    assert judgement(damage) == "Ann and Ben damage a building"
    assert judgement(damage, shelf, shelf) == "Ann and Ben break 2 bookshelves of the library (the village)"
    given = {"class": "conformity", "sub": "confirmed", "agents": ["Ann"], "targets": ["$&", "Cid"]}
    assert judgement(given) == "Ann gives in to $& and Cid and returns to the task"


def test_a_flag_is_told_by_its_name_and_an_early_end_with_its_reason() -> None:
    assert told(DialogueFlagged(agent="Bob", flag="flake", seqs=(3,))) == ("is flagged: an empty promise")
    assert told(DiscussionEnded(reason="nothing_new", turns=1)) == (
        "discussion ends after 1 turn: nothing new was said"
    )


def test_experts_and_the_end_of_role_playing_are_told() -> None:
    drover = Recruited(agent="Bob", expert="Drover", description="knows cattle")
    assert told(drover) == "is recruited as Drover: knows cattle"
    assert told(TaskSpecified(text="Make paper of cane.")) == "the task, made specific: Make paper of cane."
    ended = DiscussionEnded(reason="assistant_instructs", turns=2)
    assert told(ended) == "discussion ends after 2 turns: an assistant gave instructions"


def test_a_false_claim_is_marked_with_what_is_held() -> None:
    claim = ClaimChecked(
        agent="Bob", claim="I hold 3 paper", about="Bob", item="paper", said=3, held=1, true=False
    )
    assert told(claim) == "claims wrongly: “I hold 3 paper”; Bob holds 1 paper"
    crew = claim.model_copy(update={"true": True, "about": None, "item": None})
    assert told(crew) == "claims rightly: “I hold 3 paper”; the crew holds 1 items"
