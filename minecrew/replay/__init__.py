"""Reading recorded runs: list, replay, audit, compare event by event, export.

It reads only logs and needs no Node.
"""
