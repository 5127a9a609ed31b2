"""A Gomocup brain of a few lines that plays the first empty cell, or misbehaves as it is told.

    python tiny_brain.py LOG [QUIRK]

Everything that it hears is written to the file LOG, with a line `--` when it starts.
"""

from __future__ import annotations

import os
import select
import sys
import time

LOG, QUIRK = "".join(sys.argv[1:2]), "".join(sys.argv[2:])
heard = b""
size = (20, 20)
taken: list[tuple[int, int]] = []


def say(text: str) -> None:
    end = b"\r" if QUIRK == "cr" else b"\r\n"
    os.write(1, text.encode() + end)


def next_line() -> str:
    global heard
    while b"\n" not in heard:
        data = os.read(0, 4096)
        if not data:
            sys.exit()
        heard += data
    line, _, heard = heard.partition(b"\n")
    with open(LOG, "a") as log:
        log.write(line.decode().strip() + "\n")
    return line.decode().strip()


def forget_input() -> None:
    """Hear nothing for a moment, as some brains do."""
    global heard
    time.sleep(0.03)
    heard = b""
    while select.select([0], [], [], 0)[0]:
        if not os.read(0, 4096):
            sys.exit()


def misbehave() -> None:
    if QUIRK == "dies":
        sys.exit("out of ideas")
    if QUIRK == "hangs":
        time.sleep(60)
    if QUIRK == "bytes":
        os.write(1, b"MESSAGE \xff\xfe\xe9 caf\xc3\r\n\r\n\xe9\xe9\n")
    if QUIRK == "chatty":
        say("DEBUG 3,4 is what I think of")
        say("MESSAGE 5,5 would be fine")
        say("message lower case")
    if QUIRK == "nonsense":
        while True:
            say("the quick brown fox")
            time.sleep(0.01)
    if QUIRK == "floods":
        for number in range(20_000):
            say(f"DEBUG {number}")


def move() -> None:
    misbehave()
    cells = ((x, y) for y in range(size[1]) for x in range(size[0]))
    cell = next(cell for cell in cells if cell not in taken)
    if QUIRK == "taken" and taken:
        cell = taken[0]
    if QUIRK == "outside":
        cell = (99, 0)
    taken.append(cell)
    if QUIRK == "suggest":
        say(f"SUGGEST {cell[0]},{cell[1]}")
        word, _, place = next_line().partition(" ")
        say(place if word == "PLAY" else "ERROR")
    elif QUIRK == "spaces":
        say(f"  {cell[0]} , {cell[1]} ")
    else:
        say(f"{cell[0]},{cell[1]}")
    if QUIRK == "deaf":
        forget_input()


def read_board() -> None:
    taken.clear()
    before = ""
    while (line := next_line()) != "DONE":
        x, y, whose = line.split(",")
        if whose == before:
            sys.exit("two stones of one side in a row")
        before = whose
        taken.append((int(x), int(y)))
    if not taken:
        time.sleep(60)  # some never answer an empty board


def main() -> None:
    global size
    with open(LOG, "a") as log:
        log.write("--\n")
    while True:
        word, _, rest = next_line().partition(" ")
        if word in ("START", "RECTSTART"):
            if QUIRK == "silent":
                time.sleep(60)
            width, _, height = rest.partition(",")
            size = int(width), int(height or width)
            say("ERROR unsupported size" if QUIRK == "size" else "OK")
        elif word == "INFO":
            if QUIRK == "errors":
                say("ERROR what is INFO?")
        elif word == "BEGIN":
            move()
        elif word == "TURN":
            x, _, y = rest.partition(",")
            taken.append((int(x), int(y)))
            move()
        elif word == "BOARD":
            read_board()
            move()
        elif word == "END":
            if QUIRK == "stays":
                time.sleep(60)
            return
        else:
            sys.exit(f"I do not know {word}")


if __name__ == "__main__":
    main()
