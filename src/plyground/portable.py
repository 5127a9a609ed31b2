"""A game as data: everything that a page without Python needs beside the game's compiled functions.

What depends on a move alone (its name, how a person picks it, its cells) is tabulated. What depends on the
position is compiled (`contract.marks`, `contract.reason`), or follows from the side and the move, which is
tabulated too. Random games, played as the rules say and as the tables say, must agree at every move; where
they do not, `NotPortable` names the function that is missing.

A board without edges has no table of moves. There a move puts a mark of its side on one cell, and its number
is that of the cell (`plyground.endless_cells`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypedDict

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.endless_cells import column_of, row_of
from plyground.errors import NotPortable
from plyground.game import Game, Picture, View, copy_position
from plyground.game_values import cells_of
from plyground.position_forms import Form, Seen, Shape, find_form
from plyground.position_setup import marks_to_set, unique_marks

TRIED_GAMES: Final = 40
MOST_PLIES: Final = 1_500
"""How many random games are played to compare, and how many plies in all."""
ENDLESS_PLIES: Final = 40
"""Plies of a game on a board without edges, which does not end by itself; three are played."""
LARGEST_MOVE: Final = 1 << 16
"""Moves below this are tabulated whether a random game met them or not."""

MovesFrom = Literal["table", "cells"]
MarksFrom = Literal["compiled", "moves"]
TraysFrom = Literal["marks", "compiled"]
CellsFrom = Literal["moves", "marks"]
PicksFrom = Literal["moves", "cells"]


class PortableMove(TypedDict):
    """What depends on a move alone."""

    number: int
    text: str
    picks: list[str]
    """Empty where `picks_from` is "cells"."""
    cells: list[str]
    """Empty where `cells_from` is "marks"."""
    changes: list[dict[str, str]]
    """Where `marks_from` is "moves": for each side the marks that its move leaves on cells."""


class PortableGame(TypedDict):
    """A game without Python."""

    game: str
    name: str
    variant: str
    title: str
    summary: str
    origin: str
    words: str
    goal: str
    sides: list[str]
    columns: list[str]
    rows: list[str]
    joint: str
    endless: bool
    mark_texts: list[str]
    shapes: dict[str, str]
    trays: list[list[str]]
    """What can be picked beside the board at the start."""
    trays_from: TraysFrom
    """What stands on the board is gone from there, or `contract.hand` says how many of each are left."""
    reasons: list[str]
    """Templates of `ending_words`; none where the game only says that it is over."""
    left_out: list[str]
    """What only Python can say of this game, in words, so that an author sees it."""
    repetition: int
    hot_words: list[str]
    """What `contract.hot` points at; none where the game points at nothing."""
    moves_from: MovesFrom
    """By the table, or every cell of a board without edges is one."""
    cell_marks: list[str]
    """Where `moves_from` is "cells": the mark that each side puts down."""
    marks_from: MarksFrom
    cells_from: CellsFrom
    """By the table, or those on which the move leaves a mark."""
    picks_from: PicksFrom
    """By the table, or the same as the cells."""
    position_form: Form
    """How positions are written as text (`plyground.position_forms`); empty where a page cannot do it."""
    counts_plies: bool
    only_adds: bool
    """Whether every move puts one mark on an empty cell, and none ever goes or changes."""
    setup_marks: list[str]
    """The marks that can be put on cells by hand."""
    unique_marks: list[str]
    """Those of which there is only one."""
    moves: list[PortableMove]


@dataclass
class _Observed:
    """What random games showed."""

    marks_compiled: bool
    numbers: dict[int, int] = field(default_factory=dict)
    """Moves of the compiled half, with what the board calls them."""
    picks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    cells: dict[int, tuple[str, ...]] = field(default_factory=dict)
    changes: dict[tuple[int, int], dict[str, str]] = field(default_factory=dict)
    """By side and move."""
    cells_vary: bool = False
    """Whether the cells of some move depend on the position."""
    picks_vary: bool = False
    picks_are_cells: bool = True
    cells_are_changes: bool = True
    """Whether the cells of every move are those on which it left a mark."""
    only_adds: bool = True
    positions: list[Seen] = field(default_factory=list)


def portable_game(game: Game) -> PortableGame:
    """Everything about a game that is not compiled, or `NotPortable`.

    >>> from plyground import catalogue
    >>> noughts = portable_game(catalogue.find("noughts"))
    >>> noughts["marks_from"], noughts["columns"], noughts["moves"][4]["text"]
    ('compiled', ['a', 'b', 'c'], 'b2')
    """
    rules_class = _rules_class(game)
    observed = _observe(game, contract.marks.is_implemented(rules_class))
    for varies, is_known, method, otherwise in (
        (observed.cells_vary, observed.cells_are_changes, "cells", "where the move leaves a mark"),
        (observed.picks_vary, observed.picks_are_cells, "picks", "what cells returns"),
    ):
        if varies and not is_known:
            raise _not_portable(
                game, f"{_method(game, method)} depends on the position and is not {otherwise}"
            )
    picture = game.picture(game.start)
    cell_marks = _cell_marks(game, observed, picture.joint) if picture.endless else []
    shape = Shape(picture.columns, picture.rows, picture.joint, game.players)
    form, counts_plies = find_form(shape, observed.positions, endless=picture.endless)
    texts = game.mark_texts or tuple(
        dict.fromkeys([*picture.marks.values(), *_texts(observed), *picture.shapes])
    )
    return PortableGame(
        game=game.full_name,
        name=game.name,
        variant=game.variant,
        title=game.title,
        summary=game.summary,
        origin=game.origin,
        words=game.words,
        goal=game.goal,
        sides=[*game.players],
        columns=[*picture.columns],
        rows=[*picture.rows],
        joint=picture.joint,
        endless=picture.endless,
        mark_texts=[*texts],
        shapes=picture.shapes,
        trays=[[*tray] for tray in picture.trays],
        trays_from="compiled" if contract.hand.is_implemented(rules_class) else "marks",
        reasons=[*game.reasons] if contract.reason.is_implemented(rules_class) else [],
        left_out=_left_out(game, rules_class),
        repetition=int(contract.repetition(game.rules)),
        hot_words=[*game.hot_words],
        moves_from="cells" if picture.endless else "table",
        cell_marks=cell_marks,
        marks_from="compiled" if observed.marks_compiled else "moves",
        cells_from="marks" if observed.cells_vary else "moves",
        picks_from="cells" if observed.picks_vary else "moves",
        position_form=form,
        counts_plies=counts_plies,
        only_adds=observed.only_adds,
        setup_marks=[*marks_to_set(game)],
        unique_marks=sorted(unique_marks(game)),
        moves=[] if picture.endless else [*_portable_moves(game, observed)],
    )


def _left_out(game: Game, rules_class: type) -> list[str]:
    """What a page will not say although the game's Python does."""
    if type(game).ending is Game.ending or contract.reason.is_implemented(rules_class):
        return []
    return [f"why a game ended: write {contract.reason.template(rules_class)}"]


def _texts(observed: _Observed) -> Iterator[str]:
    for change in observed.changes.values():
        yield from filter(None, change.values())


def _observe(game: Game, marks_compiled: bool) -> _Observed:
    """Play random games, with the compiled half's own position beside the board, and note what moves do."""
    observed = _Observed(marks_compiled)
    chance = random.Random(0)
    plies = 0
    is_endless = game.picture(game.start).endless
    longest, most = (ENDLESS_PLIES, 3 * ENDLESS_PLIES) if is_endless else (MOST_PLIES, MOST_PLIES)
    for _ in range(TRIED_GAMES):
        if plies >= most:
            break
        plies += _observe_game(game, observed, chance, longest)
    return observed


def _observe_game(game: Game, observed: _Observed, chance: random.Random, longest: int) -> int:
    """One random game; how many plies it had."""
    board, view = Board(game), _compiled_half(game)
    pos = view.pos
    picture = game.picture(board.position)
    trays = picture.trays
    out = np.zeros(contract.MOST_MOVES, np.int64)
    while not board.is_over and len(board.numbers) < longest:
        inner = [int(move) for move in out[: contract.moves(view.rules, pos, out, 0)]]
        outer = [view.outward(move) for move in inner]
        if sorted(outer) != sorted(board.legal_numbers()):
            raise NotPortable(
                f"{game.full_name} cannot travel: its view has other legal moves than its board"
            )
        for move, number in zip(inner, outer, strict=True):
            _note_move(game, board, observed, move, number)
        move = chance.choice(inner)
        number = view.outward(move)
        side = board.turn
        cells = board.cells_of(number)
        board.push_number(number)
        pos = contract.play(view.rules, pos, move)
        before, picture = picture, game.picture(board.position)
        _note_change(game, observed, side, move, cells, before, picture)
        seen = Seen(board.position_text, picture.marks, board.turn, len(board.numbers))
        observed.positions.append(seen)
        if observed.marks_compiled:
            _check_marks(game, view.rules, pos, picture)
        _check_trays(game, view.rules, pos, trays, picture)
    return len(board.numbers)


def _cell_marks(game: Game, observed: _Observed, joint: str) -> list[str]:
    """The mark of each side, where every move puts one on a cell of a board without edges."""
    for move, number in observed.numbers.items():
        name = f"{column_of(number)}{joint}{row_of(number)}"
        if not (observed.cells[move] == observed.picks[move] == (game.move_text(number),) == (name,)):
            raise _not_portable(game, "on a board without edges a move has to be the number of one cell")
    marks = [
        {mark for (mover, _), change in observed.changes.items() if mover == side for mark in change.values()}
        for side in (0, 1)
    ]
    if any(len(left) != 1 for left in marks) or any(len(each) != 1 for each in observed.changes.values()):
        raise _not_portable(game, "on a board without edges a move has to put down one mark of its side")
    return [mark for left in marks for mark in left]


def _compiled_half(game: Game) -> View:
    """What the module of a game plays on, as a view of the board."""
    board = game.board_view()
    if board is None:
        return game.view(game.start)
    return View(board.rules, board.pos, lambda move: move, lambda move: move)


def _note_move(game: Game, board: Board, observed: _Observed, move: int, number: int) -> None:
    picks, cells = board.picks_of(number), board.cells_of(number)
    if observed.numbers.setdefault(move, number) != number:
        raise NotPortable(
            f"{game.full_name} cannot travel: what its view calls a move depends on the position"
        )
    observed.cells_vary |= observed.cells.setdefault(move, cells) != cells
    observed.picks_vary |= observed.picks.setdefault(move, picks) != picks
    observed.picks_are_cells &= picks == cells


def _note_change(
    game: Game,
    observed: _Observed,
    side: int,
    move: int,
    cells: tuple[str, ...],
    before: Picture,
    after: Picture,
) -> None:
    changed = {cell: mark for cell, mark in after.marks.items() if before.marks.get(cell) != mark}
    if cells != tuple(changed):
        observed.cells_are_changes = False
    added = [cell for cell in changed if cell not in before.marks]
    changed |= {cell: "" for cell in before.marks if cell not in after.marks}
    observed.only_adds &= len(added) == len(changed) == 1
    if not observed.marks_compiled and observed.changes.setdefault((side, move), changed) != changed:
        text = game.move_text(observed.numbers[move])
        raise _not_portable(game, f"what the move {text} changes depends on the position", "marks")


def _check_marks(game: Game, rules: Any, pos: Any, picture: Picture) -> None:
    """Refuse a game whose own `picture` shows something else than its compiled `marks`."""
    if type(game).picture is Game.picture:
        return
    out = np.zeros(len(picture.columns) * len(picture.rows), np.int64)
    contract.marks(rules, pos, out)
    names = [f"{column}{picture.joint}{row}" for row in picture.rows for column in picture.columns]
    marks = {name: game.mark_texts[kind - 1] for name, kind in zip(names, out.tolist(), strict=True) if kind}
    if marks != picture.marks:
        raise _not_portable(game, f"marks and {_method(game, 'picture')} show different boards")


def _check_trays(
    game: Game, rules: Any, pos: Any, trays: tuple[tuple[str, ...], ...], picture: Picture
) -> None:
    """Refuse a game whose trays show something else than a page would show there."""
    method = _method(game, "trays" if type(game).picture is Game.picture else "picture")
    if contract.hand.is_implemented(type(rules)):
        out = np.zeros(contract.MOST_MOVES, np.int64)
        contract.hand(rules, pos, out)
        left = dict(zip(game.mark_texts, out.tolist(), strict=False))
        shown = [
            [thing for each in dict.fromkeys(tray) for thing in [each] * left.get(each, 0)] for tray in trays
        ]
        why, function = f"hand and {method} show different trays", ""
    else:
        used = set(picture.marks.values())
        shown = [[thing for thing in tray if thing not in used] for tray in trays]
        why = f"the trays of {method} lose more, or less, than what is put on the board"
        function = "hand"
    if [[*tray] for tray in picture.trays] != shown:
        raise _not_portable(game, why, function)


def _portable_moves(game: Game, observed: _Observed) -> Iterator[PortableMove]:
    """The table of moves: those that random games met, and all others of as many bits."""
    end = 1 << max(observed.numbers).bit_length()
    board_cells = cells_of(game.picture(game.start))
    for move in sorted(observed.numbers.keys() | set(range(end if end <= LARGEST_MOVE else 0))):
        if move not in observed.numbers and not _fill_in_move(game, observed, move, board_cells):
            continue
        yield PortableMove(
            number=move,
            text=game.move_text(observed.numbers[move]),
            picks=[] if observed.picks_vary else [*observed.picks[move]],
            cells=[] if observed.cells_vary else [*observed.cells[move]],
            changes=[]
            if observed.marks_compiled
            else [_change(game, observed, side, move) for side in (0, 1)],
        )


def _fill_in_move(game: Game, observed: _Observed, move: int, board_cells: set[str]) -> bool:
    """Note a move that no random game met; False if the game cannot name it or it leads off the board."""
    start = copy_position(game.start)
    try:
        number = _compiled_half(game).outward(move)
        picks, cells = game.picks(start, number), game.cells(start, number)
        text = game.move_text(number)
    except Exception:  # the game's own code, asked about a number that may be no move of it
        return False
    if not text or not board_cells.issuperset(cells):
        return False
    observed.numbers[move], observed.picks[move], observed.cells[move] = number, picks, cells
    return True


def _change(game: Game, observed: _Observed, side: int, move: int) -> dict[str, str]:
    """What a side's move changes; if no random game showed it, the mark that all moves of the side leave."""
    if (side, move) in observed.changes:
        return observed.changes[side, move]
    shown = [(other, change) for (mover, other), change in observed.changes.items() if mover == side]
    left = {mark for _, change in shown for mark in change.values()}
    if len(left) != 1 or any(tuple(change) != observed.cells[other] for other, change in shown):
        text = game.move_text(observed.numbers[move])
        raise _not_portable(game, f"no random game showed what the move {text} changes", "marks")
    return dict.fromkeys(observed.cells[move], *left)


def _method(game: Game, name: str) -> str:
    return f"{type(game).__name__}.{name}"


def _not_portable(game: Game, why: str, function: str = "") -> NotPortable:
    remedy = f"; write {getattr(contract, function).template(_rules_class(game))}" if function else ""
    return NotPortable(f"{game.full_name} cannot be exported: {why}{remedy}")


def _rules_class(game: Game) -> type:
    """The class for which the compiled half of a game is implemented."""
    return type(_compiled_half(game).rules)
