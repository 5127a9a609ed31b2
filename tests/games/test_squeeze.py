"""Squeeze-It: what is particular to its file."""

from __future__ import annotations

import random

import numpy as np
import pytest

from plyground.board import Board
from plyground.contract import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    evaluate,
    key,
    outcome,
    play,
    priority,
    proof,
    quiet,
    repetition,
)
from plyground.games.squeeze import Position, Squeeze, bit_index
from tests.reference import model

SIZES = ["", "3x3", "4x4", "5x3", "3x5", "6x7", "8x3", "3x8", "7x8"]
SIZES += ["4x4,limit=6", "3x3,limit=0", "4x5,limit=0"]


def drawn(game: Squeeze, diagram: str, ply: int = 0) -> Position:
    """The position in a drawing, top row first, rows apart, with "." for an empty cell."""
    lines = diagram.split()
    assert len(lines) == game.rows
    assert all(len(line) == game.columns for line in lines)
    pieces = {"W": 0, "B": 0, ".": 0}
    for row, line in enumerate(reversed(lines)):
        for column, mark in enumerate(line):
            pieces[mark] |= 1 << bit_index(column, row)
    white, black = np.uint64(pieces["W"]), np.uint64(pieces["B"])
    return Position(white, black, ply) if ply % 2 == 0 else Position(black, white, ply)


def marks(game: Squeeze, pos: Position) -> dict[str, str]:
    """What stands on each cell that is not empty."""
    return game.picture(pos).marks


def after(game: Squeeze, pos: Position, move: str) -> Position:
    """The position after a move in notation."""
    made: Position = play(game.rules, pos, game.parse(pos, move))
    return made


def gone(game: Squeeze, pos: Position, move: str) -> set[str]:
    """The cells, other than where the move came from, that a move empties."""
    return set(marks(game, pos)) - set(marks(game, after(game, pos, move))) - {move.split("-")[0]}


def random_positions(game: Squeeze, count: int, seed: int = 1) -> list[Position]:
    """Positions out of random games that are not over."""
    chance = random.Random(seed)
    found: list[Position] = []
    pos = game.start
    while len(found) < count:
        pos = play(game.rules, pos, chance.choice(game.legal(pos)))
        if outcome(game.rules, pos) != OPEN or chance.random() < 0.02:
            pos = game.start
        elif chance.random() < 0.3:
            found.append(pos)
    return found


# The start


def test_start() -> None:
    board = Board(Squeeze("4x3"))
    assert board.game.picture(board.position).marks == {
        **dict.fromkeys(("a1", "b1", "c1", "d1"), "W"),
        **dict.fromkeys(("a3", "b3", "c3", "d3"), "B"),
    }
    assert board.game.picture(board.position).shapes == {"W": "light", "B": "dark"}
    assert board.player == "white"
    assert board.legal_moves == ("a1-a2", "b1-b2", "c1-c2", "d1-d2")
    assert len(Board(Squeeze()).legal_moves) == 48


def test_a_move_is_picked_as_two_cells() -> None:
    game = Squeeze()
    move = game.parse(game.start, "a1-a6")
    assert move < 4096
    assert game.move_text(move) == "a1-a6"
    board = Board(game)
    assert board.picks_of(move) == board.cells_of(move) == ("a1", "a6")
    assert board.picks() == tuple(f"{column}1" for column in "abcdefgh")
    assert board.picks("h1") == ("h2", "h3", "h4", "h5", "h6", "h7")
    assert board.move_for("h1", "h4") == "h1-h4"


# Captures


CAPTURES = {
    "bookend": ("..... ..... WB..W ..... ...B.", "e3-c3", "b3"),
    "bookend of a long run": ("W.... B.... B.... B.... ....W", "e1-a1", "a2 a3 a4"),
    "a run with a gap": ("W.... B.... ..... B.... ....W", "e1-a1", ""),
    "a run up to the edge": ("B.... B.... B.... B.... ....W", "e1-a1", ""),
    "middle": ("..... ..... .B.B. ..... ..W..", "c1-c3", "b3 d3"),
    "middle of a run": ("..... ..... BW.WB ..... ..W..", "c1-c3", "a3 e3"),
    "middle upright": ("..B.. ..W.. ...W. ..B.. .....", "d3-c3", "c2 c5"),
    "middle takes only the nearest": ("BB.BB ..... ..... ..W.. .....", "c2-c5", "b5 d5"),
    "a gap before one end": ("..... ..... BW..B ..... ..W..", "c1-c3", ""),
    "no enemy at one end": ("..... ..... BW.W. ..... ..W..", "c1-c3", ""),
    "no enemy directly beyond": ("..B.. ..... .B... ...B. ..W..", "c1-c3", ""),
    "both kinds take the same": ("WB.BW ..... ..... ..... ..W..", "c1-c5", "b5 d5"),
    "both kinds take different ones": ("..W.. ..B.. .B.B. ..... ..W..", "c1-c3", "b3 c4 d3"),
    "two bookends and a middle": ("W.... B.... ....W B.... W....", "e3-a3", "a2 a4"),
    "three bookends": ("..W.. ..B.. WB.W. ..B.. ..W..", "d3-c3", "b3 c2 c4"),
    "an own neighbour shields a run": ("..... ..... WBW.W ..... .....", "e3-d3", ""),
    "the cell it came from is empty by then": ("..... ..... .BWB. ..... .....", "c3-c4", ""),
    "it is no bookend to itself": ("..... .W... .B... ..... .....", "b4-a4", ""),
    "nor part of the run": ("..... ..... B..WB ..... .....", "d3-b3", ""),
    "patterns elsewhere are not looked at": ("..W.. ..B.. WB.BW ..B.. .WW..", "b1-a1", ""),
}


@pytest.mark.parametrize(("diagram", "move", "cells"), CAPTURES.values(), ids=CAPTURES)
def test_captures(diagram: str, move: str, cells: str) -> None:
    game, taken = Squeeze("5x5"), set(cells.split())
    pos = drawn(game, diagram)
    assert gone(game, pos, move) == taken
    number = game.parse(pos, move)
    assert quiet(game.rules, pos, number) == (not taken)
    assert priority(game.rules, pos, number) == 100 * len(taken)


def test_all_four_bookends_at_once() -> None:
    game = Squeeze("7x7")
    pos = drawn(game, "...W... ...B... ...B... WBB..WW ...B... ...W... .......")
    assert gone(game, pos, "f4-d4") == {"b4", "c4", "d3", "d5", "d6"}


def test_black_takes_in_the_same_way() -> None:
    game = Squeeze("4x4")
    pos = drawn(game, ".... BW.B ..W. W...", ply=7)
    then = after(game, pos, "d3-c3")
    assert marks(game, then) == {"a3": "B", "c3": "B", "c2": "W", "a1": "W"}
    assert then.ply == 8


def test_runs_do_not_wrap_around_the_edge() -> None:
    game = Squeeze()
    pos = drawn(game, "........ " * 5 + "W....... .......B ......W.")
    assert gone(game, pos, "g1-h1") == set()
    assert "h1-a2" not in {game.move_text(move) for move in game.legal(after(game, pos, "g1-h1"))}


# Against the model


@pytest.mark.parametrize("variant", SIZES)
def test_random_games_follow_the_model(variant: str) -> None:
    chance = random.Random(variant)
    name = f"squeeze:{variant}" if variant else "squeeze"
    for _ in range(4):
        board, slow = Board(Squeeze(variant)), model(name)
        for _ in range(150):
            assert set(board.legal_moves) == slow.legal_moves()
            assert len(board.legal_moves) == len(slow.legal_moves())
            assert board.game.picture(board.position).marks == slow.cells()
            if board.is_over:
                break
            move = chance.choice(board.legal_moves)
            board.push(move)
            slow.play(move)
        ending = slow.ending()
        if ending is None:
            assert board.outcome is None
            continue
        assert board.outcome is not None
        assert (board.outcome.reason, board.outcome.line) == (ending.reason, ending.line)
        assert board.outcome.winner == (None if ending.winner is None else board.game.players[ending.winner])


# Endings


@pytest.mark.parametrize(
    ("diagram", "ply", "limit", "winner", "reason"),
    [
        ("... .B. ...", 2, 50, "black", "white has no pieces left"),
        ("... .W. ...", 3, 50, "white", "black has no pieces left"),
        ("... B.. WB.", 2, 50, "black", "white cannot move"),
        ("W.. BW. W..", 3, 50, "white", "black cannot move"),
        ("... B.. WB.", 100, 50, "black", "white cannot move"),
        ("... .B. ...", 100, 50, "black", "white has no pieces left"),
        ("WWW .W. WBB", 100, 50, "white", "after 50 moves each white has 5 pieces to 2"),
        ("BBB .B. BWW", 100, 50, "black", "after 50 moves each black has 5 pieces to 2"),
        ("WW. ... ..B", 2, 1, "white", "after 1 move each white has 2 pieces to 1"),
        ("WW. ... B.B", 100, 50, None, "after 50 moves each both have 2 pieces"),
        ("W.. ... ..B", 2, 1, None, "after 1 move each both have 1 piece"),
    ],
)
def test_endings(diagram: str, ply: int, limit: int, winner: str | None, reason: str) -> None:
    game = Squeeze(f"3x3,limit={limit}")
    pos = drawn(game, diagram, ply)
    mover = game.players[ply % 2]
    expected = DRAWN if winner is None else WON if winner == mover else LOST
    assert outcome(game.rules, pos) == expected
    assert game.ending(pos, None).reason == reason
    assert game.ending(pos, None).line == ()


def test_the_limit_counts_moves_of_each_side() -> None:
    board = Board(Squeeze("4x4,limit=2"), "a1-a2 a4-a3 b1-b2")
    assert not board.is_over
    board.push("b4-b3")
    assert str(board.outcome) == "draw: after 2 moves each both have 4 pieces"
    assert board.legal_moves == ()


def test_no_limit() -> None:
    circle = "a1-a2 a4-a3 a2-a1 a3-a4"
    board = Board(Squeeze("4x4,limit=0"), f"{circle} {circle}")
    assert str(board.outcome) == "draw: the position occurred for the third time"
    board.pop()
    assert not board.is_over
    assert repetition(board.game.rules) == 3
    assert repetition(Squeeze("4x4").rules) == 0
    assert not Board(Squeeze("4x4"), f"{circle} {circle}").is_over


def test_without_a_limit_the_side_to_move_tells_positions_apart() -> None:
    game = Squeeze("4x4,limit=0")
    ways = [Board(game, moves) for moves in ("a1-a3 d4-d3 a3-a2", "a1-a2 d4-d3 a2-a3 d3-d2 a3-a2 d2-d3")]
    assert [way.position.ply for way in ways] == [1, 0]
    assert ways[0] != ways[1]


# Keys


def images(game: Squeeze, pos: Position) -> list[Position]:
    """All mirror images of a position, found cell by cell."""
    columns, rows = game.columns, game.rows
    found = []
    for turn in range(8 if columns == rows else 4):
        pieces = []
        for cells in (pos.own, pos.other):
            image = 0
            for row in range(rows):
                for column in range(columns):
                    x = columns - 1 - column if turn & 1 else column
                    y = rows - 1 - row if turn & 2 else row
                    if int(cells) >> bit_index(column, row) & 1:
                        image |= 1 << (bit_index(y, x) if turn & 4 else bit_index(x, y))
            pieces.append(np.uint64(image))
        found.append(Position(pieces[0], pieces[1], pos.ply))
    return found


@pytest.mark.parametrize("variant", SIZES)
def test_mirror_images_share_a_key(variant: str) -> None:
    game = Squeeze(variant)
    for pos in random_positions(game, 20):
        assert {int(key(game.rules, image)) for image in images(game, pos)} == {int(key(game.rules, pos))}


@pytest.mark.parametrize("variant", SIZES)
def test_different_positions_have_different_keys(variant: str) -> None:
    game = Squeeze(variant)
    positions = random_positions(game, 150)
    kinds = {min((int(i.own), int(i.other), i.ply) for i in images(game, pos)) for pos in positions}
    assert len({int(key(game.rules, pos)) for pos in positions}) == len(kinds)


def test_a_turned_rectangle_is_another_board() -> None:
    game = Squeeze("4x3")
    lying = drawn(game, ".... .... WW.B")
    standing = drawn(game, "B... W... W...")
    assert key(game.rules, lying) != key(game.rules, standing)


def test_the_key_knows_sides_and_moves_left() -> None:
    game = Squeeze("4x4")
    pos = game.start
    assert key(game.rules, pos) != key(game.rules, pos._replace(ply=2))
    assert key(game.rules, pos) != key(game.rules, pos._replace(ply=1))
    lopsided = drawn(game, "B... .... .... WW..")
    swapped = lopsided._replace(own=lopsided.other, other=lopsided.own)
    assert key(game.rules, lopsided) != key(game.rules, swapped)


# What a search knows


def test_a_move_that_takes_the_last_enemies_is_a_proven_win() -> None:
    game = Squeeze("4x4")
    assert proof(game.rules, drawn(game, ".... WB.. .... ..W.")) == 1
    assert proof(game.rules, drawn(game, ".... .B.B .... ..W.")) == 1
    assert proof(game.rules, drawn(game, ".... .B.. .... ..W.")) == 0
    assert proof(game.rules, drawn(game, ".... WB.. .... ....")) == 0
    assert proof(game.rules, drawn(game, ".... .... ..BW ...W")) == 0


@pytest.mark.parametrize("variant", ["3x3", "4x4", "5x3", "8x8,limit=400"])
def test_proofs_are_right(variant: str) -> None:
    game = Squeeze(variant)
    claims = 0
    for pos in scattered_positions(game, 300):
        replies = [play(game.rules, pos, move) for move in game.legal(pos)]
        claim = proof(game.rules, pos)
        assert claim in (0, 1)
        assert (claim == 1) == (int(pos.other).bit_count() <= 2 and any(not reply.own for reply in replies))
        if claim:
            claims += 1
            assert LOST in [outcome(game.rules, reply) for reply in replies]
    assert claims > 5


def scattered_positions(game: Squeeze, count: int) -> list[Position]:
    """Positions with few pieces anywhere, the enemies close together."""
    chance = random.Random(7)
    found: list[Position] = []
    while len(found) < count:
        column, row = chance.randrange(game.columns), chance.randrange(game.rows)
        near = [
            bit_index(x, y)
            for x in range(game.columns)
            for y in range(game.rows)
            if abs(x - column) <= 2 and abs(y - row) <= 2
        ]
        cells = chance.sample(near, chance.randint(3, min(6, len(near))))
        others = chance.randint(1, 3)
        other = sum(1 << cell for cell in cells[:others])
        own = sum(1 << cell for cell in cells[others:])
        pos = Position(np.uint64(own), np.uint64(other), chance.randrange(2))
        if outcome(game.rules, pos) == OPEN:
            found.append(pos)
    return found


def test_evaluation_is_the_same_from_every_side() -> None:
    game = Squeeze("5x5")
    assert evaluate(game.rules, game.start) == 0
    for pos in random_positions(game, 30):
        assert len({evaluate(game.rules, image) for image in images(game, pos)}) == 1


def test_evaluation_counts_pieces_first() -> None:
    game = Squeeze("4x4")
    ahead = drawn(game, "B... .... .... .W.W")
    assert evaluate(game.rules, ahead) > 50
    assert evaluate(game.rules, ahead._replace(own=ahead.other, other=ahead.own)) < -50


# What people type


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1-a8", "a1-a8 is blocked at a8"),
        ("a1-c1", "a1-c1 is blocked at b1"),
        ("h1-f1", "h1-f1 is blocked at g1"),
        ("a4-a5", "a4 is empty"),
        ("b8-b5", "b8 is black's piece"),
        ("a1-b2", "a1-b2 is not along a row or a column"),
        ("a1-a1", "a1-a1 does not move"),
        ("foo", "'foo' is no move; write two cells like a1-a6"),
        ("a1", "'a1' is no move; write two cells like a1-a6"),
        ("a1-", "'a1-' is no move; write two cells like a1-a6"),
        ("a1-a2-a3", "'a1-a2-a3' is no move; write two cells like a1-a6"),
        ("a1-a9", "'a9' is no cell; cells go from a1 to h8"),
        ("i1-a2", "'i1' is no cell; cells go from a1 to h8"),
    ],
)
def test_why_not(text: str, why: str) -> None:
    game = Squeeze()
    assert game.why_not(game.start, text) == why


def test_why_not_in_the_middle_of_a_game() -> None:
    board = Board(Squeeze("5x6"), "a1-a4 b6-b2")
    assert board.game.why_not(board.position, "b1-b5") == "b1-b5 is blocked at b2"
    assert board.game.why_not(board.position, "b2-b3") == "b2 is black's piece"
    board.push("e1-e2")
    assert board.game.why_not(board.position, "e2-e3") == "e2 is white's piece"
    assert board.game.why_not(board.position, "f1-f2") == "'f1' is no cell; cells go from a1 to e6"
    assert Squeeze("3x3").why_not(Squeeze("3x3").start, "") == "'' is no move; write two cells like a1-a2"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("7 0 2 0", "a1-a6"),
        ("0 7 3 7", "h8-h5"),
        (" 7  1 6 1 ", "b1-b2"),
        ("8 0 2 0", "8 0 2 0"),
        ("7 0 2 8", "7 0 2 8"),
        ("7 0 2", "7 0 2"),
        ("-1 0 2 0", "-1 0 2 0"),
        ("a1-a6", "a1-a6"),
    ],
)
def test_typed(text: str, notation: str) -> None:
    game = Squeeze()
    assert game.typed(game.start, text) == notation


def test_typed_counts_from_the_top_left_of_any_size() -> None:
    game = Squeeze("3x5")
    assert game.typed(game.start, "4 2 1 2") == "c1-c4"
    assert game.typed(game.start, "5 2 1 2") == "5 2 1 2"
