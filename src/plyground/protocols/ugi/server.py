"""The universal game interface, UGI: any game of Plyground for programs that lead games.

`UgiServer` obeys one line at a time and never waits for a search. What it cannot obey it answers with
`info string` and the reason, and changes nothing. docs/protocols.md lists the commands.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from plyground import __version__
from plyground.board import Board
from plyground.engine import Engine, Info, Score, SearchLimits
from plyground.errors import PlygroundError, quote
from plyground.game import Game
from plyground.protocols.clock import move_time
from plyground.protocols.pipes import serve as serve_lines

NO_MOVE: Final = "0000"
"""What stands for a move where there is none."""


@dataclass(frozen=True)
class UgiOptions:
    """What `setoption` can change."""

    Hash: int = 64
    Threads: int = 1
    MultiPV: int = 1


LARGEST: Final = {"Hash": 1_000_000, "Threads": 256, "MultiPV": 1024}


class UgiServer:
    """A game and an engine behind a line of text.

    >>> from plyground.catalogue import find
    >>> ugi = UgiServer(find("noughts"), print)
    >>> ugi.obey("position fen XX1/OO1/3 X")
    True
    >>> ugi.obey("query p1turn")
    response true
    True
    >>> ugi.obey("position startpos moves b2 b2")
    info string error: position: move 2: b2 is taken
    True
    >>> ugi.obey("quit")
    False
    """

    def __init__(self, game: Game, say: Callable[[str], None], *, threads: int = 1, memory: int = 64) -> None:
        self.game = game
        self.say = say
        self.board = Board(game)
        self.options = UgiOptions(Hash=memory, Threads=threads)
        self._engine: Engine | None = None
        self._search: threading.Thread | None = None
        self._is_searching = False
        self._is_endless = False
        self._ending = threading.Lock()
        self._stopped = threading.Event()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "uginewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda words: self.stop(),
            "query": self._query,
        }

    @property
    def is_searching(self) -> bool:
        """Whether a search is on; it is over for whoever has heard its `bestmove`."""
        with self._ending:
            return self._is_searching

    def obey(self, line: str) -> bool:
        """Do what a line says; False if that was the last."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            self.stop()
            self.wait()
            return False
        command = self._commands.get(words[0])
        try:
            if command is None:
                there = ", ".join([*self._commands, "quit"])
                raise PlygroundError(f"there is no command {quote(words[0])}, only {there}")
            if self.is_searching and words[0] in ("uginewgame", "setoption", "position", "go"):
                raise PlygroundError(f"{words[0]} has to wait: a search is on, stop ends it")
            command(words[1:])
        except PlygroundError as error:
            self._complain(str(error))
        return True

    def stop(self) -> None:
        """End the search under way; its `bestmove` follows at once."""
        self._stopped.set()
        if self._engine is not None:
            self._engine.stop()

    def wait(self) -> None:
        """Until the search under way has ended."""
        if self._search is not None:
            self._search.join()

    def finish(self) -> None:
        """No more commands will come: let a search with a limit come to its end, and stop any other."""
        if self._is_endless:
            self.stop()
        self.wait()

    def _complain(self, why: str) -> None:
        self.say(f"info string error: {' '.join(why.split())}")

    # The commands

    def _introduce(self, words: list[str]) -> None:
        self.say(f"id name Plyground {__version__} {self.game.full_name}")
        self.say("id author the Plyground authors")
        for name, largest in LARGEST.items():
            default = getattr(self.options, name)
            self.say(f"option name {name} type spin default {default} min 1 max {largest}")
        self.say("ugiok")

    def _get_ready(self, words: list[str]) -> None:
        if not self.is_searching:
            self._ready_engine().prepare()
        self.say("readyok")

    def _new_game(self, words: list[str]) -> None:
        self.board = Board(self.game)
        if self._engine is not None:
            self._engine.clear()

    def _set_option(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise PlygroundError("write setoption name NAME value NUMBER")
        names = {name.casefold(): name for name in LARGEST}
        name = names.get(words[1].casefold())
        if name is None:
            raise PlygroundError(f"there is no option {quote(words[1])}, only {', '.join(LARGEST)}")
        value = _number(words[3], f"option {name}")
        if not 1 <= value <= LARGEST[name]:
            raise PlygroundError(f"option {name} takes 1 to {LARGEST[name]}, not {value}")
        before = self.options
        self.options = replace(before, **{name: value})
        if name != "MultiPV" and self.options != before:
            self._engine = None

    def _set_position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:cut], words[cut + 1 :]
        if where[:1] == ["fen"] and len(where) > 1:
            position = " ".join(where[1:])
        elif where == ["startpos"]:
            position = ""
        else:
            raise PlygroundError("write position startpos or position fen TEXT, then moves and the moves")
        try:
            board = Board(self.game, position=position)
        except PlygroundError as error:
            raise PlygroundError(f"position: {error}") from error
        for number, move in enumerate(moves, start=1):
            try:
                board.push(move)
            except PlygroundError as error:
                raise PlygroundError(f"position: move {number}: {error}") from error
        self.board = board

    def _query(self, words: list[str]) -> None:
        outcome = self.board.outcome
        players = self.game.players
        result = "none"
        if outcome is not None:
            result = "draw" if outcome.winner is None else f"p{players.index(outcome.winner) + 1}win"
        answers = {
            "gameover": _truth(outcome is not None),
            "p1turn": _truth(self.board.turn == 0),
            "result": result,
        }
        if len(words) != 1 or words[0] not in answers:
            raise PlygroundError(f"query takes one of {', '.join(answers)}")
        self.say(f"response {answers[words[0]]}")

    # Searching

    def _go(self, words: list[str]) -> None:
        limits = replace(read_limits(words, self.board.turn), lines=self.options.MultiPV)
        if outcome := self.board.outcome:
            self._complain(f"there is nothing to search: the game is over, {outcome}")
            self.say(f"bestmove {NO_MOVE}")
            return
        engine = self._ready_engine()
        self._stopped.clear()
        self._is_searching = True
        self._is_endless = limits.depth is limits.nodes is limits.seconds is None
        self._search = threading.Thread(
            target=self._think, args=(engine, self.board.copy(), limits), daemon=True
        )
        self._search.start()

    def _think(self, engine: Engine, board: Board, limits: SearchLimits) -> None:
        best: str | None = None
        try:
            infos = engine.analyse(
                board,
                depth=limits.depth,
                nodes=limits.nodes,
                seconds=limits.seconds,
                lines=limits.lines,
                longest=limits.longest,
            )
            for info in infos:
                best = info.best
                for line in info_lines(info):
                    self.say(line)
                if self._stopped.is_set():  # a stop may come just before a search begins
                    engine.stop()
        except (PlygroundError, MemoryError) as error:
            self._complain(str(error) or "there is not enough memory")
        finally:
            with self._ending:
                self.say(f"bestmove {best or NO_MOVE}")
                self._is_searching = False

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            threads, memory = self.options.Threads, self.options.Hash
            try:
                self._engine = Engine(self.game, threads=threads, memory=memory)
            except MemoryError as error:
                raise PlygroundError(f"this machine has no {memory} MB; set Hash to less") from error
        return self._engine


def read_limits(words: list[str], turn: int) -> SearchLimits:
    """The limits behind `go`; none if the search is to go on and on.

    >>> read_limits("depth 3".split(), 0).depth
    3
    >>> limits = read_limits("p1time 60000 p2time 3000 p1inc 0 p2inc 100".split(), 1)
    >>> limits.seconds, limits.longest
    (0.2, 0.8)
    """
    given: dict[str, int] = {}
    names = ("depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc")
    place = 0
    while place < len(words):
        name = words[place]
        if name in given:
            raise PlygroundError(f"go has {name} twice")
        if name == "infinite":
            given[name] = 0
            place += 1
            continue
        if name not in names or place + 1 == len(words):
            takes = ", ".join(f"{each} NUMBER" for each in names)
            raise PlygroundError(f"go takes {takes} or infinite, not {quote(' '.join(words[place:]))}")
        given[name] = _number(words[place + 1], name)
        place += 2
    depth, nodes = (max(1, given[name]) if name in given else None for name in ("depth", "nodes"))
    mine = f"p{turn + 1}"
    if "movetime" in given:
        time = move_time(per_move=given["movetime"] / 1000)
    elif f"{mine}time" in given:
        time = move_time(left=given[f"{mine}time"] / 1000, increment=given.get(f"{mine}inc", 0) / 1000)
    else:
        time = None
    usual, longest = time or (None, None)
    return SearchLimits(depth, nodes, usual, longest=longest)


def info_lines(info: Info) -> list[str]:
    """What a search knows, a line for each line of play."""
    effort = (
        f"time {round(info.seconds * 1000)} nodes {info.nodes} nps {round(info.speed)} "
        f"hashfull {round(info.fill * 1000)}"
    )
    lines = []
    for rank, line in enumerate(info.lines, start=1):
        several = f"multipv {rank} " if len(info.lines) > 1 else ""
        answer = f"score {score_text(line.score)} pv {' '.join(line.moves)}"
        lines.append(f"info depth {info.depth} {several}{effort} {answer}")
    return lines


def score_text(score: Score) -> str:
    """A score in the terms of the protocol; only what is proven is a `mate`, counted in plies.

    >>> score_text(Score(estimate=12)), score_text(Score(value="loss", distance=4))
    ('cp 12', 'mate -4')
    """
    if score.value == "win":
        return f"mate {score.distance}"
    if score.value == "loss":
        return f"mate -{score.distance}"
    return f"cp {score.estimate or 0}"


def _number(word: str, name: str) -> int:
    """A whole number, not negative."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 15):
        raise PlygroundError(f"{name} takes a whole number, not {quote(word)}")
    return int(word)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def serve(game: Game, *, threads: int, memory: int) -> None:
    """Obey standard input until it ends."""
    serve_lines(lambda say: UgiServer(game, say, threads=threads, memory=memory))
