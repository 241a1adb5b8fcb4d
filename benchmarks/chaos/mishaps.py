"""Mishaps that come from outside a run and affect its processes, its files or its connections."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Self

from benchmarks.chaos.endpoint import Endpoint
from benchmarks.chaos.proxy import Proxy, World
from minecrew.runlog import EVENTS_FILE

PLAYED = frozenset({0, 1})
"""Exit codes of a run that played to its end, whether its goal was met or not."""
FAULT = frozenset({3})
PAUSE = 3.0
"""Seconds for which the run's own process, or every process of the run, is stopped."""
JUMP = """
import time
_real, _begin = time.time, time.monotonic()
time.time = lambda: _real() + (JUMP if time.monotonic() - _begin > AFTER else 0)
"""
BUSY = "while True: pass"


class Mishap:
    """One mishap of one run: a context manager that is entered before the run begins."""

    codes = PLAYED
    """The correct exit codes if the mishap happens before the run has ended."""
    arguments: Sequence[str] = ("--speed", "max")
    environment: Mapping[str, str] = {}
    limited = False
    """Whether the mishap would also break the run's standard output."""
    always = ""
    """Description of the mishap if it affects the run from the beginning; otherwise ''."""
    events = 75
    """The mishap waits for a random number of events in the log, at most this many; nearly all runs have
    more.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def limit(self) -> None:
        """Sets limits; called in the child process before the run's program starts."""

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        """Performs the mishap on the run's processes, and returns its description; '' if nothing was done."""
        raise NotImplementedError

    def pick(self, pids: Mapping[int, str], *roles: str) -> int | None:
        able = sorted(pid for pid, role in pids.items() if role in roles)
        return self.chance.choice(able) if able else None


class _Signalled(Mishap):
    roles: tuple[str, ...] = ()
    signal = signal.SIGKILL

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        pid = self.pick(pids, *self.roles)
        if pid is None:
            return ""
        with suppress(ProcessLookupError):
            os.kill(pid, self.signal)
        return f"{signal.Signals(self.signal).name} to {pids[pid]}"


class BotKilled(_Signalled):
    """The bot joins again, and the run continues."""

    roles = ("a bot",)


class ServerKilled(_Signalled):
    roles, codes = ("server",), FAULT


class SupervisorKilled(_Signalled):
    roles, codes = ("the supervisor",), FAULT


class BotStopped(_Signalled):
    """The bot never answers again, so it counts as hung and is replaced."""

    roles, signal = ("a bot",), signal.SIGSTOP


class ServerStopped(_Signalled):
    roles, codes, signal = ("server",), FAULT, signal.SIGSTOP


class SupervisorStopped(_Signalled):
    roles, codes, signal = ("the supervisor",), FAULT, signal.SIGSTOP


class RunKilled(Mishap):
    """The run's own process is killed, so it cannot log the end."""

    codes = frozenset({-signal.SIGKILL})

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        os.kill(main, signal.SIGKILL)
        return "SIGKILL to the run itself"


class RunPaused(Mishap):
    """All processes, or only the run's own, are stopped for a while, as on a machine that sleeps."""

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        chosen = [*pids] if self.chance.random() < 0.5 else [main]
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in chosen:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            time.sleep(PAUSE if number == signal.SIGSTOP else 0)
        return f"{'all processes are' if len(chosen) > 1 else 'the run is'} stopped for {PAUSE:g} s"


class DiskFull(Mishap):
    """No file of the run may exceed a certain size, which has the same effect as a full disk but needs no
    root privileges.

    The limit applies from the beginning, or from the middle of the run, when the log has little room left.
    """

    codes, limited = FAULT, True

    def __enter__(self) -> Self:
        self.size = int(2000 * 10 ** self.chance.uniform(0, 1.2)) if self.chance.random() < 0.3 else None
        self.always = f"no file may exceed {self.size} bytes" if self.size else ""
        return self

    def limit(self) -> None:
        if self.size:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.size))

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        if self.size:
            return self.always
        opened = [path.resolve() for path in Path(f"/proc/{main}/fd").iterdir()]
        size = max((path.stat().st_size for path in opened if path.name == EVENTS_FILE), default=0)
        size += self.chance.randrange(800)
        resource.prlimit(main, resource.RLIMIT_FSIZE, (size, size))
        return f"no file may exceed {size} bytes from now on"


class ClockJump(Mishap):
    """`time.time` jumps by an hour in the run's Python process; no deadline may depend on it."""

    def __enter__(self) -> Self:
        self.jump = self.chance.choice((-3600, 3600))
        place = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="minecrew-")))
        after = self.chance.uniform(1, 8)
        text = JUMP.replace("JUMP", str(self.jump)).replace("AFTER", f"{after:.2f}")
        (place / "sitecustomize.py").write_text(text)
        self.environment = {"PYTHONPATH": str(place)}
        self.always = f"the system clock jumps by {self.jump} s"
        return self

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        return self.always


class MachineBusy(Mishap):
    """Endless loops, two per core, keep all cores busy."""

    always = "all cores are busy"

    def __enter__(self) -> Self:
        for _ in range(2 * (os.cpu_count() or 1)):
            process = subprocess.Popen([sys.executable, "-c", BUSY])
            self.stack.callback(process.wait)
            self.stack.callback(process.kill)
        return self

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        return self.always


class ConnectionCut(Mishap):
    """The bots' connections to a world are cut once, and bots may connect again."""

    events = 50

    def __enter__(self) -> Self:
        world = self.stack.enter_context(World(seed=self.chance.randrange(100)))
        self.proxy = self.stack.enter_context(Proxy(world.port))
        self.arguments = ("--server", f"127.0.0.1:{self.proxy.port}")
        return self

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        return f"{self.proxy.cut()} connections are cut"


class ConnectionGone(ConnectionCut):
    """The bots' connections are cut, and no bot can connect again."""

    codes = FAULT

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        self.proxy.close()
        cut = self.proxy.cut()
        if not cut:  # no bot was there yet: a server that cannot be reached
            self.codes = FAULT | {2}
        return f"{cut} connections are cut forever"


class EndpointStopped(Mishap):
    """A model's endpoint that stops after some answers."""

    codes, events = frozenset({1}), 18

    def __enter__(self) -> Self:
        self.endpoint = self.stack.enter_context(Endpoint())
        self.arguments = ("--speed", "max", "--mind", "openai", "--model", "none", "--rounds", "1")
        self.arguments += ("--base-url", self.endpoint.url)
        return self

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        self.endpoint.stop()
        if not self.endpoint.answered:  # nobody was ever there: a wrong address
            self.codes = frozenset({2})
        return f"the endpoint stops after {self.endpoint.answered} answers"


class EndpointSilent(EndpointStopped):
    """Each further answer stops at some point, while its connection stays open."""

    def __enter__(self) -> Self:
        super().__enter__()
        limits = ("--first-token-seconds", "4", "--between-tokens-seconds", "4", "--retries", "1")
        self.arguments = (*self.arguments, *limits)
        return self

    def strike(self, pids: Mapping[int, str], main: int) -> str:
        self.endpoint.silent_after = self.chance.choice((0.0, self.chance.random()))
        if not self.endpoint.answered:
            self.codes = frozenset({1, 2})
        told = f"{self.endpoint.silent_after:.0%} of each answer after the first {self.endpoint.answered}"
        return f"the endpoint sends only {told}"


MISHAPS: tuple[Callable[[Random], Mishap], ...] = (
    BotKilled,
    ServerKilled,
    SupervisorKilled,
    RunKilled,
    BotStopped,
    ServerStopped,
    SupervisorStopped,
    RunPaused,
    DiskFull,
    ClockJump,
    MachineBusy,
    ConnectionCut,
    ConnectionGone,
    EndpointStopped,
    EndpointSilent,
)
