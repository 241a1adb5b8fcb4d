"""Plays a task: options, the choice of the task, minds, people, the live view, and the start and end of a
run.
"""
