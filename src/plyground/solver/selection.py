"""Which prover is for which game."""

from __future__ import annotations

from plyground import contract
from plyground.board import Board
from plyground.engine import Engine
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.certificate_prover import CertificateProver
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.prover import Prover, plies_left
from plyground.solver.search_prover import LONGEST, SearchProver
from plyground.solver.table_prover import TableProver

DEFAULT_MEMORY = 1024
PROVER_MEMORY = 128
"""Megabytes for a prover beside an engine."""
BUILT_TO_SOLVE = 50_000_000
"""A table for at most this many positions, which takes minutes, is built for whoever asks for a proof."""


def choose_prover(game: Game, *, threads: int = 1, memory: int = DEFAULT_MEMORY) -> Prover:
    """The fastest prover for a game, without a book: books are for players."""
    if TableProver.can_answer(game, BUILT_TO_SOLVE):
        return TableProver(game, threads=threads)
    try:
        if prover := dfpn_prover_for(game, threads=threads, memory=memory, book=False):
            return prover
        return SearchProver(Engine(game, threads=threads, memory=memory), book=False)
    except MemoryError as error:
        raise PlygroundError(f"this machine has no {memory} MB for a table; give it a smaller one") from error


def dfpn_prover_for(game: Game, *, threads: int, memory: int, book: bool = True) -> DfpnProver | None:
    """A df-pn prover for a game that says what matters to a proof: elsewhere plain search is faster."""
    if not has_dfpn_prover(game):
        return None
    return DfpnProver(game, threads=threads, memory=memory, book=book)


def has_dfpn_prover(game: Game) -> bool:
    """Whether `dfpn_prover_for` has one for a game."""
    return contract.essence.is_implemented(type(game.rules))


def prover_beside(engine: Engine) -> Prover | None:
    """A prover that finds more than the engine by itself, if there is one for its game."""
    if TableProver.can_answer(engine.game):
        return TableProver(engine.game, threads=engine.threads)
    if CertificateProver.can_answer(engine.game):
        return CertificateProver(engine.game)
    if prover := dfpn_prover_for(engine.game, threads=engine.threads, memory=PROVER_MEMORY):
        return prover
    return SearchProver(engine) if 0 < plies_left(Board(engine.game)) <= LONGEST else None
