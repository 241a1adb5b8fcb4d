"""`python -m benchmarks.corpus` prints the index of the corpus, as it stands in index.txt."""

from __future__ import annotations

import sys

from benchmarks.corpus import load_cases, write_index

sys.stdout.write(write_index(load_cases()))
