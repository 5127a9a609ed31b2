"""Plyground as a program for other programs: the universal game interface and the Gomocup protocol."""
