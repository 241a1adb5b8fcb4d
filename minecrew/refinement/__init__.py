"""Output refinement: crews improve a plan turn by turn, in competition, as measured by the server's own
score.
"""
