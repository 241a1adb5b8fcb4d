"""What the terminal shows: events, findings and values as text. Reads logs alone and needs no Node."""

from minecrew.terminal.console import Terminal

__all__ = ["Terminal"]
