"""What the events mean: the ledger of items, and who acted when. Reads logs, touches nothing."""

from behaviors.activity import WAITING, Activity, measure_activity
from behaviors.ledger import Imbalance, Ledger, Line, keep_ledger

__all__ = ["WAITING", "Activity", "Imbalance", "Ledger", "Line", "keep_ledger", "measure_activity"]
