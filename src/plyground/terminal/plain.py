"""A plain game: a board, a prompt, a line of text. Works on a terminal and on a pipe."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.forced_moves import find_forced_move
from plyground.game import Game
from plyground.match import Match
from plyground.records import load_record
from plyground.seats import HUMAN, describe_players
from plyground.terminal.local_game import LocalGame, seat_of
from plyground.terminal.plain_study import PlainStudy
from plyground.terminal.prompt import Leaving, ask, wait_for_key
from plyground.terminal.saved_scorecard import saved_scorecard
from plyground.terminal.screen.preferences import load_preferences, save_preferences
from plyground.terminal.tactics import find_tactics, tactics_text
from plyground.terminal.text import (
    moves_text,
    players_text,
    rules_text,
)
from plyground.words import choice_words

TACTICS_SECONDS = 3.0
YES = ("y", "yes")
HELP = """\
Type a move, or
  help        these lines
  rules       the rules of the game
  moves       every legal move
  hint        the best move and why
  best        play the engine's move
  values      every legal move with its value
  tactics     the moves that win or lose at once, threats, and cells that decide
  undo, redo  take back your last move, and make it again
  start, end  the position at the start, and the last one; look N: after N moves
  try MOVES   where these moves would lead, and what that is worth
  flip        see the board from the other side, and back
  forced      have forced moves played for you, on and off
  report      a chart of the game so far, and each mistake
  learn       go back to each of your mistakes and find a better move
  score       how your games against this opponent have ended
  setup       set up a position by hand, and play from it
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

    def __init__(self, local: LocalGame) -> None:
        self.local = local
        self.study = PlainStudy()
        self.plays_forced = load_preferences().plays_forced
        """Whether forced moves are played for people."""
        self._has_moved = False
        """Whether the last thing that changed the position was a move, which is not so after undo."""
        self.trouble = ""
        self.commands = {
            "help": lambda: print(HELP),
            "rules": lambda: print(rules_text(self.game)),
            "moves": lambda: print(moves_text(self.board)),
            "hint": self.print_hint,
            "tactics": self.print_tactics,
            "threats": self.print_tactics,  # as it was called before
            "best": self.play_best,
            "values": lambda: self.study.print_values(self.board),
            "start": lambda: self.study.print_position(self.match, 0),
            "end": lambda: self.study.print_position(self.match, len(self.match.moves)),
            "flip": self.flip,
            "forced": self.switch_forced,
            "report": lambda: self.study.print_report(self.match),
            "learn": lambda: self.study.learn(self.match),
            "score": self.print_score,
            "setup": lambda: self.study.set_up(self.board, self.play_setup),
            "undo": self.undo,
            "redo": self.redo,
            "level": self.print_players,
            "swap": self.swap,
            "new": self.restart,
            "resign": self.resign,
            "quit": self.quit,
        }
        self.file_commands = {"save": self.save, "load": self.load}
        self.word_commands = {"level": self.set_level, "look": self.look, "try": self.try_moves}

    @property
    def match(self) -> Match:
        """The game that is played."""
        return self.local.match

    @property
    def board(self) -> Board:
        """The board of the game that is played."""
        return self.match.board

    @property
    def game(self) -> Game:
        """The rules of the game that is played."""
        return self.match.game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        print(f"{self.game.title}: {self.game.summary}")
        if self.game.greeting:
            print(self.game.greeting)
        for player, name in zip(self.game.players, self.match.names, strict=True):
            print(f"{player}: {name}")
        if self.match.people:
            print("Type a move, or help.")
        print()
        self.print_board()
        try:
            while True:
                while not self.match.is_over:
                    self.take_turn()
                self.print_outcome()
                if not (self.match.people and sys.stdin.isatty() and self.talk_after_end()):
                    break
        except (Quit, Leaving, KeyboardInterrupt) as reason:
            self.say_goodbye(asked_for=isinstance(reason, Quit))

    def take_turn(self) -> None:
        """One move, or whatever the person says instead."""
        if self.local.player is None:
            if not self.play_forced_move():
                self.run_command(ask(f"{self.board.player} to move: "))
        else:
            self.play_computer()
        if self.local.autosave.trouble and not self.trouble:
            self.trouble = self.local.autosave.trouble
            print(f"This game cannot be kept: {self.trouble}")

    def play_computer(self) -> None:
        """The computer's turn."""
        player = self.local.player
        assert player is not None
        before = self.board.copy()
        choice = player.choose(self.board)
        self.match.play(choice.move, choice.seconds)
        self._has_moved = True
        self.local.save()
        print(f"{before.player} plays {choice.move} ({choice_words(before, choice)})")
        self.print_board()

    def run_command(self, text: str) -> None:
        """Do what the person typed, or say in a line what is wrong with it."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        try:
            if word in self.file_commands and rest:
                self.file_commands[word](Path(rest).expanduser())
            elif word in self.file_commands:
                print(f"{word} what? Write {word} FILE")
            elif word in self.word_commands and rest:
                self.word_commands[word](rest)
            elif text in self.commands:
                self.commands[text]()
            elif text:
                self.play(text)
        except PlygroundError as error:
            print(error)

    def play(self, text: str) -> None:
        """Make the move that the person typed, in notation or in the game's own old way."""
        pos = self.board.position
        if question := self.game.asks_more(pos, text):
            text = f"{text} {ask(question)}"
        self.make_move(self.game.typed(pos, text))

    def make_move(self, move: str) -> None:
        """Make a move of the person whose turn it is."""
        self.match.play(move, self.match.elapsed)
        self._has_moved = True
        self.local.save()
        self.print_board()

    def play_forced_move(self) -> bool:
        """Play the move of a person who has no choice, if they want that; returns whether it was done.

        Only after a move that was made, so that undo leads back to the choice before.
        """
        if not (self.plays_forced and self._has_moved):
            return False
        self._has_moved = False
        move = find_forced_move(self.board)
        if move is None:
            return False
        print(f"{self.board.player} plays {move}, which is forced")
        self.make_move(move)
        return True

    def talk_after_end(self) -> bool:
        """Let people look at a finished game; returns whether there is a game to go on with."""
        while self.match.is_over:
            text = ask("report, learn, score, look N, undo, new, help, or Enter to leave: ")
            if not text:
                return False
            self.run_command(text)
        return True

    # What can be said at the prompt

    def print_hint(self) -> None:
        """The best move and why."""
        print(self.study.find_hint(self.board))

    def play_best(self) -> None:
        """Play the engine's move."""
        hint = self.study.find_hint(self.board)
        print(f"{self.board.player} plays the engine's move {hint.move}")
        self.make_move(hint.move)

    def look(self, text: str) -> None:
        """The position after some moves."""
        if not text.isdecimal():
            raise PlygroundError(f"look N shows the position after N moves, such as look 3, not {text!r}")
        self.study.print_position(self.match, int(text))

    def try_moves(self, text: str) -> None:
        """Where some moves would lead."""
        self.study.print_variation(self.board, text.split())

    def flip(self) -> None:
        """See the board from the other side."""
        self.study.is_flipped = not self.study.is_flipped
        self.print_board()

    def switch_forced(self) -> None:
        """Have forced moves played, or make them yourself."""
        self.plays_forced = not self.plays_forced
        save_preferences(replace(load_preferences(), plays_forced=self.plays_forced))
        print("forced moves are played for you" if self.plays_forced else "forced moves are left to you")

    def print_score(self) -> None:
        """How the games against this opponent have ended."""
        people = self.match.people
        card = saved_scorecard(self.match.record, people[0] if people else 0)
        print(card.text(self.game.players))

    def play_setup(self, board: Board) -> None:
        """Play from a position that was set up, with the same players."""
        self._open(self.local.start_from(board))

    def print_tactics(self) -> None:
        """What wins or loses at once, and what decides."""
        board = self.board
        found = find_tactics(board, TACTICS_SECONDS)
        print(tactics_text(board, found, endless=board.game.picture(board.position).endless))
        lost = found.losing.losing
        losing = [board.game.move_text(move) for move in board.legal_numbers() if move in lost]
        if losing:
            print(f"lose at once: {' '.join(losing)}")

    def undo(self) -> None:
        """Take back the last move."""
        moves = self.match.undo(self.match.people)
        self._has_moved = False
        self.local.save()
        print(f"took back {' and '.join(moves)}")
        self.print_board()

    def redo(self) -> None:
        """Make moves again that were taken back."""
        moves = self.match.redo(self.match.people)
        self._has_moved = False
        self.local.save()
        print(f"made {' and '.join(moves)} again")
        self.print_board()

    def print_players(self) -> None:
        """Who can play instead."""
        print(players_text(sitter for sitter in describe_players(self.game) if sitter.who != HUMAN))

    def set_level(self, name: str) -> None:
        """Put another computer wherever one sits."""
        local = self.local
        if local.players == (None, None):
            raise PlygroundError("no computer plays here; swap or new does not change that")
        first, second = (player and local.find(name, self.game) for player in local.players)
        if first is second is None:
            raise PlygroundError("a person is not a level; level alone lists who there is")
        local.players = first, second
        seats = self.match.seats
        self.match.seats = (seat_of(first) if first else seats[0], seat_of(second) if second else seats[1])
        local.save()
        print(" against ".join(self.match.names))

    def swap(self) -> None:
        """Change sides."""
        self.match.swap_seats()
        self.match.start_turn()
        self.local.players = self.local.players[::-1]
        self.local.save()
        print(f"{self.game.players[0]} is {self.match.names[0]} now")

    def restart(self) -> None:
        """Begin anew; the old game stays among those under way."""
        self._open(self.local.start_again())

    def resign(self) -> None:
        """Give up."""
        self.match.resign(self.board.turn)
        self.local.save()

    def quit(self) -> None:
        """Stop playing."""
        raise Quit

    def save(self, path: Path) -> None:
        """Write the game to a file."""
        if self.local.may_write(path) or ask(f"There is a file {path}; overwrite it (yes or no)? ") in YES:
            print(f"saved to {self.local.write_to(path)}")
        else:
            print("not saved")

    def load(self, path: Path) -> None:
        """Go on with the game in a file."""
        local = LocalGame.from_record(load_record(path), self.local.find)
        if local.match.game != self.game:
            raise PlygroundError(
                f"{path} holds a game of {local.match.game.full_name}, not {self.game.full_name}"
            )
        self._open(local)

    def _open(self, local: LocalGame) -> None:
        """Go on with another game."""
        self._has_moved = False
        self.local.autosave.release()
        self.local = local
        self.print_board()

    # What is said to the person

    def print_board(self) -> None:
        """The board, after every move."""
        self.study.print_board(self.board)

    def print_outcome(self) -> None:
        """Who won and why."""
        outcome = str(self.match.outcome)
        print(f"{outcome[0].upper()}{outcome[1:]}.")
        if self.board.is_over and (farewell := self.game.farewell(self.board.position)):
            print(farewell)

    def say_goodbye(self, *, asked_for: bool) -> None:
        """The game is not over: say where it is."""
        if not asked_for:
            print()
        autosave = self.local.autosave
        self.local.save()
        is_kept = bool(self.match.moves) and autosave.trouble is None
        autosave.release()
        print("Goodbye. The game is kept: plyground resume takes it up again." if is_kept else "Goodbye.")


class WatchedGame(PlainGame):
    """The computer against itself, with a key or a pause after each move."""

    def __init__(self, local: LocalGame, *, step: bool, delay: float) -> None:
        super().__init__(local)
        self.step = step
        self.delay = delay

    def play_computer(self) -> None:
        """A move, and then some time to look at it."""
        super().play_computer()
        if self.match.is_over:
            return
        if self.step:
            wait_for_key("Press a key for the next move (q to stop) ")
        else:
            time.sleep(self.delay)
