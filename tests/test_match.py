"""A game under way: what is played, taken back and made again, and the record in both directions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.board import Board, Outcome
from plyground.errors import PlygroundError
from plyground.match import Match, Seat
from plyground.records import Played, read_record, write_record

COMPUTER = Seat("level 3", is_person=False)

RECORD = """\
plyground record 1
game: noughts
position: 3/1X1/3 O
first: Ada
second: level 3
began: 2026-01-31T18:30:00+01:00
result: 1-0
reason: O resigned
comment: a short one

1. a1  3.5s  ; the corner
2. c3
3. a3  0.25s  ; blocked
"""


def test_a_record_comes_out_as_it_went_in() -> None:
    record = read_record(RECORD)
    assert write_record(Match.from_record(record).record) == RECORD


def test_a_record_that_went_on_keeps_what_it_had() -> None:
    record = read_record(RECORD)
    match = Match.from_record(record)
    match.undo([0])
    match.play("a2", seconds=1.5, comment="later")
    after = match.record
    assert (after.game, after.players, after.position) == (record.game, record.players, record.position)
    assert (after.began, after.comment, after.result) == (record.began, record.comment, "*")
    assert after.moves == (*record.moves, Played("a2", 1.5, "later"))


@pytest.mark.parametrize("moves", ["a1 b1 a2 b2 a3", "a1 b1", ""])
def test_the_result_is_that_of_the_moves(moves: str) -> None:
    match = Match(Board("noughts", moves))
    again = Match.from_record(read_record(write_record(match.record)))
    assert again.record == match.record
    assert again.is_over == match.board.is_over


def test_a_player_who_cannot_be_found_keeps_his_name() -> None:
    match = Match.from_record(read_record(RECORD), lambda name: name != "level 3")
    assert match.seats == (Seat("Ada", is_person=True), COMPUTER)
    assert match.people == (0,)


def test_undo_and_redo_keep_times_and_comments() -> None:
    match = Match(Board("noughts"), (Seat(), COMPUTER))
    match.play("b2", 3.5, "the centre")
    match.play("a1", 0.8)
    before = match.record
    assert match.undo(match.people) == ("a1", "b2")
    assert match.undone == before.moves
    assert match.redo(match.people) == ("b2", "a1")
    assert match.record == before


def test_an_undo_that_is_refused_changes_nothing() -> None:
    match = Match(Board("noughts"), (COMPUTER, Seat()))
    match.play("b2", 0.8, "mine")
    before = match.record
    with pytest.raises(PlygroundError, match="there is no move of yours to take back"):
        match.undo(match.people)
    assert match.record == before
    assert match.undone == ()


def test_the_end_is_taken_back_before_any_move() -> None:
    match = Match(Board("noughts", "b2"))
    match.resign(1)
    assert str(match.outcome) == "X wins: O resigned"
    with pytest.raises(PlygroundError, match="the game is over"):
        match.play("a1")
    with pytest.raises(PlygroundError, match="the game is over"):
        match.finish(Outcome(None, None, "agreed"))
    assert match.undo([0, 1]) == ()
    assert not match.is_over
    assert match.board.history == ("b2",)


def test_another_move_forgets_what_was_taken_back() -> None:
    match = Match(Board("noughts", "b2 a1"))
    match.undo([1])
    match.play("c3")
    with pytest.raises(PlygroundError, match="there is no move to make again"):
        match.redo([0, 1])


def test_the_clock_counts_from_the_turn() -> None:
    time = [100.0]
    match = Match(Board("noughts"), now=lambda: time[0])
    time[0] += 7
    match.play("b2", match.elapsed)
    time[0] -= 50  # somebody has put the clock back
    match.play("a1", match.elapsed)
    assert [played.seconds for played in match.moves] == [7.0, 0.0]
    assert (match.seconds_spent(0), match.seconds_spent(1)) == (7.0, 0.0)


def test_a_rematch_begins_from_the_same_position() -> None:
    match = Match(Board("noughts", "a1", position="3/1X1/3 O"), (COMPUTER, Seat()))
    again = match.start_again()
    again.swap_seats()
    assert again.board == Board("noughts", position="3/1X1/3 O")
    assert again.names == ("human", "level 3")


ACTS: dict[str, Callable[[Match, list[str], list[str]], None]] = {}


def act(function: Callable[[Match, list[str], list[str]], None]) -> None:
    ACTS[function.__name__] = function


@act
def play(match: Match, made: list[str], undone: list[str]) -> None:
    free = [cell for cell in ("b2", "a1", "c2", "a3", "b1") if cell not in made]
    if free and not match.is_over:
        match.play(free[0], len(made) + 0.5, f"move {free[0]}")
        made.append(free[0])
        if undone and undone[-1] == free[0]:
            undone.pop()
        else:
            undone.clear()


@act
def undo(match: Match, made: list[str], undone: list[str]) -> None:
    if made:
        match.undo([0, 1])
        undone.append(made.pop())


@act
def redo(match: Match, made: list[str], undone: list[str]) -> None:
    if undone and not match.is_over:
        match.redo([0, 1])
        made.append(undone.pop())


@given(st.lists(st.sampled_from(sorted(ACTS)), max_size=40))
def test_any_order_of_acts_leaves_the_game_of_two_lists(names: list[str]) -> None:
    match = Match(Board("noughts"))
    made: list[str] = []
    undone: list[str] = []
    for name in names:
        ACTS[name](match, made, undone)
        assert list(match.board.history) == made
        assert [played.move for played in match.moves] == made
        assert [played.move for played in match.undone] == undone[::-1]
        assert all(played.comment == f"move {played.move}" for played in (*match.moves, *match.undone))
    assert read_record(write_record(match.record)) == match.record
