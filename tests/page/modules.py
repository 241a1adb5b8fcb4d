"""The page's own modules without a browser: what they make of an expression, as Node tells it."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from minecrew.bridge import node_binary
from minecrew.page import exported, link_scripts


def made(start: str, expression: str) -> Any:
    """The value of `expression` as JSON, in which the names that `start` exports stand."""
    script = (
        f"{link_scripts(start)}\nconst {{ {', '.join(exported(start))} }} = modules['{start}']\n"
        f"console.log(JSON.stringify({expression}))"
    )
    command = [str(node_binary()), "--input-type=module", "-"]
    done = subprocess.run(command, input=script, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)
