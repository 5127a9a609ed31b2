"""A UGI program of a few lines that plays the first legal move of a game, or misbehaves as it is told.

python tiny_ugi.py GAME [QUIRK]
"""

from __future__ import annotations

import sys
import time

from plyground.board import Board


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def position(game: str, words: list[str]) -> Board:
    cut = words.index("moves") if "moves" in words else len(words)
    text = "" if words[1] == "startpos" else " ".join(words[2:cut])
    return Board(game, words[cut + 1 :], position=text)


def go(board: Board, quirk: str, words: list[str]) -> None:
    best = board.legal_moves[0]
    if quirk == "dies":
        sys.exit("no more of this")
    if quirk == "hangs":
        time.sleep(60)
    if quirk == "illegal":
        best = "zz99"
    if quirk == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe caf\xe9\r\ninfo depth x score cp y pv\r\n\r\n")
        sys.stdout.buffer.flush()
    if quirk == "floods":
        for number in range(20_000):
            say(f"info string {number}")
    if quirk == "late":
        for line in sys.stdin:
            if line.strip() == "stop":
                break
    say(f"info depth 7 score cp 12 multipv 1 pv {best} nonsense")
    say("info depth 3 score cp -99 multipv 2 pv other")
    say(f"bestmove {best}")


def main() -> None:
    game, quirk = sys.argv[1], "".join(sys.argv[2:])
    if quirk == "deaf":
        time.sleep(60)
    board = Board(game)
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "ugi":
                say("id name tiny")
                say("ugiok")
            case "isready":
                say("readyok")
            case "position":
                board = position(game, words)
            case "go":
                go(board, quirk, words)
            case "quit":
                if quirk == "stays":
                    time.sleep(60)
                return


if __name__ == "__main__":
    main()
