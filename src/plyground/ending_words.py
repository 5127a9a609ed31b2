"""Why a game ended, in words: templates of a game, filled in with what its compiled `reason` found.

A template with `{row}` is said once for each deciding row of cells: `{row}` is its cells, `{length}` how many
they are. `{0}` is the first number, `{0:piece}` the same with a noun; `{mover}` and `{other}` are players. A
template that begins with `!` blames the loser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from plyground.game_values import Ending

BLAMES_LOSER: Final = "!"
NUMBER_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")


def number_word(number: int) -> str:
    """A small number as a word.

    >>> number_word(3), number_word(12)
    ('three', '12')
    """
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def count_words(number: int, noun: str) -> str:
    """A number of things in words.

    >>> count_words(1, "piece"), count_words(3, "piece")
    ('1 piece', '3 pieces')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def fill_in(
    template: str, rows: Sequence[Sequence[str]], numbers: Sequence[int], mover: str, other: str
) -> Ending:
    """The ending that a template tells, with the names of the deciding cells.

    >>> fill_in("{length} in a row {row}", [["a1", "b1", "c1"]], [], "O", "X")
    Ending(reason='three in a row a1 b1 c1', line=('a1', 'b1', 'c1'), blames_loser=False)
    >>> fill_in("{mover} has {0:piece} to {1}", [], [2, 1], "white", "black").reason
    'white has 2 pieces to 1'
    """
    blames_loser = template.startswith(BLAMES_LOSER)
    text = template.removeprefix(BLAMES_LOSER).replace("{mover}", mover).replace("{other}", other)
    text = re.sub(r"\{(\d+)(?::([^}]*))?\}", lambda found: _number_text(numbers, found), text)
    if "{row}" in text:
        text = " and ".join(
            text.replace("{row}", " ".join(row)).replace("{length}", number_word(len(row))) for row in rows
        )
    return Ending(text, tuple(dict.fromkeys(cell for row in rows for cell in row)), blames_loser)


def _number_text(numbers: Sequence[int], found: re.Match[str]) -> str:
    number = numbers[int(found[1])]
    return str(number) if found[2] is None else count_words(number, found[2])
