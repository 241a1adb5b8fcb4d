"""`minecrew arenas`: the cards, the counts, and a map that is a PNG."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mc_server import make_arena
from minecrew.cli import app
from minecrew.map import COLOURS, SCALE, draw_map
from minecrew.png import SIGNATURE
from runlog import UserError


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


def test_a_cell_is_drawn_in_its_blocks_colour() -> None:
    rows = draw_map(make_arena("flat", seed=1))
    assert tuple(rows[0][:3]) == COLOURS["grass_block"]
    assert (255, 255, 255) in {tuple(row[i : i + 3]) for row in rows for i in range(0, len(row), 3)}


def test_an_arena_there_is_not_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"'moon'.*village"):
        make_arena("moon")
    told = CliRunner().invoke(app, ["arenas", "show", "flat", "--out", str(tmp_path / "no" / "map.png")])
    assert isinstance(told.exception, UserError)
