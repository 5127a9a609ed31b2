"""Checking a game: every law in random games, and for what breaks one the shortest game found."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from plyground.check import board_laws, search_laws
from plyground.check.board_laws import symmetries_of_key
from plyground.check.brute_force import BruteForce
from plyground.check.compiled import PLACE, Trace, Tracer, differences, signed
from plyground.check.law import Breach, Law, laws
from plyground.check.moments import LONGEST, BoardWalk, SearchMoment, SearchWalk
from plyground.check.shrink import Line, shrink
from plyground.check.slow_model import MODEL, MODEL_SENTENCE, model_law
from plyground.check.watch import SECONDS, EndlessLoop, TakesTooLong, Watch
from plyground.contract import OPEN, functions, repetition
from plyground.errors import BrokenGame, PlygroundError
from plyground.game import Game
from plyground.source_location import error_words, path_text

__all__ = ["Report", "Violation", "board_laws", "check_game", "search_laws"]

GAMES: Final = 2000
"""How many random games are played as machine code."""
BUDGET: Final = 2.0
"""Processor time for each of three stages: both halves of a game in plain Python, and machine code."""
BRUTE_FORCE_POSITIONS: Final = 6000
COMPARED_PLIES: Final = 100
"""How much of a game is played again in plain Python to compare it with machine code."""
FEW_GAMES: Final = 10
"""Where plain Python finished no more games than this, that is slow, and so many plies have to do."""
RETURNS: Final = "returns"
FAILS: Final = "fails"
COMPILED: Final = "compiled"
AGREEMENT: Final = "Every function answers the same as machine code and as plain Python."
NOT_FAILING: Final = "No function of a game fails."
COMING_BACK: Final = "Every function comes back: none runs for ever."


def law_sentence(name: str) -> str:
    """A law in a sentence."""
    others = {COMPILED: AGREEMENT, RETURNS: COMING_BACK, FAILS: NOT_FAILING, MODEL: MODEL_SENTENCE}
    return laws[name].sentence if name in laws else others[name]


class Violation(NamedTuple):
    """A law that a game breaks: where it is written, and the shortest game found that shows it."""

    law: str
    file: str
    line: int
    moves: tuple[str, ...]
    words: str


class Report(NamedTuple):
    """What a check found."""

    game: str
    games: int
    """How many random games were played."""
    plain_games: int
    """How many of them as plain Python too, with every law at every move."""
    solved: int
    """For how many positions brute force knows the truth."""
    laws: tuple[str, ...]
    violations: tuple[Violation, ...]


def check_game(
    game: Game,
    *,
    games: int | None = None,
    budget: float = BUDGET,
    slow_model: str = "",
    moves: Sequence[int] | None = None,
    seed: int = 1,
    seconds: float = SECONDS,
    on_stage: Callable[[str], None] = lambda words: None,
) -> Report:
    """Look at every law of the contract in random games, or in the one game with these moves.

    `games` says how many, in plain Python too; otherwise as many as `budget` seconds of the processor allow,
    for each half of the game and for machine code. A function that takes longer than `seconds` hangs.

    >>> from plyground import find
    >>> check_game(find("noughts"), games=5).violations
    ()
    """
    checker = Checker(game, slow_model, budget, seconds, on_stage)
    if moves is not None:
        checker.check_line(tuple(moves))
    else:
        checker.check_random_games(games, seed)
    return checker.report()


class Checker:
    """One check of one game."""

    def __init__(
        self, game: Game, slow_model: str, budget: float, seconds: float, on_stage: Callable[[str], None]
    ) -> None:
        self.game = game
        self.budget = budget
        self.watch = Watch(seconds)
        self.on_stage = on_stage
        self.laws: dict[str, Law] = dict(laws)
        if slow_model:
            model = model_law(slow_model)
            self.laws[model.name] = model
        self.violations: dict[str, Violation] = {}
        self.games = 0
        self.plain_games = 0
        view = game.view(game.start)
        self.brute_force = BruteForce(view.rules, self.watch.step, BRUTE_FORCE_POSITIONS)
        self.search = SearchWalk(game, self.brute_force)
        self.board = BoardWalk(game)
        self.tracer = Tracer(game)
        self._deadline = math.inf
        self._current: tuple[SearchWalk | BoardWalk, Line] = (self.search, ())
        """Where in which game the check is, for what ends it there."""

    def report(self) -> Report:
        """What was found."""
        names = (*self.laws, COMPILED, RETURNS, FAILS)
        found = tuple(self.violations[name] for name in names if name in self.violations)
        return Report(
            self.game.full_name, self.games, self.plain_games, len(self.brute_force.known), names, found
        )

    # The stages

    def check_random_games(self, games: int | None, seed: int) -> None:
        """Random games: first in plain Python, which finds what would harm machine code, and then as that."""
        self.on_stage("games in plain Python")
        self._guard(lambda: self._play_search_games(games, seed))
        if "end" not in self.violations:
            self._guard(lambda: self._play_board_games(games, seed))
        self.games = self.plain_games
        if not self.violations:
            self.on_stage("compiling")
            self._guard_compiled(lambda: self._play_compiled_games(games, seed))

    def check_line(self, moves: Line) -> None:
        """One game, given by the moves of the board."""
        self.games = self.plain_games = 1
        inward = [self.search.view.inward(move) for move in moves]
        line = tuple(move for move in inward if move is not None)
        if len(line) == len(moves):
            self._guard(lambda: self._look_at_line(line))
        self._guard(lambda: self._look_at_board(moves))
        if len(line) == len(moves) and not self.violations:
            self._guard_compiled(lambda: self._compare(line))

    def _look_at_line(self, line: Line) -> None:
        moments = []
        for moment in self.search.moments(line):
            moments.append(moment)
            self._current = (self.search, moment.moves)
            if self._breaks_here(moment, "search", "position"):
                return
        self._look_at_search(moments, solve_all=True)

    def _guard(self, work: Callable[[], None]) -> None:
        """Do some work under the watch; what never comes back is a violation."""
        try:
            with self.watch.over_python():
                work()
        except EndlessLoop as error:
            self._note_endless(error)
        except Exception as error:
            if isinstance(error, PlygroundError) and not isinstance(error, BrokenGame):
                raise
            if not self.violations:
                walk, line = self._current
                self._keep(FAILS, breach_of_error(error), texts_of(walk, line))

    def _play_search_games(self, games: int | None, seed: int) -> None:
        for number in self._counted(games):
            moments = []
            for moment in self.search.random_game(random.Random(f"{seed} {number}")):
                moments.append(moment)
                self._current = (self.search, moment.moves)
                if self._breaks_here(moment, "search", "position"):
                    return
                if self._is_late():
                    break
            self._look_at_search(moments)
            self.plain_games = max(self.plain_games, number + 1)

    def _play_board_games(self, games: int | None, seed: int) -> None:
        self.board.images = symmetries_of_key(self.game) if not self.violations else ()
        for number in self._counted(games):
            self._look_at_board(self._random_board_game(random.Random(f"{seed} {number}")))

    def _random_board_game(self, chance: random.Random) -> Line:
        from plyground.board import Board

        board = Board(self.game)
        while (legal := board.legal_numbers()) and len(board.numbers) < LONGEST and not self._is_late():
            board.push_number(chance.choice(legal))
            self._current = (self.board, board.numbers)
            self.watch.step()
        return board.numbers

    def _counted(self, games: int | None) -> Iterator[int]:
        """The numbers of the games to play: as many as asked for, or as the time allows."""
        self._deadline = time.process_time() + self.budget if games is None else math.inf
        for number in range(GAMES if games is None else games):
            if number > 0 and self._is_late():
                return
            yield number

    def _is_late(self) -> bool:
        return time.process_time() > self._deadline

    def _look_at_search(self, moments: list[SearchMoment], *, solve_all: bool = False) -> None:
        """The laws of whole games, and those that need the truth, from the end back."""
        last = moments[-1]
        self._breaks_here(last, "search", "game")
        if last.result == OPEN and last.legal and len(last.moves) >= LONGEST and repetition(last.rules) == 0:
            self._note_violation(self.laws["end"], self.search, last.moves, _endless_game(last))
        for moment in reversed(moments):
            known = len(self.brute_force.known)
            if self.brute_force.budget <= 0 or moment.truth is None:
                if solve_all:
                    continue
                break
            self._breaks_here(moment, "search", "truth")
            for each in list(self.brute_force.known.values())[known:]:
                twin = SearchMoment(self.search, each.pos, each.moves)
                self._current = (self.search, each.moves)
                self._breaks_here(twin, "search", "truth")

    def _look_at_board(self, moves: Line) -> None:
        moment = None
        for moment in self.board.moments(moves):
            self._current = (self.board, moment.moves)
            if self._breaks_here(moment, "board", "position") or self._is_late():
                return
        if moment is not None:
            self._breaks_here(moment, "board", "game")

    # Machine code

    def _guard_compiled(self, work: Callable[[], None]) -> None:
        try:
            self.tracer.compile()
            work()
        except BrokenGame as error:
            self._keep(COMPILED, Breach(error.place, error.message), ())
        except TakesTooLong as error:
            walk, line = self._current
            words = f"the game after these moves does not come back as machine code: {error}"
            self._keep(RETURNS, Breach(_place_of_game(self.game), words), tuple(walk.texts(line)))

    def _play_compiled_games(self, games: int | None, seed: int) -> None:
        self.on_stage("games as machine code")
        wanted = GAMES if games is None else games
        self._deadline = time.process_time() + self.budget if games is None else math.inf
        for number in range(wanted):
            self._current = (self.search, ())
            trace = self.watch.run(partial(self.tracer.compiled, seed=seed * GAMES + number))
            self.games = number + 1
            if number < max(1, self.plain_games // 4):
                self._compare_seed(trace, seed * GAMES + number)
            self._look_at_trace(trace)
            if self.violations or self._is_late():
                break
        self.games = max(self.games, self.plain_games)

    def _compare_seed(self, trace: Trace, seed: int) -> None:
        most = COMPARED_PLIES if self.plain_games > FEW_GAMES else FEW_GAMES
        plain = self.tracer.plain(seed=seed, longest=min(len(trace.moves), most))
        whole = len(plain.moves) == len(trace.moves)
        twin = trace if whole else Trace(plain.moves, trace.rows[: len(plain.moves)], is_over=False)
        if (found := differences(twin, plain)) is not None:
            self._note_difference(trace.moves[: found[0]])

    def _compare(self, line: Line) -> None:
        if self._difference(line) is not None:
            self._note_difference(line)

    def _difference(self, line: Line) -> tuple[int, str] | None:
        """The first ply at which machine code and plain Python part in a game, and by which function."""
        compiled = self.watch.run(lambda: self.tracer.compiled(line, longest=len(line) if line else 0))
        return differences(compiled, self.tracer.plain(line, longest=len(line) if line else 0))

    def _note_difference(self, line: Line) -> None:
        def breaks(moves: Line) -> bool:
            return self.search.replay(moves) is not None and self._difference(moves) is not None

        if not breaks(line):
            line = next((longer for longer in self._longer(line) if breaks(longer)), line)
        short = shrink(line, breaks, self._moves_after(self.search))
        found = self._difference(short) or (len(short), "moves")
        function = functions.get(found[1])
        implementation = function.implementation(type(self.search.rules)) if function else None
        moment = self.search.replay(short)
        words = f"{found[1]} answers differently as machine code"
        if moment is not None and function is not None and implementation is not None:
            self._keep(COMPILED, moment.breach(function, words), tuple(self.search.texts(short)))
        else:
            self._keep(COMPILED, Breach(_place_of_game(self.game), words), tuple(self.search.texts(short)))

    def _longer(self, line: Line) -> Iterator[Line]:
        moment = self.search.replay(line)
        for move in moment.legal if moment is not None else ():
            yield (*line, move)

    def _look_at_trace(self, trace: Trace) -> None:
        """What a record shows to be wrong is looked at again in plain Python, which says what it is."""
        results = {
            signed(np.uint64(word & np.uint64(0xFFFFFFFF))) for word in trace.rows[:, PLACE["outcome"]]
        }
        moved = trace.rows[: len(trace.moves)]
        marks = trace.rows[:, PLACE["fingerprint"]]
        is_wrong = (
            not results <= {0, 1, 2, 0xFFFFFFFF}
            or not moved[:, PLACE["undo"]].all()
            or not moved[:, PLACE["play"]].all()
            or (repetition(self.search.rules) == 0 and len(set(marks.tolist())) < len(marks))
            or not trace.is_over
        )
        if is_wrong:
            for moment in self.search.moments(trace.moves):
                self._current = (self.search, moment.moves)
                if self._breaks_here(moment, "search", "position"):
                    return

    # Violations

    def _breaks_here(self, moment: Any, level: str, scope: str) -> bool:
        """Look at the laws of this kind that are not yet broken; whether one is broken here."""
        is_broken = False
        for each in self.laws.values():
            if each.level != level or each.scope != scope or each.name in self.violations:
                continue
            self.watch.step()
            breach = find_breach(each, moment)
            if breach is not None:
                self._note_violation(each, moment.walk, moment.moves, breach)
                is_broken = True
        return is_broken

    def _note_violation(self, broken: Law, walk: SearchWalk | BoardWalk, line: Line, breach: Breach) -> None:
        """Keep a violation with the shortest game found that shows it."""

        def breach_after(moves: Line) -> Breach | None:
            self.watch.step()
            try:
                moment = walk.replay(moves)
            except Exception as error:
                return breach_of_error(error)
            return None if moment is None else find_breach(broken, moment)

        def breaks(moves: Line) -> bool:
            found = breach_after(moves)
            return found is not None and found.place == breach.place

        short = shrink(line, breaks, self._moves_after(walk)) if breaks(line) else line
        found = breach_after(short) if short != line else breach
        self._keep(broken.name, found or breach, texts_of(walk, short))

    def _moves_after(self, walk: SearchWalk | BoardWalk) -> Callable[[Line], Sequence[int]]:
        def moves_after(line: Line) -> Sequence[int]:
            try:
                moment = walk.replay(line)
                return moment.legal if moment is not None else ()
            except Exception:
                return ()

        return moves_after

    def _note_endless(self, error: EndlessLoop) -> None:
        walk, line = self._current
        place, function = _place_of_loop(error, self.game)
        words = f"{function} has not come back after {self.watch.seconds:g} s"
        try:
            with self.watch.over_python():  # it may be move_text that does not come back
                texts = texts_of(walk, line)
        except EndlessLoop:
            texts = tuple(f"#{move}" for move in line)
        self._keep(RETURNS, Breach(place, words), texts)

    def _keep(self, name: str, breach: Breach, moves: tuple[str, ...]) -> None:
        file, _, line = breach.place.rpartition(":")
        known = {(each.file, each.line, each.words) for each in self.violations.values()}
        number = int(line) if line.isdigit() else 0
        if (file, number, breach.words) not in known:
            self.violations[name] = Violation(name, file, number, moves, breach.words)


def texts_of(walk: SearchWalk | BoardWalk, line: Line) -> tuple[str, ...]:
    """The moves as people write them; a game that cannot be played again is told by their numbers."""
    try:
        return tuple(walk.texts(line))
    except Exception:
        return tuple(f"#{move}" for move in line)


def find_breach(each: Law, moment: Any) -> Breach | None:
    """What breaks a law at a moment; an error in the game's own code does."""
    try:
        return each.find(moment)
    except BrokenGame as error:
        return Breach(error.place, error.message)
    except PlygroundError:
        raise
    except Exception as error:
        return breach_of_error(error)


def breach_of_error(error: Exception) -> Breach:
    """An error in the game's own code as a breach."""
    if isinstance(error, BrokenGame):
        return Breach(error.place, error.message)
    return Breach(_last_place(error), f"it fails: {error_words(error)}")


def _last_place(error: BaseException) -> str:
    import traceback

    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if "/plyground/check/" not in file.replace("\\", "/"):
            place = f"{path_text(file)}:{line}"
    return place


def _place_of_game(game: Game) -> str:
    import inspect

    kind = type(game)
    return f"{path_text(inspect.getfile(kind))}:{inspect.getsourcelines(kind)[1]}"


def _place_of_loop(error: BaseException, game: Game) -> tuple[str, str]:
    """The last place in the game's own folder at which a loop was ended, and the function that it is in."""
    import inspect
    import os
    import traceback

    folder = os.path.dirname(inspect.getfile(type(game)))
    names = {
        getattr(function.implementation(type(game.rules)), "__code__", None): name
        for name, function in functions.items()
    }
    place, function = _place_of_game(game), "a function"
    for frame, line in traceback.walk_tb(error.__traceback__):
        if os.path.dirname(frame.f_code.co_filename) == folder:
            place = f"{path_text(frame.f_code.co_filename)}:{line}"
            called = names.get(frame.f_code, frame.f_code.co_name)
            function = called if called != "_" else function
    return place, function


def _endless_game(moment: SearchMoment) -> Breach:
    from plyground import contract

    return moment.breach(contract.outcome, f"a random game has not ended after {LONGEST} moves")
