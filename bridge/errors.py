"""The bridge's own part of the error tree (`runlog.errors` holds the rest).

Fault
└── CallError          a child, or the supervisor, answered a call with an error
"""

from __future__ import annotations

from minecrew.runlog import Fault


class CallError(Fault):
    """`code` is the other side's: e.g. PORT_IN_USE, NO_METHOD, BUSY, EXISTS."""

    where = "bridge"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
