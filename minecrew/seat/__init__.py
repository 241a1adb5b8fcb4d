"""Seats at a crew's table for agents of any other make, by the Model Context Protocol."""

from minecrew.seat.serving import serve_seats

__all__ = ["serve_seats"]
