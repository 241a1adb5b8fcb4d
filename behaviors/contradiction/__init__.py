"""Contradictions: an agent's own word against its deeds."""
