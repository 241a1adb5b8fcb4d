"""A study that is killed at any moment, with real servers and bots: nothing is lost, nothing is doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minecrew.study.play_study import PlannedStudy, _gently
from minecrew.study.store import StudyStore, is_whole
from minecrew.tables.schema import TABLES

SHORT = """
title = "Short"
seeds = {seeds}
[base]
task = "paper"
speed = "max"
order = "strict"
[factors]
discussion = [{levels}]
"""
SMALL = """
title = "Small"
seeds = 1
[base]
goals = ["oak_planks=1"]
agents = 1
speed = "max"
order = "strict"
[factors]
guard = ["off", "warn"]
"""
WALL_CLOCK = ("timings", "calls")


def write(folder: Path, seeds: int, *levels: str) -> Path:
    file = folder / "short.toml"
    file.write_text(SHORT.format(seeds=seeds, levels=", ".join(f'"{one}"' for one in levels)))
    return file


def start(file: Path, place: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "minecrew", "study", str(file), "--dir", str(place), *more]
    return subprocess.Popen(command, cwd=file.parent, stdout=subprocess.DEVNULL)


def finish(file: Path, place: Path, seconds: float) -> None:
    sitting = start(file, place)
    try:
        assert sitting.wait(seconds) == 0
    finally:
        sitting.kill()


def until(happened: object, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)


def check(file: Path, place: Path, runs: int) -> None:
    """Each planned run is there once, whole, and none broke."""
    planned = PlannedStudy(file, place)
    found = planned.store.bundles()
    assert len(found) == runs
    assert found.keys() == planned.plan.by_key.keys()
    assert all(len(bundles) == 1 and is_whole(bundles[0]) for bundles in found.values())
    assert planned.store.bundles("faults") == {}


def test_a_killed_study_goes_on_where_it_was(tmp_path: Path) -> None:
    file, place = tmp_path / "small.toml", tmp_path / "study"
    file.write_text(SMALL)
    sitting, store = start(file, place, "--parallel", "1"), StudyStore(place)
    until(lambda: store.done() and [*(place / "playing").iterdir()], 90)
    sitting.send_signal(signal.SIGKILL)
    sitting.wait(10)
    before = store.done()
    assert len(before) == 1
    finish(file, place, 120)
    check(file, place, 2)
    assert {key: bundle.id for key, bundle in store.done().items() if key in before} == {
        key: bundle.id for key, bundle in before.items()
    }


def test_ctrl_c_ends_a_sitting_and_its_processes(tmp_path: Path) -> None:
    file, place = write(tmp_path, 20, "horizontal", "none"), tmp_path / "study"
    sitting = start(file, place)
    until(lambda: [*place.glob("playing/*/*/events.jsonl")], 60)
    sitting.send_signal(signal.SIGINT)
    assert sitting.wait(90) == 130
    with StudyStore(place).playing():  # the lock is free: no process that plays is left
        pass
    assert [*place.glob("playing/*/*/result.json")]  # the log has its end


def test_a_signal_is_kept_wherever_it_comes_and_a_second_one_ends_at_once() -> None:
    class Dying:
        def __del__(self) -> None:  # Python drops what is raised here
            os.kill(os.getpid(), signal.SIGINT)

    def dies() -> None:
        with _gently() as check:
            check()
            Dying()
            with pytest.raises(KeyboardInterrupt):
                check()
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):  # nobody has looked, but it has come
        dies()
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.extras
def test_sixty_runs_killed_at_three_random_moments(tmp_path: Path) -> None:
    """Its tables are those of a study that nobody killed, byte for byte."""
    file, place = write(tmp_path, 20, "horizontal", "none", "vertical"), tmp_path / "killed"
    chance = random.Random()
    for _ in range(3):
        sitting = start(file, place)
        time.sleep(chance.uniform(5, 60))
        sitting.send_signal(signal.SIGKILL)
        sitting.wait(10)
    print(f"killed three times; {len(StudyStore(place).done())} runs were done")
    finish(file, place, 3600)
    check(file, place, 60)
    whole = tmp_path / "whole"
    finish(file, whole, 3600)
    print((whole / "sittings.jsonl").read_text())
    for table in TABLES:
        if table not in WALL_CLOCK:
            one, other = ((at / "tables" / f"{table}.parquet").read_bytes() for at in (place, whole))
            assert one == other, table
