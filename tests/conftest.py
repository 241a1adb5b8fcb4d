"""No test reaches beyond this machine: a connection to anything but loopback is refused, whoever makes it.

Also says how many processes run the tests, which folders they begin with, and which tests are slow.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import Any

import pytest

WORKERS_PER_CORE = 2
"""Of `-n auto`: a test of a world waits for its server and its bots for about half of its time."""
LONGEST_FIRST = ("page", "faults", "minecrew", "agents", "bridge", "skills", "service")
"""Folders with browsers and worlds. The short tests of all others then keep every process busy to the end."""
SLOW = Path(__file__).with_name("slow.txt")
LOCAL_NAMES = {"", "localhost"}


def _is_local(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode()
    if host is None or host in LOCAL_NAMES:
        return True
    try:
        address = ipaddress.ip_address(str(host).split("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if not isinstance(address, tuple):  # a Unix socket's path
            return
        host = address[0]
    else:
        return
    if not _is_local(host):
        raise RuntimeError(f"a test reaches for the network: {event} {host!r}")


sys.addaudithook(_refuse_network)


def pytest_xdist_auto_num_workers() -> int | None:
    """How many processes `-n auto` means. The variable that xdist knows goes first."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return WORKERS_PER_CORE * len(os.sched_getaffinity(0))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help=f"leave out the tests that {SLOW.name} lists, as CI does"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _turn(item.path.parent.name))
    beginnings = slow_tests()
    slow = [item for item in items if item.nodeid.startswith(beginnings)]
    if config.args_source is config.ArgsSource.TESTPATHS:
        for one in beginnings:
            if not any(item.nodeid.startswith(one) for item in slow):
                raise pytest.UsageError(f"no test begins like {one!r}; correct this line of {SLOW.name}")
    if config.getoption("quick"):
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


def slow_tests() -> tuple[str, ...]:
    """Beginnings of the ids of slow tests."""
    lines = (line.partition("  #")[0].strip() for line in SLOW.read_text("utf-8").splitlines())
    return tuple(f"tests/{line}" for line in lines if line and not line.startswith("#"))


def _turn(folder: str) -> int:
    return LONGEST_FIRST.index(folder) if folder in LONGEST_FIRST else len(LONGEST_FIRST)
