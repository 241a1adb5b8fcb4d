"""Starts the supervisor through JSPyBridge and carries lines of JSON to and from it.

Only this file uses the `javascript` package. JSPyBridge makes a single call, `connect(path)`; all data is
sent over a Unix socket. The Bridge handles calls and their deadlines. JSPyBridge is changed so that it does
not print on our stdout, give its Node the whole environment (keys included), or look for Node on PATH; it has
no settings for this.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from minecrew.bridge.node import node_binary, node_modules
from minecrew.runlog import BridgeLost, Fault, UserError

SUPERVISOR = Path(__file__).resolve().parent / "supervisor.js"
CONNECT = 30.0
"""Seconds for the supervisor to start and connect."""
CLOSE = 2.0
LONGEST_SOCKET_PATH = 100

WireMessage = dict[str, Any]


class Transport:
    """The connection to one supervisor. `deliver` gets each message; `lost` is called once if the
    connection ends unexpectedly.
    """

    def __init__(self, deliver: Callable[[WireMessage], None], lost: Callable[[str], None]) -> None:
        self._deliver = deliver
        self._lost = lost
        self._wire: _Wire | None = None
        self._node: _Node | None = None

    @property
    def pid(self) -> int | None:
        return self._node.pid if self._node else None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        connected: asyncio.Future[_Wire] = loop.create_future()
        with _socket_directory() as directory:
            path = directory / "s"
            server = await loop.create_unix_server(
                lambda: _Wire(connected, self._deliver, self._closed), str(path)
            )
            try:
                async with asyncio.timeout(CONNECT):
                    node = self._node = _Node()
                    await _in_daemon_thread(lambda: node.start(str(path)))
                    self._wire = await connected
            except TimeoutError:
                raise BridgeLost(f"Node did not start within {CONNECT:g} s") from None
            finally:
                server.close()
        if self._wire.gone:
            raise BridgeLost("Node ended while starting")

    def post(self, message: WireMessage) -> None:
        if self._wire:
            self._wire.send(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def kill(self) -> None:
        """Ends a supervisor that does not answer."""
        if self._node:
            self._node.kill()

    async def close(self) -> None:
        self._lost = _ignore
        if self._wire:
            self._wire.close()
        if self._node:
            await self._node.stop()

    def _closed(self) -> None:
        lost, self._lost = self._lost, _ignore
        lost("the Node supervisor is gone")


class _Wire(asyncio.Protocol):
    """The socket's end: splits what comes into lines."""

    def __init__(
        self,
        connected: asyncio.Future[_Wire],
        deliver: Callable[[WireMessage], None],
        closed: Callable[[], None],
    ) -> None:
        self._connected, self._deliver, self._closed = connected, deliver, closed
        self._rest = bytearray()
        self._transport: asyncio.WriteTransport | None = None
        self.gone = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        if not self._connected.done():
            self._connected.set_result(self)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if b"\n" not in data:
            return
        *lines, rest = self._rest.split(b"\n")
        self._rest = rest
        for line in lines:
            if line:
                self._deliver(json.loads(line))

    def connection_lost(self, error: Exception | None) -> None:
        self.gone = True
        self._closed()

    def send(self, data: bytes) -> None:
        if self._transport and not self.gone:
            self._transport.write(data)

    def close(self) -> None:
        if self._transport:
            self._transport.close()


class _Node:
    """The process JSPyBridge runs. `start` blocks and belongs in a thread of its own."""

    _in_use = threading.Lock()

    def __init__(self) -> None:
        if not self._in_use.acquire(blocking=False):
            raise Fault("a Python process can have only one open Bridge at a time")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self, socket_path: str) -> None:
        environment = {"NODE_PATH": str(node_modules()), "FORCE_COLOR": "0"}
        if logs := os.environ.get("MINECREW_LOGS"):
            environment["MINECREW_LOGS"] = str(_log_directory(logs))
        javascript = _start_jspybridge(str(node_binary()), environment)
        self._process = sys.modules["javascript.connection"].proc
        javascript.require(str(SUPERVISOR)).connect(socket_path, timeout=CONNECT)

    def kill(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.kill()

    async def stop(self) -> None:
        try:
            if self._process and self._process.poll() is None:
                self._process.terminate()
                for _ in range(int(CLOSE / 0.005)):
                    if self._process.poll() is not None:
                        break
                    await asyncio.sleep(0.005)
                self.kill()
            _stop_jspybridge()
            if self._process:
                _close_pipes(self._process)
        finally:
            self._in_use.release()


def _log_directory(given: str) -> Path:
    directory = Path(given).absolute()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"MINECREW_LOGS is {given!r}, which is not a writable directory ({error.strerror}); name another"
        ) from error
    return directory


def _start_jspybridge(node: str, environment: dict[str, str]) -> ModuleType:
    """Imports `javascript` (which starts Node), or starts Node again after an earlier stop."""
    loaded = sys.modules.get("javascript")
    if loaded is None:
        spec = importlib.util.find_spec("javascript")
        if spec is None or spec.loader is None:
            raise Fault("the Python package 'javascript' is missing; run `pip install 'javascript==1!1.2.6'`")
        package = importlib.util.module_from_spec(spec)
        sys.modules["javascript"] = package
        colour = os.environ.get("FORCE_COLOR")
        try:
            connection = importlib.import_module("javascript.connection")  # starts nothing yet
        finally:
            _restore("FORCE_COLOR", colour)
        for name in ("connection", "events", "proxy", "pyi"):
            vars(importlib.import_module(f"javascript.{name}"))["print"] = _ignore
        shim = SimpleNamespace(Popen=_popen(environment), PIPE=subprocess.PIPE)
        vars(connection).update(NODE_BIN=node, stdout=subprocess.DEVNULL, notebook=False, subprocess=shim)
        spec.loader.exec_module(package)
        return package
    sys.modules["javascript.connection"].subprocess.Popen = _popen(environment)
    loaded.init()
    return loaded


def _popen(environment: dict[str, str]) -> Callable[..., subprocess.Popen[bytes]]:
    """Node gets a fresh environment, and the kernel kills it with the thread that started (and awaits) it."""
    setpriv = shutil.which("setpriv")
    prefix = [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []

    def popen(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*prefix, *command], env=environment, **options)

    return popen


def _stop_jspybridge() -> None:
    """Ends its threads, too; its exit handler would wait 0.4 s for nothing."""
    config = sys.modules.get("javascript.config")
    loop = config.event_loop if config else None
    if loop is None:
        return
    atexit.unregister(loop.on_exit)
    loop.active = False
    loop.callbackExecutor.running = False
    loop.callbackExecutor.jobs.put((0, 0, _ignore, None))
    loop.stop()  # as its terminate(), which is not there yet where the import was interrupted
    loop.queue.put("exit")


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    """JSPyBridge leaves them to the garbage collector, and its reader in the middle of a line."""
    process.wait(CLOSE)
    sys.modules["javascript.connection"].com_thread.join(CLOSE)
    for pipe in (process.stdin, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):  # what it could not send any more
                pipe.close()


async def _in_daemon_thread(work: Callable[[], None]) -> None:
    """A pool's thread would be joined at exit, and a call into a dead Node hangs for its whole timeout."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(error: BaseException | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run() -> None:
        error: BaseException | None = None
        try:
            work()
        except BaseException as caught:
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, error)

    threading.Thread(target=run, daemon=True, name="start-node").start()
    await done


@contextlib.contextmanager
def _socket_directory() -> Any:
    with contextlib.ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="minecrew-")))
        if len(str(directory)) > LONGEST_SOCKET_PATH:
            directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="minecrew-", dir="/tmp")))
        yield directory


def _restore(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def _ignore(*_: object, **__: object) -> None:
    pass
