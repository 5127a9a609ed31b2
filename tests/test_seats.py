"""Who can sit down, by which names, and what is said of a name that nobody has."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plyground.catalogue import find
from plyground.errors import PlygroundError
from plyground.players import LEVELS, describe_levels
from plyground.seats import describe_players, seat


def test_levels_are_described_in_order() -> None:
    described = describe_levels()
    assert tuple(digit for digit, _, _ in described) == LEVELS == ("1", "2", "3", "4", "5", "perfect")
    words = [word for _, word, _ in described]
    assert words[0] == "novice"
    assert words[4] == "master"
    assert len(set(words)) == len(words)
    assert all(meaning and "\n" not in meaning for _, _, meaning in described)


@pytest.mark.parametrize(("digit", "word"), [(digit, word) for digit, word, _ in describe_levels()])
def test_digit_and_word_mean_the_same(digit: str, word: str) -> None:
    name = digit if digit == "perfect" else f"level {digit}"
    for who in (digit, word, f"level {digit}", f"level {word}", f" Level {digit} ", word.upper()):
        player = seat(who, find("noughts"))
        assert player is not None
        assert player.name == name


@pytest.mark.parametrize("who", ["human", "Human", " human "])
def test_a_person_is_asked_elsewhere(who: str) -> None:
    assert seat(who, find("noughts")) is None


@pytest.mark.parametrize("who", ["hal", "", "0", "6", "level", "level 6", "1 2", "humans", "level human"])
def test_an_unknown_name_is_told_who_there_is(who: str) -> None:
    with pytest.raises(PlygroundError) as error:
        seat(who, find("noughts"))
    told = str(error.value)
    assert repr(who) in told
    assert "\n" not in told
    assert "human" in told
    assert all(digit in told and word in told for digit, word, _ in describe_levels())


@pytest.mark.parametrize(
    ("game", "classics"),
    [
        ("noughts", ["hoxo"]),
        ("noughts:5x5", []),
        ("squava", ["squava-classic"]),
        ("numerical", ["numerical-classic"]),
        ("squeeze:4x4", ["squeeze-classic"]),
        ("gomoku", ["piskworky"]),
        (None, ["hoxo", "squava-classic", "numerical-classic", "squeeze-classic", "piskworky"]),
    ],
)
def test_everybody_who_fits_is_listed(game: str | None, classics: list[str]) -> None:
    listed = describe_players(find(game) if game else None)
    assert [sitter.who for sitter in listed] == ["human", *LEVELS, *classics, "FILE.py"]
    assert all(sitter.title and sitter.meaning and "\n" not in sitter.meaning for sitter in listed)
    if game:
        for sitter in listed[1:-1]:
            assert seat(sitter.who, find(game)) is not None


def test_the_error_lists_the_classics_of_the_game() -> None:
    with pytest.raises(
        PlygroundError, match=r"squava has human, .*, perfect, squava-classic, any FILE\.py .* ugi:COMMAND"
    ):
        seat("hal", find("squava"))


@pytest.mark.parametrize(
    "wrong",
    [{"seconds": -1.0}, {"seconds": float("nan")}, {"depth": 0}, {"nodes": 0}, {"threads": 0}, {"memory": 0}],
)
def test_impossible_limits_are_refused(wrong: dict[str, float]) -> None:
    for who in LEVELS:
        with pytest.raises(PlygroundError, match=next(iter(wrong))):
            seat(who, find("noughts"), **wrong)  # type: ignore[arg-type]


def test_listing_everybody_loads_nothing_heavy() -> None:
    program = (
        "import sys; from plyground.seats import describe_players; describe_players(); "
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy')))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
