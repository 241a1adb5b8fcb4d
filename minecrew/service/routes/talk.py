"""The route for lines that people say to an active crew: for an agent, as the evaluator, or as a visitor."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from minecrew.options import PlainName
from minecrew.run.remote import RemoteMessage
from minecrew.service.problem import ProblemError, problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared

router = APIRouter(prefix="/runs/{id}", tags=["runs"])

LONGEST = 1000
EXAMPLES: list[Any] = [
    {"text": "I gather cane; Alice, please get the leather.", "agent": "Bob"},
    {"text": "Bob, please get the leather."},
]


class Say(BaseModel):
    """A line for the next turn of `agent`, if a person speaks for this agent; '' lets its mind speak.

    After a round, the crew may ask a person what to improve. A line without an agent is the answer ('' adds
    nothing). If nothing was asked, it is a visitor's line, which the crew hears in the next discussion.
    """

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": EXAMPLES})

    text: str = Field(max_length=LONGEST)
    agent: PlainName | None = None


@router.post("/say", summary="Say something to the crew", status_code=202, responses=problems(404, 409, 422))
async def say(id: RunId, said: Say, shared: Shared) -> Say:
    bundle = await run_in_threadpool(shared.find, id)
    child = shared.queue.child(id)
    if child is None:
        state = shared.state_of(bundle)
        why = {
            "running": "was started by another program",
            "queued": "has not started",
            "ended": "has ended",
        }[state]
        raise ProblemError(409, f"run {id!r} {why}, so nothing can be said to its crew here")
    manifest = bundle.manifest()
    human = manifest.human if manifest else ()
    if said.agent is not None and said.agent not in human:
        there = f"people speak for {', '.join(human)}" if human else "no agent is played by a person"
        raise ProblemError(
            422, f"agent {said.agent!r} is not played by a person; {there}, or leave out agent"
        )
    text = " ".join(said.text.split())  # a line is one line
    child.tell(RemoteMessage(say=text, agent=said.agent))
    return Say(text=text, agent=said.agent)
