"""The codes in Python and in JavaScript are one list."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import get_args

from minecrew.bridge import CODES, Code, node_binary

CODES_JS = Path(__file__).resolve().parents[2] / "bridge" / "codes.js"


def test_the_codes_are_one_list() -> None:
    script = f"process.stdout.write(JSON.stringify(require({json.dumps(str(CODES_JS))}).CODES))"
    listed = subprocess.run([node_binary(), "-e", script], capture_output=True, check=True, timeout=20).stdout
    assert tuple(json.loads(listed)) == CODES == get_args(Code)
