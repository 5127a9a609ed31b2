"""The universal game interface: any game for other programs, and other programs as players."""
