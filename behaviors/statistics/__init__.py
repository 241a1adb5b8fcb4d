"""Figures of runs and of annotators: metrics, rates, intervals, groups of runs, agreement."""
