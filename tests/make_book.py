"""Make or check the books of first moves:

    python -m tests.make_book [numerical|squava] [--threads T] [--memory MB]
    python -m tests.make_book [numerical|squava] --check

The book of numerical tic-tac-toe holds a best move for every position of the first four plies that can
come about if one side, either of the two, follows the book and the other plays anything. In a lost position
that is a move which is known to hold out longer than the others, as far as half a million nodes tell. The
book of Squava holds every position of the first three plies. `--check` proves every entry again, from the
position after its move, with a table that was empty at the start.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from plyground import contract
from plyground.board import Board
from plyground.catalogue import find
from plyground.engine import Engine
from plyground.game import Game
from plyground.solver.book import Book, BookEntry, book_file, book_key, book_text, load_book
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.prover import Prover
from plyground.solver.search_prover import SearchProver

NUMERICAL_PLIES = 4
SQUAVA_PLIES = 3
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


def make_squava(game: Game, prover: Prover) -> Book:
    """Every position of the first plies."""
    entries: dict[int, BookEntry] = {}
    boards = {0: Board(game)}
    for ply in range(SQUAVA_PLIES):
        entries |= {book_key(board): new_entry(board, prover) for board in boards.values()}
        after = [child for board in boards.values() for child in children(board) if is_for_a_book(child)]
        boards = {book_key(board): board for board in reversed(after)}
        print(f"ply {ply}: {len(entries)} entries", flush=True)
    return Book(game, entries)


def children(board: Board) -> Iterator[Board]:
    """The board after each legal move."""
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        yield after


def make_numerical(prover: DfpnProver) -> Book:
    """The whole book."""
    entries: dict[int, BookEntry] = {}
    for follower in (1, 0):
        boards = {0: Board(prover.game)}
        for ply in range(NUMERICAL_PLIES):
            boards = {
                book_key(after): after
                for board in boards.values()
                for after in continuations(board, follower, entries, prover)
                if is_for_a_book(after)
            }
            print(f"{prover.game.players[follower]}, ply {ply}: {len(entries)} entries", flush=True)
    return Book(prover.game, entries)


def continuations(
    board: Board, follower: int, entries: dict[int, BookEntry], prover: DfpnProver
) -> Iterator[Board]:
    """What can follow: the book's move, which is found if need be, or any move of the other side."""
    moves = board.legal_moves
    if board.turn == follower:
        key = book_key(board)
        if key not in entries:
            entries[key] = new_entry(board, prover)
        moves = entries[key].moves[-1:] if entries[key].moves[:-1] == board.history else ()
        if not moves:
            found = Book(prover.game, {key: entries[key]}).find(board)
            assert found is not None
            moves = (board.game.move_text(found[1]),)
    for move in moves:
        after = board.copy()
        after.push(move)
        yield after


def new_entry(board: Board, prover: Prover) -> BookEntry:
    """What the prover finds."""
    began = time.perf_counter()
    result = prover.prove(board)
    assert result is not None
    value = result.score.value
    assert value is not None
    after = board.copy()
    after.push(result.line[0])
    seconds = time.perf_counter() - began
    print(
        *board.history,
        ">",
        result.line[0],
        value,
        f"{result.nodes:,} nodes, {seconds:.1f} s",
        flush=True,
    )
    return BookEntry(value, book_key(after), (*board.history, result.line[0]))


def is_for_a_book(board: Board) -> bool:
    """Whether a position is neither over nor decided at a glance."""
    return not board.is_over and contract.proof(board.game.rules, board.position) == 0


def check(book: Book, prover: Prover) -> None:
    """Prove every entry again: the value of the position, and that of the one after the move."""
    for number, (key, entry) in enumerate(book.entries.items(), 1):
        board = Board(book.game, entry.moves[:-1])
        assert book_key(board) == key, f"{entry.moves} has another key"
        found = prover.prove(board)
        board.push(entry.moves[-1])
        assert book_key(board) == entry.after, f"{entry.moves} leads to another key"
        after = prover.prove(board)
        assert found is not None
        assert after is not None
        assert found.score.value == entry.value, f"{entry.moves}: the position is a {found.score.value}"
        assert after.score.value == OPPOSITE[entry.value], f"{entry.moves}: the move leads elsewhere"
        if number % 100 == 0:
            print(f"{number} of {len(book.entries)} checked", flush=True)
    print(f"all {len(book.entries)} entries are right")


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description="books of first moves")
    parser.add_argument("game", nargs="?", choices=("numerical", "squava"), default="numerical")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--check", action="store_true", help="prove every entry of the book again")
    given = parser.parse_args()
    game = find(given.game)
    prover: DfpnProver | SearchProver
    if given.game == "numerical":
        prover = DfpnProver(game, threads=given.threads, memory=given.memory, book=False)
    else:
        prover = SearchProver(Engine(game, threads=given.threads, memory=given.memory), book=False)
    if given.check:
        check(load_book(game), prover)
        return
    book = make_numerical(prover) if isinstance(prover, DfpnProver) else make_squava(game, prover)
    text = book_text(book)
    place = Path(str(book_file(game)))
    place.parent.mkdir(exist_ok=True)
    place.write_text(text, encoding="ascii")
    print(f"{len(text.splitlines()) - 1} entries, {len(text):,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
