"""Tables of results on the disk: their format (`format`) and where they are kept (`folder`)."""
