"""A short question for every shape of answer, with a correct answer, for testing a model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.llm import shapes
from minecrew.game import VERSION
from minecrew.skills import Library

TEAM = ("Alice", "Bob")


@dataclass(frozen=True)
class Sample:
    """A question with a correct answer."""

    shape: type[BaseModel]
    question: str
    answer: Mapping[str, object]
    """An answer of the right shape; the prompt shows it as an example."""

    @property
    def prompt(self) -> str:
        return f"{self.question} Answer as JSON: {json.dumps(self.answer)}"


def samples() -> dict[str, Sample]:
    """The samples by the name of their shape."""
    rules = Knowledge.model_validate(
        {"version": VERSION, "items": {"oak_log": {}}, "recipes": {}, "blocks": {}, "mobs": {}}
    )
    subtask = {"text": "hold 3 oak logs", "kind": "have", "item": "oak_log", "count": 3, "who": ""}
    program = {"skill": "exploreUntil", "arguments": "[]", "name": "", "code": "", "seconds": 30}
    return {
        "speech": Sample(
            shapes.speech("Alice", TEAM),
            "You are Alice. Bob asks: who mines the logs?",
            {"say": "I mine 3 oak logs.", "asks": []},
        ),
        "specification": Sample(
            shapes.SpecificationAnswer,
            "The team makes 2 paper. Say it in a few words.",
            {"task": "Mine 3 cane, craft 2 paper."},
        ),
        "amount": Sample(
            shapes.AmountAnswer,
            "There are 40 sugar cane for four agents. How many does Alice want?",
            {"reason": "a quarter of half", "amount": 5},
        ),
        "choice": Sample(
            shapes.choice(2),
            "Option 1: I mine logs. Option 2: I sing. The team needs logs. Which is better?",
            {"option": 1, "why": "logs are needed"},
        ),
        "note": Sample(
            shapes.NoteAnswer, "Bob took 9 of 10 sugar cane. What does Alice note?", {"note": "Bob took 9."}
        ),
        "limit": Sample(
            shapes.LimitAnswer,
            "Alice says: at most 5 each. Bob says: agreed. Did they agree on a limit?",
            {"why": "Bob agreed", "agreed": True, "limit": 5},
        ),
        "verdict": Sample(
            shapes.VerdictAnswer,
            "Bob was asked to find a lake, and saw one. Is it done?",
            {"why": "he saw it", "done": True},
        ),
        "assignments": Sample(
            shapes.assignments(TEAM),
            "Alice says: I mine 3 oak logs. Bob says: I craft 1 table. Write down one line for each.",
            {"Alice": "Mine 3 oak logs.", "Bob": "Craft 1 table."},
        ),
        "experts": Sample(
            shapes.experts(TEAM),
            "Describe one expert for each.",
            {"Alice": "Miner - knows ore", "Bob": "Cook - knows food"},
        ),
        "decomposition": Sample(
            shapes.decomposition("Alice", TEAM, rules, Library()),
            "Alice has to mine 3 oak logs.",
            {"reason": "logs", "refuses": "", "subtasks": [subtask]},
        ),
        "free_hands": Sample(
            shapes.free_hands("Alice", TEAM),
            "Alice has done her part, and Bob needs no help. What does she do now?",
            {"reason": "no work is left", "deed": "rest", "target": "", "part": "", "say": ""},
        ),
        "attempt": Sample(
            shapes.attempt(Library()),
            "Alice has to look around.",
            {"reason": "I look", "do": "call", **program},
        ),
    }
