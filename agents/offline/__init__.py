"""The offline mind: plans from the server's own rules and what it sees; needs no model and no key."""

from agents.offline.mind import OfflineMind
from agents.offline.secretary import OfflineSecretary

__all__ = ["OfflineMind", "OfflineSecretary"]
