"""The user's folders, locks between processes, and files that are written whole."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground import PlygroundError
from plyground.files import Lock, cache_root, data_root, is_locked, open_atomically, save_file
from tests.homes import no_home

FOLDERS = [("DATA", data_root, ".local/share"), ("CACHE", cache_root, ".cache")]


# Folders


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other folders")
@pytest.mark.parametrize(("kind", "root", "usual"), FOLDERS)
def test_folders_follow_the_environment(
    kind: str, root: Callable[[], Path], usual: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    monkeypatch.delenv(f"PLYGROUND_{kind}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert root() == tmp_path / usual / "plyground"
    monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "xdg"))
    assert root() == tmp_path / "xdg" / "plyground"
    monkeypatch.setenv(f"PLYGROUND_{kind}", str(tmp_path / "mine"))
    assert root() == tmp_path / "mine"


@pytest.mark.parametrize(("kind", "root", "usual"), FOLDERS)
def test_without_a_home_there_is_one_clear_line(
    kind: str, root: Callable[[], Path], usual: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_home(monkeypatch)
    with pytest.raises(PlygroundError, match=rf"there is no home folder .*; set PLYGROUND_{kind}"):
        root()


# Writing


def test_a_file_is_replaced_only_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail_in_the_middle() -> None:
        with open_atomically(path) as file:
            file.write(b"half of what")
            assert path.read_bytes() == b"old"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_the_middle()
    assert path.read_bytes() == b"old"
    with open_atomically(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["file"]


def test_saving_follows_a_link_and_refuses_a_device(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    save_file(tmp_path / "link", b"text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"text"
    for path, why in [(tmp_path, "not an ordinary file"), (tmp_path / "no" / "file", "No such file")]:
        with pytest.raises(PlygroundError, match=f"cannot write {path}: .*{why}"):
            save_file(path, b"text")


# Locks


def test_one_holder_at_a_time_and_no_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first, second = Lock(path), Lock(path)
    assert not is_locked(path)
    assert first.acquire()
    assert first.is_held
    assert is_locked(path)
    assert not second.acquire()
    assert not second.is_held
    second.release()
    assert is_locked(path)
    first.release()
    assert os.listdir(tmp_path) == []
    assert second.acquire()
    second.release()
    assert os.listdir(tmp_path) == []


def test_asking_leaves_nothing_behind_and_does_not_disturb(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    path.touch()
    assert not is_locked(path)
    assert os.listdir(tmp_path) == []
    asked: list[bool] = []
    asking = threading.Thread(target=lambda: asked.extend(is_locked(path) for _ in range(500)))
    asking.start()
    for _ in range(50):
        lock = Lock(path)
        assert lock.acquire()
        assert lock.is_held
        lock.release()
    asking.join()
    assert len(asked) == 500


def test_a_lock_whose_file_was_removed_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first, second = Lock(path), Lock(path)
    assert first.acquire()
    path.unlink()
    assert not first.is_held
    assert second.acquire()
    assert not first.is_held
    first.release()
    assert second.is_held
    assert path.exists()
    second.release()


def test_a_lock_can_be_released_from_another_thread(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    assert lock.acquire()
    other = threading.Thread(target=lock.release)
    other.start()
    other.join()
    assert not is_locked(tmp_path / "lock")


HOLDS = """
import sys
from pathlib import Path
from plyground.files import Lock
lock = Lock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
input()
"""


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert is_locked(path)
        assert not Lock(path).acquire()
        process.kill()
        process.wait()
    assert not is_locked(path)
