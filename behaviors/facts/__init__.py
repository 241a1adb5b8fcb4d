"""What happened, derived from the events: rounds, items and their makers, activity, gains and blows.

It reads no talk and judges nothing.
"""
