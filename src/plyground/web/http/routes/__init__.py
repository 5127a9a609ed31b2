"""The addresses of a server, a file for each kind."""
