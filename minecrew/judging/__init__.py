"""Findings, annotations, judgements, agreement and comparison of runs.

Except for `judge`, which asks a model, all modules only read logs and need no Node.
"""
