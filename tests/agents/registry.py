"""The rules of the game as the server tells them, made without a server."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

from minecrew.agents import Knowledge
from minecrew.bridge.node import node_binary, node_modules


@cache
def whole_registry() -> Knowledge:
    script = Path(__file__).with_suffix(".js")
    environment = {**os.environ, "NODE_PATH": str(node_modules())}
    printed = subprocess.run(
        [node_binary(), script], env=environment, capture_output=True, check=True, timeout=60
    ).stdout
    return Knowledge.model_validate_json(printed)
