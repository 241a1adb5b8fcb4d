"""The offline mind, which needs no model and no key. It plans from the server's rules and its own
observations.
"""

from minecrew.agents.offline.critic import RuleCritic
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.secretary import OfflineSecretary

__all__ = ["OfflineMind", "OfflineSecretary", "RuleCritic"]
