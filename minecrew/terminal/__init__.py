"""Shows events, findings and values as text on the terminal. This package needs no Node."""

from minecrew.terminal.console import Terminal, say_error

__all__ = ["Terminal", "say_error"]
