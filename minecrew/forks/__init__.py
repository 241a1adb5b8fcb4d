"""Forks: continues a recorded run from one of its events, with and without a change, and compares the
results.
"""
