"""What is shown while a mind thinks: as the words come, with nothing of it in the log."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from minecrew.agents import Caller, Endpoint
from minecrew.runlog import Header, Log, RunBundle, Thinkers, Thinking, ThinkingFile
from tests.endpoint_server import misbehaving

from .test_endpoint import ASKED, GOOD, Fruit
from .test_streaming import DONE, delta, stream, words


async def test_who_thinks_is_told_with_the_characters_that_are_written(tmp_path: Path) -> None:
    events: list[Header] = []
    told: list[Thinkers] = []
    sent = [delta(reasoning="Hm. "), *words(GOOD, 10), DONE]
    async with (
        misbehaving(lambda n, request: stream(*sent)) as server,
        Endpoint("m", base_url=server.url, environ={}) as endpoint,
    ):
        with Log.create(tmp_path) as log:
            log.subscribe(events.append)
            log.progress.subscribe(told.append)
            await Caller(endpoint, log).ask(ASKED, Fruit, purpose="speak", agent="Alice")
    assert told == [
        *((Thinking(agent="Alice", purpose="speak", characters=count),) for count in (0, 4, 14, 24, 33)),
        (),
    ]
    assert [event.kind for event in events] == ["model.called"]


async def test_who_is_given_up_thinks_no_more(tmp_path: Path) -> None:
    told: list[Thinkers] = []
    async with (
        misbehaving(lambda n, request: "<hang>") as server,
        Endpoint("m", base_url=server.url, environ={}) as endpoint,
    ):
        with Log.create(tmp_path) as log:
            log.progress.subscribe(told.append)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await Caller(endpoint, log).ask(ASKED, Fruit, purpose="assign")
    assert told == [(Thinking(agent=None, purpose="assign"),), ()]


def test_the_file_is_written_seldom_and_gone_at_the_end(tmp_path: Path) -> None:
    now = 0.0
    bundle = RunBundle(tmp_path)
    file = ThinkingFile(bundle.thinking_path, clock=lambda: now)
    alice, bob = Thinking(agent="Alice", purpose="act"), Thinking(agent="Bob", purpose="act")
    file((alice,))
    assert bundle.thinking() == (alice,)
    more = alice.model_copy(update={"characters": 9})
    file((more,))
    assert bundle.thinking() == (alice,)
    file((more, bob))
    assert bundle.thinking() == (more, bob)
    now = 1.0
    file((alice, bob))
    assert bundle.thinking() == (alice, bob)
    file.remove()
    file.remove()
    assert bundle.thinking() == ()
    bundle.thinking_path.write_text("[" * 100_000)
    assert bundle.thinking() == ()
