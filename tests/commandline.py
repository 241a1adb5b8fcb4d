"""The command line for tests: `minecrew(...)` is `subprocess.run` of it without the loading (`zygote.py`)."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

ZYGOTE = Path(__file__).parent / "zygote.py"


class Zygote:
    """One for each process that runs tests; ends with it."""

    def __init__(self) -> None:
        self.line, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        command = [sys.executable, str(ZYGOTE), str(theirs.fileno())]
        self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()
        atexit.register(self.close)

    def close(self) -> None:
        self.line.close()
        self.process.wait(10)

    def run(self, request: dict[str, object], files: list[int], timeout: float) -> int:
        """The exit code; raises TimeoutExpired when it is not there in time, and ends the process."""
        socket.send_fds(self.line, [json.dumps(request).encode()], files)
        pid = int(self.line.recv(64))
        self.line.settimeout(timeout)
        try:
            return int(self.line.recv(64))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            _zygotes.clear()  # the next command has a new one
            raise subprocess.TimeoutExpired(f"minecrew {request['arguments']}", timeout) from None
        finally:
            self.line.settimeout(None)


_zygotes: list[Zygote] = []


def minecrew(
    *arguments: str | Path,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stdin: IO[bytes] | None = None,
    timeout: float = 600,
) -> subprocess.CompletedProcess[str]:
    """What the command printed, and its exit code. `environment` is all of it; this process's if left out."""
    if not _zygotes:
        _zygotes.append(Zygote())
    words = [str(word) for word in arguments]
    request = {
        "arguments": words,
        "cwd": str(cwd or Path.cwd()),
        "environment": dict(environment or os.environ),
    }
    nobody = Path(os.devnull)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, nobody.open("rb") as nothing:
        files = [(stdin or nothing).fileno(), out.fileno(), err.fileno()]
        code = _zygotes[0].run(request, files, timeout)
        told = []
        for file in (out, err):
            file.seek(0)
            told.append(file.read().decode())
    return subprocess.CompletedProcess(["minecrew", *words], code, *told)
