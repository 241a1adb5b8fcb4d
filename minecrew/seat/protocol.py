"""The connections of a seat. They are closed in the same cases as those of the service: everybody on this
machine can connect, and too many connections would keep the run from opening its own files.
"""

from __future__ import annotations

from minecrew.patience import PatientProtocol


class SeatProtocol(PatientProtocol):
    most = 50
    """Maximum number of simultaneous connections; an external agent needs two or three."""
