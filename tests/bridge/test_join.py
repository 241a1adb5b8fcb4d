"""Why a bot could not join: one line that says what and what to do."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path

import pytest

from minecrew.bridge import Bridge, ServerAddress
from minecrew.bridge.bot import HERE
from minecrew.bridge.node import readable_paths
from minecrew.game import VERSION
from minecrew.runlog import ChildLost, Fault, UserError

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


async def test_unreachable(stage: Stage) -> None:
    nowhere = ServerAddress(host="127.0.0.1", port=free_port())
    with pytest.raises(UserError, match=r"'Dave' cannot join: .*ECONNREFUSED.*start the server"):
        await stage.bridge.join("Dave", nowhere)


@pytest.mark.parametrize("version", ["1.8.8", "1.18.2", "99.9"])
async def test_wrong_version(stage: Stage, version: str) -> None:
    address = stage.address.model_copy(update={"version": version})
    with pytest.raises(UserError, match=rf"(version {VERSION}, not|no Minecraft version).*own version"):
        await stage.bridge.join("Dave", address)


async def test_a_name_of_ours_that_is_taken(stage: Stage) -> None:
    with pytest.raises(UserError, match="already a bot 'Alice'"):
        await stage.bridge.join("Alice", stage.address)


async def test_a_name_that_is_taken_by_somebody_else(stage: Stage) -> None:
    options = {**stage.address.model_dump(), "name": "Zed"}  # Zed comes by another door
    await stage.bridge.start_child("stranger", script=HERE / "bot.js", options=options)
    with pytest.raises(UserError, match=r"a player Zed is already on .*another name"):
        await stage.bridge.join("Zed", stage.address)
    assert "Zed" in (await stage.bots["Alice"].observe()).players
    await stage.bridge.kill_child("stranger")


@pytest.mark.parametrize("name", ["server", "supervisor", "ab", "much_too_long_a_name", "Bob Smith", ""])
async def test_names_that_cannot_be(stage: Stage, name: str) -> None:
    with pytest.raises(UserError, match="cannot be a player's name"):
        await stage.bridge.join(name, stage.address)


async def test_without_a_version_the_server_is_asked(stage: Stage) -> None:
    dave = await stage.bridge.join("Dave", stage.address.model_copy(update={"version": None}))
    assert (await dave.observe()).health == 20
    await dave.leave()


async def test_one_bridge_at_a_time(stage: Stage) -> None:
    with pytest.raises(Fault, match="only one open Bridge"):
        async with Bridge():
            pass
    assert await stage.bridge.call("supervisor", "ping") == "pong"


async def test_a_child_that_ends_as_it_gets_ready_is_not_taken_for_running(
    stage: Stage, tmp_path: Path
) -> None:
    script = tmp_path / "brief.js"
    channel = json.dumps(str(HERE / "channel.js"))
    script.write_text(
        f"const channel = require({channel}).openChannel()\n"
        "channel.send({ event: 'ready', info: {} }, () => process.exit(0))\n"
    )
    asyncio.get_running_loop().call_later(0.01, time.sleep, 1.5)  # both are read at once
    with pytest.raises(ChildLost):
        await stage.bridge.start_child("brief", script=script, options={})
    assert "brief" not in stage.bridge.pids


async def test_a_symlink_is_readable_under_both_its_paths(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert readable_paths([tmp_path / "link"]) == [f"{tmp_path}/link/*", f"{tmp_path}/real/*"]
    assert readable_paths([tmp_path / "real"]) == [f"{tmp_path}/real/*"]
