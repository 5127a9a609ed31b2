"""A plain game against the engine: a board, a prompt, a line of text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plyground.board import Board
from plyground.errors import IllegalMove
from plyground.terminal.report import judgement, picture

if TYPE_CHECKING:
    from plyground.engine import Engine

HELP = """\
Type a move, or
  help   these lines and the rules
  moves  every legal move
  undo   take back your last move
  quit   stop playing"""


class Quit(Exception):
    """The person has had enough."""


def play(board: Board, engine: Engine, *, person: int, seconds: float) -> None:
    """Play until the game is over or the person quits; `person` is 0 to begin, 1 to answer.

    The end of the input raises EOFError.
    """
    print(f"{board.game.title}: {board.game.summary}")
    print(f"You are {board.game.players[person]}. Type a move, or help.\n")
    print(picture(board))
    try:
        while not board.is_over:
            if board.turn == person:
                _take_turn(board, person)
            else:
                _answer(board, engine, seconds)
            print(picture(board))
    except Quit:
        print("Goodbye.")
        return
    _tell_end(board, person)


def _answer(board: Board, engine: Engine, seconds: float) -> None:
    player = board.player
    info = engine.search(board, seconds=seconds)
    assert info.best is not None
    told = judgement(board, info.score)
    board.push(info.best)
    print(f"{player} plays {info.best} ({told})")


def _take_turn(board: Board, person: int) -> None:
    """Ask until something has changed on the board."""
    while True:
        text = _ask(f"{board.player} to move: ")
        if text == "quit":
            raise Quit
        if text == "help":
            print(f"{HELP}\n\n{board.game.words}\n")
        elif text == "moves":
            print(" ".join(board.legal_moves))
        elif text == "undo" and len(board.history) < 2:
            print("you have made no move to take back")
        elif text == "undo":
            print(f"took back {board.pop()} and {board.pop()}")
            return
        elif text and _moved(board, text):
            return


def _moved(board: Board, text: str) -> bool:
    """Make the move that the person typed, or say what is wrong with it."""
    try:
        board.push(board.game.typed(board.position, text))
    except IllegalMove as error:
        print(error)
        return False
    return True


def _ask(prompt: str) -> str:
    """One line from the person; it is shown when it does not come from a keyboard."""
    if sys.stdin.isatty():
        return input(prompt).strip()
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(line.strip())
    return line.strip()


def _tell_end(board: Board, person: int) -> None:
    outcome = board.outcome
    assert outcome is not None
    you = "Nobody wins." if outcome.winner is None else "You lose."
    if outcome.winner == board.game.players[person]:
        you = "You win!"
    print(f"{str(outcome)[0].upper()}{str(outcome)[1:]}. {you}")
