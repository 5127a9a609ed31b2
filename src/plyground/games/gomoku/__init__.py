"""Gomoku, the Piskworky of its Czech players: five in a row on a field without edges.

Known in Japan for centuries; the game without restrictions on the first moves is also called free gomoku. X
begins, anywhere.

Options
    size    COLSxROWS from 5x5 to 32x32; without it the field is endless

Take turns to put a stone on an empty cell. Whoever has five or more in a row (along a row, a column or a
diagonal) wins. A bounded board can fill up, and that is a draw; the endless field cannot.

The game itself is in `game`; what a search needs beside it: `patterns` says what a stone makes along a line,
`field` keeps that for every cell while stones come and go, `fours` finds wins in which every move is a four,
`view` lays the part of an endless field that matters onto a field of limited size.
"""

from plyground.games.gomoku.game import Gomoku

__all__ = ["Gomoku"]
