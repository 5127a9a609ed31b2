"""Lessons: Markdown files with positions, tasks and checks, which anybody can write."""
