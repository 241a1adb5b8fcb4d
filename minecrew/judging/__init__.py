"""Findings, annotations, judgements, agreement and comparison of runs.

All modules except `judge`, which asks a model, read only logs and need no Node.
"""
