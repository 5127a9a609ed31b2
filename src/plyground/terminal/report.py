"""Games and analyses as text for people and as JSON for programs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from plyground.variants import describe

if TYPE_CHECKING:
    from plyground.board import Board
    from plyground.engine import Info, Line, Score
    from plyground.game import Game
    from plyground.players import Choice, Sitter


def game_list(games: Iterable[Game]) -> str:
    """Every game with its summary and its variants."""
    return "\n".join(f"{game.name:<12}{game.summary} Variants: {describe(game.options)}." for game in games)


def player_list(sitters: Iterable[Sitter]) -> str:
    """Everybody who can sit down and how they play."""
    return "\n".join(
        f"{sitter.who:<18}{sitter.title}: {sitter.meaning}"
        if sitter.who != sitter.title
        else f"{sitter.who:<18}{sitter.meaning}"
        for sitter in sitters
    )


def game_json(game: Game) -> dict[str, Any]:
    """What there is to know about a game before playing it."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "players": game.players,
        "options": [
            {"name": option.name, "default": option.default, "takes": option.describe()}
            for option in game.options
        ],
        "origin": game.origin,
    }


def picture(board: Board) -> str:
    """The board and what each side has left, in plain ASCII where the terminal knows nothing better."""
    try:
        "┼".encode(sys.stdout.encoding or "ascii")
        drawn = board.text()
    except UnicodeEncodeError:
        drawn = board.text(ascii_only=True)
    trays = zip(board.game.players, board.game.picture(board.position).trays, strict=False)
    return "\n".join([drawn, *(f"{player} has {' '.join(tray) or 'nothing left'}" for player, tray in trays)])


def coloured(text: str) -> str:
    """The last move and the deciding line in colour, on a terminal that wants it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    text = re.sub(r"\[[^\[\]]+\]", lambda mark: f"\033[1;33m{mark[0]}\033[0m", text)
    return re.sub(r"\*[^*│|]+\*", lambda mark: f"\033[1;32m{mark[0]}\033[0m", text)


def judgement(board: Board, score: Score) -> str:
    """A score in words that name the players; an estimate is never told as a proof."""
    mover, other = board.player, board.game.players[1 - board.turn]
    if score.value is None:
        return f"estimate {score} for {mover}"
    if score.value == "draw":
        return "proven draw"
    winner = mover if score.value == "win" else other
    if score.distance == 0:
        return f"{winner} has won"
    about = "" if score.exact else "about "
    return f"proven: {winner} wins in {about}{plies(score.distance)}"


def remark(board: Board, choice: Choice) -> str:
    """What a player says of the move that it is about to make, and how long it took."""
    opinions = [choice.words, judgement(board, choice.score) if choice.score else ""]
    return ", ".join([*filter(None, opinions), f"{choice.seconds:.1f} s"])


def plies(distance: int | None) -> str:
    """A distance with its unit."""
    return "1 ply" if distance == 1 else f"{distance} plies"


def analysis_text(board: Board, info: Info) -> str:
    """The board and everything that the engine has to say about it."""
    if info.best is None:
        return f"{picture(board)}\n{board.caption}"
    lines = [picture(board), board.caption, f"best move: {info.best} ({judgement(board, info.score)})"]
    for line in info.lines:
        told = f"{line.score}: " if len(info.lines) > 1 else ""
        lines.append(f"line: {told}{' '.join(line.moves)}")
    effort = f"{info.nodes:,} nodes in {info.seconds:.2f} s, {info.speed:,.0f} nodes/s"
    lines.append(f"depth {info.depth}, {effort}")
    return "\n".join(lines)


def progress(board: Board, info: Info) -> str:
    """One finished depth on one line."""
    told = judgement(board, info.score)
    numbers = f"{info.nodes:,} nodes, {info.speed:,.0f}/s, table {info.fill:.0%} full"
    return f"depth {info.depth}: {told}, {numbers}: {' '.join(info.line[:12])}"


def board_json(board: Board) -> dict[str, Any]:
    """Which position is meant: the game, where it began if not as usual, and the moves since."""
    setup = {"position": board.setup} if board.setup else {}
    return {"game": board.game.full_name, **setup, "moves": board.history}


def analysis_json(board: Board, info: Info, *, several: bool) -> dict[str, Any]:
    """The same for programs: `score` is an estimate, `value` is proven."""
    answer = {
        **board_json(board),
        "best": info.best,
        **score_json(info.score),
        "line": info.line,
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
    }
    return answer | {"lines": [line_json(line) for line in info.lines]} if several else answer


def line_json(line: Line) -> dict[str, Any]:
    """One of several lines."""
    return {"move": line.move, **score_json(line.score), "line": line.moves}


def score_json(score: Score) -> dict[str, Any]:
    """Either an estimate or a proven value."""
    if score.value is None:
        return {"score": score.estimate}
    return {"value": score.value, "distance": score.distance, "exact_distance": score.exact}
