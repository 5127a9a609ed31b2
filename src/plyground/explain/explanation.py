"""The explanation of a move: every claim that can be made of it, the most important first."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from plyground import contract
from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.explain.claim import Claim, claim_json
from plyground.explain.judge import Judge
from plyground.explain.threats import OutOfTime, find_helplessness, find_only_reply
from plyground.game import Part
from plyground.mistakes import RESULTS
from plyground.score import Score
from plyground.solver.prover import ProvenResult
from plyground.words import line_text, score_json

EXPLAIN_SECONDS: Final = 5.0
PROOF_SHARE: Final = 0.3
"""How much of the time goes into each of the two proofs: of the position, and of what the move leaves."""
MOST_PARTS: Final = 2
"""How many parts of an estimate a sentence names."""
MOST_STEPS: Final = 4
"""How many moves of the winner are looked at for threats along a line."""
DECISIVE: Final = ("double threat", "threat", "zugzwang", "no safe move")
"""Claims after which nothing more need be said."""


@dataclass(frozen=True)
class Explanation:
    """What there is to say of a move."""

    board: Board
    """The position before the move."""
    move: str
    before: Score
    """What the position is worth to the side to move."""
    after: Score
    """What the move leaves of it."""
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        """Each claim on a line, and under it the line that shows it."""
        lines = []
        for claim in self.claims:
            lines.append(claim.sentence)
            if claim.line:
                lines.append(f"    line: {line_text(claim.line)}")
        return "\n".join(lines)


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """An explanation for programs."""
    return {
        "move": explanation.move,
        "before": score_json(explanation.before),
        "after": score_json(explanation.after),
        "claims": [claim_json(claim) for claim in explanation.claims],
    }


def explain_move(judge: Judge, board: Board, move: str, *, seconds: float = EXPLAIN_SECONDS) -> Explanation:
    """What can be said for certain of a move, and what is believed where nothing is certain.

    >>> board = Board("noughts", "a1 b2 c3")
    >>> print(explain_move(Judge(board.game), board, "a3", seconds=60).text)
    After a3, X plays c1 and threatens b1 and c2: both cannot be stopped.
        line: a3 c1 b1 c2
    b1 holds the draw.
        line: b1 b3 a3 c1 c2 a2
    """
    if outcome := board.outcome:
        raise PlygroundError(f"the game is over, so that {move} cannot be explained: {outcome}")
    number = board.game.parse(board.position, move)
    return Explainer(judge, board, board.game.move_text(number), seconds).explain()


class Explainer:
    """The explanation of one move, in the making."""

    def __init__(self, judge: Judge, board: Board, move: str, seconds: float) -> None:
        self.judge = judge
        self.board = board
        self.move = move
        self.seconds = seconds
        self.late = time.perf_counter() + seconds
        self.mover, self.other = board.player, board.game.players[1 - board.turn]
        self.after_board = board.copy()
        self.after_board.push(move)

    def explain(self) -> Explanation:
        """Prove what can be proven, and say it."""
        after = self._prove_after()
        before = self.judge.prove(self.board, self._share(PROOF_SHARE))
        if before is not None and after is not None:
            claims, scores = self._compare(before, after), (before.score, after.score)
        elif after is not None and after.score.value == "win":
            claims, scores = [self._holds(after)], (after.score, after.score)
        elif after is not None and after.score.value == "loss":
            claims, scores = self._explain_unknown_before(after)
        else:
            claims, scores = self._compare_estimates()
        return Explanation(self.board, self.move, *scores, tuple(claims))

    def _share(self, share: float) -> float:
        """Seconds for a step: a share of all, or what is left if that is less."""
        return max(0.0, min(self.seconds * share, self.late - time.perf_counter()))

    def _prove_after(self) -> ProvenResult | None:
        """What is proven of the move, for the side that makes it."""
        reply = self.judge.prove(self.after_board, self._share(PROOF_SHARE))
        return reply and ProvenResult(reply.score.for_parent, (self.move, *reply.line))

    # Both the position and the move are proven

    def _compare(self, before: ProvenResult, after: ProvenResult) -> list[Claim]:
        """What a move gave away of what is proven."""
        ranks = [RESULTS.index(str(result.score.value)) for result in (before, after)]
        if ranks[1] < ranks[0]:
            return [
                *self._explain_result(after),
                *self._explain_better(before),
                *self._hot_cells(before.line[0]),
            ]
        if before.score.value == "draw":
            return [self._holds(after)]
        return self._compare_distances(before, after)

    def _explain_result(self, after: ProvenResult) -> list[Claim]:
        """Why the move loses, or gives no more than a draw."""
        outcome = self.after_board.outcome
        if outcome is not None and outcome.loser == self.mover:
            words = f"{self.move} loses at once: {outcome.reason}."
            return [Claim("loses at once", words, (self.move,), plies=1)]
        if after.score.value == "draw":
            line = self._line(after)
            over = "ends the game in a draw" if outcome else f"lets {self.other} hold the draw"
            return [Claim("gives a draw", f"{self.move} {over}.", line)]
        if after.score.distance == 2:
            return [self._allowed_win(after.line)]
        line = self._line(after)
        begins = f"{line[1]}{self._words(1, line)}"
        words = f"After {self.move}, {self.other} wins {self._left(after.score, 1)}, beginning with {begins}."
        claim = Claim("loses", words, line, plies=after.score.distance, moves=(line[1],))
        found = self._find_threats(line, 2, f"After {self.move}, {self.other}")
        is_said = any(each.at == 2 and each.kind in DECISIVE for each in found)
        return found if is_said else [claim, *found]

    def _allowed_win(self, line: tuple[str, ...]) -> Claim:
        """The other side wins with its next move."""
        twin = self.after_board.copy()
        twin.push(line[1])
        outcome = twin.outcome
        why = f": {outcome.reason}" if outcome else ""
        words = f"After {self.move}, {self.other} wins at once with {line[1]}{why}."
        return Claim("allows a win", words, line[:2], moves=(line[1],), plies=2)

    def _explain_better(self, before: ProvenResult) -> list[Claim]:
        """What was missed."""
        better, line = before.line[0], self._line(before)
        if before.score.value == "draw":
            return [Claim("missed draw", f"{better} holds the draw.", line, moves=(better,))]
        words = f"{better} wins {before.score.distance_text}{self._words(0, line)}."
        claim = Claim("missed win", words, line, moves=(better,), plies=before.score.distance)
        return [claim, *self._find_threats(line, 1, self.mover)]

    def _compare_distances(self, before: ProvenResult, after: ProvenResult) -> list[Claim]:
        """Whether a win takes longer, or a loss comes sooner, than it had to."""
        first, second = before.score, after.score
        better = before.line[0]
        gap = (second.distance or 0) - (first.distance or 0)
        is_exact = first.exact and second.exact
        if first.value == "win":
            if gap <= 0 or not is_exact:
                return [self._holds(after, is_shortest=is_exact)]
            longer = f"{second.distance_text} instead of {first.distance} with {better}"
            words = f"{self.move} still wins, but {longer}."
            lost = Claim("lost distance", words, self._line(after), moves=(better,), plies=second.distance)
            return [lost, *self._explain_better(before)]
        if gap >= 0 or not is_exact:
            words = f"Every move loses here; {self.move} loses {second.distance_text}."
            return [Claim("still loses", words, self._line(after), plies=second.distance)]
        words = f"{self.move} loses {second.distance_text}; {better} holds out for {first.distance}."
        lost = Claim("lost distance", words, self._line(after), moves=(better,), plies=second.distance)
        return [lost, *self._explain_result(after)]

    def _holds(self, after: ProvenResult, *, is_shortest: bool = False) -> Claim:
        """The move gives nothing away."""
        line, score = self._line(after), after.score
        if score.value == "draw":
            return Claim("holds", f"{self.move} holds the draw; there is no win here.", line)
        best = "; no move wins sooner" if is_shortest else ""
        return Claim("holds", f"{self.move} wins {score.distance_text}{best}.", line, plies=score.distance)

    def _line(self, result: ProvenResult) -> tuple[str, ...]:
        """The line of a result, to the end of the game if that is found in time."""
        if result.score.value == "draw":
            return result.line
        return self.judge.line_to_end(self.board, result.line, self._share(0.1))

    def _left(self, score: Score, made: int) -> str:
        """The distance of a score after so many of its plies."""
        assert score.distance is not None
        return replace(score, distance=score.distance - made).distance_text

    # Threats along a line

    def _find_threats(self, line: tuple[str, ...], first: int, who: str) -> list[Claim]:
        """What the winner threatens after each of its moves, from the `first` moves of the line on.

        The winner is who made the last of these. It ends with what decides: threats that cannot be stopped.
        """
        claims: list[Claim] = []
        twin = self.board.copy()
        for move in line[:first]:
            twin.push(move)
        at = first
        try:
            while at < len(line) and (at - first) // 2 < MOST_STEPS and not twin.is_over:
                if claim := self._decisive(twin, line, at, who if at == first else self._so_far(line, at)):
                    return [*claims, claim]
                if reply := find_only_reply(twin, self.late):
                    claims.append(self._forced(twin, line, at, reply))
                twin.push(line[at])
                if not twin.is_over and at + 1 < len(line):
                    twin.push(line[at + 1])
                at += 2
        except OutOfTime:
            pass
        return claims

    def _so_far(self, line: tuple[str, ...], at: int) -> str:
        loser = self.board.game.players[(self.board.turn + at) % 2]
        return f"After {line_text(line[: at - 1])}, {self._rival(loser)}"

    def _rival(self, player: str) -> str:
        return self.other if player == self.mover else self.mover

    def _decisive(self, twin: Board, line: tuple[str, ...], at: int, who: str) -> Claim | None:
        """The claim that nothing helps any more, if the side to move loses at once whatever it plays."""
        found = find_helplessness(twin, self.late)
        if found is None:
            return None
        loser, move = twin.player, line[at - 1]
        shown = self._shown(twin, line, at, found.answers)
        plays = f"{who} plays {move}{self._words(at - 1, line)}"
        count = len(twin.legal_moves)
        every = (
            f"the only move of {loser} loses"
            if count == 1
            else f"every one of the {count} moves of {loser} loses"
        )
        if found.is_zugzwang:
            words = f"{plays}, and {loser} is in zugzwang: nothing is threatened, but {every} at once."
            return Claim("zugzwang", words, shown, at=at, moves=found.answers)
        if not found.answers:
            return Claim("no safe move", f"{plays}, and {every} at once.", shown, at=at)
        names = _and(found.answers)
        if len(found.answers) == 1:
            words = f"{plays} and threatens {names}, which cannot be stopped."
            return Claim("threat", words, shown, at=at, moves=found.answers)
        if found.threats is not None and not set(found.answers) <= set(found.threats):
            words = f"{plays}; whatever {loser} plays, {_or(found.answers)} wins at once."
        else:
            all_of_them = "both" if len(found.answers) == 2 else "all of them"
            words = f"{plays} and threatens {names}: {all_of_them} cannot be stopped."
        return Claim("double threat", words, shown, at=at, moves=found.answers)

    def _shown(
        self, twin: Board, line: tuple[str, ...], at: int, answers: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The line up to a reply and the answer that wins after it."""
        after = twin.copy()
        after.push(line[at])
        if after.is_over:
            return line[: at + 1]
        for answer in answers:
            if answer not in after.legal_moves:
                continue
            last = after.copy()
            last.push(answer)
            if (outcome := last.outcome) and outcome.winner == after.player:
                return (*line[: at + 1], answer)
        return line[: at + 2]

    def _forced(self, twin: Board, line: tuple[str, ...], at: int, reply: str) -> Claim:
        answer = f"{twin.player} has to answer {reply}: everything else loses at once"
        words = f"After {line_text(line[:at])}, {answer}."
        return Claim("forced reply", words, (*line[:at], reply), at=at, moves=(reply,))

    # What the game itself says

    def _words(self, index: int, line: tuple[str, ...]) -> str:
        """What a move of a line does in the words of the game, in brackets; nothing if there are none."""
        twin = self.board.copy()
        for move in line[:index]:
            twin.push(move)
        words = self.board.game.move_words(twin.position, self.board.game.parse(twin.position, line[index]))
        return f" ({words})" if words else ""

    def _hot_cells(self, better: str) -> list[Claim]:
        """Cells that the game points at after this move, and no more after the better one."""
        twin = self.board.copy()
        twin.push(better)
        if self.after_board.is_over or twin.is_over:
            return []
        hot = self.board.game.hot_cells
        there, later = hot(self.after_board.position), hot(twin.position)
        left = {cell: words for cell, words in there.items() if cell not in later}
        cells = [cell for cell in left if left[cell].startswith(self.other)][:MOST_PARTS]
        if not cells:
            return []
        some = [f"{cell} ({left[cell]})" for cell in cells]
        words = f"{self.move} leaves {_and(some)}; {better} does not."
        return [Claim("hot cell", words, (self.move,), moves=tuple(cells))]

    # Estimates

    def _explain_unknown_before(self, after: ProvenResult) -> tuple[list[Claim], tuple[Score, Score]]:
        """The move loses; what the position was worth is not proven."""
        info = self.judge.estimate(self.board, self._share(PROOF_SHARE))
        claims = self._explain_result(after)
        if info.best is not None and info.best != self.move and not info.score.is_proven:
            words = f"By estimate {info.best} is better ({info.score}); that is not proven."
            claims.append(Claim("estimate", words, info.line, proven=False, moves=(info.best,)))
            claims += self._hot_cells(info.best)
        return claims, (info.score, after.score)

    def _compare_estimates(self) -> tuple[list[Claim], tuple[Score, Score]]:
        """Nothing is proven: what the engine believes, and which parts of its estimate differ."""
        info = self.judge.estimate(self.board, self._share(PROOF_SHARE))
        reply = self.judge.estimate(self.after_board, self._share(PROOF_SHARE))
        before, after = info.score, reply.score.for_parent
        better, line = info.line[0], (self.move, *reply.line)
        if before.is_proven or after.is_proven:
            return self._compare_late_proofs(ProvenResult(before, info.line), ProvenResult(after, line))
        if better == self.move or after.rank >= before.rank:
            words = f"Nothing is proven; by estimate no move is better than {self.move} ({after})."
            return [Claim("estimate", words, line, proven=False)], (before, after)
        why = self._parts_words(info.line, line)
        words = (
            f"Nothing is proven; by estimate {better} ({before}) is better than {self.move} ({after}){why}."
        )
        return [Claim("estimate", words, info.line, proven=False, moves=(better,))], (before, after)

    def _compare_late_proofs(
        self, before: ProvenResult, after: ProvenResult
    ) -> tuple[list[Claim], tuple[Score, Score]]:
        """What to say if the engine has proven one of the two after all."""
        scores = before.score, after.score
        if before.score.is_proven and after.score.is_proven:
            return self._compare(before, after), scores
        if after.score.value == "loss":
            return self._explain_result(after), scores
        if after.score.value == "win":
            return [self._holds(after)], scores
        if before.score.value == "win":
            words = f"What {self.move} leads to is not proven."
            unknown = Claim("estimate", words, after.line, proven=False)
            return [*self._explain_better(before), unknown], scores
        words = f"Nothing is proven of {self.move} beyond the estimate {after.score}."
        return [Claim("estimate", words, after.line, proven=False)], scores

    def _parts_words(self, better: tuple[str, ...], line: tuple[str, ...]) -> str:
        """In which parts of the estimate the end of one line is better than that of the other."""
        ours, theirs = self._parts_at_end(better), self._parts_at_end(line)
        gains = {
            name: (ours[name].value - theirs[name].value, ours[name], theirs[name])
            for name in ours
            if name in theirs
        }
        best = sorted((name for name in gains if gains[name][0] > 0), key=lambda name: -gains[name][0])
        said = [
            f"{name} {_sides(gains[name][1], self)} and not {_sides(gains[name][2], self)}"
            for name in best[:MOST_PARTS]
        ]
        return f", because at the end of its line there are {_and(said)}" if said else ""

    def _parts_at_end(self, line: tuple[str, ...]) -> dict[str, Part]:
        """The parts of the estimate at the end of a line, as the side to move here sees them."""
        twin = self.board.copy()
        for move in line:
            twin.push(move)
        if twin.is_over or not twin.game.estimate_parts(twin.position):
            return {}
        parts = twin.game.estimate_parts(twin.position)
        if twin.turn != self.board.turn:
            parts = tuple(part._replace(own=part.other, other=part.own) for part in parts)
        return {part.name: part for part in parts}


def _sides(part: Part, explainer: Explainer) -> str:
    """`X 5, O 3`."""
    return f"{explainer.mover} {part.own}, {explainer.other} {part.other}"


def _and(names: tuple[str, ...] | list[str]) -> str:
    return _join(names, "and")


def _or(names: tuple[str, ...] | list[str]) -> str:
    return _join(names, "or")


def _join(names: tuple[str, ...] | list[str], word: str) -> str:
    """`a1`, `a1 and b2`, `a1, b2 and c3`.

    >>> _join(["a1", "b2", "c3"], "or")
    'a1, b2 or c3'
    """
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


def uses_threats_alone(board: Board, line: tuple[str, ...]) -> bool:
    """Whether each move that the side to move makes in a line, but the last, is a threat to the game.

    A game that says nothing of threats has none.
    """
    if not contract.threats.is_implemented(type(board.game.view(board.position).rules)):
        return False
    twin = board.copy()
    for index, text in enumerate(line[:-1]):
        move = twin.game.parse(twin.position, text)
        if index % 2 == 0:
            view = twin.game.view(twin.position)
            out = np.zeros(contract.MOST_MOVES, np.int64)
            end = contract.threats(view.rules, view.pos, out, 0)
            if view.inward(move) not in out[:end].tolist():
                return False
        twin.push_number(move)
    return True
