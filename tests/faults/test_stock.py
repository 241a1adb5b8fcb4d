"""A crew on somebody else's server: stock flying-squid, which answers no click in a window and has no loot.

What can be done is done; what cannot fails with its true reason, in time; the log holds what the bots saw.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minecrew.bridge import Bridge, Program, ServerAddress
from minecrew.skills import Library
from tests.stopwatch import Stopwatch

from .conftest import Run, Visit, of_our_version, stock_server

PLANKS = """
title = "Craft 4 oak planks"
goal = { oak_planks = 4 }
agents = [{ name = "Alice" }]
limits = { rounds = 1, attempts = 1 }
"""
CLICK = 5.0
"""Seconds mineflayer waits for the answer to a click."""


def _of(run: Run, kind: str) -> list[dict[str, Any]]:
    return [event for event in run.events if event["kind"] == kind]


def test_what_can_be_done_is_done(
    start: Callable[..., Run], visit: Callable[[int, str], Visit], stock: tuple[str, int]
) -> None:
    """And a visitor hears the crew, and is heard."""
    version, port = stock
    zoe = visit(port, version)
    zoe.joined()
    run = start("--goal", "dirt=2", "--agents", "2", "--server", f"127.0.0.1:{port}")
    run.wait_for(lambda events: any(event["kind"] == "round.started" for event in events))
    zoe.say("Hello!")
    code, out, err = run.finish()
    assert (code, err) == (0, ""), out
    assert [event["text"] for event in _of(run, "said") if event.get("visitor") == "Zoe"] == ["Hello!"]
    heard = zoe.end()
    assert any(line.startswith("<Alice> ") and "We need 2 dirt." in line for line in heard), heard
    line = next(event["text"] for event in _of(run, "note"))
    assert line.startswith(f"127.0.0.1:{port} “a stock server ({version})” is a Minecraft {version} server;")
    assert "offers no witness, no clock" in line
    assert " ".join(line.split()[:3]) in out
    (bundle,) = run.out.iterdir()
    found = json.loads((bundle / "manifest.json").read_text())["server"]
    assert (found["version"], found["missing"]) == (version, ["witness", "clock"])
    assert not [event for event in run.events if event["source"] == "server"]
    held = {event["agent"]: event["items"] for event in _of(run, "inventory")}
    assert {agent: "dirt" in items for agent, items in held.items()} == {"Alice": True, "Bob": True}
    assert {event["source"] for event in _of(run, "inventory") + _of(run, "position")} == {"bot"}
    assert json.loads((bundle / "result.json").read_text())["inventories"] == held
    assert "the goal was met in round 1" in run.replayed()


@pytest.mark.soak
@pytest.mark.parametrize(("version", "log"), [("1.8.8", "log"), ("1.21.4", "oak_log")])
def test_the_oldest_version_and_a_new_one(start: Callable[..., Run], version: str, log: str) -> None:
    with stock_server(version) as port:
        run = start("--goal", f"{log}=1", "--agents", "1", "--server", f"127.0.0.1:{port}")
        code, out, err = run.finish()
    assert (code, err) == (0, ""), out
    assert f"From here I see 4 {log.replace('_', ' ')}s." in _of(run, "said")[0]["text"]
    assert _of(run, "round.ended")[-1]["inventories"]["Alice"][log] >= 1


@of_our_version
def test_what_cannot_be_done_fails_with_its_reason_in_time(
    start: Callable[..., Run], stock: tuple[str, int], tmp_path: Path
) -> None:
    _, port = stock
    (tmp_path / "planks.toml").write_text(PLANKS)
    run = start(str(tmp_path / "planks.toml"), "--server", f"127.0.0.1:{port}")
    code, out, err = run.finish()
    assert (code, err) == (1, ""), out
    gathered, *crafted = _of(run, "skill.ended")
    assert (gathered["ok"], gathered["gained"]) == (True, {"oak_log": 1})
    assert (crafted[0]["ok"], crafted[0]["code"]) == (False, "NO_EFFECT")
    assert "Server didn't respond to transaction" in crafted[0]["message"]
    assert not any(ended["ok"] or ended["seconds"] > CLICK + 1 for ended in crafted)
    told = _of(run, "subtask.ended")[-1]
    assert told["state"] in ("failed", "refused")
    assert "Server didn't respond to transaction" in told["message"]
    (ended,) = _of(run, "run.ended")
    assert (ended["outcome"], ended["exit_code"]) == ("not_met", 1)
    assert "Server didn't respond to transaction" in run.replayed()


@of_our_version
async def test_a_click_without_an_answer_is_cut_off(stock: tuple[str, int]) -> None:
    _, port = stock
    toss = "async function main (bot) { await bot.toss(mcData.itemsByName.oak_log.id, null, 1) }"
    async with Bridge() as bridge:
        bot = await bridge.join("Alice", ServerAddress(host="127.0.0.1", port=port, version=None))
        await bot.learn(Library().sources())
        mined = await bot.run(Program(call="mineBlock", args=("oak_log", 1)), deadline=30)
        assert mined.gained == {"oak_log": 1}, mined
        pid = bridge.pids["Alice"]
        with Stopwatch() as watch:
            tossed = await bot.run(Program(call="main", code=toss), deadline=0.5)
        assert (tossed.code, tossed.message) == ("TIMEOUT", "not done within 0.5 game seconds")
        assert watch.seconds < 3.0
        walked = await bot.run(Program(call="goTo", args=(8, 4, 8)), deadline=20)
        assert walked.ok, walked
        await asyncio.sleep(0.1)
        assert bridge.pids["Alice"] == pid
