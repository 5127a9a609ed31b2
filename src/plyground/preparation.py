"""Compiling all that a game can be asked for, so that nobody waits for it later."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from plyground.board import Board
from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.seats import FILE, HUMAN, describe_players, seat


def prepare_games(names: Sequence[str], processes: int) -> Iterator[tuple[str, float]]:
    """Prepare games, each in a process of its own; a name when the game is done, and the seconds it took."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        tasks = {pool.submit(prepare_game, name): name for name in names}
        try:
            for task in as_completed(tasks):
                yield tasks[task], task.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def prepare_game(name: str) -> float:
    """Compile a game for all who can play it, for proofs and for counting; the seconds that it took."""
    began = time.perf_counter()
    try:
        board = Board(find(name))
        _prepare_players(board)
        _prepare_proofs(board)
        _prepare_counting(board)
    except PlygroundError as error:
        raise PlygroundError(str(error)) from None  # the same words, in a form that gets to another process
    return time.perf_counter() - began


def _prepare_players(board: Board) -> None:
    for player in describe_players(board.game):
        if player.who not in (HUMAN, FILE) and (seated := seat(player.who, board.game)) is not None:
            seated.prepare()


def _prepare_proofs(board: Board) -> None:
    from plyground.solver.certificates.dfpn_strategy import DfpnStrategy
    from plyground.solver.certificates.strategy import SearchStrategy
    from plyground.solver.selection import dfpn_prover_for

    prover = dfpn_prover_for(board.game, threads=1, memory=1)
    if prover is not None:
        prover.prepare()
        DfpnStrategy(board, prover).prepare()
    elif SearchStrategy.is_for(board.game):
        SearchStrategy(board, memory=1).prepare()


def _prepare_counting(board: Board) -> None:
    from plyground.engine.perft import perft
    from plyground.engine.playouts import playouts

    playouts(board.game, 1)
    if not board.game.picture(board.position).endless:
        list(perft(board, 1))
