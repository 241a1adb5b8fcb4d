"""A run without the data that would bias a judge: its title, personas and norms, the change if it is a fork,
the findings, and the prompts and answers of models.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minecrew.runlog import Event, Forked, ModelCalled, RunStarted

TITLE = "A run to be judged"


def without_bias(events: Iterable[Event], name: str) -> Iterator[Event]:
    """Returns the events that a blind judge may see. `name` replaces the name of the run, which contains
    the title.
    """
    for event in events:
        if isinstance(event, RunStarted):
            hidden: dict[str, object] = {"title": TITLE, "run": name, "personas": {}, "norms": None}
            yield event.model_copy(update=hidden)
        elif isinstance(event, Forked):
            yield event.model_copy(update={"run": name, "agent": None, "change": None, "value": None})
        elif isinstance(event, ModelCalled):
            yield event.model_copy(update={"prompt": None, "answer": None, "thoughts": None})
        else:
            yield event
