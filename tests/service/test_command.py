"""Commands that the service asks: some at a time, and none goes on for somebody who is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from minecrew.runlog import UserError
from minecrew.service.command import AT_ONCE, WAITING, Commands
from minecrew.service.problem import ProblemError

LASTING = ("world", "start", "--port", "0", "--speed", "max")
"""Ends only when it is ended; a server in Node belongs to it."""


def groups(word: str) -> dict[int, set[int]]:
    """Of the processes that were started with `word`: process -> all that belong to its group."""
    found: dict[int, set[int]] = {}
    members: dict[int, set[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            group = int((path / "stat").read_text().rpartition(")")[2].split()[2])
            words = (path / "cmdline").read_bytes()
        except OSError:
            continue
        members.setdefault(group, set()).add(int(path.name))
        if word.encode() in words and group == int(path.name):
            found[group] = members[group]
    return found


async def test_who_is_gone_is_not_worked_for(tmp_path: Path) -> None:
    seen: dict[int, set[int]] = {}

    async def gone() -> bool:
        seen.update(groups(str(tmp_path)))
        return any(len(members) > 1 for members in seen.values())

    with pytest.raises(ProblemError):
        await Commands().ask(*LASTING, "--log", str(tmp_path / "log"), gone=gone)
    [members] = seen.values()
    async with asyncio.timeout(20):
        while any(_lives(pid) for pid in members):
            await asyncio.sleep(0.02)


async def test_only_so_many_wait(tmp_path: Path) -> None:
    commands = Commands()
    words = (*LASTING, "--log", str(tmp_path / "log"))
    async with asyncio.TaskGroup() as tasks:
        asking = [tasks.create_task(commands.ask(*words)) for _ in range(AT_ONCE + WAITING)]
        async with asyncio.timeout(30):
            while len(groups(str(tmp_path))) < AT_ONCE:
                await asyncio.sleep(0.05)
        with pytest.raises(ProblemError) as refused:
            await commands.ask(*words)
        assert refused.value.status == 503
        assert len(groups(str(tmp_path))) == AT_ONCE
        for task in asking:
            task.cancel()
    assert not groups(str(tmp_path))


async def test_a_mistake_is_told_in_its_line() -> None:
    with pytest.raises(UserError, match=r"^there is no arena 'moon'; choose from"):
        await Commands().ask("arenas", "show", "moon", "--out", "-")


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False
