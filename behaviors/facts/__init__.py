"""Facts derived from the events: rounds, items and their makers, activity, gains and blows. No words are
interpreted here, and nothing is judged.
"""
