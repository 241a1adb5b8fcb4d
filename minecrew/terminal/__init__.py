"""What the terminal shows: events, findings and values as text. It reads only logs and needs no Node."""

from minecrew.terminal.console import Terminal, say_error

__all__ = ["Terminal", "say_error"]
