"""What each figure means, in a line. docs/study.md says it exactly, with its source."""

from __future__ import annotations

from typing import Final

DEFINITIONS: Final[dict[str, str]] = {
    "first_player": "points of the side that begins; a draw is half a point",
    "draws": "games that nobody won (Ludii: Drawishness)",
    "length": "plies from the start to the end (Ludii: DurationMoves)",
    "branching": "legal moves before a move, over all moves (Ludii: BranchingFactor)",
    "decision_moves": "moves before which there was more than one legal move (Ludii: DecisionMoves)",
    "no_choice": "moves that were the only legal one, or the only one that does not lose at once",
    "repetition": "games in which a position came up again (Ludii: PositionalRepetition)",
    "unfinished": "games that were cut off after the largest number of plies (Ludii: Timeouts)",
    "decisiveness": "how much of a won game was over when the winner first stood better than the loser ever "
    "did (Browne, Ludii: DecisivenessMoves)",
    "settled": "how much of a won game was over when the winner could expect 75 % and more, up to the end",
    "lead_changes": "how often the lead went to the other side (Browne, Ludii: LeadChange)",
    "drama": "how far the winner was behind, on average over a won game (Browne, Ludii: DramaAverage)",
    "deepest": "how far behind the winner was at worst (Ludii: DramaMaximum)",
    "killer_moves": "the winner's largest gain from one position to the next (Browne: killer moves)",
    "clarity": "how much more the best move promises than the next best (compare Browne's clarity)",
    "uncertainty": "how open a game is, on average: 100 % is even, 0 % is settled "
    "(compare Browne's uncertainty)",
    "rungs": "strengths of which each scores more than 60 % against the one below",
    "game_tree": "mean branching to the power of the length (Allis; Ludii: GameTreeComplexity)",
    "state_space": "positions that can come up (compare Ludii: StateSpaceComplexity)",
}
