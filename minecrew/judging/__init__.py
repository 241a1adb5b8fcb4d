"""Findings, annotations, judgements, agreement and comparison of runs.

Only `judge` and `talk_reader` ask models; all other modules work on recorded runs alone, without Node.
"""
