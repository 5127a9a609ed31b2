"""The numbers of a search in words: a proven result by its name, an estimate as a number."""

from __future__ import annotations

from typing import Final

from plyground.score import INFINITE, PROVEN, WIN

EXACT: Final = "exact"
AT_LEAST: Final = "at least"
AT_MOST: Final = "at most"
OPPOSITE: Final = {EXACT: EXACT, AT_LEAST: AT_MOST, AT_MOST: AT_LEAST}
SIGNS: Final = {EXACT: "", AT_LEAST: "≥ ", AT_MOST: "≤ "}


def is_proven(value: int, bound: str, *, settled: bool) -> bool:
    """Whether a value is a result: no estimate reaches as far as a win, and a draw must be settled.

    >>> is_proven(WIN, AT_LEAST, settled=False), is_proven(WIN, AT_MOST, settled=False)
    (True, False)
    >>> is_proven(0, EXACT, settled=False), is_proven(0, EXACT, settled=True)
    (False, True)
    """
    if value > PROVEN:
        return bound != AT_MOST
    if value < -PROVEN:
        return bound != AT_LEAST
    return settled and value == 0


def number_text(value: int) -> str:
    """A number of a window, in a few characters.

    >>> [number_text(value) for value in (-INFINITE, 7, 0, WIN, 4 - WIN, INFINITE)]
    ['-∞', '+7', '0', 'win', 'loss in 4', '+∞']
    """
    if abs(value) >= INFINITE:
        return "+∞" if value > 0 else "-∞"
    if abs(value) > PROVEN:
        plies = WIN - abs(value)
        return ("win" if value > 0 else "loss") + (f" in {plies}" if plies else "")
    return f"{value:+d}" if value else "0"


def window_text(alpha: int, beta: int) -> str:
    """A window in a few characters.

    >>> window_text(-INFINITE, 3)
    '(-∞, +3)'
    """
    return f"({number_text(alpha)}, {number_text(beta)})"


def value_text(value: int, bound: str, players: tuple[str, str], *, proven: bool, ply: int = 0) -> str:
    """A value in a few characters, for the first of two players, `ply` plies from the root.

    Words are proven, a number is an estimate.

    >>> value_text(0, EXACT, ("X", "O"), proven=True), value_text(0, EXACT, ("X", "O"), proven=False)
    ('draw', '0')
    >>> value_text(7 - WIN, AT_MOST, ("X", "O"), proven=True, ply=4)
    '≤ O wins in 3'
    """
    if not proven:
        return SIGNS[bound] + number_text(value)
    if value == 0:
        return f"{SIGNS[bound]}draw"
    if abs(value) >= WIN:  # nothing is better or worse
        bound = EXACT
    plies = WIN - abs(value) - ply
    distance = f" in {plies}" if abs(value) < WIN and plies > 0 else ""
    return f"{SIGNS[bound]}{players[0] if value > 0 else players[1]} wins{distance}"


def in_words(shown: str) -> str:
    """A shown value as a sentence says it.

    >>> in_words("≥ +3")
    'at least +3'
    """
    return shown.replace("≥", AT_LEAST).replace("≤", AT_MOST)
