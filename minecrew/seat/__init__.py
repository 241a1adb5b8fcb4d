"""Seats in a crew for external agents, which connect with the Model Context Protocol."""

from minecrew.seat.serving import serve_seats

__all__ = ["serve_seats"]
