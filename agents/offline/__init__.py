"""The offline mind: plans from the server's own rules and what it sees; needs no model and no key."""

from .mind import OfflineMind
from .secretary import OfflineSecretary

__all__ = ["OfflineMind", "OfflineSecretary"]
