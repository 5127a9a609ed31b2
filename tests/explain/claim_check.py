"""Does a claim hold? Every move of the slow models is tried; nothing of the engine is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.explain.claim import Claim
from tests.bruteforce import Known, Verdict, best_of, solve_moves
from tests.reference import Model

Cell = tuple[int, int]


@dataclass(frozen=True)
class Truth:
    """A position with what brute force says of its moves."""

    model: Model
    move: str
    replies: dict[str, Verdict]
    """What each move leaves to the other side."""

    @classmethod
    def of(cls, model: Model, move: str, known: Known) -> Truth:
        """The truth about a position in which a move is explained."""
        return cls(model, move, solve_moves(model, known))

    @property
    def before(self) -> Verdict:
        """The verdict of the position."""
        return best_of(self.replies)

    @property
    def after(self) -> Verdict:
        """The verdict of the move, for the side that makes it."""
        return best_of({self.move: self.replies[self.move]})


def claim_fault(claim: Claim, truth: Truth) -> str:
    """What is wrong with a claim, or nothing."""
    model = truth.model
    turn = model.turn
    made = 0
    try:
        for move in claim.line:
            model.play(move)
            made += 1
    except ValueError:
        return f"the line cannot be played beyond {claim.line[:made]}"
    finally:
        for _ in range(made):
            model.undo()
    fault = _FAULTS[claim.kind](claim, truth)
    assert model.turn == turn
    return fault


def _winner_after(model: Model, moves: tuple[str, ...]) -> int | None:
    """Who has won after these moves; None if nobody has."""
    for move in moves:
        model.play(move)
    ending = model.ending()
    for _ in moves:
        model.undo()
    return None if ending is None else ending.winner


def _loses_at_once(claim: Claim, truth: Truth) -> str:
    is_lost = _winner_after(truth.model, (truth.move,)) == 1 - truth.model.turn
    return "" if is_lost else "the move does not lose at once"


def _allows_a_win(claim: Claim, truth: Truth) -> str:
    is_won = claim.line[0] == truth.move and _winner_after(truth.model, claim.line) == 1 - truth.model.turn
    return "" if is_won and len(claim.line) == 2 else "the reply does not win"


def _loses(claim: Claim, truth: Truth) -> str:
    return _distance_fault(claim, truth.after, "loss")


def _gives_a_draw(claim: Claim, truth: Truth) -> str:
    is_so = truth.after.value == "draw" and truth.before.value == "win"
    return "" if is_so else f"{truth.before.value} becomes {truth.after.value}"


def _missed_win(claim: Claim, truth: Truth) -> str:
    better = best_of({claim.moves[0]: truth.replies[claim.moves[0]]})
    return _distance_fault(claim, better, "win") or _distance_fault(claim, truth.before, "win")


def _missed_draw(claim: Claim, truth: Truth) -> str:
    is_so = truth.before.value == "draw" and truth.replies[claim.moves[0]].value == "draw"
    return "" if is_so else f"the position is a {truth.before.value}"


def _lost_distance(claim: Claim, truth: Truth) -> str:
    value = truth.before.value
    if value == "draw" or truth.after.value != value:
        return f"{value} becomes {truth.after.value}"
    assert truth.before.distance is not None
    assert truth.after.distance is not None
    is_worse = (truth.after.distance > truth.before.distance) == (value == "win")
    if not is_worse or truth.after.distance == truth.before.distance:
        return "no distance is lost"
    if claim.moves[0] not in truth.before.best or str(truth.before.distance) not in claim.sentence:
        return f"best is {truth.before}"
    return _distance_fault(claim, truth.after, value)


def _still_loses(claim: Claim, truth: Truth) -> str:
    return _distance_fault(claim, truth.before, "loss") and _distance_fault(claim, truth.after, "loss")


def _holds(claim: Claim, truth: Truth) -> str:
    if truth.after.value != truth.before.value:
        return f"{truth.before.value} becomes {truth.after.value}"
    if truth.after.value == "draw":
        return "" if "draw" in claim.sentence else "it is a draw"
    if "sooner" in claim.sentence and truth.after.distance != truth.before.distance:
        return "another move wins sooner"
    return _distance_fault(claim, truth.after, "win")


def _distance_fault(claim: Claim, verdict: Verdict, value: str) -> str:
    if verdict.value != value:
        return f"it is a {verdict.value}, not a {value}"
    assert verdict.distance is not None
    assert claim.plies is not None
    is_bound = "at most" in claim.sentence
    is_right = verdict.distance <= claim.plies if is_bound else verdict.distance == claim.plies
    return "" if is_right else f"it takes {verdict.distance} plies, not {claim.plies}"


def _double_threat(claim: Claim, truth: Truth) -> str:
    if len(claim.moves) < 2:
        return "there are not two threats"
    if any(not _helpless_fault(claim, truth, (move,)) for move in claim.moves):
        return "one of the threats would do"
    return _helpless_fault(claim, truth, claim.moves)


def _threat(claim: Claim, truth: Truth) -> str:
    return _helpless_fault(claim, truth, claim.moves)


def _zugzwang(claim: Claim, truth: Truth) -> str:
    model = truth.model
    for move in claim.line[: claim.at]:
        model.play(move)
    winner = 1 - model.turn
    now = model._now
    model._arrive(now.board, now.plies + 1)  # the side to move passes
    threats = [move for move in model.legal_moves() if _winner_after(model, (move,)) == winner]
    for _ in range(claim.at + 1):
        model.undo()
    if threats:
        return f"{threats} are threatened"
    return _helpless_fault(claim, truth, claim.moves)


def _helpless_fault(claim: Claim, truth: Truth, answers: tuple[str, ...]) -> str:
    """After the first moves of the line every reply must lose at once: by itself or to one of the answers."""
    model = truth.model
    for move in claim.line[: claim.at]:
        model.play(move)
    winner = 1 - model.turn
    fault = ""
    for reply in model.legal_moves():
        model.play(reply)
        legal = model.legal_moves()
        ending = model.ending()
        is_lost = (ending is not None and ending.winner == winner) or any(
            answer in legal and _winner_after(model, (answer,)) == winner for answer in answers
        )
        model.undo()
        fault = fault or ("" if is_lost else f"{reply} helps")
    for _ in range(claim.at):
        model.undo()
    return fault


def _forced_reply(claim: Claim, truth: Truth) -> str:
    model = truth.model
    for move in claim.line[: claim.at]:
        model.play(move)
    loser, faults = model.turn, []
    for reply in model.legal_moves():
        model.play(reply)
        ending = model.ending()
        wins = [move for move in model.legal_moves() if _winner_after(model, (move,)) == 1 - loser]
        is_lost = bool(wins) or (ending is not None and ending.winner == 1 - loser)
        model.undo()
        if is_lost == (reply == claim.moves[0]):
            faults.append(reply)
    for _ in range(claim.at):
        model.undo()
    return f"it is not so of {faults}" if faults else ""


def _hot_cell(claim: Claim, truth: Truth) -> str:
    """What a side could make on each cell, stone by stone: after the move, and after the better one."""
    said = re.findall(r"(\S+) \((\w+): ([^)]+)\)", claim.sentence)
    better = re.search(r"; (\S+) does not", claim.sentence)
    if [cell for cell, _, _ in said] != list(claim.moves) or better is None:
        return "the sentence does not name its cells"
    for move, is_there in ((truth.move, True), (better[1], False)):
        truth.model.play(move)
        found = {cell: made_at(truth.model, cell, mark) for cell, mark, _ in said}
        truth.model.undo()
        if any((found[cell] == words) != is_there for cell, _, words in said):
            return f"after {move} there are {found}"
    return ""


def made_at(model: Model, name: str, mark: str) -> str:
    """What a stone on an empty cell of a board of gomoku makes, in words; nothing if it is not much."""
    board = {model._cell_of[cell]: what for cell, what in model.cells().items()}
    middle = model._cell_of[name]
    if middle in board:
        return ""
    empty = set(model._cell_of.values()) - board.keys() - {middle}
    own = {cell for cell, what in board.items() if what == mark} | {middle}
    fours, threes = [], 0
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [(middle[0] + i * step[0], middle[1] + i * step[1]) for i in range(-4, 5)]
        if _has_five(line, own):
            return "five in a row"
        ends = _ends(line, own, empty)
        fours.append(len(ends))
        threes += not ends and any(
            len(_ends(line, own | {cell}, empty - {cell})) > 1 for cell in line if cell in empty
        )
    if max(fours) > 1:
        return "open four"
    if sum(fours) > 1:
        return "two fours"
    if sum(fours) == 1:
        return "four and open three" if threes else ""
    return "two open threes" if threes > 1 else ""


def _ends(line: list[Cell], own: set[Cell], empty: set[Cell]) -> list[Cell]:
    """The empty cells of a line that complete five."""
    return [cell for cell in line if cell in empty and _has_five(line, own | {cell})]


def _has_five(line: list[Cell], own: set[Cell]) -> bool:
    return any(own.issuperset(line[begin : begin + 5]) for begin in range(5))


def _estimate(claim: Claim, truth: Truth) -> str:
    return "an estimate is called proven" if claim.proven else ""


_FAULTS = {
    "loses at once": _loses_at_once,
    "allows a win": _allows_a_win,
    "loses": _loses,
    "gives a draw": _gives_a_draw,
    "missed win": _missed_win,
    "missed draw": _missed_draw,
    "lost distance": _lost_distance,
    "still loses": _still_loses,
    "holds": _holds,
    "double threat": _double_threat,
    "threat": _threat,
    "zugzwang": _zugzwang,
    "no safe move": _threat,
    "forced reply": _forced_reply,
    "hot cell": _hot_cell,
    "estimate": _estimate,
}
