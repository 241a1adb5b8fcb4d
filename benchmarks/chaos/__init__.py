"""Short runs that something happens to, at random: `python -m benchmarks.chaos`."""
