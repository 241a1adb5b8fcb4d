"""The connections of a seat. They are closed in the same cases as the connections of the service, because
everybody on this machine can connect, and the run must still be able to open its own files.
"""

from __future__ import annotations

from minecrew.patience import PatientProtocol


class SeatProtocol(PatientProtocol):
    most = 50
    """Maximum number of simultaneous connections; an external agent needs two or three."""
