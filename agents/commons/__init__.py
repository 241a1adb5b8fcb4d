"""Life on a commons, based on GovSim (Piatti et al., 2024): its rules, its resource and its months."""
