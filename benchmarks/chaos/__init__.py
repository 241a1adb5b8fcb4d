"""Short runs with random mishaps: `python -m benchmarks.chaos`."""
