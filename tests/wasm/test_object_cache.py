"""The code of a module is made once for all processes that share a cache folder."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from plyground.catalogue import find
from plyground.wasm import module
from plyground.wasm.entries import functions_for
from plyground.wasm.layout import module_values


def test_who_comes_second_waits_for_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    built: list[Path] = []
    has_begun, may_end = threading.Event(), threading.Event()

    def build(game: object, file: Path, on_progress: object) -> None:
        built.append(file)
        has_begun.set()
        assert may_end.wait(60)
        file.write_bytes(b"made")

    monkeypatch.setattr(module, "_run_build", build)
    game = find("noughts")
    wanted: tuple[Any, ...] = (game, module_values(game, 1), list(functions_for(game)), lambda progress: None)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(module._object, *wanted)
        assert has_begun.wait(60)
        second = threads.submit(module._object, *wanted)
        assert not wait([second], timeout=0.5).done
        may_end.set()
        assert (first.result(60), second.result(60)) == (b"made", b"made")
    assert len(built) == 1
