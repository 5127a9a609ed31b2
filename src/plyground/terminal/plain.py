"""A plain game: a board, a prompt, a line of text. Works on a terminal and on a pipe."""

from __future__ import annotations

import time
from pathlib import Path

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.hint import find_hint, hint_engine
from plyground.losing_moves import find_losing_moves, losing_moves_text
from plyground.seats import HUMAN, describe_players
from plyground.solver.proving_engine import ProvingEngine
from plyground.terminal.prompt import Leaving, ask, wait_for_key
from plyground.terminal.report import (
    coloured,
    move_list,
    picture,
    player_list,
)
from plyground.terminal.table import Table
from plyground.words import choice_words

THREAT_SECONDS = 3.0
HELP = """\
Type a move, or
  help        these lines
  rules       the rules of the game
  moves       every legal move
  hint        the best move and why
  threats     the moves that lose at once, and cells that decide
  undo, redo  take back your last move, and make it again
  save FILE   write the game to a file
  load FILE   go on with the game in a file
  level WHO   let the computer play at another level, or somebody else for it (alone: who there is)
  swap        change sides with the other player
  new         begin anew
  resign      give up
  quit        stop playing; the game is kept"""


class Quit(Exception):
    """The person has had enough."""


class PlainGame:
    """Leads two players through a game, line by line."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hinter: ProvingEngine | None = None
        self.trouble = ""
        self.commands = {
            "help": lambda: print(HELP),
            "rules": lambda: print(self.board.game.words),
            "moves": lambda: print(move_list(self.board)),
            "hint": self.hint,
            "threats": self.threats,
            "undo": self.undo,
            "redo": self.redo,
            "level": self.levels,
            "swap": self.swap,
            "new": self.restart,
            "resign": self.resign,
            "quit": self.quit,
        }
        self.file_commands = {"save": self.save, "load": self.load}

    @property
    def board(self) -> Board:
        """The board on the table."""
        return self.table.board

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        game = self.board.game
        print(f"{game.title}: {game.summary}")
        if game.greeting:
            print(game.greeting)
        for player, name in zip(game.players, self.table.names, strict=True):
            print(f"{player}: {name}")
        if None in self.table.players:
            print("Type a move, or help.")
        print()
        self.show()
        try:
            while not self.table.is_over:
                self.turn()
            self.tell_end()
        except (Quit, Leaving, KeyboardInterrupt) as reason:
            self.say_goodbye(asked_for=isinstance(reason, Quit))

    def turn(self) -> None:
        """One move, or whatever the person says instead."""
        if self.table.player is None:
            self.obey(ask(f"{self.board.player} to move: "))
        else:
            self.answer()
        if self.table.keeper.trouble and not self.trouble:
            self.trouble = self.table.keeper.trouble
            print(f"This game cannot be kept: {self.trouble}")

    def answer(self) -> None:
        """The computer's turn."""
        before = self.board.copy()
        choice = self.table.think()
        print(f"{before.player} plays {choice.move} ({choice_words(before, choice)})")
        self.show()

    def obey(self, text: str) -> None:
        """Do what the person typed, or say in a line what is wrong with it."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        try:
            if word in self.file_commands and rest:
                self.file_commands[word](Path(rest).expanduser())
            elif word in self.file_commands:
                print(f"{word} what? Write {word} FILE")
            elif word == "level" and rest:
                self.table.set_level(rest)
                print(" against ".join(self.table.names))
            elif text in self.commands:
                self.commands[text]()
            elif text:
                self.move(text)
        except PlygroundError as error:
            print(error)

    def move(self, text: str) -> None:
        """Make the move that the person typed, in notation or in the game's own old way."""
        game, pos = self.board.game, self.board.position
        if question := game.asks_more(pos, text):
            text = f"{text} {ask(question)}"
        self.table.play(game.typed(pos, text))
        self.show()

    # What can be said at the prompt

    def hint(self) -> None:
        """The best move and why."""
        if self.hinter is None:
            self.hinter = hint_engine(self.board.game)
        print(find_hint(self.hinter, self.board))

    def threats(self) -> None:
        """What loses at once, and what decides."""
        board = self.board
        found = find_losing_moves(board, THREAT_SECONDS)
        print(losing_moves_text(found, endless=board.game.picture(board.position).endless))
        losing = [board.game.move_text(move) for move in board.legal_numbers() if move in found.losing]
        if losing:
            print(f"lose at once: {' '.join(losing)}")

    def undo(self) -> None:
        """Take back the last move."""
        taken = self.table.undo()
        print(f"took back {' and '.join(taken)}" if taken else "you have made no move to take back")
        if taken:
            self.show()

    def redo(self) -> None:
        """Make it again."""
        made = self.table.redo()
        print(f"made {' and '.join(made)} again" if made else "there is no move to make again")
        if made:
            self.show()

    def levels(self) -> None:
        """Who can play instead."""
        print(player_list(sitter for sitter in describe_players(self.board.game) if sitter.who != HUMAN))

    def swap(self) -> None:
        """Change sides."""
        self.table.swap()
        print(f"{self.board.game.players[0]} is {self.table.names[0]} now")

    def restart(self) -> None:
        """Begin anew."""
        self.table.restart()
        self.show()

    def resign(self) -> None:
        """Give up."""
        self.table.resign()

    def quit(self) -> None:
        """Stop playing."""
        raise Quit

    def save(self, path: Path) -> None:
        """Write the game to a file."""
        self.table.save(path)
        print(f"saved to {path}")

    def load(self, path: Path) -> None:
        """Go on with the game in a file."""
        self.table.load(path)
        self.show()

    # What is said to the person

    def show(self) -> None:
        """The board, after every move."""
        print(coloured(picture(self.board)))

    def tell_end(self) -> None:
        """Who won and why."""
        self.table.finish()
        outcome = str(self.table.outcome)
        print(f"{outcome[0].upper()}{outcome[1:]}.")
        if self.board.is_over and (farewell := self.board.game.farewell(self.board.position)):
            print(farewell)

    def say_goodbye(self, *, asked_for: bool) -> None:
        """The game is not over: say where it is."""
        if not asked_for:
            print()
        kept = self.table.leave()
        print("Goodbye. The game is kept: plyground resume takes it up again." if kept else "Goodbye.")


class WatchedGame(PlainGame):
    """The computer against itself, with a key or a pause after each move."""

    def __init__(self, table: Table, *, step: bool, delay: float) -> None:
        super().__init__(table)
        self.step = step
        self.delay = delay

    def answer(self) -> None:
        """A move, and then some time to look at it."""
        super().answer()
        if self.table.is_over:
            return
        if self.step:
            wait_for_key("Press a key for the next move (q to stop) ")
        else:
            time.sleep(self.delay)
