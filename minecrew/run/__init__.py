"""Plays a task: options, the chosen task, minds, persons, the live view, and how a run begins and ends."""
