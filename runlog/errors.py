"""The tree of all errors.

    MinecrewError
    ├── UserError          the user's mistake: one line (what, which, what to do), exit code 2
    └── Fault              a fault of minecrew or of the machine: logged as a `fault` event, exit code 3
        ├── BridgeLost     the supervisor, or the socket to it, is gone
        ├── ChildLost      one child process (a bot's or the server's) is gone
        └── CallTimeout    a call into a child was not answered before its deadline

An agent's failure is not an exception but a value with a code (`bridge.Outcome`).
"""

from __future__ import annotations

LONGEST_MESSAGE = 200
"""Maximum number of characters of a message about a line of a file. The line itself may have a megabyte."""


class MinecrewError(Exception):
    """Root of all errors raised on purpose by this project."""


class UserError(MinecrewError):
    """A mistake made by the user. The message is one line that says what is wrong and what to do."""


class Fault(MinecrewError):
    """An internal part is broken; `where` names it."""

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
    """A child process is alive but did not answer in time."""

    where = "bridge"
