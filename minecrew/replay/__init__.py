"""Reading recorded runs: list, replay, audit, compare event by event, export.

This package only reads logs and needs no Node.
"""
