"""Interprets agents' utterances: words, phrases, clauses, speech acts, and the relations between lines.

This package knows English and the names of items, but no rounds, assignments or actions.
"""
