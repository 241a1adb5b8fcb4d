"""What the events mean: the ledger of items, and who acted when. Reads logs, touches nothing."""
