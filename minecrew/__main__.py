"""The entry point of `minecrew` and `python -m minecrew`, which reports in one line if the system lacks
something.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NoReturn

NEEDED = {"fcntl": "file locks", "resource": "process limits"}
"""Modules that only POSIX systems have, with their purposes."""


def main() -> NoReturn:
    for module, what in NEEDED.items():
        try:
            import_module(module)
        except ImportError:
            advice = "use Linux or macOS; on Windows, use the Windows Subsystem for Linux (WSL)"
            sys.stderr.write(f"minecrew: this system has no {module} ({what}); {advice}\n")
            sys.exit(2)
    from minecrew.cli import main as run

    run()


if __name__ == "__main__":
    main()
