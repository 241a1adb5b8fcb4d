"""Routes for the causes and effects of an event, and for the prompts and answers of models."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict

from minecrew.runlog import LARGEST_FILE, Calls, CallSummary, CallText, Causes, Event, RunBundle, noun_of
from minecrew.service.card import read_run
from minecrew.service.memo import Memo
from minecrew.service.problem import ProblemError, problems
from minecrew.service.routes.events import LARGEST_SEQ
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared

router = APIRouter(prefix="/runs/{id}", tags=["runs"])

MOST = 100
"""Maximum number of effects in one response."""
MOST_CALLS = 10_000
"""Maximum number of calls in one response."""
Seq = Annotated[int, InPath(ge=0, le=LARGEST_SEQ, description="The event's number.")]

SAID: dict[str, Any] = {
    "seq": 10,
    "kind": "said",
    "agent": "Alice",
    "noun": "line",
    "told": "says: “I kill Bob.”",
}
BLOW: dict[str, Any] = {
    "seq": 43,
    "kind": "attacked",
    "agent": "Alice",
    "noun": "blow",
    "told": "hits Bob, damage 7",
}
ALONE: dict[str, Any] = {"also": [], "lines": [], "persona": None}
CALL: dict[str, Any] = {
    "seq": 7,
    "agent": "Alice",
    "round": 1,
    "purpose": "speak",
    "model": "gpt-4o-mini",
    "outcome": "answered",
    "attempt": 1,
    "problem": None,
    "tokens_in": 3554,
    "tokens_out": 156,
    "seconds": 10.0,
    "usd": 0.0006,
    "settings": {"temperature": 0.7},
    "before": None,
}
WORDS: dict[str, Any] = {
    **CALL,
    "messages": [{"role": "user", "pieces": [{"text": "YOUR TURN", "same": False}]}],
    "answer": '{"say": "I gather cane."}',
    "thoughts": None,
}


class ToldEvent(BaseModel):
    """An event as a sentence."""

    seq: int
    kind: str
    agent: str | None
    noun: str
    """The role of the event in a chain of causes: program, sub-task, part, line or prompt; '' for an
    action.
    """
    told: str
    """The sentence, without the agent's name."""


class WhyStep(ToldEvent):
    also: list[ToldEvent]
    """The other causes."""
    lines: list[int]
    """For a program: the lines (numbered from 1) that carry out the previous step, or the line at which it
    failed.
    """
    persona: str | None
    """The persona of the event's agent, at the one step of the path at which it decided: the program that it
    chose, or else its first step. Behaviour that a persona causes is not emergent.
    """


class Why(BaseModel):
    """The path from an event back to its first cause, and its effects."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "path": [{**BLOW, **ALONE}, {**SAID, **ALONE}],
                    "effects": [],
                    "more": 0,
                }
            ]
        }
    )

    path: list[WhyStep]
    """The event itself, followed by the main cause of each event in turn."""
    effects: list[ToldEvent]
    more: int
    """Number of effects that are left out."""


class CallList(BaseModel):
    """The model calls of a run, in order."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"calls": [CALL], "more": 0}]})

    calls: list[CallSummary]
    more: int
    """Number of calls that are left out."""


class CallWords(CallText):
    """One call with its texts."""

    model_config = ConfigDict(json_schema_extra={"examples": [WORDS]})


_CAUSES = Memo(lambda bundle: Causes(read_run(bundle).events), most=8, largest=LARGEST_FILE)


def _read_calls(bundle: RunBundle) -> Calls:
    return Calls(read_run(bundle))


_CALLS = Memo(_read_calls, most=8, largest=LARGEST_FILE)


@router.get(
    "/events/{seq}/why", summary="The causes and effects of an event", responses=problems(404, 422, 503)
)
def get_why(id: RunId, seq: Seq, shared: Shared) -> Why:
    causes = _CAUSES.get(shared.find(id))
    if seq not in causes.events:
        raise ProblemError(
            404, f"run {id!r} has no event {seq}", remedy="GET /runs/{id}/events lists its events"
        )
    effects = causes.effects(seq)
    return Why(
        path=[
            WhyStep(
                **_told(step.event),
                also=[ToldEvent(**_told(one)) for one in step.also],
                lines=list(step.lines),
                persona=step.persona,
            )
            for step in causes.path(seq)
        ],
        effects=[ToldEvent(**_told(causes.events[one])) for one in effects[:MOST]],
        more=max(0, len(effects) - MOST),
    )


@router.get("/calls", summary="The calls of models in a run", responses=problems(404, 422, 503))
def get_calls(
    id: RunId,
    shared: Shared,
    text: Annotated[str, Query(max_length=200, description="Only calls that contain this text.")] = "",
) -> CallList:
    calls = _CALLS.get(shared.find(id))
    found = list(calls.matching(text) if text else calls)
    told = [calls.summary(seq) for seq in found[:MOST_CALLS]]
    return CallList(calls=told, more=len(found) - len(told))


@router.get("/calls/{seq}", summary="The prompt and the answer of a call", responses=problems(404, 422, 503))
def get_call(id: RunId, seq: Seq, shared: Shared) -> CallWords:
    calls = _CALLS.get(shared.find(id))
    try:
        return CallWords(**calls.text(seq).model_dump())
    except KeyError:
        raise ProblemError(
            404,
            f"event {seq} of run {id!r} is not a call of a model",
            remedy="GET /runs/{id}/calls lists them",
        ) from None


def _told(event: Event) -> dict[str, Any]:
    told = "".join(event.sentence())
    return {"seq": event.seq, "kind": event.kind, "agent": event.agent, "noun": noun_of(event), "told": told}
