"""Contradictions: an agent breaks its own word by its deeds."""
