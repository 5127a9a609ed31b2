"""Games on the server: who sits where, what is stored, what each reader may see."""
