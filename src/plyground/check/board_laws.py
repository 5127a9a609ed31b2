"""The laws of the human half: what people and programs see of a game."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.check.law import Breach, breach_of, law
from plyground.check.moments import BoardMoment
from plyground.contract import OPEN
from plyground.drawing import draw_svg, draw_text
from plyground.errors import IllegalMove, IllegalPosition
from plyground.game import Game
from plyground.game_values import GAP, Picture, cells_of

SAMPLE: Final = 6
"""How many moves of a position are tried where trying all takes long."""
SHAPES: Final = frozenset({"cross", "ring", "light", "dark", "first", "second"})


def sample(at: BoardMoment) -> list[int]:
    """All moves at the start, some of them later, the same ones every time."""
    if not at.moves or len(at.legal) <= SAMPLE:
        return at.legal
    return random.Random(len(at.moves)).sample(at.legal, SAMPLE)


@law("texts", "board")
def texts_read_back(at: BoardMoment) -> Breach | None:
    """Every legal move's text reads back as that move, and no two moves share one."""
    texts: dict[str, int] = {}
    for move in at.legal:
        text = at.game.move_text(move)
        if not text or set(text) & set(" \t\n"):
            return at.breach("move_text", f"move_text returned {text!r}, it must be one word")
        if texts.setdefault(text, move) != move:
            return at.breach(
                "move_text", f"move_text returned {text!r} for two moves, {texts[text]} and {move}"
            )
    for move in sample(at):
        text = at.game.move_text(move)
        for method, written in (("parse", text), ("typed", at.game.typed(at.pos, text))):
            try:
                found = at.game.parse(at.pos, written)
            except IllegalMove as error:
                return at.breach(method, f"{text!r} is a legal move, but parse says: {error}")
            if found != move:
                return at.breach(method, f"parse reads {text!r} as the move {found}, it is the move {move}")
    return None


@law("refusals", "board")
def what_is_no_move_is_refused(at: BoardMoment) -> Breach | None:
    """A text that is no legal move is refused, in one line."""
    if at.board.is_over or len(at.moves) > 1:
        return None
    for text in ("", "?", "a0", "zz99", "no-move"):
        try:
            move = at.game.parse(at.pos, text)
        except IllegalMove as error:
            if not str(error) or "\n" in str(error):
                return at.breach("why_not", f"why_not says {str(error)!r} of {text!r}, it must be one line")
        else:
            if move not in at.legal and not at.game.picture(at.pos).endless:
                return at.breach("parse", f"parse reads {text!r} as the move {move}, which is not legal")
    return None


@law("turns", "board")
def sides_take_turns(at: BoardMoment) -> Breach | None:
    """The sides take turns, a pass being a move: side_to_move says so, or None if it cannot tell."""
    side = at.game.side_to_move(at.pos)
    if side is None or side == at.board.turn:
        return None
    words = (
        f"side_to_move returned {side} after {len(at.moves)} moves, it is the turn of side {at.board.turn}"
    )
    return at.breach("side_to_move", words)


@law("pictures", "board")
def pictures_make_sense(at: BoardMoment) -> Breach | None:
    """picture has a label for each column and row, its marks stand on cells, and it can be drawn."""
    picture = at.game.picture(at.pos)
    wrong = picture_fault(at.game, picture)
    if wrong:
        return at.breach("picture", f"picture {wrong}")
    draw_text(picture, at.board.last_cells)
    draw_svg(picture, at.board.last_cells)
    return None


def picture_fault(game: Game, picture: Picture) -> str:
    """What is wrong with a picture, or nothing."""
    for name, labels in (("columns", picture.columns), ("rows", picture.rows)):
        plain = [label for label in labels if label != GAP]
        if not plain or len(set(plain)) < len(plain) or not all(labels):
            return f"has the {name} {labels}; each needs a label of its own"
    outside = set(picture.marks) - cells_of(picture)
    if outside and not picture.endless:
        return f"has a mark on {min(outside)!r}, which is no cell"
    if not all(mark and "\n" not in mark for mark in picture.marks.values()):
        return "has a mark that is empty or has several lines"
    strange = set(picture.shapes.values()) - SHAPES
    if strange:
        return f"has the shape {min(strange)!r}; there are {', '.join(sorted(SHAPES))}"
    if len(picture.trays) > 2:
        return f"has {len(picture.trays)} trays; there is one for each player"
    return ""


@law("parts", "board")
def parts_add_up(at: BoardMoment) -> Breach | None:
    """The values of estimate_parts, where there are any, add up to evaluate."""
    if contract.outcome(at.game.rules, at.pos) != OPEN:
        return None
    parts = at.game.estimate_parts(at.pos)
    if not parts:
        return None
    total, estimate = sum(part.value for part in parts), int(contract.evaluate(at.game.rules, at.pos))
    if total == estimate:
        return None
    return at.breach("estimate_parts", f"estimate_parts add up to {total}, evaluate says {estimate}")


@law("drawing", "board")
def compiled_drawing_makes_sense(at: BoardMoment) -> Breach | None:
    """marks counts the texts of mark_texts and agrees with picture; reason is an index of reasons."""
    game, rules_class = at.game, type(at.game.rules)
    picture = game.picture(at.pos)
    if contract.marks.is_implemented(rules_class) and not picture.endless:
        out = np.zeros(len(picture.columns) * len(picture.rows), np.int64)
        contract.marks(game.rules, at.pos, out)
        if not 0 <= out.min() <= out.max() <= len(game.mark_texts):
            words = f"marks wrote {out.min()} to {out.max()}; mark_texts has {len(game.mark_texts)} texts"
            return breach_of(contract.marks.implementation(rules_class), words)
        names = [f"{column}{picture.joint}{row}" for row in picture.rows for column in picture.columns]
        marks = {name: game.mark_texts[kind - 1] for name, kind in zip(names, out, strict=True) if kind}
        if marks != picture.marks:
            wrong = min(cell for cell in marks | picture.marks if marks.get(cell) != picture.marks.get(cell))
            words = f"marks says {marks.get(wrong, 'nothing')!r} of {wrong}, picture something else"
            return breach_of(contract.marks.implementation(rules_class), words)
    is_over = contract.outcome(game.rules, at.pos) != OPEN
    if is_over and contract.reason.is_implemented(rules_class):
        last = at.moves[-1] if at.moves else -1
        index = contract.reason(game.rules, at.pos, last, np.zeros(contract.MOST_MOVES, np.int64))
        if not 0 <= index < len(game.reasons):
            words = f"reason returned {index}; reasons has {len(game.reasons)} texts"
            return breach_of(contract.reason.implementation(rules_class), words)
    return None


@law("cells", "board")
def moves_have_cells_and_picks(at: BoardMoment) -> Breach | None:
    """The cells of a move are on the board, and its picks lead to it and to no other move."""
    paths: dict[tuple[str, ...], int] = {}
    for move in at.legal:
        cells, picks = at.game.cells(at.pos, move), at.game.picks(at.pos, move)
        text = at.game.move_text(move)
        if not at.game.has_cells(at.pos, cells):
            return at.breach("cells", f"cells returned {cells} for {text}, they must be on the board")
        if not picks or not all(picks):
            return at.breach("picks", f"picks returned {picks} for {text}, there must be at least one")
        if paths.setdefault(picks, move) != move:
            other = at.game.move_text(paths[picks])
            return at.breach("picks", f"picks returned {picks} for two moves, {other} and {text}")
    return None


@law("marks", "board")
def changes_are_told(at: BoardMoment) -> Breach | None:
    """changed_marks tells what the last move changed, and hot_cells names cells of the board."""
    if not at.game.has_cells(at.pos, at.game.hot_cells(at.pos)):
        return at.breach("hot_cells", "hot_cells names a cell that is not on the board")
    told = at.game.changed_marks(at.pos, at.moves[-1]) if at.moves else None
    if told is None:
        return None
    before, now = at.before_marks(), at.game.picture(at.pos).marks
    changed = {cell: now.get(cell, "") for cell in before | now if before.get(cell) != now.get(cell)}
    if {cell: mark for cell, mark in told.items() if cell in changed} == changed:
        return None
    return at.breach("changed_marks", f"changed_marks returned {told}, the picture changed by {changed}")


@law("endings", "board")
def endings_make_sense(at: BoardMoment) -> Breach | None:
    """ending gives a reason in one line, and cells of the board, with and without a last move."""
    if contract.outcome(at.game.rules, at.pos) == OPEN:
        return None
    for last in dict.fromkeys((at.last_move(), None)):
        ending = at.game.ending(at.pos, last)
        if not ending.reason or "\n" in ending.reason:
            return at.breach("ending", f"ending gives the reason {ending.reason!r}, it must be one line")
        if not at.game.has_cells(at.pos, ending.line):
            return at.breach("ending", f"ending gives the line {ending.line}, it must be cells of the board")
    return None


@law("positions", "board")
def positions_read_back(at: BoardMoment) -> Breach | None:
    """The text of a position is one line, and reads back as an equal position."""
    text = at.board.position_text
    if "\n" in text:
        return at.breach("position_text", "position_text returned more than one line")
    try:
        again = Board(at.game, position=text)
    except IllegalPosition as error:
        return at.breach("read_position", f"read_position does not take {text!r}: {error}")
    for what, one, other in (
        ("side to move", again.turn, at.board.turn),
        ("text", again.position_text, text),
        ("picture", at.game.picture(again.position), at.game.picture(at.pos)),
        ("outcome", _result(again), _result(at.board)),
        ("legal moves", set(at.game.legal(again.position)), set(at.game.legal(at.pos))),
    ):
        if one != other and not (what in ("outcome", "legal moves") and _is_repetition(at.board)):
            return at.breach("read_position", f"{text!r} reads back as a position with another {what}")
    return None


def _result(board: Board) -> int:
    return int(contract.outcome(board.game.rules, board.position))


def _is_repetition(board: Board) -> bool:
    return board.is_over and _result(board) == OPEN


@law("passes", "board")
def a_pass_changes_the_side_alone(at: BoardMoment) -> Breach | None:
    """Where passed gives a position, the same marks stand there and the other side is to move."""
    if at.board.is_over:
        return None
    twin = at.game.passed(at.pos)
    if twin is None:
        return None
    if at.game.picture(twin).marks != at.game.picture(at.pos).marks:
        return at.breach("passed", "passed changes what stands on the board")
    side = at.game.side_to_move(twin)
    return None if side in (None, 1 - at.board.turn) else at.breach("passed", "passed keeps the side to move")


# Mirror images


@law("symmetry", "board", "game")
def mirror_images_agree(at: BoardMoment) -> Breach | None:
    """Mirror images to which key gives one number agree in every answer, and so do those of their moves."""
    for image in at.walk.images:
        board, twin = Board(at.game), Board(at.game)
        for move in at.moves:
            mirrored = find_image(twin, board.picks_of(move), image)
            if mirrored is None:
                return _asymmetry(
                    at, board, "its mirror image is not legal in the mirror image of the position"
                )
            board.push_number(move)
            twin.push_number(mirrored)
            one, other = (_view_facts(each) for each in (board, twin))
            if one.get("key") != other.get("key"):
                break
            for name in one:
                if one[name] != other[name]:
                    words = f"{name} is {one[name]} here and {other[name]} in the mirror image"
                    return _asymmetry(at, board, words)
    return None


def _asymmetry(at: BoardMoment, board: Board, words: str) -> Breach:
    rules_class = type(at.game.view(at.game.start).rules)
    function: Any = contract.key.implementation(rules_class)
    line = " ".join(board.history)
    return breach_of(function, f"after {line}: {words}" if line else words)


def _view_facts(board: Board) -> dict[str, int]:
    """What has to be the same in mirror images."""
    view = board.game.view(board.position)
    facts = {"outcome": int(contract.outcome(view.rules, view.pos))}
    if facts["outcome"] == OPEN:
        facts["evaluate"] = int(contract.evaluate(view.rules, view.pos))
        facts["proof"] = int(contract.proof(view.rules, view.pos))
        facts["the number of moves"] = len(board.legal_numbers())
        facts["key"] = int(contract.key(view.rules, view.pos))
    return facts


def find_image(board: Board, picks: tuple[str, ...], image: dict[str, str]) -> int | None:
    """The move on a board whose picks are the mirror images of these; what is no cell stays as it is."""
    wanted = tuple(image.get(pick, pick) for pick in picks)
    return next((move for move in board.legal_numbers() if board.picks_of(move) == wanted), None)


def cell_images(picture: Picture) -> list[dict[str, str]]:
    """Where each cell goes under the symmetries of a board, the identity left out."""
    columns, rows = picture.columns, picture.rows
    places = {
        (x, y): f"{column}{picture.joint}{row}"
        for x, column in enumerate(columns)
        for y, row in enumerate(rows)
    }
    found = []
    for turn in range(1, 8 if len(columns) == len(rows) else 4):
        image = {}
        for (x, y), name in places.items():
            across = len(columns) - 1 - x if turn & 1 else x
            up = len(rows) - 1 - y if turn & 2 else y
            image[name] = places[(up, across) if turn & 4 else (across, up)]
        found.append(image)
    return found


def symmetries_of_key(game: Game) -> list[dict[str, str]]:
    """The symmetries of the board under which the key takes every first move and its image for one."""
    picture = game.picture(game.start)
    if picture.endless or not contract.key.is_implemented(type(game.view(game.start).rules)):
        return []
    return [image for image in cell_images(picture) if _holds_at_start(game, image)]


def _holds_at_start(game: Game, image: dict[str, str]) -> bool:
    start = Board(game)
    for move in start.legal_numbers():
        mirrored = find_image(start, start.picks_of(move), image)
        if mirrored is None or _key_after(start, move) != _key_after(start, mirrored):
            return False
    return True


def _key_after(board: Board, move: int) -> int:
    twin = board.copy()
    twin.push_number(move)
    view = twin.game.view(twin.position)
    return int(contract.key(view.rules, view.pos))
