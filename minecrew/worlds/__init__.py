"""Where crews play: arenas and their maps, and our server alone."""
