"""Tables on the disk: whole or not at all, found damaged where they are, built by one program at a time."""

from __future__ import annotations

import errno
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground.catalogue import find
from plyground.commands.main import run
from plyground.errors import PlygroundError
from plyground.solver.table_prover import TableProver
from plyground.tables import folder, format
from plyground.tables.builder import Builder
from plyground.tables.checkpoints import Checkpoints
from plyground.tables.consistency import check_table
from plyground.tables.folder import LAYERS, RESULTS, TableBusy, load_table, lock_table, table_path
from plyground.tables.format import CHUNK, DamagedTable, TableHeader, open_table, read_header, write_table
from plyground.tables.sweep import SweepState
from tests.processes import hear_interrupts

SMALL = "squeeze:3x3,limit=0"
HEADER = TableHeader("some game", RESULTS, "digest", 3 * CHUNK + 5, longest=7, won=1, drawn=2, lost=3)


def some_table(path: Path) -> format.Codes:
    data = np.random.default_rng(1).integers(0, 255, HEADER.size, np.uint8)
    write_table(path, HEADER, data)
    return data


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of the smallest game, built without a break."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_DATA", str(tmp_path_factory.mktemp("data")))
        return Builder(find(SMALL), RESULTS).build().path.read_bytes()


def put(content: bytes) -> Path:
    path = table_path(find(SMALL), RESULTS)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


# The format


def test_what_is_written_is_read(tmp_path: Path) -> None:
    data = some_table(tmp_path / "a.results")
    table = open_table(tmp_path / "a.results")
    assert table.header == read_header(tmp_path / "a.results") == HEADER
    assert np.array_equal(table.codes, data)
    assert not table.codes.flags.writeable
    assert [path.name for path in tmp_path.iterdir()] == ["a.results"]


def test_a_flipped_bit_is_noticed_wherever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.results"
    some_table(path)
    good = path.read_bytes()
    front = len(good) - HEADER.size
    used = good[:front].rstrip(b"\0")
    chance = np.random.default_rng(2)
    places = [0, 17, 21, 30, len(used) - 1, front, len(good) - 1]
    places += chance.integers(0, len(used), 40).tolist() + chance.integers(front, len(good), 40).tolist()
    for place in places:
        bad = bytearray(good)
        bad[place] ^= 1 << int(chance.integers(8))
        path.write_bytes(bad)
        with pytest.raises(DamagedTable, match=r"a\.results is damaged and not used"):
            open_table(path)


@pytest.mark.parametrize("length", [0, 10, 30, 200, 5000, 2 * CHUNK, -1])
def test_a_table_that_is_cut_off_is_noticed(tmp_path: Path, length: int) -> None:
    path = tmp_path / "a.results"
    some_table(path)
    path.write_bytes(path.read_bytes()[:length])
    for read in (open_table, read_header):
        with pytest.raises(DamagedTable, match=r"a\.results is damaged"):
            read(path)


def test_a_later_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format, "VERSION", 2)
    some_table(tmp_path / "a.results")
    monkeypatch.undo()
    with pytest.raises(DamagedTable, match="it has format 2, this Plyground reads format 1"):
        open_table(tmp_path / "a.results")


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "a.results"
    data = some_table(path)

    def full(*arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, failing, full)
    with pytest.raises(PlygroundError, match=r"^cannot write .*a\.results: No space left on device$"):
        write_table(path, HEADER, data[::-1].copy())
    assert [each.name for each in tmp_path.iterdir()] == ["a.results"]
    assert np.array_equal(open_table(path).codes, data)


# Which table is for which game


def test_a_damaged_table_is_named_and_not_used(small: bytes, caplog: pytest.LogCaptureFixture) -> None:
    path = put(small[:-1] + bytes([small[-1] ^ 4]))
    with pytest.raises(DamagedTable, match=str(path)):
        load_table(find(SMALL), RESULTS)
    with caplog.at_level(logging.WARNING):
        assert folder.load_table_or_warn(find(SMALL), RESULTS) is None
        assert folder.load_table_or_warn(find(SMALL), RESULTS) is None
    assert [str(path) in record.getMessage() for record in caplog.records] == [True]
    assert Builder(find(SMALL), RESULTS).build().path.read_bytes() == small


def test_a_table_for_another_game_or_other_rules_is_not_used(small: bytes) -> None:
    path = put(small)
    table = open_table(path)
    for other in (
        replace(table.header, game="squeeze:3x4,limit=0"),
        replace(table.header, kind=LAYERS),
        replace(table.header, rules="0" * 16),
    ):
        write_table(path, other, table.codes)
        with pytest.raises(DamagedTable, match="is not used"):
            load_table(find(SMALL), RESULTS)


def test_a_wrong_result_is_found(small: bytes) -> None:
    path = put(small)
    table = open_table(path)
    codes = table.codes.copy()
    assert check_table(path, every=True) == len(codes)
    codes[-1] = 0 if codes[-1] else 1
    write_table(path, table.header, codes)
    with pytest.raises(DamagedTable, match="is wrong at number"):
        check_table(path, every=True)


# Breaks and other programs


class Break(Exception):
    """What ends a build in the middle, as a kill would."""


def test_a_build_goes_on_where_it_was_left(small: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It breaks at every point where something is kept, one after the other, with half of a file written."""
    save, load = Checkpoints.save, Checkpoints.load
    allowed = left = 0
    begun: list[SweepState] = []

    def save_some(parts: Checkpoints, state: SweepState) -> None:
        nonlocal left
        if left == 0:
            parts.folder.mkdir(parents=True, exist_ok=True)
            (parts.folder / f"stage-{state.stage:02}.tmp").write_bytes(b"half of a file")
            raise Break
        left -= 1
        save(parts, state)

    def load_noting(parts: Checkpoints) -> SweepState:
        begun.append(replace(state := load(parts)))
        return state

    monkeypatch.setattr(Checkpoints, "save", save_some)
    monkeypatch.setattr(Checkpoints, "load", load_noting)
    builds = 0
    while not table_path(find(SMALL), RESULTS).exists():
        allowed += 1
        left = allowed
        builds += 1
        try:
            Builder(find(SMALL), RESULTS, every=0.0).build()
        except Break:
            continue
    assert table_path(find(SMALL), RESULTS).read_bytes() == small
    assert builds > 5
    places = [(state.stage, state.code) for state in begun]
    assert places == sorted(places)
    assert any(code > 0 for _, code in places)
    assert [path.name for path in folder.tables_folder().iterdir()] == ["squeeze-3x3-limit-0.results"]


def test_a_damaged_part_is_made_again(small: bytes, caplog: pytest.LogCaptureFixture) -> None:
    builder = Builder(find(SMALL), RESULTS, every=0.0)
    builder.stop()
    path = table_path(find(SMALL), RESULTS)
    parts = folder.checkpoint_folder(path)
    numbering = builder.numbering
    codes = open_table(put(small)).codes.copy()
    path.unlink()
    Checkpoints(path, builder._checkpoint_header(), numbering, codes).save(
        SweepState(5, numbering.stages[5].first)
    )
    broken = parts / "stage-03.part"
    broken.write_bytes(broken.read_bytes()[:-1])
    assert Builder(find(SMALL), RESULTS).build().path.read_bytes() == small
    assert "stage-03.part is damaged" in caplog.text


def program(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "plyground", "table", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_program_leaves_what_the_next_goes_on_with(how: signal.Signals) -> None:
    game = "squeeze:3x4,limit=0"
    path = table_path(find(game), RESULTS)
    parts = folder.checkpoint_folder(path)
    process = program("build", game, "--checkpoint", "0", "--threads", "1")
    while process.poll() is None and not (parts / "stage-06.part").exists():
        time.sleep(0.01)
    process.send_signal(how)
    _, complaint = process.communicate()
    if how == signal.SIGINT:
        assert process.returncode == 130, complaint
        assert complaint.endswith("stopped; the same command goes on with what there is\n")
    assert not path.exists()
    assert (parts / "stage-05.part").exists()
    assert Builder(find(game), RESULTS).build().path == path
    resumed = path.read_bytes()
    assert not parts.exists()
    path.unlink()
    Builder(find(game), RESULTS, threads=2).build()
    assert path.read_bytes() == resumed


def test_only_one_program_builds_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    path = table_path(find(SMALL), RESULTS)
    with lock_table(path):
        with pytest.raises(TableBusy, match="another program is building"):
            Builder(find(SMALL), RESULTS).build()
        assert run(["table", "build", SMALL]) == 2
        assert len(capfd.readouterr().err.splitlines()) == 1
        with pytest.raises(TableBusy):
            folder.drop_table(path)
    assert Builder(find(SMALL), RESULTS).build().path == path


def test_a_prover_waits_for_a_table_that_is_being_built(small: bytes) -> None:
    prover = TableProver(find(SMALL))
    path = table_path(find(SMALL), RESULTS)
    with lock_table(path):
        waiting = threading.Thread(target=prover.prepare)
        waiting.start()
        time.sleep(0.3)
        assert waiting.is_alive()
        put(small)
    waiting.join()
    assert prover._table is not None
    assert path.read_bytes() == small


def test_a_prover_needs_no_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "file"))
    prover = TableProver(find(SMALL))
    prover.prepare()
    assert prover._table is not None


# The commands


def test_the_commands(small: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    def output_of(*arguments: str, code: int = 0) -> str:
        assert run(["table", *arguments]) == code
        return capfd.readouterr().out

    assert output_of("list") == "there are no tables; plyground table build GAME makes one\n"
    put(small)
    line = output_of("list")
    assert line.startswith(
        "squeeze:3x3,limit=0 (results): 943 positions, won 442, drawn 199, lost 302, longest 16"
    )
    assert (
        output_of("check", SMALL, "--all")
        == "squeeze-3x3-limit-0.results: sound; 1565 results follow from those after them\n"
    )
    put(small[:-1])
    assert "is damaged" in output_of("list")
    output_of("check", code=1)
    output_of("check", "noughts", code=2)
    assert output_of("drop", "squeeze-3x3-limit-0.results").startswith("removed ")
    assert output_of("list").startswith("there are no tables")
    output_of("build", "noughts", code=2)
    output_of("drop", SMALL, code=2)
