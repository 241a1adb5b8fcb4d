"""The one error tree.

    MinecrewError
    ├── UserError          the user's mistake: one line (what, which, what to do), exit code 2
    └── Fault              a fault of ours or of the machine: logged as a `fault` event, exit code 3
        ├── BridgeLost     the supervisor, or the socket to it, is gone
        ├── ChildLost      one child process (a bot's or the server's) is gone
        └── CallTimeout    a call into a child was not answered before its deadline

What an agent can fail at is no exception but a value with a code (`bridge.Outcome`).
"""

from __future__ import annotations


class MinecrewError(Exception):
    """Root of all errors raised on purpose by this project."""


class UserError(MinecrewError):
    """One line that says what is wrong, which one, and what to do."""


class Fault(MinecrewError):
    """A part of ours broke; `where` names it."""

    where = "crew"


class BridgeLost(Fault):
    """No child can be called anymore."""

    where = "bridge"


class ChildLost(Fault):
    """One child process has ended; the others are not affected."""

    def __init__(self, child: str, message: str) -> None:
        super().__init__(f"{child}: {message}")
        self.child = child
        self.where = child


class CallTimeout(Fault):
    """A child lives but did not answer in time."""

    where = "bridge"
