"""What a program is killed for is its own doing, and not that of the one before it."""

from __future__ import annotations

import pytest

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAVY = "const a = []; for (let i = 0; i < 6; i++) a.push(new Uint8Array(32e6).fill(1)); return a.length"
"""About 190 MB besides what a bot has anyway: more than the heap's limit, less than the process's."""


async def test_an_endless_loop_after_a_heavy_program_is_an_endless_loop(stage: Stage) -> None:
    for _ in range(2):
        heavy = await stage.run("Bob", HEAVY)
        assert heavy.result == 6, heavy
    looped = await stage.run("Bob", "for (;;) {}", deadline=60)
    assert looped.code == "UNRESPONSIVE", looped


async def test_a_heap_that_is_full_is_want_of_memory_also_after_a_heavy_program(stage: Stage) -> None:
    assert (await stage.run("Bob", HEAVY)).result == 6
    hog = await stage.run("Bob", "const a = []; for (;;) a.push(new Array(1e5).fill(1.1))", deadline=60)
    assert hog.code == "OUT_OF_MEMORY", hog
