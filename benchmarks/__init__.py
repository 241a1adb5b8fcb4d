"""Benchmarks, and tests that take long; `make bench` and `make soak` run most of them."""
