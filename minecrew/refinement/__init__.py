"""Output refinement: in each turn, rival crews try to improve the best plan so far. The server's own score
decides which plan is better.
"""
