"""`minecrew skills try` and `test`, with skills of a user's in real worlds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest

from minecrew.mc_server import make_arena
from tests.stopwatch import Stopwatch

from .conftest import heed_ctrl_c, living, minecrew

SHEAR = """'use strict'
/**
 * Shears for a friend.
 * @example shearFor(bot)
{tags} */
async function shearFor (bot) {{
  console.log('here goes')
  const wool = await shearSheep(bot, 1)
  return wool
}}
module.exports = shearFor
"""
SAW = """/**
 * Saws what it holds.
 * @example sawFor(bot)
 * @give oak_log=1
 * @expect oak_planks=99
 */
async function sawFor (bot) { return await craftItem(bot, 'oak_planks', 1) }
"""
FELL = """/**
 * Fells a tree where it is meant to.
 * @example fellHere(bot)
 */
async function fellHere (bot) {{
  if (bot.blockAt(new Vec3({place})).name !== '{block}') throw fail('NOT_FOUND', 'this is another world')
  await mineBlock(bot, 'oak_log', 2)
}}
"""


def shear(directory: Path, tags: str) -> str:
    (directory / "shearFor.js").write_text(SHEAR.format(tags=tags), encoding="utf-8")
    return str(directory)


def only_in(seed: int) -> tuple[str, int, int, int]:
    """A block of the meadow of that seed that seed 1 does not have there: name and place."""
    here, there = make_arena("meadow", seed=seed).surface, make_arena("meadow").surface
    for cell, (mine, other) in enumerate(zip(here.cells, there.cells, strict=True)):
        block = here.palette[mine]
        if block not in ("grass_block", there.palette[other]):
            row, column = divmod(cell, here.width)
            return block, here.origin[0] + column, here.heights[cell], here.origin[1] + row
    raise AssertionError("the seeds are alike")


def test_a_skill_is_tried_and_what_it_did_is_told(tmp_path: Path) -> None:
    skills = shear(tmp_path, " * @give shears=1\n * @expect white_wool=1\n")
    tried = minecrew("skills", "try", "shearFor", "--skills", skills)
    assert (tried.returncode, tried.stderr) == (0, "")
    lines = tried.stdout.splitlines()
    assert lines[0] == "shearFor(bot)  in meadow, seed 1, given 1 shears"
    assert any("Alice  prints: here goes" in line for line in lines)
    assert any("Alice  picks up" in line and "white_wool" in line for line in lines)
    told = {line[:12].strip(): line[12:] for line in lines}
    assert told["held before"] == "1 shears"
    assert "white_wool" in told["held after"]
    assert told["changed"].startswith("+")
    assert float(told["game time"].removesuffix(" s")) > 0
    assert lines[-1] == "ok"


def test_a_failure_is_shown_with_its_lines(tmp_path: Path) -> None:
    tried = minecrew("skills", "try", "shearFor", "--arena", "flat", "--skills", shear(tmp_path, ""))
    assert tried.returncode == 1
    assert "in flat, seed 1" in tried.stdout
    assert "failed  MISSING_ITEM: no shears in the inventory" in tried.stdout
    assert f"{tmp_path / 'shearFor.js'}:8" in tried.stdout
    assert ">    8    const wool = await shearSheep(bot, 1)" in tried.stdout
    assert "skills/shearSheep.js:" in tried.stdout
    assert "throw fail('MISSING_ITEM', 'no shears in the inventory')" in tried.stdout


@pytest.mark.soak  # test_a_crew_s_skill_is_tried_with_its_partner_whatever_the_call has arguments, too
def test_arguments_make_another_call() -> None:
    tried = minecrew("skills", "try", "craftItem", "stick", "1", "--give", "oak_planks=2")
    assert tried.returncode == 0, tried.stderr
    assert 'craftItem(bot, "stick", 1)' in tried.stdout
    assert "changed     -2 oak_planks, +4 stick" in tried.stdout


def test_examples_are_tested_and_one_that_fails_is_told(tmp_path: Path) -> None:
    (tmp_path / "sawFor.js").write_text(SAW, encoding="utf-8")
    wave = "/**\n * Waves.\n * @example waveAt(bot)\n * @before killMob(bot, 'dragon')\n */\n"
    wave += "async function waveAt (bot) {}\n"
    (tmp_path / "waveAt.js").write_text(wave, encoding="utf-8")
    block, x, y, z = only_in(2)
    fell = FELL.format(place=f"{x}, {y}, {z}", block=block)
    (tmp_path / "fellHere.js").write_text(fell, encoding="utf-8")
    own = ("--skills", str(tmp_path))
    tested = minecrew("skills", "test", "sawFor", "fellHere", "waveAt", "--seed", "2", *own)
    assert tested.returncode == 1
    [row] = [line for line in tested.stdout.splitlines() if "waveAt" in line]
    assert "BAD_ARGUMENT: @before: " in row
    [row] = [line for line in tested.stdout.splitlines() if "sawFor" in line]
    assert "the bot did not gain " in row
    assert "oak_planks" in row
    [row] = [line for line in tested.stdout.splitlines() if "fellHere" in line]
    assert "2 oak_log" in row
    assert "yes" in row
    assert "1 of 3 examples pass" in tested.stdout


def test_a_crew_s_skill_is_tried_with_its_partner_whatever_the_call(tmp_path: Path) -> None:
    (tmp_path / "greet.js").write_text(
        "/**\n * Greets.\n * @example greet(bot, 'nobody')\n * @with meet(bot, 'Alice')\n */\n"
        "async function greet (bot, player, times) {\n"
        "  await craftItem(bot, 'stick', times)\n"
        "  return await meet(bot, player)\n}\n",
        encoding="utf-8",
    )
    given = ("--give", "oak_planks=2", "--skills", str(tmp_path))
    tried = minecrew("skills", "try", "greet", "Bob", "1", *given)
    assert tried.returncode == 0, tried.stdout
    told = 'greet(bot, "Bob", 1)  in meadow, seed 1, given 2 oak_planks, while another bot runs '
    assert f"{told}meet(bot, 'Alice')" in tried.stdout
    assert "changed     -2 oak_planks, +4 stick" in tried.stdout


def test_ctrl_c_ends_a_trial_and_leaves_nothing_behind() -> None:
    command = [sys.executable, "-m", "minecrew", "skills", "try", "craftTool"]
    with subprocess.Popen(
        command, stdout=PIPE, stderr=PIPE, text=True, start_new_session=True, preexec_fn=heed_ctrl_c
    ) as trying:
        assert trying.stdout
        assert any("picks up" in line for line in trying.stdout)
        assert len(living(trying.pid)) > 2
        os.killpg(trying.pid, signal.SIGINT)
        with Stopwatch() as watch:
            _, said = trying.communicate(timeout=60)
        assert watch.seconds < 10
    assert (trying.returncode, said) == (130, "")
    end = time.monotonic() + 20  # the server and the bot were killed, and may be dying yet
    while (left := living(trying.pid)) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == []


def test_the_product_is_not_given(tmp_path: Path) -> None:
    skills = shear(tmp_path, " * @expect white_wool=1\n")
    tried = minecrew("skills", "try", "shearFor", "--give", "white_wool=1", "--skills", skills)
    assert tried.returncode == 2
    assert "shearFor makes this item; give its ingredients instead" in tried.stderr


def test_an_example_that_says_nothing_of_its_product_is_not_given_it(tmp_path: Path) -> None:
    skills = shear(tmp_path, " * @give shears=1, white_wool=1\n")
    tested = minecrew("skills", "test", "shearFor", "--skills", skills)
    assert tested.returncode == 1
    assert "the trial was given white_wool, which the skill makes" in tested.stdout


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("try", "nothing"), "there is no skill 'nothing'"),
        (("try", "mineBlock", "--give", "x=y"), "--give 'x=y' is not ITEM=N"),
        (("try", "craftItem", "oak_planks", "--give", "oak_planks=1"), "craftItem makes this item"),
        (("try", "mineBlock", "--arena", "moon"), "there is no arena 'moon'"),
        (("try", "mineBlock", "--give", "oak_lok=1"), "there is no item 'oak_lok' in Minecraft"),
        (("test", "walk"), "there is no @example to test"),
        (("show", "mineBlok"), "there is no skill 'mineBlok'"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], answer: str) -> None:
    told = minecrew("skills", *arguments)
    assert told.returncode == 2
    assert answer in told.stderr
    assert len(told.stderr.splitlines()) == 1
