"""Conformity: an agent that deviated returns to its part when peers criticise it (paper section 4.2)."""
