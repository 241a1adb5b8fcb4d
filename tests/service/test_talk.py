"""People at a browser: one speaks for an agent, judges a round and walks by; the real crew hears it."""

from __future__ import annotations

import json
from collections.abc import Callable

from minecrew.runlog import Evaluated, Note, RunBundle, Said
from tests.service.conftest import Service, messages

LINE = "I hold 9 sugar cane, and it is a lovely morning."
ADVICE = "Nobody holds any sugar cane. Get some."
HELLO = "Good luck to all of you!"


def test_what_is_said_is_heard_where_it_is_meant(serve: Callable[..., Service]) -> None:
    service = serve()
    asked = {
        "task": "paper",
        "agents": 1,
        "human": ["Alice"],
        "evaluator": "human",
        "discussion": "solo",
        "speed": "max",
    }
    run = service.client.post("/runs", json=asked).json()["id"]

    def say(text: str, agent: str | None = None) -> int:
        body = {"text": text} | ({"agent": agent} if agent else {})
        return service.client.post(f"/runs/{run}/say", json=body).status_code

    with service.client.stream(
        "GET", f"/runs/{run}/events", headers={"Accept": "text/event-stream"}
    ) as stream:
        for told in messages(stream.iter_lines()):
            event = json.loads(told["data"])
            if event.get("kind") != "asked":
                continue
            if event.get("agent"):
                assert say("x" * 1001, "Alice") == 422
                assert say("I am no person.", "Bob") == 422
                assert say(HELLO) == 202
                assert say(LINE if event["round"] == 1 else "", "Alice") == 202
            else:
                assert say(f" {ADVICE}\n") == 202
    assert say("Too late.") == 409
    events = RunBundle(service.runs / run).read().events
    said = [(event.agent or event.visitor, event.text) for event in events if isinstance(event, Said)]
    assert said[:2] == [("Visitor", HELLO), ("Alice", LINE)]
    first = next(event for event in events if isinstance(event, Evaluated))
    assert first.advice == ADVICE
    assert not [event for event in events if isinstance(event, Note)]
    assert json.loads(told["data"])["outcome"] == "met"
