"""`python -m plyground` is the command `plyground`."""

from plyground.commands.main import main

main()
