"""What a game is, the compiled half: plain functions over plain numbers.

A game describes its variant with a NamedTuple of tables (its *rules*) and a position with another
NamedTuple. It implements the functions below for its rules class:

    class Rules(NamedTuple):
        cells: int

    class Position(NamedTuple):
        marks: np.uint64

    @moves.of(Rules)
    def _(rules: Rules, pos: Position, out: Moves, at: int) -> int:
        ...

The same functions run twice: as ordinary Python, when a `Board` asks for the legal moves or a debugger
steps through them, and compiled to machine code, when a search calls them. A compiled search is made
for each rules class (see `plyground.native.overloads`), so a call costs nothing there. This module
itself needs neither Numba nor a compiler.

What a function may use: numbers, tuples, NamedTuples, NumPy arrays that it is given, and other functions
marked `@kernel`. It makes no array of its own. Bitboards are `np.uint64`, with `np.uint64` on both sides of
every operator but a shift.
The human half of a game, its names and words and pictures, is `plyground.game.Game`.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from plyground.contract_function import ContractFunction, contract_function, kernel, kernel_call

__all__ = [
    "DRAWN",
    "LARGEST_ESTIMATE",
    "LOST",
    "MOST_MOVES",
    "OPEN",
    "SCRATCH_WORDS",
    "WON",
    "WORD",
    "Moves",
    "Result",
    "Scratch",
    "add_words",
    "candidates",
    "choices",
    "essence",
    "evaluate",
    "fingerprint",
    "functions",
    "hand",
    "hot",
    "inward",
    "kernel",
    "kernel_call",
    "key",
    "lay_out",
    "left",
    "margin",
    "marks",
    "mix",
    "moves",
    "narrowed",
    "outcome",
    "outward",
    "passed",
    "play",
    "pressed",
    "priority",
    "proof",
    "pursuit",
    "quiet",
    "rank",
    "reason",
    "remaining",
    "repetition",
    "retreat",
    "retreats",
    "soonest_loss",
    "soonest_win",
    "stays",
    "threats",
    "undo",
    "unrank",
    "with_left",
]

Moves: TypeAlias = npt.NDArray[np.int64]
"""Where `moves` and `candidates` write: one long array, filled from a given index on."""

Scratch: TypeAlias = npt.NDArray[np.uint64]
"""Where `essence` may write what it needs in between: `SCRATCH_WORDS` words, a thread's own."""

SCRATCH_WORDS: Final = 64

Result: TypeAlias = int
"""LOST, DRAWN, WON or OPEN."""

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


# What every game implements.


@contract_function("required")
def moves(rules: Any, pos: Any, out: Moves, at: int, /) -> int:
    """Write every legal move into `out` from index `at` on and return the index behind the last.

    Called only while the game goes on. A move is any integer of 64 bits; small ones are best.
    """
    raise NotImplementedError


@contract_function("required")
def play(rules: Any, pos: Any, move: int, /) -> Any:
    """Make a legal move and return the position after it, seen from the other side.

    A position of numbers is copied: return a new one. A position that holds arrays keeps everything
    that changes in them and is changed in place: return it, and implement `undo`.
    """
    raise NotImplementedError


@contract_function("required")
def outcome(rules: Any, pos: Any, /) -> Result:
    """Say how the game ended: LOST, DRAWN or WON for the side to move, or OPEN while it goes on."""
    raise NotImplementedError


# What makes a search faster or better informed.


@contract_function("search")
def undo(rules: Any, pos: Any, move: int, /) -> None:
    """Take back, in place, the move that led to `pos`. Needed only for positions that hold arrays."""
    return


@contract_function("search")
def evaluate(rules: Any, pos: Any, /) -> int:
    """Estimate who stands better, in any unit: positive is good for the side to move.

    Stays within plus and minus LARGEST_ESTIMATE.
    """
    return 0


@contract_function("search")
def key(rules: Any, pos: Any, /) -> np.uint64:
    """Give a number that stands for the position in the transposition table.

    Positions with the same value may share it (those that are mirror images of each other);
    positions with different values must not. The default is the `fingerprint` of the position.
    """
    return fingerprint(pos)


@contract_function("search")
def candidates(rules: Any, pos: Any, out: Moves, at: int, /) -> int:
    """Write the moves that a search has to look at, as `moves` does. The default is every legal move.

    A move may be left out only if another that is kept is at least as good, distance included;
    a game that leaves out more says so with `narrowed`.
    """
    return moves(rules, pos, out, at)


@contract_function("search")
def narrowed(rules: Any, pos: Any, /) -> bool:
    """Say whether `candidates` may have left out a better move here: then no loss or draw is proven."""
    return False


@contract_function("search")
def proof(rules: Any, pos: Any, /) -> int:
    """Give a result seen at a glance: n if the side to move wins in n plies, -n if it loses, else 0.

    Asked only while the game goes on, before the moves. It must be right, distance included.
    """
    return 0


@contract_function("search")
def soonest_win(rules: Any, pos: Any, /) -> int:
    """Say how many plies a win of the side to move takes at least, where `proof` has given 0.

    The more `proof` sees, the more this can say: a search for short wins ends so much earlier.
    """
    return 1


@contract_function("search")
def soonest_loss(rules: Any, pos: Any, /) -> int:
    """Say how many plies the side to move holds out at least, where `proof` has given 0."""
    return 1


@contract_function("search")
def priority(rules: Any, pos: Any, move: int, /) -> int:
    """Say how early to try a move, 0 to 1000. Higher is earlier; a guess costs time, never truth."""
    return 0


@contract_function("search")
def quiet(rules: Any, pos: Any, move: int, /) -> int:
    """Say whether a late move may first be searched less deeply: 0 no, 1 a little less, 2 much less.

    Never changes a proven result.
    """
    return 0


@contract_function("search")
def pressed(rules: Any, pos: Any, /) -> bool:
    """Say whether the side to move has only one answer: then the search does not stop here to estimate."""
    return False


@contract_function("search")
def pursuit(rules: Any, pos: Any, /) -> int:
    """Look longer for a forced win where the search would stop: n if the side to move wins in n plies.

    It must be a win, but there may be a shorter one. 0 says nothing.
    """
    return 0


@contract_function("search")
def threats(rules: Any, pos: Any, out: Moves, at: int, /) -> int:
    """Write the moves that threaten to win at once, as `moves` does: a search for forced wins tries them.

    Where the other side must answer, its `candidates` are every answer and not `narrowed`.
    """
    return at


@contract_function("search")
def margin(rules: Any, pos: Any, depth: int, /) -> int:
    """Say by how much `evaluate` may be off `depth` plies before the end of the search; 0 if unknown.

    Where there is a margin, the search gives up what lies further than that from mattering, and late
    quiet moves. That costs no proof: what was left out is not called proven.
    """
    return 0


@contract_function("search")
def repetition(rules: Any, /) -> int:
    """Say how often a position may occur before the game is drawn; 0 where the rule does not exist."""
    return 0


@contract_function("search")
def passed(rules: Any, pos: Any, /) -> Any:
    """Give the same position with the other side to move, as if a move could be left out.

    What the other side would do then is its threat. A position that holds arrays is changed in place.
    """
    return pos


# How a game is laid out for a search, if that works on another form of a position: `Game.board_view` gives
# all three kinds of values.


@contract_function("views")
def lay_out(rules: Any, pos: Any, view: Any, /) -> Any:
    """Lay a position out: fill the arrays of a view and return it, with its other numbers as they are now.

    A view is a NamedTuple of which `rules` and `pos` are what a search works on.
    """
    return view


@contract_function("views")
def outward(rules: Any, view: Any, move: int, /) -> int:
    """Give the move on the board that a move of the search stands for."""
    return move


@contract_function("views")
def inward(rules: Any, view: Any, move: int, /) -> int:
    """Give the move of the search for one on the board; -1 if the search cannot see it."""
    return move


# What people see. A game that says it here can be drawn wherever its compiled half runs, in a page without a
# server too.


@contract_function("drawing")
def marks(rules: Any, pos: Any, out: Moves, /) -> None:
    """Write for every cell what stands on it: 0 for nothing, n for the n-th text of `Game.mark_texts`.

    Cell `row * columns + column` of the grid; a1 is cell 0. `Game.picture` draws the board from this.
    """
    return


@contract_function("drawing")
def reason(rules: Any, pos: Any, move: int, out: Moves, /) -> int:
    """Say why the game is over after `move` (-1 if there was none): the index of a text in `Game.reasons`.

    `out[0]` becomes the number of rows of cells that decided it. Behind it comes each row, its length
    first and then its cells, and then the numbers that the text names. A cell of a board without edges is
    given as `plyground.endless_cells` numbers it.
    """
    return -1


@contract_function("drawing")
def hand(rules: Any, pos: Any, out: Moves, /) -> None:
    """Write for each text of `Game.mark_texts` how many of it are still to be put down, for the trays.

    `Game.trays` says which tray each belongs to. Without this, what stands on the board is gone from there.
    """
    return


@contract_function("drawing")
def hot(rules: Any, pos: Any, out: Moves, /) -> int:
    """Write the moves by which either side could make something decisive at once; return how many.

    Three numbers for each: the move, the side, and which text of `Game.hot_words` says what it makes. It is
    asked of what a search works on, while the game goes on.
    """
    return 0


# What proofs by proof numbers need.


@contract_function("proofs")
def remaining(rules: Any, pos: Any, /) -> int:
    """Say how many more plies the game can last at most; 0 if unknown. Only then can it be proven."""
    return 0


@contract_function("proofs")
def essence(rules: Any, pos: Any, scratch: Scratch, /) -> tuple[np.uint64, int, int]:
    """Say what a proof needs to know of a position that is not over and where `proof` saw nothing.

    Three things: a `np.uint64` that all positions of the same value and distance may share, with everything
    left out that can no longer matter; and the worst and the best result for the side to move that can
    still happen. The default is the `key`, LOST and WON.
    """
    return key(rules, pos), LOST, WON


@contract_function("proofs")
def choices(rules: Any, pos: Any, scratch: Scratch, out: Moves, at: int, /) -> int:
    """Write the `candidates` without those that lead to the same `essence` as one that is kept.

    `scratch` holds what `essence` has left there for this position. Asked only where `proof` saw nothing.
    """
    return candidates(rules, pos, out, at)


# What tables of results are made with (docs/tables.md). `rank` and `unrank` are implemented for a class of
# their own, of which `TableGame.numbering` gives an instance.


@contract_function("tables")
def rank(numbering: Any, pos: Any, /) -> int:
    """Give the number of a position, the same for all that are mirror images of each other."""
    return -1


@contract_function("tables")
def unrank(numbering: Any, number: int, /) -> Any:
    """Give a position with this number. Where `rank` does not lead back, the number stands for nothing."""
    return None


@contract_function("tables")
def retreats(rules: Any, pos: Any, out: Moves, at: int, /) -> int:
    """Write every way in which `pos` can have come about within its stage, as `moves` writes moves."""
    return at


@contract_function("tables")
def retreat(rules: Any, pos: Any, move: int, /) -> Any:
    """Give the position before `pos` if it came about in this way."""
    return pos


@contract_function("tables")
def stays(rules: Any, pos: Any, after: Any, /) -> bool:
    """Say whether the position after a move is in the same stage as the one before; True if unknown."""
    return True


@contract_function("tables")
def left(rules: Any, pos: Any, /) -> int:
    """Say after how many plies the game ends by a limit on its length; -1 if there is none."""
    return -1


@contract_function("tables")
def with_left(rules: Any, pos: Any, plies: int, /) -> Any:
    """Give the same position, `plies` plies before the limit on the length of the game."""
    return pos


functions: Final[dict[str, ContractFunction[..., Any]]] = {
    name: value for name, value in globals().items() if isinstance(value, ContractFunction)
}
"""Every function of the contract by its name, in the order of this file."""
