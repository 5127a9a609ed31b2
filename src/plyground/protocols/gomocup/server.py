"""The Gomocup protocol: gomoku for the managers of tournaments, as a *brain* on standard input and output.

`BrainServer` obeys one line at a time and keeps the stones as the protocol counts them: x to the right and y
downward, both from 0 at the top left. Who thinks about them is a `BrainThinker`. What cannot be obeyed is
answered with ERROR or UNKNOWN and the reason, and changes nothing. docs/protocols.md lists the commands.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from plyground import __version__
from plyground.errors import PlygroundError, quote
from plyground.protocols.clock import MoveTime, move_time
from plyground.protocols.pipes import serve as serve_lines

Cell = tuple[int, int]
"""x and y."""

SMALLEST: Final = 5
LARGEST: Final = 32
UNLIMITED: Final = 2_147_483_647
"""What `time_left` says where a match has no limit."""
LARGEST_VALUE: Final = 2**63 - 1

MINE: Final = 1
THEIRS: Final = 2
RULES: Final = {1: "exactly five", 2: "continuous game", 4: "renju", 8: "caro"}


class BrainThinker(Protocol):
    """Whoever thinks about the stones."""

    def get_ready(self, width: int, height: int, most_memory: int) -> None:
        """Prepare for a board of this size within `most_memory` bytes, 0 for no limit.

        A PlygroundError says why that is not possible.
        """

    def choose(
        self, mine: Sequence[Cell], theirs: Sequence[Cell], deadline: float, latest: float
    ) -> tuple[Cell, str]:
        """A move before a time of `time.perf_counter`, and what to say about it.

        Where the position looks worse than it did, the move may come as late as the latest time.
        A PlygroundError says why there is none.
        """

    def choose_opening(self, stones: Sequence[Cell], deadline: float) -> list[Cell]:
        """Of an opening with no, three or five stones: the first three, the next one, or nothing to swap."""

    def stop(self) -> None:
        """From another thread: answer now."""


@dataclass
class GomocupLimits:
    """What the manager said with INFO."""

    timeout_turn: int = 30_000
    timeout_match: int = 0
    time_left: int = UNLIMITED
    max_memory: int = 0
    rule: int = 0


def time_for(limits: GomocupLimits) -> MoveTime:
    """How long the next move may take.

    >>> time_for(GomocupLimits(timeout_turn=5000)).usual
    4.9
    """
    left = limits.time_left if limits.time_left < UNLIMITED else limits.timeout_match or UNLIMITED
    time = move_time(per_move=limits.timeout_turn / 1000, left=left / 1000 if left < UNLIMITED else None)
    assert time is not None
    return time


class BrainServer:
    """A board behind a line of text. `say` gets every answer."""

    def __init__(self, thinker: BrainThinker, say: Callable[[str], None]) -> None:
        self.thinker = thinker
        self.say = say
        self.limits = GomocupLimits()
        self.size = (0, 0)
        """Width and height, 0 before START."""
        self.stones: dict[Cell, int] = {}
        """Whose stone stands where, in the order in which they came."""
        self._list: StoneList | None = None
        self._thinking: threading.Thread | None = None
        self._is_over = False
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": lambda rest: self._open_list(rest, swap2=False),
            "SWAP2BOARD": lambda rest: self._open_list(rest, swap2=True),
            "TAKEBACK": self._take_back,
        }

    def obey(self, line: str) -> bool:
        """Do what a line says; False if that was the last."""
        line = line.strip()
        if not line:
            return True
        word, _, rest = line.partition(" ")
        name = word.upper()
        if name == "END":
            self._is_over = True
            self.thinker.stop()
            self.finish()
            return False
        if self._list is not None and self._fill_list(line):
            return True
        if name == "INFO":
            self._note_info(rest)
        elif name == "ABOUT":
            self.say(f'name="Plyground", version="{__version__}", author="the Plyground authors"')
        elif name in self._commands:
            if self.is_thinking:  # as brains do: make the move, then go on
                self.thinker.stop()
                self.finish()
            try:
                self._commands[name](rest.strip())
            except PlygroundError as error:
                self._refuse(error)
        else:
            self.say(f"UNKNOWN command {quote(word)}")
        return True

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being chosen."""
        return self._thinking is not None and self._thinking.is_alive()

    def finish(self) -> None:
        """Wait until the move that is being chosen is made."""
        if self._thinking is not None:
            self._thinking.join()

    def _refuse(self, error: PlygroundError) -> None:
        self.say(f"ERROR {' '.join(str(error).split())}")

    # The board

    def _start(self, rest: str) -> None:
        match = re.fullmatch("[0-9]{1,9}", rest)
        if match is None:
            raise PlygroundError(f"START takes a size such as 20, not {quote(rest)}")
        self._set_up(int(rest), int(rest))

    def _rectstart(self, rest: str) -> None:
        match = re.fullmatch(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})", rest)
        if match is None:
            raise PlygroundError(f"RECTSTART takes a width and a height such as 20,15, not {quote(rest)}")
        self._set_up(int(match[1]), int(match[2]))

    def _restart(self, rest: str) -> None:
        self._check_started()
        self._set_up(*self.size)

    def _set_up(self, width: int, height: int) -> None:
        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            raise PlygroundError(
                f"unsupported size {width}x{height}; boards of {SMALLEST} to {LARGEST} are played here"
            )
        self.thinker.get_ready(width, height, self.limits.max_memory)
        self.size = (width, height)
        self.stones = {}
        self.say("OK")

    def _take_back(self, rest: str) -> None:
        self._check_started()
        cell = self._cell(rest, "TAKEBACK")
        if cell not in self.stones:
            raise PlygroundError(f"there is no stone on {rest}")
        del self.stones[cell]
        self.say("OK")

    def _check_started(self) -> None:
        if self.size == (0, 0):
            raise PlygroundError("there is no board yet; START or RECTSTART comes first")

    def _cell(self, text: str, name: str) -> Cell:
        match = re.fullmatch(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})", text)
        if match is None:
            raise PlygroundError(f"{name} takes coordinates such as 10,10, not {quote(text)}")
        cell = int(match[1]), int(match[2])
        if not (cell[0] < self.size[0] and cell[1] < self.size[1]):
            raise PlygroundError(f"{text} is not on the board of {self.size[0]}x{self.size[1]}")
        return cell

    # The moves

    def _begin(self, rest: str) -> None:
        self._check_started()
        if self.stones:
            raise PlygroundError("BEGIN is for an empty board; RESTART makes one")
        self._answer({}, time.perf_counter())

    def _turn(self, rest: str) -> None:
        began = time.perf_counter()
        self._check_started()
        cell = self._cell(rest, "TURN")
        if cell in self.stones:
            raise PlygroundError(f"{rest} is taken")
        self._answer({**self.stones, cell: THEIRS}, began)

    def _answer(self, stones: dict[Cell, int], began: float) -> None:
        """Think about these stones; they are on the board if that is possible."""
        self._check_rule()
        count = list(stones.values()).count
        if count(THEIRS) - count(MINE) not in (0, 1):
            raise PlygroundError(
                f"with {count(MINE)} stones of its own and {count(THEIRS)} others it is not this brain's turn"
            )
        if len(stones) == self.size[0] * self.size[1]:
            raise PlygroundError("the board is full")
        mine = [cell for cell, whose in stones.items() if whose == MINE]
        theirs = [cell for cell, whose in stones.items() if whose == THEIRS]
        self.thinker.get_ready(*self.size, self.limits.max_memory)
        usual, longest = time_for(self.limits)
        before, self.stones = self.stones, stones

        def think() -> None:
            try:
                cell, message = self.thinker.choose(mine, theirs, began + usual, began + longest)
            except PlygroundError as error:
                self.stones = before
                if not self._is_over:
                    self._refuse(error)
                return
            self.stones = {**stones, cell: MINE}
            if not self._is_over:
                if message:
                    self.say(f"MESSAGE {message}")
                self.say(f"{cell[0]},{cell[1]}")

        self._think(think)

    def _think(self, work: Callable[[], None]) -> None:
        self._thinking = threading.Thread(target=work, daemon=True)
        self._thinking.start()

    def _check_rule(self) -> None:
        wrong = [name for number, name in RULES.items() if self.limits.rule & number]
        if self.limits.rule:
            names = " and ".join(wrong) or "unknown"
            raise PlygroundError(
                f"rule {self.limits.rule} ({names}) is not played here, only rule 0: five or more"
            )

    # Several lines that belong together

    def _open_list(self, rest: str, *, swap2: bool) -> None:
        self._check_started()
        if rest:
            name = "SWAP2BOARD" if swap2 else "BOARD"
            raise PlygroundError(f"the stones come in lines of their own behind {name}, not {quote(rest)}")
        self._list = StoneList(time.perf_counter(), swap2)

    def _fill_list(self, line: str) -> bool:
        """Take a line of a list; False if it is a command of its own, which ends the list unused."""
        lines = self._list
        assert lines is not None
        if line.upper() == "DONE":
            self._list = None
            try:
                self._close_list(lines)
            except PlygroundError as error:
                self._refuse(error)
            return True
        if line[0].isalpha():
            self._list = None
            self.say(f"ERROR {quote(line)} comes before DONE")
            return False
        try:
            self._add_to_list(lines, line)
        except PlygroundError as error:
            lines.trouble = lines.trouble or error
        return True

    def _add_to_list(self, lines: StoneList, line: str) -> None:
        text, whose = line, THEIRS
        if not lines.swap2:
            match = re.fullmatch(r"([0-9]+\s*,\s*[0-9]+)\s*,\s*([123])", line)
            if match is None:
                raise PlygroundError(f"BOARD takes lines such as 10,10,1, not {quote(line)}")
            text, whose = match[1], int(match[2])
        cell = self._cell(text, "SWAP2BOARD" if lines.swap2 else "BOARD")
        if cell in lines.stones:
            raise PlygroundError(f"{text} is there twice")
        if whose not in (MINE, THEIRS):
            raise PlygroundError("stones of a continuous game are not played here")
        lines.stones[cell] = whose

    def _close_list(self, lines: StoneList) -> None:
        if lines.trouble is not None:
            raise lines.trouble
        if lines.swap2:
            self._answer_opening(list(lines.stones), lines.began)
        else:
            self._answer(lines.stones, lines.began)

    def _answer_opening(self, stones: list[Cell], began: float) -> None:
        self._check_rule()
        if len(stones) not in (0, 3, 5):
            raise PlygroundError(f"an opening has no, three or five stones, not {len(stones)}")
        self.thinker.get_ready(*self.size, self.limits.max_memory)
        deadline = began + time_for(self.limits).usual

        def think() -> None:
            try:
                cells = self.thinker.choose_opening(stones, deadline)
            except PlygroundError as error:
                if not self._is_over:
                    self._refuse(error)
                return
            if not self._is_over:
                self.say(" ".join(f"{x},{y}" for x, y in cells) or "SWAP")

        self._think(think)

    # What the manager says

    def _note_info(self, rest: str) -> None:
        """INFO is never answered, and what is not understood is not important."""
        key, _, value = rest.strip().partition(" ")
        value = value.strip()
        key = key.lower()
        if key not in GomocupLimits.__dataclass_fields__ or not re.fullmatch("-?[0-9]{1,19}", value):
            return
        number = min(int(value), LARGEST_VALUE)
        if number >= 0 or key == "time_left":
            setattr(self.limits, key, number)


@dataclass
class StoneList:
    """The stones behind BOARD or SWAP2BOARD, until DONE."""

    began: float
    swap2: bool
    stones: dict[Cell, int] = field(default_factory=dict)
    trouble: PlygroundError | None = None


def serve(thinker: BrainThinker) -> None:
    """Obey standard input until it ends."""
    serve_lines(lambda say: BrainServer(thinker, say))
