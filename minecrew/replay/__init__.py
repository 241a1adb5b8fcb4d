"""Reading recorded runs: list, replay, audit, compare event by event, export.

Reads logs alone and needs no Node.
"""
