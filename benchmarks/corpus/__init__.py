"""The labelled corpus: short runs in a notation that people read, with what is to be found in them."""

from benchmarks.corpus.case import PARTS, SUBS, Basis, Case, Label, write_index
from benchmarks.corpus.notation import HOME, load_cases, read_cases

__all__ = ["HOME", "PARTS", "SUBS", "Basis", "Case", "Label", "load_cases", "read_cases", "write_index"]
