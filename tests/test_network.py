"""The guard in conftest.py guards."""

import socket

import pytest


def test_a_foreign_address_is_refused() -> None:
    with socket.socket() as foreign, pytest.raises(RuntimeError, match="reaches for the network"):
        foreign.connect(("192.0.2.1", 80))


def test_a_foreign_name_is_not_even_looked_up() -> None:
    with pytest.raises(RuntimeError, match="reaches for the network"):
        socket.getaddrinfo("example.org", 80)


def test_loopback_is_free() -> None:
    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
