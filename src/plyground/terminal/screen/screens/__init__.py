"""The full screen's screens: the menu, a game, and the questions between them."""
