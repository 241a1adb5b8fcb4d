"""The meaning of runs: findings, annotations, judgements, agreement, comparison.

All modules except `judge`, which asks a model, read only logs and need no Node.
"""
