"""Provides typed tables of runs, agents, rounds, findings, calls, events and timings."""
