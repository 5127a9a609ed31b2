"""A job: what a worker is asked of one position, and what it answers, as plain JSON."""

from __future__ import annotations

import base64
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from plyground.board import Board
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.solver.certificates.writer import certify
from plyground.solver.prover import Prover
from plyground.solver.selection import choose_prover
from plyground.verify.certificate import check

FUNCTION: Final = f"{__name__}:prove_position"
CHECK: Final = f"{__name__}:check_answer"
CHECK_SECONDS: Final = 3600.0
"""How long a check may take."""
_OWN: Final = threading.local()
"""The provers of each thread, by game and memory: a prover answers one question at a time."""


def prove_position(game: str, position: str, seconds: float, memory: int) -> dict[str, Any]:
    """Try to prove a position within a time; what is proven comes with its certificate.

    >>> answer = prove_position("numerical:3x3", Board("numerical:3x3", "b2=1 a1=8").position_text, 5.0, 16)
    >>> answer["value"], check_answer("numerical:3x3", answer)
    ('win', True)
    """
    board = Board(game, position=position)
    prover = _prover(board.game, memory)
    prover.prepare()
    began, worked = time.perf_counter(), time.thread_time()
    result = prover.prove(board, seconds=seconds)
    certificate = None
    if result is not None and result.score.value is not None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "proof.cert"
            certify(board, result, path, prover=prover)
            certificate = base64.b64encode(path.read_bytes()).decode()
    return {
        "position": position,
        "value": None if certificate is None or result is None else result.score.value,
        "certificate": certificate,
        "nodes": 0 if result is None else result.nodes,
        "seconds": time.perf_counter() - began,
        "processor_seconds": time.thread_time() - worked,
    }


def _prover(game: Game, memory: int) -> Prover:
    provers: dict[tuple[str, int], Prover] = _OWN.__dict__.setdefault("provers", {})
    key = game.full_name, memory
    if key not in provers:
        provers[key] = choose_prover(game, memory=memory)
    return provers[key]


def check_answer(game: str, answer: dict[str, Any]) -> bool:
    """Check the certificate of an answer: it has to prove this value of this position."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.cert"
        path.write_bytes(base64.b64decode(answer["certificate"]))
        checked = check(path, game=game)
    claim = checked.claim
    if (claim.position, claim.value) != (answer["position"], answer["value"]):
        raise PlygroundError(f"a worker proved {claim.value} of {claim.position}, which was not asked")
    return True
