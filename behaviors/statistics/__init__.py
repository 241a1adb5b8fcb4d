"""Statistics of runs and annotators: metrics, rates, intervals, groups of runs, and agreement."""
