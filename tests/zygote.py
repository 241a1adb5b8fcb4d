"""Runs the command line for tests, each time in a process of its own that begins with everything loaded.

To load minecrew takes most of a second of computing, and the tests give hundreds of commands. This process
loads it and forks once for each request on its socket: arguments, directory and environment as JSON, and the
three standard files. It answers the process's number, and then how it ended.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import sys
import threading
import traceback
from typing import Any, NoReturn

LEFT_OUT = ("__main__", ".child", "javascript", ".launch")
EXTRA = "minecrew.inspection."
"""What needs packages that need not be installed."""
"""Modules that do something when they are loaded."""
PACKAGES = (
    "commands",
    "run",
    "replay",
    "judging",
    "terminal",
    "skill_tools",
    "agents",
    "behaviors",
    "runlog",
)


def load() -> None:
    import minecrew.cli  # noqa: F401

    for package in PACKAGES:
        root = importlib.import_module(f"minecrew.{package}")
        for found in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
            if not found.name.endswith(LEFT_OUT) and not found.name.startswith(EXTRA):
                importlib.import_module(found.name)


def become(request: dict[str, Any], files: list[int]) -> NoReturn:
    """The child: the command line, as a fresh interpreter would run it."""
    code = 1
    try:
        for standard, file in enumerate(files):
            os.dup2(file, standard)
        os.chdir(request["cwd"])
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.argv = ["minecrew", *request["arguments"]]
        from minecrew.cli import main

        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                code = code or 120
        os._exit(code)


def serve(line: socket.socket) -> None:
    while True:
        words, files, _, _ = socket.recv_fds(line, 1 << 20, 3)
        if not words:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            become(json.loads(words), files)
        for file in files:
            os.close(file)
        line.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    load()
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
