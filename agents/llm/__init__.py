"""Minds that are models: what they are told, in which shape they answer, and what becomes of it."""
