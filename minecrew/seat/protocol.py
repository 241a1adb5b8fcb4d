"""The connections of a seat. They are closed as the service closes its own, because everybody on this machine
can connect, and a run needs files of its own.
"""

from __future__ import annotations

from minecrew.patience import PatientProtocol


class SeatProtocol(PatientProtocol):
    most = 50
    """Maximum number of simultaneous connections; an external agent needs two or three."""
