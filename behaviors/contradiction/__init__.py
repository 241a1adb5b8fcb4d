"""Contradictions: an agent's actions break its own promise."""
