"""Playing second against a proof: what it answers, and why a move does not help."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.board import Board
from plyground.solver.certificate_prover import CertificateProver
from plyground.solver.theorem import Theorem
from plyground.verify.endless_certificate import pack_endless
from tests.solver.test_certificate_prover import NEAR
from tests.verify.test_endless import three_part


@pytest.fixture(scope="module")
def parts() -> list[tuple[tuple[int, int] | None, bytes, bool]]:
    return [*map(three_part, NEAR), three_part((0, 12), is_far=True)]


def theorem(folder: Path, claim: str, parts: list[tuple[tuple[int, int] | None, bytes, bool]]) -> Theorem:
    """A theorem about three in a row, in place of five."""
    path = folder / "three.cert"
    path.write_bytes(pack_endless(3, claim, parts))
    return Theorem(CertificateProver(Board("gomoku").game, path))


@pytest.fixture
def whole(tmp_path: Path, parts: list[tuple[tuple[int, int] | None, bytes, bool]]) -> Theorem:
    return theorem(tmp_path, "win", parts)


def test_it_says_what_is_proven_and_no_more(
    tmp_path: Path, whole: Theorem, parts: list[tuple[tuple[int, int] | None, bytes, bool]]
) -> None:
    assert whole.statement() == (
        "Proven for 3 in a row on the infinite board: the first player wins, whatever you reply."
    )
    (tmp_path / "some").mkdir()
    some = theorem(tmp_path / "some", "replies", [parts[0], parts[-1]])
    assert some.statement() == (
        "Proven for 3 in a row on the infinite board: the first player wins after 0,1 and their "
        "mirror images, and after replies so far away that the proof of 0,12 can be moved there. "
        "Other first replies are open here."
    )
    assert some.near_images() == [(-1, 0), (0, -1), (0, 1), (1, 0)]
    assert some.step(Board("gomoku", "0,0 1,1")) is None, "open"
    (tmp_path / "near").mkdir()
    near = theorem(tmp_path / "near", "replies", parts[:1])
    assert near.far is None
    assert near.statement().endswith("after 0,1 and their mirror images. Other first replies are open here.")


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("5,6", "5,6 is a first reply that is proven by itself."),
        ("4,5", "4,5 is a mirror image of 0,1, which is proven."),
        ("25,-20", "25,-20 is far away: the proof of 0,12 is moved there."),
    ],
)
def test_a_first_reply_is_told_how_it_is_proven(whole: Theorem, reply: str, words: str) -> None:
    step = whole.step(Board("gomoku", f"5,5 {reply}"))
    assert step is not None
    assert step.mattered is None
    assert step.sentences[0] == words
    assert step.order == 1, "two in a row, of three"
    assert (step.plies, len(step.threat), step.line[0]) == (2, 1, step.answer)
    assert step.sentences[1:] == (
        f"The answer is {step.answer}. "
        "A threat of order 1: if you play elsewhere, 3 in a row follow at once.",
        "At most 2 plies are left.",
    )


def test_a_later_move_matters_or_is_elsewhere(whole: Theorem) -> None:
    first = whole.step(Board("gomoku", "0,0 0,1"))
    assert first is not None
    assert first.replies
    assert set(first.threat) <= set(first.replies), "whoever plays there stops the threat"
    for move, mattered in ((first.replies[0], True), ("40,40", False)):
        step = whole.step(Board("gomoku", f"0,0 0,1 {first.answer} {move}"))
        assert step is not None
        assert step.mattered is mattered
        assert set(step.asked) == set(first.replies)
        assert (step.order, step.plies, step.replies, step.threat) == (0, 0, (), ())
        is_elsewhere = "as if you had passed" in step.sentences[0]
        assert is_elsewhere is not mattered
        assert step.sentences[-1] == f"The answer is {step.answer}. That completes 3 in a row."


def test_it_says_nothing_where_it_is_not_the_first_players_turn(whole: Theorem) -> None:
    assert whole.step(Board("gomoku", "0,0")) is None
    step = whole.step(Board("gomoku", "0,0 0,1"))
    assert step is not None
    assert whole.step(Board("gomoku", f"0,0 0,1 {step.answer}")) is None
    assert whole.step(Board("gomoku", "0,0 0,1 30,30 1,1")) is None, "the proof plays another move"
