"""What happened, folded from the events: rounds, items and their makers, activity, gains, blows.

Reads no talk and judges nothing.
"""
