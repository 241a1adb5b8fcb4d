"""The worlds in which crews play: arenas and their maps, and our server alone."""
