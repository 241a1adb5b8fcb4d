"""Seats in a crew for external agents, by the Model Context Protocol."""

from minecrew.seat.serving import serve_seats

__all__ = ["serve_seats"]
