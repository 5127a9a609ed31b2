"""The work of a study that needs an engine, as functions over plain JSON.

They are called by name in processes of their own, on any core or machine (`plyground.arena.function_call`).
The same arguments lead to the same answer, except where seconds decide.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, Final

from plyground import catalogue
from plyground.board import Board
from plyground.engine import Engine, Info, Line, Score
from plyground.forced_moves import find_forced_move
from plyground.game import Game
from plyground.players.engine_player import EnginePlayer
from plyground.players.levels import Level
from plyground.players.player import Player, chance_for
from plyground.solver.solver import Solver
from plyground.study import counting, openings
from plyground.study.playouts import estimate_by_playouts, has_evaluation
from plyground.study.settings import RANDOM
from plyground.words import score_json

MEMORY: Final = 16
"""Megabytes for the table of a judge."""
SOLVER_MEMORY: Final = 256
MOST_FIRST_MOVES: Final = 64
"""How many first moves are judged at most."""
LINES: Final = 2
"""The best move and the next best: how far the best one stands out."""
FORCED_SECONDS: Final = 0.2

FIRST_WINS, SECOND_WINS, DRAW = "+", "-", "="
"""How a proven result is written among scores, which are estimates for the side that began."""
ScoreText = int | str


@lru_cache(maxsize=4)
def _game(name: str) -> Game:
    return catalogue.find(name)


@lru_cache(maxsize=4)
def _engine(name: str, memory: int) -> Engine:
    return Engine(_game(name), memory=memory)


def prepare(game: str) -> bool:
    """Compile the engine, or load it from the disk."""
    _engine(game, MEMORY).prepare()
    return True


# Playing


def play(
    game: str, nodes: list[int], opening: list[str], seed: int, longest: int, judge: int
) -> dict[str, Any]:
    """One game between players of these strengths; with `judge` nodes every position of it is judged."""
    board = Board(_game(game), opening)
    players = [_player(game, each, 2 * seed + side) for side, each in enumerate(nodes)]
    choices: list[int] = []
    seen = {board.position_text}
    repeats = 0
    for ply in range(len(opening)):
        choices.append(len(Board(board.game, opening[:ply]).legal_numbers()))
    while not board.is_over and len(board.numbers) < longest:
        choices.append(len(board.legal_numbers()))
        player = players[board.turn]
        board.push(random_move(board, 2 * seed + board.turn) if player is None else player.choose(board).move)
        text = board.position_text
        repeats += text in seen
        seen.add(text)
    outcome = board.outcome
    record: dict[str, Any] = {
        "moves": " ".join(board.history),
        "points": _points(board),
        "ending": ending_words(board),
        "choices": choices,
        "repeats": repeats,
    }
    if judge and outcome is not None:
        record |= judge_game(_engine(game, MEMORY), board, len(opening), judge)
    return record


def _player(game: str, nodes: int, seed: int) -> Player | None:
    """The engine that looks at so many positions for a move; None for one that moves at random."""
    if nodes == RANDOM:
        return None
    level = Level(str(nodes), "", "", nodes=nodes)
    return EnginePlayer(level, _game(game), seed=seed)


def random_move(board: Board, seed: int) -> str:
    """Any legal move; the same for the same seed and moves."""
    return board.game.move_text(chance_for(seed, board).choice(board.legal_numbers()))


def _points(board: Board) -> float | None:
    """What the side that began has scored; None if the game was cut off."""
    if not board.is_over:
        return None
    winner = board.outcome.winner if board.outcome else None
    return 0.5 if winner is None else float(winner == board.game.players[0])


def ending_words(board: Board) -> str:
    """Why a game ended, without the cells, so that equal endings are counted together.

    >>> ending_words(Board("noughts", "a1 a2 b1 b2 c1"))
    'X wins: three in a row'
    >>> ending_words(Board("noughts", "a1 b1 c3 b3 a3 a2 c1 c2 b2"))
    'X wins: three in a row'
    """
    if board.outcome is None:
        return "cut off"
    cells = {cell for row in board.game.picture(board.position).rows for cell in _cells_of_row(board, row)}
    words = [word for word in str(board.outcome).split() if word.strip(",.;") not in cells]
    while words and words[-1] in ("and", "with", "at", "on"):
        words.pop()
    who, colon, why = " ".join(words).partition(": ")
    return who + colon + " and ".join(dict.fromkeys(why.split(" and ")))


def _cells_of_row(board: Board, row: str) -> list[str]:
    picture = board.game.picture(board.position)
    return [f"{column}{picture.joint}{row}" for column in picture.columns]


# Judging


def judge_game(engine: Engine, board: Board, begin: int, nodes: int) -> dict[str, Any]:
    """What a search says of each position from ply `begin` on, the last one first, so that proofs flow back.

    `scores` are for the side that began, one for each position; `gaps` say for each move what the best move
    and the next best are worth to the side that makes it; `forced` counts moves without a choice.
    """
    engine.clear()
    numbers = board.numbers
    scores: list[ScoreText] = [_final_score(board)]
    gaps: list[list[ScoreText]] = []
    forced = 0
    twin = board.copy()
    for _ in range(len(numbers) - begin):
        twin.pop()
        info = _settled_info(engine, twin, nodes)
        here = _score_text(_judged(twin, info.score), twin.turn)
        own = SECOND_WINS if twin.turn else FIRST_WINS
        scores.append(own if scores[-1] == own else here)
        gaps.append([_score_text(_judged_line(twin, line), 0) for line in info.lines[:LINES]])
        forced += find_forced_move(twin, FORCED_SECONDS) is not None
    return {
        "begin": begin,
        "scores": scores[::-1],
        "gaps": gaps[::-1],
        "forced": forced,
        "cells": [list(cells) for cells in board.played_cells],
    }


def _judged(board: Board, score: Score) -> Score:
    """A score for the side to move; by random games if nothing is proven and the game has no evaluation."""
    if score.is_proven or has_evaluation(board.game):
        return score
    return Score(estimate=estimate_by_playouts(board), exact=False)


def _judged_line(board: Board, line: Line) -> Score:
    """The same for a move that can be made."""
    if line.score.is_proven or has_evaluation(board.game):
        return line.score
    after = board.copy()
    after.push(line.move)
    return Score(estimate=-estimate_by_playouts(after), exact=False)


def _settled_info(engine: Engine, board: Board, nodes: int) -> Info:
    """The deepest answer whose moves were all searched equally far: best first, as they should be."""
    wanted = min(LINES, len(board.legal_numbers()))
    best: Info | None = None
    for info in engine.analyse(board, nodes=nodes, lines=wanted):
        ranks = [line.score.rank for line in info.lines]
        if best is None or (len(ranks) == wanted and ranks == sorted(ranks, reverse=True)):
            best = info
    assert best is not None
    return best


def _score_text(score: Score, turn: int) -> ScoreText:
    """A score for the side that began, if `turn` is the side that it is seen from."""
    if score.value is None:
        estimate = score.estimate or 0
        return -estimate if turn else estimate
    if score.value == "draw":
        return DRAW
    return FIRST_WINS if (score.value == "win") == (turn == 0) else SECOND_WINS


def _final_score(board: Board) -> ScoreText:
    return {1.0: FIRST_WINS, 0.5: DRAW, 0.0: SECOND_WINS}[_points(board) or 0.0]


# The start


def first_moves(game: str, nodes: int, players: int, seed: int) -> dict[str, Any]:
    """What each first move is worth, and how often `players` players of this strength choose it."""
    board = Board(_game(game))
    engine = _engine(game, MEMORY)
    engine.clear()
    count = min(MOST_FIRST_MOVES, len(board.legal_numbers()))
    info = engine.search(board, nodes=nodes * count, lines=count)
    chosen: dict[str, int] = {}
    for number in range(players):
        player = _player(game, nodes, 1_000_000 + seed + number)
        move = random_move(board, number) if player is None else player.choose(board).move
        chosen[move] = chosen.get(move, 0) + 1
    return {
        "scores": {line.move: _score_text(_judged_line(board, line), 0) for line in info.lines},
        "chosen": chosen,
        "nodes": nodes * count,
    }


def draw_openings(game: str, count: int, seed: int, nodes: int, longest: int) -> dict[str, Any]:
    """Balanced openings, and how long random games are."""
    lengths, ended = random_lengths(game, seed, longest)
    drawn = openings.draw_balanced(
        _engine(game, MEMORY), count, seed, nodes, openings.longest_opening(lengths)
    )
    return {
        "openings": [list(each.moves) for each in drawn],
        "distances": [round(each.distance, 3) for each in drawn],
        "random_lengths": lengths,
        "random_ended": ended,
    }


def random_lengths(game: str, seed: int, longest: int, count: int = 40) -> tuple[list[int], int]:
    """How many plies random games take, and how many of them ended by the rules."""
    chance = random.Random(f"lengths {seed}")
    lengths, ended = [], 0
    for _ in range(count):
        board = Board(_game(game))
        while not board.is_over and len(board.numbers) < longest:
            board.push_number(chance.choice(board.legal_numbers()))
        lengths.append(len(board.numbers))
        ended += board.is_over
        if len(lengths) >= 10 and not ended:
            break
    return lengths, ended


def solve(game: str, seconds: float, every: bool = True) -> dict[str, Any]:
    """What is true of the start and of every first move, as far as that is found out in time."""
    board = Board(_game(game))
    verdict = Solver(board.game, memory=SOLVER_MEMORY).solve(board, seconds=seconds, every=every)
    return {
        "start": score_json(verdict.score),
        "moves": [[each.move, score_json(each.score)] for each in verdict.moves],
        "how": verdict.how,
        "positions": verdict.nodes,
        "seconds": round(verdict.seconds, 1),
    }


def count_positions(game: str, seed: int) -> dict[str, Any]:
    """How many positions and games there are: all of them where they are few, else bounds."""
    return counting.count_positions(_game(game), seed)
