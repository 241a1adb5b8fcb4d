"""What a process of Node may read."""

from __future__ import annotations

import subprocess
from pathlib import Path

from minecrew.bridge.node import node_binary, readable_paths


def test_modules_in_a_linked_folder_can_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "one.js").write_text("module.exports = 1")
    (tmp_path / "linked").symlink_to(tmp_path / "packages")
    linked = tmp_path / "linked"
    allowed = [f"--allow-fs-read={path}" for path in readable_paths([linked])]
    command = [node_binary(), "--permission", *allowed, linked / "one.js"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
