"""Work that must not hold up the screen: thinking, analysis, hints."""
