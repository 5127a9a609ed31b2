"""Results that are proven: by search, by proof numbers, by tables."""
