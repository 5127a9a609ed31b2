"""What the searches share whose tree grows where it pays: proof numbers, visits, and why a node is chosen."""

from __future__ import annotations

from plyground.lab.game_tree import Node
from plyground.lab.search import Search

CLEAR: int = 10**9
"""From here on a proof number says that something is impossible."""


class GrowingSearch(Search):
    """A search that keeps its tree and comes back to its positions."""

    has_reached_depth = False
    """Whether the depth ended something that the game had not."""

    def begin_round(self, root: Node, number: int) -> None:
        """Write down that the search goes down the tree once more."""
        self._write("round", root, f"Round {number}, from the root.", round=number)

    def note_choice(self, node: Node, child: Node, why: str) -> None:
        """Write down which child the search goes to, and why."""
        if self.recorder is not None:
            text = f"Go on with {child.move_text}: {why}."
            self._write("choose", node, text, child=child.id, move=child.move_text, why=why)

    def note_new(self, node: Node, child: Node) -> None:
        """Write down that a move gets a position of the tree."""
        if self.recorder is not None:
            text = f"{child.move_text} has not been tried yet: add it to the tree."
            self._write("move", node, text, move=child.move_text)

    # Proof numbers

    def note_numbers(self, node: Node, proof: int, disproof: int, *, wants: bool) -> None:
        """Write the two numbers of a position down."""
        if self.recorder is not None:
            attacker = self.tree.player(node) if wants else self.tree.other_player(node)
            self._write(
                "numbers",
                node,
                self._numbers_sentence(node, attacker, proof, disproof),
                proof=finite(proof),
                disproof=finite(disproof),
                attacker=attacker,
            )

    def note_limits(self, node: Node, proof: int, disproof: int) -> None:
        """Write down how far a depth-first search may go here."""
        if self.recorder is not None:
            limits = f"{number_or_infinite(proof)} and {number_or_infinite(disproof)}"
            text = f"Stay here until the numbers reach {limits}."
            self._write("limits", node, text, proof_limit=finite(proof), disproof_limit=finite(disproof))

    def _numbers_sentence(self, node: Node, attacker: str, proof: int, disproof: int) -> str:
        where = f"after {node.move_text}" if node.parent else "at the root"
        if proof == 0:
            return f"Proven: {attacker} wins {where}."
        if disproof == 0:
            within = " within the depth" if self.has_reached_depth else ""
            return f"Disproven: {attacker} does not win {where}{within}."
        plural = "leaf" if proof == 1 else "leaves"
        return f"To prove it {where}: {proof} {plural} at least; to disprove it: {disproof}."

    # Visits

    def note_playout(self, node: Node, moves: list[int], result: int) -> None:
        """Write down how a random game went; `result` is for the side that moved to `node`."""
        if self.recorder is not None:
            winner = self.tree.other_player(node) if result > 0 else self.tree.player(node)
            how = f"{winner} wins" if result else "a draw"
            line = [self.tree.game.move_text(move) for move in moves]
            text = f"A game by chance from here: {how} after {len(line)} more plies."
            self._write("playout", node, text, line=line, result=how)

    def note_visits(self, node: Node, visits: int, mean: float) -> None:
        """Write down how often a position was visited and what that brought the side that moved there."""
        if self.recorder is not None:
            value = round(-mean if self.shows_mover else -mean * node.sign, 4) + 0.0
            text = f"{visits} {'visit' if visits == 1 else 'visits'}, {value:+.2f} on average."
            shown = f"{value:+.2f}"
            self._write("visits", node, text, visits=visits, value=value, shown=shown)


def finite(number: int) -> int | None:
    """A proof number for programs: None if it can no longer be reached."""
    return number if number < CLEAR else None


def number_or_infinite(number: int) -> str:
    """A proof number for people."""
    return f"{number}" if number < CLEAR else "∞"
