"""What runs mean: findings, annotations, judgements, agreement, comparison.

All but `judge`, which asks a model, read logs alone and need no Node.
"""
