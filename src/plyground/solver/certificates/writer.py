"""Writing certificates: the moves of a strategy that proves a result, checked as they are written."""

from __future__ import annotations

import lzma
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from plyground.board import Board
from plyground.engine.info import final_info
from plyground.errors import PlygroundError
from plyground.files import save_file
from plyground.progress import OnProgress, Progress
from plyground.solver.certificates.dfpn_strategy import DfpnStrategy
from plyground.solver.certificates.strategy import ProverStrategy, SearchStrategy, Strategy
from plyground.solver.dfpn.prover import DfpnProver
from plyground.solver.prover import ProvenResult, Prover
from plyground.solver.search_prover import SearchProver
from plyground.solver.selection import choose_prover
from plyground.verify.certificate import Claim, move_width, pack_certificate, strategy_goals
from plyground.verify.games import find_model
from plyground.verify.model import Model, Move
from plyground.verify.walk import Refused, WalkResult, walk

COMPRESSED_AT_ONCE: Final = 1 << 16
DEFAULT_MEMORY: Final = 256


@dataclass(frozen=True)
class WrittenCertificate:
    """A certificate that has been written."""

    claim: Claim
    size: int
    """Bytes of the file."""
    seconds: float


def certify(
    board: Board,
    result: ProvenResult | None,
    path: Path,
    *,
    prover: Prover | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    on_progress: OnProgress | None = None,
) -> WrittenCertificate:
    """Prove what is true of a position and write the proof to a file.

    `result` is what is known of it already, `prover` who can prove more; without one the usual is asked.
    """
    find_model(board.game.full_name)
    prover = prover or choose_prover(board.game, threads=threads, memory=memory)
    if board.is_over:
        result = ProvenResult(final_info(board).score, ())
    else:
        prover.prepare(on_progress)
    result = result or prover.prove(board, on_progress=on_progress)
    if result is None or result.score.value is None:
        raise PlygroundError(f"{board.position_text} is not proven; there is nothing to certify")
    strategy = choose_strategy(board, result, prover, memory)
    return write_certificate(board, result.score.value, strategy, path, on_progress)


def choose_strategy(
    board: Board, result: ProvenResult, prover: Prover, memory: int = DEFAULT_MEMORY
) -> Strategy:
    """The strategy that finds its moves fastest, given a prover and what it knows of the position."""
    if isinstance(prover, DfpnProver):
        return DfpnStrategy(board, prover)
    if isinstance(prover, SearchProver) and SearchStrategy.is_for(board.game):
        return SearchStrategy(board, within=result.score.distance, memory=memory)
    return ProverStrategy(board, prover)


def write_certificate(
    board: Board, value: str, strategy: Strategy, path: Path, on_progress: OnProgress | None = None
) -> WrittenCertificate:
    """Write a proof that a position is a `win`, a `loss` or a `draw` for the side to move.

    The same walk that checks a certificate asks for each move here, so what is written has been checked once.
    """
    began = time.perf_counter()
    model = find_model(board.game.full_name)
    root = model.read(board.position_text)
    body = _MoveCompressor(move_width(model))
    walks: list[WalkResult] = []
    for goal in strategy_goals(value, board.turn):
        before = sum(walked.positions for walked in walks)

        def progress(count: int, before: int = before) -> None:
            if on_progress is not None:
                on_progress(
                    Progress("certificate", settled=before + count, seconds=time.perf_counter() - began)
                )

        adapter = _ModelAdapter(model, board, strategy, goal.wins, body.add)
        try:
            walks.append(
                walk(
                    model,
                    root,
                    strategist=goal.strategist,
                    wins=goal.wins,
                    choose=adapter.choose,
                    on_progress=progress,
                )
            )
        except Refused as error:
            raise PlygroundError(f"{board.game.full_name} is no {value} here: {error}") from error
    distance = None if value == "draw" else walks[0].longest
    counts = tuple(walked.positions for walked in walks)
    claim = Claim(board.game.full_name, board.position_text, value, distance, counts)
    data = pack_certificate(claim, body.finish())
    save_file(path, data)
    return WrittenCertificate(claim, len(data), time.perf_counter() - began)


class _MoveCompressor:
    """Compresses the moves of all strategies as they come."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._packer = lzma.LZMACompressor(lzma.FORMAT_XZ, preset=6)
        self._waiting = bytearray()
        self._packed = bytearray()

    def add(self, place: int) -> None:
        """Append a move."""
        if self._width == 1:
            self._waiting.append(place)
        else:
            self._waiting += place.to_bytes(2, "big")
        if len(self._waiting) >= COMPRESSED_AT_ONCE:
            self._pack()

    def finish(self) -> bytes:
        """The whole body."""
        self._pack()
        return bytes(self._packed) + self._packer.flush()

    def _pack(self) -> None:
        self._packed += self._packer.compress(bytes(self._waiting))
        self._waiting.clear()


class _ModelAdapter:
    """Asks a strategy for the checker, whose moves are not the numbers that the compiled game uses."""

    def __init__(
        self, model: Model, board: Board, strategy: Strategy, wins: bool, add_move: Callable[[int], None]
    ) -> None:
        self.model = model
        self.board = board
        self.strategy = strategy
        self.wins = wins
        self.add_move = add_move
        self.numbers: dict[Move, int] = {}
        self.moves: dict[int, Move] = {}

    def choose(self, moves: list[Move], way: list[Move]) -> int:
        """The place of the chosen move among the legal ones."""
        numbers = self.numbers
        try:
            number = self.strategy.choose([numbers[move] for move in way], self.wins)
            place = moves.index(self.moves[number])
        except KeyError:
            self._map_moves(moves, way)
            return self.choose(moves, way)
        self.add_move(place)
        return place

    def _map_moves(self, moves: Sequence[Move], way: Sequence[Move]) -> None:
        """Find the numbers of the moves on the way and of those that are legal now."""
        board = self.board.copy()
        for move in way:
            board.push(self.model.name(move))
            self._map_move(move, board.numbers[-1])
        for move in moves:
            self._map_move(move, board.game.parse(board.position, self.model.name(move)))

    def _map_move(self, move: Move, number: int) -> None:
        self.numbers[move] = number
        self.moves[number] = move
