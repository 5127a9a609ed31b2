"""Proving one position with df-pn: its value, its distance, a best line."""

from __future__ import annotations

from typing import Final

from plyground import contract
from plyground.board import Board
from plyground.score import Score
from plyground.solver.dfpn.kernels import HOLDING, WINNING
from plyground.solver.dfpn.search import DfpnSearch, GoalAnswer, ProofStopped
from plyground.solver.dfpn.workspace import NO_NODE_LIMIT
from plyground.solver.prover import ProvenResult, plies_left

FIRST_TURN: Final = 300_000
"""The two questions about a value take turns, with this many nodes at first."""
TURN_GROWTH: Final = 4
"""Each turn has this many times the nodes of the one before."""

STEP_NODES: Final = 200_000
"""How many nodes each further move of a line may cost."""

STUBBORN_NODES: Final = 500_000
"""How many nodes the search for a move that holds out long may cost, where all lose."""


class PositionProof:
    """The proof of one position."""

    def __init__(self, search: DfpnSearch, board: Board) -> None:
        self.search = search
        self.board = board
        self.longest = plies_left(board)

    def prove(self, known: tuple[str, int] | None, distance_nodes: int) -> ProvenResult | None:
        """What is true of the position, or None if the search was stopped.

        `known` is its value and a best move, if these are known already. `distance_nodes` is how many nodes
        the exact distance may cost; where it is not found, the length of the game is the bound.
        """
        self.search.what = "value"
        try:
            found = known or self._find_value(self.board, NO_NODE_LIMIT)
        except ProofStopped:
            return None
        assert found is not None
        value, move = found
        distance = None
        if value == "loss" or (value == "win" and distance_nodes):
            allowed = distance_nodes or (0 if known else STUBBORN_NODES)
            distance, move = self._find_distance(value, move, allowed)
        if value == "draw":
            score = Score(value=value)
        else:
            score = Score(value=value, distance=distance or self.longest, exact=distance is not None)
        return ProvenResult(score, self._find_line(move, value, distance), self.search.nodes)

    def _find_value(self, board: Board, nodes: int) -> tuple[str, int] | None:
        """The value of a position and a move that keeps it; None if that takes more nodes than allowed."""
        view = board.game.view(board.position)
        hopeful = contract.evaluate(view.rules, view.pos) > 0
        answers: dict[int, GoalAnswer] = {}
        turn = min(FIRST_TURN, nodes)
        while True:
            for goal in (WINNING, HOLDING) if hopeful else (HOLDING, WINNING):
                if goal in answers:
                    continue
                answer = self.search.ask(board, goal, plies_left(board), nodes if answers else turn)
                if answer is None:
                    continue
                answers[goal] = answer
                if answer.reached == (goal == WINNING):
                    return ("win" if answer.reached else "loss"), answer.move
            if len(answers) == 2:
                return "draw", answers[HOLDING].move
            if turn >= nodes:
                return None
            turn = min(turn * TURN_GROWTH, nodes)

    def _find_distance(self, value: str, move: int, nodes: int) -> tuple[int | None, int]:
        """In how many plies a won or lost game ends, None if that takes too many nodes; and the best move.

        The winner makes the last move in most games, so every other distance is tried first, and then the one
        before it. In a lost game the move is the one that is known to hold out longest.
        """
        goal = WINNING if value == "win" else HOLDING
        last = self.search.nodes + nodes

        def is_over_within(plies: int) -> bool:
            nonlocal move
            self.search.what = f"the end within {plies} plies"
            answer = self.search.ask(self.board, goal, plies, max(1, last - self.search.nodes))
            if answer is None:
                raise ProofStopped
            if answer.reached:
                move = answer.move
            return answer.reached == (goal == WINNING)

        plies = 1 if goal == WINNING else 2
        try:
            while plies < self.longest and not is_over_within(plies):
                plies += 2
            plies = min(plies, self.longest)
            if plies > 1 and is_over_within(plies - 1):
                plies -= 1
        except ProofStopped:
            return None, move
        return plies, move

    def _find_line(self, move: int, value: str, distance: int | None) -> tuple[str, ...]:
        """The play that follows a move, as far as that is found quickly."""
        board = self.board.copy()
        texts = []
        try:
            while True:
                texts.append(board.game.move_text(move))
                board.push_number(move)
                if board.is_over:
                    break
                value = {"win": "loss", "loss": "win", "draw": "draw"}[value]
                left = None if distance is None else distance - len(texts)
                reply = self._find_reply(board, value, left)
                if reply is None:
                    break
                move = reply
        except ProofStopped:
            pass
        return tuple(texts)

    def _find_reply(self, board: Board, value: str, left: int | None) -> int | None:
        """A best move in a position whose value, and perhaps distance, is known."""
        goal = WINNING if value == "win" else HOLDING
        plies = plies_left(board)
        if left is not None:
            plies = left if value == "win" else left - 1
        answer = self.search.ask(board, goal, plies, STEP_NODES)
        return None if answer is None else answer.move
