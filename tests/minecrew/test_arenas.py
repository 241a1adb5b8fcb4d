"""`minecrew arenas`: the cards, the counts, and a map that is a PNG."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from minecrew.cli import app
from minecrew.mc_server import arenas, make_arena
from minecrew.runlog import UserError
from minecrew.worlds.map import COLOURS, SCALE, SIGNATURE, draw_map


def test_every_arena_is_listed_with_what_it_holds() -> None:
    told = CliRunner().invoke(app, ["arenas"])
    assert told.exit_code == 0
    for name in ("flat:", "meadow:", "mine:", "village:", "library with bookshelves", "seeds and books"):
        assert name in " ".join(told.output.split())


def test_show_writes_a_png_and_counts(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    told = CliRunner().invoke(app, ["arenas", "show", "village", "--seed", "3", "--out", str(path)])
    assert told.exit_code == 0
    assert "bookshelf" in told.output
    data = path.read_bytes()
    assert data.startswith(SIGNATURE)
    assert struct.unpack(">II", data[16:24]) == (96 * SCALE, 96 * SCALE)
    length = struct.unpack(">I", data[33:37])[0]
    assert len(zlib.decompress(data[41 : 41 + length])) == 96 * SCALE * (96 * SCALE * 3 + 1)


@pytest.mark.parametrize("name", arenas())
def test_each_arena_can_be_described_and_drawn(name: str) -> None:
    arena = make_arena(name, seed=2)
    assert len(draw_map(arena)) == arena.surface.depth * SCALE


def test_a_cell_is_drawn_in_its_blocks_colour() -> None:
    rows = draw_map(make_arena("flat", seed=1))
    assert tuple(rows[0][:3]) == COLOURS["grass_block"]
    assert (255, 255, 255) in {tuple(row[i : i + 3]) for row in rows for i in range(0, len(row), 3)}


def test_an_arena_there_is_not_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"'moon'.*village"):
        make_arena("moon")
    told = CliRunner().invoke(app, ["arenas", "show", "flat", "--out", str(tmp_path / "no" / "map.png")])
    assert isinstance(told.exception, UserError)


@pytest.mark.parametrize("seed", [1, 7, 42])
@pytest.mark.parametrize("name", ["meadow", "mine"])
def test_of_the_cane_the_lowest_block_of_each_plant_has_to_stay(name: str, seed: int) -> None:
    """Ponds are fringed with cane three high: a third of it is the lowest."""
    arena = make_arena(name, seed=seed)
    bears = arena.capacity["sugar_cane"]
    assert bears.stock == arena.resources["sugar_cane"]
    assert bears.stock == 3 * bears.keep > 0


def test_an_arena_without_cane_declares_nothing_and_show_tells_what_has_to_stay(tmp_path: Path) -> None:
    assert make_arena("village", seed=1).capacity == make_arena("flat", seed=1).capacity == {}
    told = CliRunner().invoke(app, ["arenas", "show", "meadow", "--out", str(tmp_path / "map.png")])
    bears = make_arena("meadow", seed=1).capacity["sugar_cane"]
    assert f"{bears.keep} of {bears.stock} sugar_cane must be left" in told.output
