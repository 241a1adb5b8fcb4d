"""A seat: an outside agent plays one whole member over the real protocol; who does not come passes turns."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from minecrew import patience
from minecrew.agents import (
    Caller,
    FakeWorld,
    Mind,
    MindSetting,
    OfflineMind,
    OfflineSecretary,
    Seat,
    Task,
    goal_task,
    make_mind,
    run_crew,
)
from minecrew.agents.task import AgentSpec
from minecrew.runlog import (
    Event,
    Log,
    ModelCalled,
    Refused,
    RunEnded,
    Said,
    SkillStarted,
    UserError,
    read_events,
)
from minecrew.seat import serve_seats
from minecrew.seat.bridge import bridge_seat
from minecrew.seat.protocol import SeatProtocol
from minecrew.skills import Library
from tests.agents.conftest import MEADOW, book_of_rules
from tests.seat_client import Call, call, play_member, seated, seated_by_pipes

from .test_cli import minecrew

TOKEN = "the-token-of-the-test"
TEAM = ("Alice", "Bob", "Carol")
LINE = "I gather 3 sugar cane and give them to Alice. [END]"


def written(name: str, *arguments: Any) -> Call:
    """As the fake world knows programs: by their names."""
    code = f"/** Does it. */\nasync function {name} (bot, ...all) {{ await bot.waitForTicks(1) }}"
    return "run_program", {"name": name, "code": code, "arguments": list(arguments)}


WORK = (
    written("gather", "sugar_cane", "sugar_cane", 3, None),
    written("deliver", "Alice", "sugar_cane", 3, None),
)


@asynccontextmanager
async def served(seat: Seat) -> AsyncIterator[str]:
    """Its address."""
    told: list[str] = []
    environ = {"MINECREW_SEAT_TOKEN": TOKEN}
    async with serve_seats({"Carol": seat}, port=0, tell=told.append, environ=environ):
        found = re.fullmatch(
            r"the seat of Carol is at (http://127\.0\.0\.1:\d+/mcp), with the token in .*", told[0]
        )
        assert found
        yield found[1]


class Crew:
    """Alice and Bob, who are offline minds, and Carol's seat, in a fake world."""

    def __init__(
        self, path: Path, *, thinking_seconds: float = 20.0, rounds: int = 1, patience: int = 99
    ) -> None:
        """`patience`: how long Alice waits for what she is to be given, in turns of the loop."""
        task = goal_task({"paper": 2}, agents=2)
        limits = task.limits.model_copy(update={"thinking_seconds": thinking_seconds, "rounds": rounds})
        agents = (*task.agents, AgentSpec(name="Carol"))
        self.task: Task = task.model_copy(update={"limits": limits, "agents": agents})
        self.path, self.seat, self.patience = path, Seat("Carol"), patience

    async def play(self) -> list[Event]:
        rules, library = book_of_rules(), Library(kept=self.path / "skills")
        world = FakeWorld(rules, TEAM, MEADOW, library=library)
        world.waiting_turns = self.patience
        with Log.create(self.path) as log:
            caller = Caller(self.seat, log, deadline=0.9 * self.task.limits.thinking_seconds)
            setting = MindSetting("Carol", self.task, rules, library, caller)
            minds: dict[str, Mind] = {name: OfflineMind(rules) for name in TEAM[:2]}
            minds["Carol"] = make_mind("seat", setting)
            await run_crew(
                self.task,
                run="test",
                log=log,
                world=world,
                minds=minds,
                secretary=OfflineSecretary(rules),
            )
        self.seat.end()
        return list(read_events(self.path).events)


async def test_an_outside_agent_plays_a_member_and_the_goal_is_met(tmp_path: Path) -> None:
    crew = Crew(tmp_path / "run", patience=1_000_000)
    async with served(crew.seat) as url, seated(url, TOKEN) as client, asyncio.TaskGroup() as group:
        member = group.create_task(play_member(client, LINE, WORK))
        events = await crew.play()
    assert isinstance(events[-1], RunEnded)
    assert (events[-1].outcome, events[-1].exit_code) == ("met", 0)
    told = member.result()
    assert LINE in [event.text for event in events if isinstance(event, Said) and event.agent == "Carol"]
    begun = [event for event in events if isinstance(event, SkillStarted) and event.agent == "Carol"]
    assert [(event.name, event.args[-2]) for event in begun] == [("gather", 3), ("deliver", 3)]
    calls = [event for event in events if isinstance(event, ModelCalled)]
    assert {(one.agent, one.model, one.outcome) for one in calls} == {("Carol", "seat", "answered")}
    assert [one.purpose for one in calls] == ["speak", "act", "verify", "act", "verify"]
    assert all(one.prompt and (crew.path / one.prompt).is_file() for one in calls)
    assert told[-1].startswith("The run has ended")


async def test_its_tools_are_what_a_mind_has(tmp_path: Path) -> None:
    crew = Crew(tmp_path / "run")
    async with served(crew.seat) as url, seated(url, TOKEN) as client, asyncio.TaskGroup() as group:
        playing = group.create_task(crew.play())
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == [
            *("wait", "talk", "say", "my_part", "look", "skills"),
            *("run_skill", "run_program", "done", "refuse", "declare", "note"),
        ]
        asked = await call(client, "wait")
        assert "It is your turn to speak" in asked
        assert "JSON" not in asked, "tools have forms of their own"
        assert "Alice" in await call(client, "talk")
        assert "Inventory" in await call(client, "look")
        assert "gatherCane" in await call(client, "skills")
        assert "cane" in await call(client, "skills", about="sugar cane")
        assert await call(client, "my_part") == "You have no part yet."
        assert "does not answer the open question; call `say`" in await call(client, "done", why="x")
        assert "Input should be" in await call(client, "say", text="Bob?", asks=["Zoe"])
        asked = await call(client, "say", text=LINE)
        assert "Carry out your part" in asked
        assert "sugar cane" in await call(client, "my_part")
        assert "Alice: " in await call(client, "talk"), "what was agreed can be read again"
        assert "there is no skill 'fly'" in await call(client, "run_skill", name="fly")
        assert (await call(client, "run_program", name="x", code="nonsense(")).startswith("error: ")
        assert (await call(client, "run_skill", name="gatherCane", seconds=1e9)).startswith("error: ")
        asked = await call(client, "refuse", reason="I have no hands")
        playing.cancel()
    refused = [event for event in read_events(crew.path).events if isinstance(event, Refused)]
    assert ("Carol", "I have no hands") in [(event.agent, event.reason) for event in refused]


async def test_a_seat_that_nobody_takes_passes_its_turns(tmp_path: Path) -> None:
    crew = Crew(tmp_path / "run", thinking_seconds=0.3, rounds=2)
    began = time.monotonic()
    events = await crew.play()
    assert time.monotonic() - began < 60
    end = events[-1]
    assert isinstance(end, RunEnded)
    assert "could be read" not in end.reason
    calls = [event for event in events if isinstance(event, ModelCalled)]
    assert {event.outcome for event in calls} == {"timeout"}
    assert "..." in [event.text for event in events if isinstance(event, Said) and event.agent == "Carol"]


async def test_who_leaves_in_between_passes_the_rest(tmp_path: Path) -> None:
    crew = Crew(tmp_path / "run", thinking_seconds=4.0)
    async with served(crew.seat) as url:
        async with asyncio.TaskGroup() as group, seated(url, TOKEN) as client:
            playing = group.create_task(crew.play())
            await call(client, "wait")
            assert "Carry out your part" in await call(client, "say", text=LINE)
        events = playing.result()
    assert isinstance(events[-1], RunEnded)
    outcomes = [event.outcome for event in events if isinstance(event, ModelCalled)]
    assert outcomes == ["answered", "timeout"]
    reasons = [event.reason for event in events if isinstance(event, Refused) and event.agent == "Carol"]
    assert [reason for reason in reasons if "the external agent did not answer" in reason]


async def test_nobody_sits_there_without_the_token(tmp_path: Path) -> None:
    async with served(Seat("Carol")) as url, httpx2.AsyncClient() as http:
        for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Bearer {TOKEN}x"}):
            answer = await http.post(url, json={}, headers=headers)
            assert (answer.status_code, answer.text) == (401, "this seat requires its token\n")
        with pytest.raises(UserError, match="requires a different token"):
            await bridge_seat(url, "x")
    with pytest.raises(UserError, match="no seat answers"):
        await bridge_seat(url, TOKEN)


async def test_a_client_that_starts_its_servers_sits_there_by_pipes() -> None:
    seat = Seat("Carol")
    environ = {**os.environ, "MINECREW_SEAT_TOKEN": TOKEN}
    async with served(seat) as url:
        command = (sys.executable, "-m", "minecrew", "seat", url)
        async with seated_by_pipes(command, environ) as client:
            assert "Carol" in str(client.instructions)
            assert len((await client.list_tools()).tools) == 12
            assert "there is no question for you now" in await call(client, "say", text="x")
            seat.end("met: the goal was met in round 1.")
            assert (await call(client, "wait")).startswith("The run has ended. met: the goal was met")


@pytest.mark.soak
def test_a_real_run_with_an_outside_agent_meets_its_goal_and_is_rerun(tmp_path: Path) -> None:
    task = 'title = "Paper"\ngoal = { paper = 2 }\n[[agents]]\nname = "Alice"\n[[agents]]\nname = "Bob"\n'
    (tmp_path / "guest.toml").write_text(f'{task}[[agents]]\nname = "Carol"\nmind = {{ kind = "seat" }}\n')
    work: tuple[Call, ...] = (
        ("run_skill", {"name": "gatherCane", "arguments": [3], "seconds": 120}),
        ("run_skill", {"name": "giveItem", "arguments": ["Alice", "sugar_cane", 3]}),
    )

    async def main() -> None:
        run = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "minecrew", "run", "guest.toml", "--speed", "max", "--out", "runs"),
            cwd=tmp_path,
            env={**os.environ, "MINECREW_SEAT_TOKEN": TOKEN},
            stderr=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
        )
        assert run.stderr
        line = (await run.stderr.readline()).decode()
        async with seated(re.findall(r"http://\S+/mcp", line)[0], TOKEN) as client:
            await play_member(client, LINE, work)
        assert await run.wait() == 0

    asyncio.run(main())
    (bundle,) = (tmp_path / "runs").iterdir()
    assert json.loads((bundle / "manifest.json").read_text())["minds"]["Carol"] == "seat"
    told = minecrew("rerun", str(bundle), cwd=tmp_path)
    assert told.stdout.startswith("identical: "), told.stdout


async def test_connections_that_send_nothing_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is one of the files that the run can open."""
    monkeypatch.setattr(patience, "HEAD", 0.2)
    async with served(Seat("Carol")) as url:
        port = int(url.split(":")[2].split("/")[0])
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(SeatProtocol.most + 5)]
        async with asyncio.timeout(30):
            for reader, writer in opened:
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()
