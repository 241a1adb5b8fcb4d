"""Output refinement: crews improve a plan turn by turn, in competition, by the server's own score."""
