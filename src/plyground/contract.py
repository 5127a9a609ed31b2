"""What a game is, the compiled half: plain functions over plain numbers.

A game describes its variant with a NamedTuple of tables (its *rules*) and a position with another
NamedTuple. It fills in the functions below for its rules class:

    class Rules(NamedTuple):
        cells: int

    class Position(NamedTuple):
        marks: np.uint64

    @moves.of(Rules)
    def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
        ...

The same functions run twice: as ordinary Python, when a `Board` asks for the legal moves or a debugger
steps through them, and compiled to machine code, when a search calls them. A compiled search is made
for each rules class (see `plyground.native.compiler`), so a call costs nothing there. This module
itself needs neither Numba nor a compiler.

What a function may use: numbers, tuples, NamedTuples, NumPy arrays that it is given, and other functions
marked `@kernel`. It makes no array of its own. Bitboards are `np.uint64`, with `np.uint64` on both sides of
every operator but a shift.
The human half of a game, its names and words and pictures, is `plyground.game.Game`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from plyground.errors import BrokenGame

Moves: TypeAlias = npt.NDArray[np.int64]
"""Where `moves` and `candidates` write: one long array, filled from a given index on."""

Room: TypeAlias = npt.NDArray[np.uint64]
"""Where `essence` may write what it needs in between: `ROOM` words, a thread's own."""

ROOM: Final = 64

LOST: Final = -1
DRAWN: Final = 0
WON: Final = 1
OPEN: Final = 2
"""What `outcome` answers, seen from the side to move. OPEN means that the game goes on."""

LARGEST_ESTIMATE: Final = 20_000
"""`evaluate` stays within plus and minus this; anything above is a proven result."""

MOST_MOVES: Final = 1024
"""No position may offer more moves than this to a search."""

WORD: Final = 0xFFFFFFFFFFFFFFFF
"""All 64 bits."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Contract:
    """One function of the contract, filled in by each game for its own rules class."""

    def __init__(self, name: str, parameters: str, default: Callable[..., Any] | None, doc: str) -> None:
        self.name = self.__name__ = name
        self.parameters = tuple(parameters.split())
        self.default = default
        self.__doc__ = doc
        self._filled: dict[type, Callable[..., Any]] = {}

    def __repr__(self) -> str:
        return f"<contract function {self.name}({', '.join(self.parameters)})>"

    @property
    def required(self) -> bool:
        """Whether every game has to fill this in."""
        return self.default is None

    def of(self, rules_class: type) -> Callable[[_Function], _Function]:
        """Fill this function in for one rules class."""

        def fill(function: _Function) -> _Function:
            given = tuple(inspect.signature(function).parameters)
            if len(given) != len(self.parameters):
                raise BrokenGame(
                    f"{self.name} of {rules_class.__name__} takes ({', '.join(given)}); "
                    f"it must take ({', '.join(self.parameters)})"
                )
            self._filled[rules_class] = function
            return function

        return fill

    def leave_out(self, rules_class: type) -> None:
        """Go back to the default for one rules class, to see what a game gains by this function."""
        self._filled.pop(rules_class, None)

    def filled(self, rules_class: type | None) -> Callable[..., Any] | None:
        """The function for a rules class: its own, or one that it inherits, or the default, or None."""
        for each in rules_class.__mro__ if rules_class is not None else ():
            if each in self._filled:
                return self._filled[each]
        return self.default

    def is_own(self, rules_class: type) -> bool:
        """Whether a rules class has filled this in, itself or by inheritance."""
        return any(each in self._filled for each in rules_class.__mro__)

    def __call__(self, rules: Any, *args: Any) -> Any:
        function = self.filled(type(rules))
        if function is None:
            raise BrokenGame(f"{type(rules).__name__} has no {self.name}: write @{self.name}.of(...)")
        try:
            return function(rules, *args)
        except BrokenGame:
            raise
        except Exception as error:
            raise BrokenGame(f"{self.name} fails: {type(error).__name__}: {error}") from error


contract: dict[str, Contract] = {}
kernels: list[Callable[..., Any]] = []
called: list[Callable[..., Any]] = []
"""Those among them that are not inlined."""


def kernel(function: _Function) -> _Function:
    """Mark a helper that compiled code may call. It stays an ordinary function for everyone else."""
    kernels.append(function)
    return function


def kernel_call(function: _Function) -> _Function:
    """Like `kernel`, for a long helper that is seldom reached: compiled code calls it, and stays short."""
    called.append(function)
    return kernel(function)


def _contract(name: str, parameters: str, default: Callable[..., Any] | None, doc: str) -> Contract:
    contract[name] = Contract(name, parameters, default, doc)
    return contract[name]


def _nothing(rules: Any, pos: Any, move: int) -> None:
    return None


def _zero(rules: Any, pos: Any) -> int:
    return 0


def _no_proof(rules: Any, pos: Any) -> int:
    return 0


def _never(rules: Any, pos: Any) -> bool:
    return False


def _not_quiet(rules: Any, pos: Any, move: int) -> int:
    return 0


def _no_threats(rules: Any, pos: Any, out: Moves, at: int) -> int:
    return at


def _no_margin(rules: Any, pos: Any, depth: int) -> int:
    return 0


def _no_priority(rules: Any, pos: Any, move: int) -> int:
    return 0


def _no_repetition(rules: Any) -> int:
    return 0


def _no_number(numbering: Any, pos: Any) -> int:
    return -1


def _no_position(numbering: Any, number: int) -> None:
    return None


def _maybe(rules: Any, pos: Any, after: Any) -> bool:
    return True


def _no_limit(rules: Any, pos: Any) -> int:
    return -1


def _unchanged(rules: Any, pos: Any, number: int) -> Any:
    return pos


def _all_moves(rules: Any, pos: Any, out: Moves, at: int) -> int:
    end: int = moves(rules, pos, out, at)
    return end


def _key_and_anything(rules: Any, pos: Any, room: Room) -> tuple[np.uint64, int, int]:
    return key(rules, pos), LOST, WON


def _all_candidates(rules: Any, pos: Any, room: Room, out: Moves, at: int) -> int:
    end: int = candidates(rules, pos, out, at)
    return end


def _fingerprint_key(rules: Any, pos: Any) -> np.uint64:
    return fingerprint(pos)


def mix(value: np.uint64) -> np.uint64:
    """Scatter a number over all 64 bits; no two numbers meet (the finaliser of splitmix64).

    >>> hex(mix(np.uint64(1)))
    '0x5692161d100b05e5'
    """
    number = int(value)
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return np.uint64(number ^ number >> 31)


def add_words(one: np.uint64, other: np.uint64) -> np.uint64:
    """The sum of two words, without what goes beyond 64 bits.

    >>> int(add_words(np.uint64(WORD), np.uint64(3)))
    2
    """
    return np.uint64((int(one) + int(other)) & WORD)


def fingerprint(pos: Any) -> np.uint64:
    """A 64-bit hash of every number in a position, arrays included.

    Two positions are taken to be the same, for repetition and for the default `key`, when their
    fingerprints are equal.
    """
    total = np.uint64(0)
    for field in pos:
        if isinstance(field, tuple):
            total = mix(total ^ fingerprint(field))
        else:
            for number in np.asarray(field).ravel():
                total = mix(total ^ np.uint64(int(number) & WORD))
    return total


moves = _contract(
    "moves", "rules pos out at", None,
    """Write every legal move into `out` from index `at` on and return the index behind the last.

    Called only while the game goes on. A move is any integer of 64 bits; small ones are best.""",
)  # fmt: skip
play = _contract(
    "play", "rules pos move", None,
    """Make a legal move and return the position after it, seen from the other side.

    A position of numbers is copied: return a new one. A position that holds arrays keeps everything
    that changes in them and is changed in place: return it, and fill in `undo`.""",
)  # fmt: skip
outcome = _contract(
    "outcome", "rules pos", None,
    """LOST, DRAWN or WON for the side to move if the game is over, else OPEN.""",
)  # fmt: skip
undo = _contract(
    "undo", "rules pos move", _nothing,
    """Take back, in place, the move that led to `pos`. Needed only for positions that hold arrays.""",
)  # fmt: skip
evaluate = _contract(
    "evaluate", "rules pos", _zero,
    """Who stands better, in whatever unit the game likes: positive is good for the side to move.""",
)  # fmt: skip
key = _contract(
    "key", "rules pos", _fingerprint_key,
    """A `np.uint64` that stands for the position in the search's table.

    Positions with the same value may share it (those that are mirror images of each other);
    positions with different values must not. The default is the `fingerprint` of the position.""",
)  # fmt: skip
candidates = _contract(
    "candidates", "rules pos out at", _all_moves,
    """Like `moves`, but only what a search has to look at. The default is every legal move.

    A move may be left out only if another that is kept is at least as good, distance included;
    a game that leaves out more says so with `narrowed`.""",
)  # fmt: skip
narrowed = _contract(
    "narrowed", "rules pos", _never,
    """Whether `candidates` may have left out a better move here: then no loss or draw is proven.""",
)  # fmt: skip
proof = _contract(
    "proof", "rules pos", _no_proof,
    """A result seen at a glance: n if the side to move wins in n plies, -n if it loses, else 0.

    Asked only while the game goes on, before the moves. It must be right, distance included.""",
)  # fmt: skip
priority = _contract(
    "priority", "rules pos move", _no_priority,
    """How early to try a move, 0 to 1000. Higher is earlier; a guess costs time, never truth.""",
)  # fmt: skip
quiet = _contract(
    "quiet", "rules pos move", _not_quiet,
    """Whether a late move may first be searched less deeply: 0 no, 1 a little less, 2 much less.

    Never changes a proven result.""",
)  # fmt: skip
pressed = _contract(
    "pressed", "rules pos", _never,
    """Whether the side to move has only one answer: then the search does not stop here to estimate.""",
)  # fmt: skip
pursuit = _contract(
    "pursuit", "rules pos", _no_proof,
    """A longer look for a forced win, where the search would stop: n if the side to move wins in n plies.

    It must be a win, but there may be a shorter one. 0 says nothing.""",
)  # fmt: skip
threats = _contract(
    "threats", "rules pos out at", _no_threats,
    """Like `moves`, but only those that threaten to win at once: what a search for forced wins tries.

    Where the other side must answer, its `candidates` are every answer and not `narrowed`.""",
)  # fmt: skip
margin = _contract(
    "margin", "rules pos depth", _no_margin,
    """By how much `evaluate` may be off so many plies before the end of the search; 0 if nobody can say.

    Where there is a margin, the search gives up what lies further than that from mattering, and late
    quiet moves. That costs no proof: what was left out is not called proven.""",
)  # fmt: skip
repetition = _contract(
    "repetition", "rules", _no_repetition,
    """How often a position may occur before the game is drawn; 0 where the rule does not exist.""",
)  # fmt: skip
remaining = _contract(
    "remaining", "rules pos", _zero,
    """How many more plies the game can last at most; 0 if nobody can say. Only then can it be proven.""",
)  # fmt: skip
essence = _contract(
    "essence", "rules pos room", _key_and_anything,
    """What a proof needs to know of a position that is not over and where `proof` saw nothing.

    Three things: a `np.uint64` that all positions of the same value and distance may share, with everything
    left out that can no longer matter; and the worst and the best result for the side to move that can
    still happen. The default is the `key`, LOST and WON.""",
)  # fmt: skip
choices = _contract(
    "choices", "rules pos room out at", _all_candidates,
    """Like `candidates`, but without moves that lead to the same `essence` as one that is kept.

    `room` holds what `essence` has left there for this position. Asked only where `proof` saw nothing.""",
)  # fmt: skip

# What tables of results are made with (docs/tables.md). The first two are filled in for a class of their
# own, of which `Game.numbering` gives an instance.

rank = _contract(
    "rank", "numbering pos", _no_number,
    """The number of a position, the same for all that are mirror images of each other.""",
)  # fmt: skip
unrank = _contract(
    "unrank", "numbering number", _no_position,
    """A position with this number. Where `rank` does not lead back, the number stands for nothing.""",
)  # fmt: skip
retreats = _contract(
    "retreats", "rules pos out at", _no_threats,
    """Like `moves`, but back: every way in which `pos` can have come about within its stage.""",
)  # fmt: skip
stays = _contract(
    "stays", "rules pos after", _maybe,
    """Whether the position after a move is in the same stage as the one before; True if nobody can say.""",
)  # fmt: skip
retreat = _contract(
    "retreat", "rules pos move", _unchanged,
    """The position before `pos` if it came about in this way.""",
)  # fmt: skip
left = _contract(
    "left", "rules pos", _no_limit,
    """After how many plies the game ends by a limit on its length; -1 if there is none.""",
)  # fmt: skip
with_left = _contract(
    "with_left", "rules pos plies", _unchanged,
    """The same position, so many plies before the limit on the length of the game.""",
)  # fmt: skip
