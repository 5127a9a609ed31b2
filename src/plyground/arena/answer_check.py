"""Before the first game: does each player, asked alone, answer what it answers in company?

The players of a game share a process. Were something of one to stand for something of another there, such as
compiled code, the tournament would measure nothing. So each is asked for a few moves in a process of its
own, then all are asked in one process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from plyground.arena.openings import Opening
from plyground.arena.process_pool import POOL, NoAnswer, PlayerProcess, ProcessEnded
from plyground.arena.referee import SEAT_FUNCTION, GameTask, seat_player
from plyground.arena.settings import TournamentSettings
from plyground.protocols.programs import is_program

POSITIONS: Final = 2
"""How many openings each player is asked about."""
DEPTH: Final = 2
"""How far players look ahead at most, so that the answer neither takes long nor depends on a clock."""
ASKED_AGAIN: Final = 3
"""How often one whose answers differ is asked alone once more: dice can fall the same way twice."""

Answers = list[str]


def check_answers(
    settings: TournamentSettings, openings: Sequence[Opening], seat_function: str = SEAT_FUNCTION
) -> str:
    """What is wrong with the answers, in one line, or nothing.

    A player that crashes is left for the games to show. One whose answers differ whenever it is asked alone
    cannot be compared, and a program has a process of its own anyway.
    """
    players = [who for who in settings.players if not is_program(who)]
    asked = list(dict.fromkeys(openings))[:POSITIONS]

    def ask(*together: str) -> list[Answers]:
        return ask_in_new_process(settings, together, asked, seat_function)

    alone = {who: ask(who)[0] for who in players}
    for who, answers in zip(players, ask(*players), strict=True):
        if not answers or not alone[who] or answers == alone[who]:
            continue
        if any(ask(who)[0] != alone[who] for _ in range(ASKED_AGAIN)):
            continue
        here, there = next(pair for pair in zip(alone[who], answers, strict=True) if pair[0] != pair[1])
        return (
            f"{who} answers {here} alone, but {there} beside the other players: "
            "something of theirs is mixed up, and the games would be worthless"
        )
    return ""


def ask_in_new_process(
    settings: TournamentSettings, players: Sequence[str], openings: Sequence[Opening], seat_function: str
) -> list[Answers]:
    """What each of these players answers in each of these positions; nothing for one that fails."""
    limits = replace(settings.limits, seconds=None, depth=min(settings.limits.depth or DEPTH, DEPTH))
    answers: list[Answers] = [[] for _ in players]
    with POOL.borrow(POOL.epoch, is_new=True) as process:
        try:
            for side, who in enumerate(players):
                seed = settings.seed_for(0, 0)
                task = GameTask(0, settings.game, (who, who), (), (seed, seed), limits, seat_function)
                seat_player(process, 0, task, at=side)
            for side in range(len(players)):
                given = [ask_player(process, side, opening, limits.patience) for opening in openings]
                answers[side] = given if all(given) else []
        except (NoAnswer, ProcessEnded):
            return [[] for _ in players]
    return answers


def ask_player(process: PlayerProcess, side: int, opening: Opening, patience: float) -> str:
    """The move of a player, with what it thinks of the position if it says so."""
    answer: dict[str, Any] = process.ask(patience, "choose", side=side, moves=list(opening))
    if "move" not in answer:
        return ""
    return f"{answer['move']} ({answer['score']})" if answer["score"] else str(answer["move"])
