"""Runs as typed tables: runs, agents, rounds, findings, calls, events, and timings."""
