"""Life on a commons, after GovSim (Piatti et al., 2024): its rules, its resource and its months."""
