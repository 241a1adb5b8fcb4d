"""SIGKILL and Ctrl-C in the middle of a run, for real: what ends, what goes on, what is left."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.stopwatch import Stopwatch

from .conftest import Run, is_alive

Start = Callable[..., Run]
PAPER = ("paper", "--agents", "1", "--seed", "2", "--speed", "4")
"""Slow enough that a kill hits what it is aimed at."""
CREW = ("paper", "--seed", "2", "--speed", "4")
"""The same with Bob."""


def busy(agent: str) -> Callable[[list[dict[str, Any]]], bool]:
    """That agent is in the middle of a program."""

    def look(events: list[dict[str, Any]]) -> bool:
        mine = [e["kind"] for e in events if e.get("agent") == agent and e["kind"].startswith("skill.")]
        return bool(mine) and mine[-1] == "skill.started"

    return look


def test_a_killed_bot_comes_back_and_the_run_goes_on(start: Start) -> None:
    run = start(*CREW)
    run.wait_for(busy("Bob"))
    family = run.family()
    assert set(family) == {"python", "supervisor", "server", "Alice", "Bob"}
    os.kill(family["Bob"], signal.SIGKILL)
    code, _, err = run.finish()
    assert (code, err) == (0, "")
    kinds = [event["kind"] for event in run.events]
    assert "bot.restarted" in kinds
    crashed = [e for e in run.events if e["kind"] == "skill.ended" and e.get("code") == "CRASHED"]
    assert [event["agent"] for event in crashed] == ["Bob"]
    assert run.left() == []
    assert f"identical: {len(run.events)} events" in run.rerun()


@pytest.mark.parametrize(("victim", "where"), [("server", "server"), ("supervisor", "bridge")])
def test_a_killed_server_or_supervisor_is_a_fault(start: Start, victim: str, where: str) -> None:
    run = start(*PAPER)
    run.wait_for(busy("Alice"))
    family = run.family()
    os.kill(family[victim], signal.SIGSTOP)  # what it has not read resets its connections
    time.sleep(0.3)
    os.kill(family[victim], signal.SIGKILL)
    code, _, err = run.finish()
    assert code == 3
    assert "Traceback" not in err
    assert [event["where"] for event in run.events if event["kind"] == "fault"] == [where]
    assert run.events[-1]["kind"] == "run.ended"
    assert run.events[-1]["outcome"] == "fault"
    assert run.left() == []
    assert f"fault: {where} broke" in run.replayed()


def test_killed_python_leaves_a_readable_bundle_and_nobody(start: Start) -> None:
    run = start(*PAPER)
    run.wait_for(busy("Alice"))
    run.process.kill()
    run.process.wait()
    assert run.left() == []
    last = run.events[-1]
    assert last["kind"] != "run.ended"
    shown = run.replayed()
    assert "This run has no end" in shown
    assert f"its last event is {last['seq']} ({last['kind']})" in shown
    assert (
        f"identical: {len(run.events)} events (ignoring wall-clock times); the log ends there" in run.rerun()
    )


@pytest.mark.parametrize("name", ["SIGINT", pytest.param("SIGTERM", marks=pytest.mark.soak)])
def test_an_interrupted_run_ends_at_once(start: Start, name: str) -> None:
    run = start(*PAPER)
    run.wait_for(busy("Alice"))
    with Stopwatch() as watch:
        if name == "SIGINT":  # Ctrl-C reaches the whole group
            os.killpg(run.process.pid, signal.SIGINT)
        else:
            run.process.terminate()
        code, _, err = run.finish()
    assert watch.seconds < 6
    assert code == 130
    assert "Traceback" not in err
    assert run.events[-1]["kind"] == "run.ended"
    assert run.events[-1]["outcome"] == "interrupted"
    assert run.left() == []


@pytest.mark.parametrize("too", [pytest.param("server", marks=pytest.mark.soak), "supervisor"])
def test_an_interruption_is_none_of_ours_even_if_something_breaks_with_it(start: Start, too: str) -> None:
    run = start(*PAPER)
    run.wait_for(busy("Alice"))
    victim = run.family()[too]
    run.process.send_signal(signal.SIGSTOP)  # so that both are there when it looks
    os.kill(victim, signal.SIGKILL)
    while is_alive(victim):
        time.sleep(0.01)
    time.sleep(0.2)
    os.killpg(run.process.pid, signal.SIGINT)
    run.process.send_signal(signal.SIGCONT)
    code, _, err = run.finish()
    assert (code, err) == (130, "")
    assert [event["outcome"] for event in run.events if event["kind"] == "run.ended"] == ["interrupted"]
    assert run.left() == []


@pytest.mark.parametrize("moment", ["run.started", None])
def test_whoever_presses_ctrl_c_again_and_again_gets_the_same_end(start: Start, moment: str | None) -> None:
    run = start(*PAPER)
    if moment:
        run.wait_for(lambda events: any(event["kind"] == moment for event in events))
    else:  # while the world is set up
        while "Alice" not in run.family():
            time.sleep(0.02)
    began = time.monotonic()
    while run.process.poll() is None and time.monotonic() - began < 3:
        os.killpg(run.process.pid, signal.SIGINT)
        time.sleep(0.01)
    code, _, err = run.finish()
    assert (code, err) == (130, "")
    assert [event["outcome"] for event in run.events if event["kind"] == "run.ended"] == ["interrupted"]
    assert run.left() == []


def test_our_own_server_that_dies_while_bots_join_is_our_fault(start: Start) -> None:
    run = start(*PAPER)
    end = time.monotonic() + 60
    while not {"server", "Alice"} <= set(run.family()):
        assert time.monotonic() < end
        time.sleep(0.01)
    os.kill(run.family()["server"], signal.SIGKILL)
    code, _, err = run.finish()
    assert code == 3, err
    assert "start the server" not in err
    assert [event["where"] for event in run.events if event["kind"] == "fault"] == ["server"]
    assert run.events[-1]["kind"] == "run.ended"
    assert run.left() == []
