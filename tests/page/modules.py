"""The page's own modules without a browser: what they make of an expression, as Node tells it."""

from __future__ import annotations

import atexit
import json
import subprocess
from functools import cache
from typing import IO, Any

from minecrew.bridge import node_binary
from minecrew.page import exported, link_scripts

ANSWERS = """
const { createInterface } = require('node:readline')
const AsyncFunction = (async () => {}).constructor
createInterface({ input: process.stdin }).on('line', async line => {
  try {
    const value = await new AsyncFunction(`'use strict'\\n${JSON.parse(line)}`)()
    console.log(JSON.stringify({ value }))
  } catch (error) {
    console.log(JSON.stringify({ error: error.stack }))
  }
})
"""


def made(start: str, expression: str) -> Any:
    """The value of `expression` as JSON, in which the names that `start` exports stand."""
    names = f"const {{ {', '.join(exported(start))} }} = modules['{start}']"
    return answered(f"{link_scripts(start)}\n{names}\nreturn ({expression}\n)")


def answered(script: str) -> Any:
    """What `script` returns, as JSON has it. Its modules are put together as for an offline page."""
    asked, told = _node()
    asked.write(json.dumps(script) + "\n")
    asked.flush()
    line = told.readline()
    assert line, "Node has ended"
    answer = json.loads(line)
    assert "error" not in answer, answer["error"]
    return answer.get("value")


@cache
def _node() -> tuple[IO[str], IO[str]]:
    """One for each process that runs tests; ends with it."""
    process = subprocess.Popen(
        [str(node_binary()), "-e", ANSWERS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    atexit.register(process.communicate)
    return process.stdin, process.stdout
