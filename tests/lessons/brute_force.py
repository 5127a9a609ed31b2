"""What is true of the tasks of a lesson, by trying everything on the slow models of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Board
from plyground.lessons.lesson import PlayTask
from tests.reference import Model, model

NAMES = ("white", "black")


def model_of(board: Board) -> Model:
    """The slow model of the position on a board."""
    game = model(board.game.full_name)
    if board.setup:
        rows, side, *_ = board.setup.split()
        game.set_up(diagram(rows), NAMES.index(side))
    for move in board.history:
        game.play(move)
    return game


def diagram(rows: str) -> str:
    """The rows of a position as the models take them: `3B/4` as `. . . B` and `. . . .`."""
    lines = []
    for row in rows.split("/"):
        cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        lines.append(" ".join(cells))
    return "\n".join(lines)


def is_true(game: Model, move: str, claim: str) -> bool:
    """Whether a move does what is claimed of it."""
    mover, before = game.turn, len(game.cells())
    game.play(move)
    try:
        ending = game.ending()
        if claim == "safe":
            return (ending is None or ending.winner != 1 - mover) and not wins(game, 1)
        if claim == "loses":
            return ending is not None and ending.winner == 1 - mover
        if claim.startswith("takes "):
            return before - len(game.cells()) == int(claim.split()[1])
        if claim.startswith("win in "):
            plies = int(claim.split()[2])
            return loses(game, plies - 1) and not (plies > 2 and loses(game, plies - 3))
        assert claim == "draw"
        return value(game) == 0
    finally:
        game.undo()


def wins(game: Model, plies: int) -> bool:
    """Whether the side to move wins within so many plies against every defence."""
    if game.ending() is not None or plies < 1:
        return False
    return any(after(game, move, plies) for move in sorted(game.legal_moves()))


def after(game: Model, move: str, plies: int) -> bool:
    """Whether the other side has lost after a move, now or within the plies that are left."""
    mover = game.turn
    game.play(move)
    ending = game.ending()
    lost = ending.winner == mover if ending is not None else loses(game, plies - 1)
    game.undo()
    return lost


def loses(game: Model, plies: int) -> bool:
    """Whether the side to move loses within so many plies, whatever it does."""
    if (ending := game.ending()) is not None:
        return ending.winner == 1 - game.turn
    if plies < 2:
        return False
    for move in sorted(game.legal_moves()):
        mover = game.turn
        game.play(move)
        ending = game.ending()
        lost = ending.winner == 1 - mover if ending is not None else wins(game, plies - 1)
        game.undo()
        if not lost:
            return False
    return True


def value(game: Model) -> int:
    """1, 0 or -1 for the side to move, by playing every game to its end."""
    if (ending := game.ending()) is not None:
        return 0 if ending.winner is None else 1 if ending.winner == game.turn else -1
    values = []
    for move in sorted(game.legal_moves()):
        game.play(move)
        values.append(-value(game))
        game.undo()
    return max(values)


def false_claims(task: PlayTask) -> Iterator[str]:
    """Moves that are accepted and wrong, or right and not accepted."""
    game = model_of(task.board)
    if task.claim == "move":
        assert set(task.accepted[0]) <= game.legal_moves()
        return
    for move in sorted(game.legal_moves()):
        if is_true(game, move, task.claim) != (move in task.accepted[0]):
            yield f"line {task.line}: {move} ({task.claim})"


# Trees


class PlainSearch:
    """Minimax and alpha-beta on a model, as a textbook has them; moves in the order of the rules."""

    def __init__(self, board: Board, depth: int) -> None:
        self.game = model_of(board)
        self.root_side = self.game.turn
        self.depth = depth
        self.leaves: list[tuple[str, ...]] = []
        self.values: list[int] = []
        self.nodes = 0

    def ordered(self) -> list[str]:
        """Rows from the bottom, and columns from the left: as noughts lists its moves."""
        return sorted(self.game.legal_moves(), key=lambda move: (move[1:], move[0]))

    def minimax(self, line: tuple[str, ...] = ()) -> int:
        """The value for the side to move at the root."""
        self.nodes += 1
        if self.is_leaf(line):
            return self.judge(line)
        values = [self.after(move, line) for move in self.ordered()]
        return max(values) if self.game.turn == self.root_side else min(values)

    def alpha_beta(self, line: tuple[str, ...] = (), alpha: int = -2, beta: int = 2) -> int:
        """The same value, with cuts."""
        self.nodes += 1
        if self.is_leaf(line):
            return self.judge(line)
        is_max = self.game.turn == self.root_side
        best = -2 if is_max else 2
        for move in self.ordered():
            self.game.play(move)
            found = self.alpha_beta((*line, move), alpha, beta)
            self.game.undo()
            best = max(best, found) if is_max else min(best, found)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def after(self, move: str, line: tuple[str, ...]) -> int:
        """What minimax finds after a move."""
        self.game.play(move)
        found = self.minimax((*line, move))
        self.game.undo()
        return found

    def is_leaf(self, line: tuple[str, ...]) -> bool:
        """Whether the search ends here."""
        return self.game.ending() is not None or len(line) == self.depth

    def judge(self, line: tuple[str, ...]) -> int:
        """1, 0 or -1 for the side to move at the root."""
        ending = self.game.ending()
        worth = 0 if ending is None or ending.winner is None else 1 if ending.winner == self.root_side else -1
        self.leaves.append(line)
        self.values.append(worth)
        return worth
