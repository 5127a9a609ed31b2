"""The record of a game: what is written is read again, and what is wrong is said with its line."""

from __future__ import annotations

import errno
import os
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import Board, PlygroundError
from plyground.match import Match, Seat
from plyground.records import (
    Played,
    Record,
    RecordError,
    load_record,
    read_record,
    save_record,
    write_record,
)
from tests.samples import VARIANTS, random_board, record_of

TEXT = """\
plyground record 1
game: noughts
first: human
second: level 3
began: 2026-01-31T18:30:00+01:00
result: 1-0
reason: three in a row a1 b1 c1
comment: played on a train

1. a1  3.5s  ; the corner
2. a2  0.8s
3. b1
4. b2  12s
5. c1  ; there
"""

RECORD = Record(
    game="noughts",
    players=("human", "level 3"),
    moves=(
        Played("a1", 3.5, "the corner"),
        Played("a2", 0.8),
        Played("b1"),
        Played("b2", 12.0),
        Played("c1", comment="there"),
    ),
    result="1-0",
    reason="three in a row a1 b1 c1",
    began="2026-01-31T18:30:00+01:00",
    comment="played on a train",
)


def edited(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


# Made from a board


def test_a_game_that_goes_on() -> None:
    match = Match(Board("noughts:4x4"), (Seat(), Seat("level 3")), began="2026-01-31")
    match.play("b2", 1.23456)
    match.play("c3")
    assert match.record == Record(
        "noughts:4x4", ("human", "level 3"), (Played("b2", 1.235), Played("c3")), "*", began="2026-01-31"
    )


@pytest.mark.parametrize(
    ("moves", "result", "reason"),
    [
        ("a1 a2 b1 b2 c1", "1-0", "three in a row a1 b1 c1"),
        ("a1 a2 b1 b2 c3 c2", "0-1", "three in a row a2 b2 c2"),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", "1/2-1/2", "the board is full"),
    ],
)
def test_a_game_that_is_over(moves: str, result: str, reason: str) -> None:
    record = record_of(Board("noughts", moves))
    assert (record.result, record.reason) == (result, reason)


@pytest.mark.parametrize(("side", "result", "reason"), [(0, "0-1", "X resigned"), (1, "1-0", "O resigned")])
def test_a_resignation(side: int, result: str, reason: str) -> None:
    match = Match(Board("squava", "c3"))
    match.resign(side)
    record = match.record
    assert (record.result, record.reason) == (result, reason)
    assert read_record(write_record(record)) == record


def test_times_that_no_clock_can_give_are_left_out() -> None:
    match = Match(Board("noughts"))
    for move, seconds in (("a1", float("nan")), ("a2", -0.5), ("b1", None), ("b2", float("inf"))):
        match.play(move, seconds)
    assert [played.seconds for played in match.record.moves] == [None, 0.0, None, None]


def test_the_board_comes_back() -> None:
    board = RECORD.board()
    assert board.history == ("a1", "a2", "b1", "b2", "c1")
    assert board.is_over


def test_a_move_that_cannot_be_replayed_is_named() -> None:
    record = replace(RECORD, moves=(Played("a1"), Played("a1")))
    with pytest.raises(RecordError, match=r"^move 2: a1 is taken$"):
        record.board()


# Written and read


def test_the_format() -> None:
    assert write_record(RECORD) == TEXT
    assert read_record(TEXT) == RECORD


def test_what_is_not_known_is_not_written() -> None:
    record = record_of(Board("noughts"), ("human", ""))
    assert write_record(record) == "plyground record 1\ngame: noughts\nfirst: human\nsecond:\nresult: *\n"
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "  \t\n"),
        TEXT.replace("\n", "\n\n"),
        "\ufeff" + TEXT,
        "\n\n" + TEXT.rstrip("\n"),
        TEXT.replace(": ", ":   "),
        TEXT.replace(". ", "."),
        TEXT.replace("  ", "\t"),
        TEXT.replace("; ", ";"),
        TEXT.replace("12s", "12.000s"),
    ],
)
def test_what_editors_and_people_do_to_a_text_does_no_harm(text: str) -> None:
    assert read_record(text) == RECORD


odd = st.text() | st.text(" \t\r\n;:\\nu{}20\x00\x85\u2028\ufeff\ud800é", max_size=12)
times = st.none() | st.floats(min_value=0, allow_infinity=False)


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    game=st.sampled_from(VARIANTS),
    plies=st.integers(0, 12),
    players=st.tuples(odd, odd),
    comment=odd,
    said=st.lists(st.tuples(times, odd), min_size=12, max_size=12),
    resigned=st.sampled_from([None, 0, 1]),
)
def test_writing_and_reading_is_the_identity(
    seed: int,
    game: str,
    plies: int,
    players: tuple[str, str],
    comment: str,
    said: list[tuple[float | None, str]],
    resigned: int | None,
) -> None:
    board = random_board(game, plies, random.Random(seed))
    match = Match(board, (Seat(players[0]), Seat(players[1])), comment=comment)
    if resigned is not None and not match.is_over:
        match.resign(resigned)
    moves = tuple(Played(move, *more) for move, more in zip(board.history, said, strict=False))
    record = replace(match.record, moves=moves)
    text = write_record(record)
    assert read_record(text) == record
    assert read_record(text.encode().decode().replace("\n", " \r\n")) == record
    assert write_record(read_record(text)) == text


def test_a_game_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parent / "data" / "games" / "stones.py", tmp_path / "my stones; old.py")
    monkeypatch.chdir(tmp_path)
    board = random_board("./my stones; old.py", 2, random.Random(1))
    record = record_of(board, ("human", "human"))
    assert read_record(write_record(record)).board() == board


# What is wrong, and where


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "a record begins with 'plyground record 1'"),
        ("\n\nchess\n", 3, "a record begins with"),
        (edited("record 1", "record 2"), 1, "this is a record of version 2, and only 1 is known here"),
        ("plyground record 1\n", 1, "the line 'game: ...' is missing below"),
        (edited("result: 1-0\n", ""), 1, "the line 'result: ...' is missing below"),
        (edited("game: noughts", "game: chess"), 2, "there is no game 'chess'"),
        (edited("game: noughts", "game: noughts:9x9"), 2, "noughts has no variant '9x9'"),
        (edited("game: noughts", "game: ./nowhere.py"), 2, "there is no game file './nowhere.py'"),
        (edited("game: noughts", "game: \\u{0}.py"), 2, "null"),
        (
            edited("first:", "colour: red\nfirst:"),
            3,
            "there is no key 'colour'; there are game, position, first, second",
        ),
        (edited("first:", "game: squava\nfirst:"), 3, "'game' has been there before, in line 2"),
        (edited("first: human", "human"), 3, "'human' is neither 'key: value' nor a move such as '1. c3'"),
        (edited("began: 2026-01-31", "began: yesterday"), 5, "is no time such as 2026-01-31T18:30:00"),
        (edited("result: 1-0", "result: 2-0"), 6, "'2-0' is no result; there are 1-0, 0-1, 1/2-1/2, *"),
        (edited("result: 1-0", "result: 0-1"), 6, "the result of these moves is 1-0: X wins: three in a row"),
        (edited("result: 1-0", "result: *"), 6, "the result of these moves is 1-0"),
        (edited("three in a row a1", "two in a row a1"), 7, "the reason for the end of this game is 'three"),
        (edited("on a train", "on \\a train"), 8, "\\a stands for nothing; a backslash is written \\\\"),
        (edited("on a train", "on \\u{110000}"), 8, "stands for nothing"),
        (edited("on a train", "on a train\\"), 8, "\\ stands for nothing"),
        (edited("2. a2", "2. a1"), 11, "a1 is taken"),
        (edited("2. a2", "2. d7"), 11, "'d7' is no cell"),
        (edited("2. a2", "3. a2"), 11, "here comes move 2, not '3'"),
        (edited("2. a2", "1. a2"), 11, "here comes move 2, not '1'"),
        (edited("2. a2  0.8s", "2."), 11, "move 2 is missing"),
        (edited("2. a2  0.8s", "2. ; nothing"), 11, "move 2 is missing"),
        (edited("0.8s", "0.8"), 11, "behind a move comes a time such as 0.8s or a '; comment', not '0.8'"),
        (edited("0.8s", "-1s"), 11, "not '-1s'"),
        (edited("0.8s", "nans"), 11, "not 'nans'"),
        (edited("0.8s", "a nice move"), 11, "not 'a nice move'"),
        (edited("; there", "; \\there \\!"), 14, "\\! stands for nothing"),
        (TEXT + "6. c2\n", 15, "c2 comes too late: the game is over"),
        (TEXT + "comment: late\n", 15, "'comment' must stand above the moves"),
        (edited("5. c1  ; there\n", ""), 6, "these moves do not end the game"),
    ],
)
def test_every_error_has_its_line(text: str, line: int, why: str) -> None:
    if why.startswith("these moves"):
        text = text.replace("reason: three in a row a1 b1 c1\n", "")
    with pytest.raises(RecordError) as caught:
        read_record(text, "game.ply")
    message = str(caught.value)
    assert message.startswith(f"game.ply: line {line}: ")
    assert why in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("result", "reason", "why"),
    [
        ("*", "X resigned", "line 6: there is no reason for an end while the result is *"),
        ("1-0", "X resigned", "line 5: if X resigned, it is 0-1"),
        ("1/2-1/2", "O resigned", "line 5: if O resigned, it is 1-0"),
        ("1-0", "", "write *, or 'reason: O resigned' below"),
        ("0-1", "", "write *, or 'reason: X resigned' below"),
        ("1/2-1/2", "", "write *, or 'reason: agreed' below"),
    ],
)
def test_a_game_that_was_broken_off_needs_a_reason_that_fits(result: str, reason: str, why: str) -> None:
    record = replace(record_of(Board("noughts", "b2"), ("a", "b")), result=result, reason=reason)
    with pytest.raises(RecordError) as caught:
        read_record(write_record(record))
    assert why in str(caught.value)


@pytest.mark.parametrize(("result", "reason"), [("1/2-1/2", "agreed"), ("0-1", "X forgot the time")])
def test_a_game_may_end_for_reasons_outside_its_rules(result: str, reason: str) -> None:
    record = replace(record_of(Board("noughts", "b2"), ("a", "b")), result=result, reason=reason)
    assert read_record(write_record(record)) == record


def test_the_reason_may_be_left_to_the_moves() -> None:
    assert read_record(edited("reason: three in a row a1 b1 c1\n", "")).reason == ""


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_damage_is_an_error_or_another_record_but_nothing_else(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(start + 8, len(TEXT))))
    text = TEXT[:start] + data.draw(odd) + TEXT[end:]
    try:
        record = read_record(text)
    except RecordError as error:
        told = str(error)
    else:
        assert read_record(write_record(record)) == record
        return
    assert told.startswith("record: line ")
    assert "\n" not in told


# Files


def test_a_file_holds_the_text(tmp_path: Path) -> None:
    path = tmp_path / "game.ply"
    save_record(replace(RECORD, result="*"), path)
    save_record(RECORD, path)
    assert path.read_bytes() == TEXT.encode()
    assert load_record(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.ply"
    path.write_text(edited("2. a2", "2. a1"), encoding="utf-8")
    with pytest.raises(RecordError, match=r"^game\.ply: line 11: a1 is taken$"):
        load_record(path)


@pytest.mark.parametrize("where", ["os.replace", "os.fsync"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "game.ply"
    save_record(RECORD, path)
    monkeypatch.setattr(where, full)
    with pytest.raises(PlygroundError) as caught:
        save_record(replace(RECORD, comment="newer"), path)
    assert str(caught.value) == f"cannot write {path}: No space left on device"
    assert load_record(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.ply"
    try:
        link.symlink_to(tmp_path / "game.ply")
    except OSError:
        pytest.skip("there are no links here")
    save_record(RECORD, link)
    assert link.is_symlink()
    assert load_record(tmp_path / "game.ply") == RECORD


@pytest.mark.parametrize("name", ["nowhere/game.ply", ".", "nul\0.ply", "x" * 300, "\ud800\0"])
def test_places_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlygroundError, match=r"^cannot write .*: .") as caught:
        save_record(RECORD, tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device")
def test_devices_are_not_replaced() -> None:
    with pytest.raises(PlygroundError, match="cannot write /dev/full: it is not an ordinary file"):
        save_record(RECORD, Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("name", ["missing.ply", ".", "nul\0.ply", "game.ply/inside"])
def test_places_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "game.ply").write_text(TEXT, encoding="utf-8")
    with pytest.raises(PlygroundError, match=r"^cannot read .*: .") as caught:
        load_record(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.ply"
    path.write_bytes(TEXT.encode().replace(b"train", b"tr\xffin"))
    with pytest.raises(RecordError, match=r"^game\.ply: line 8: this is not UTF-8 text$"):
        load_record(path)


def test_a_file_that_is_far_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.records.LARGEST_FILE", 100)
    path = tmp_path / "game.ply"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(PlygroundError, match="too large for a record"):
        load_record(path)
