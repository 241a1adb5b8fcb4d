"""Reads what agents say: words, phrases, clauses, acts, and what one line does to another.

Knows English and the names of items. Knows nothing about rounds, assignments and deeds.
"""
