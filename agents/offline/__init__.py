"""The offline mind: it plans from the server's own rules and from what it sees, and needs no model and no
key.
"""

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.secretary import OfflineSecretary

__all__ = ["OfflineMind", "OfflineSecretary"]
