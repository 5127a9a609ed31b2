"""Compiling and the cache on disk."""

from __future__ import annotations

import ast
import gc
import importlib
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numba
import pytest

import plyground
from plyground import catalogue, contract, find
from plyground.contract_function import kernels
from plyground.native import code_cache, imports, sources
from plyground.native.compiler import compile_kernel, inner_kernel, make_ready

STONES = Path(__file__).parents[1] / "data" / "games" / "stones.py"
PERFT = """
from plyground.board import Board
from plyground.engine.perft import perft
print(*perft(Board({!r}), 4))
"""


@inner_kernel
def double(number: int) -> int:
    """A part of the kernel below."""
    return 2 * number


def one_more_than_double(rules: Any, pos: Any, number: int) -> int:
    """A kernel with a part."""
    return double(number) + 1


def start(game: str, cache: Path | str, program: str = PERFT, **more: str) -> subprocess.Popen[str]:
    """A process of its own that counts leaves with its own cache folder."""
    environment = os.environ | {"PLYGROUND_CACHE": str(cache)} | more
    return subprocess.Popen(
        [sys.executable, "-c", program.format(game)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """What it printed, once it has ended well."""
    out, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    return out


def test_a_kernel_that_is_part_of_another_cannot_be_called_from_python() -> None:
    game = find("noughts")
    view = game.view(game.start)
    assert compile_kernel(one_more_than_double, game)(view.rules, view.pos, 4) == 9
    with pytest.raises(TypeError):
        double(4)


@pytest.mark.parametrize(
    ("game", "counts"),
    [("noughts", "9 72 504 3024"), (str(STONES), "16 240 3360 43680")],
    ids=["shipped", "file"],
)
def test_a_server_has_its_games_compiled_by_another_process(game: str, counts: str, tmp_path: Path) -> None:
    wanted = "from plyground.native import compile_elsewhere\ncompile_elsewhere.is_wanted = True\n"
    process = start(game, tmp_path, program=wanted + PERFT, NUMBA_DEBUG_CACHE="1")
    *lines, printed = finish(process).splitlines()
    assert printed == counts
    assert cache_events(lines) == ["loaded"]


def cache_events(lines: list[str]) -> list[str]:
    """What happened to compiled code, as Numba tells it when it is asked to."""
    return [line.split()[2] for line in lines if line.startswith("[cache] data")]


def test_what_one_process_compiles_others_load_until_it_is_damaged(tmp_path: Path) -> None:
    """On one cache, because compiling takes long: two at once, damage of each kind, and one later."""
    processes = [start("noughts", tmp_path, NUMBA_DEBUG_CACHE="1") for _ in range(2)]
    printed = [finish(process).splitlines() for process in processes]
    assert [lines[-1] for lines in printed] == ["9 72 504 3024"] * 2
    assert list((tmp_path / "compiled").glob("noughts-*"))
    assert sorted(event for lines in printed for event in cache_events(lines)) == ["loaded", "saved"]
    for kind in ("*.nbi", "*.nbc"):
        compiled = list(tmp_path.rglob(kind))
        assert compiled
        for file in compiled:
            file.write_bytes(file.read_bytes()[:100])
        *events, counted = finish(start("noughts", tmp_path, NUMBA_DEBUG_CACHE="1")).splitlines()
        assert (cache_events(events), counted) == (["saved"], "9 72 504 3024")
    times = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    *events, counted = finish(start("noughts", tmp_path, NUMBA_DEBUG_CACHE="1")).splitlines()
    assert (cache_events(events), counted) == (["loaded"], "9 72 504 3024")
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")} == times


def test_a_changed_game_file_is_compiled_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(STONES.read_text())
    cache = tmp_path / "cache"
    assert finish(start(str(file), cache)) == "16 240 3360 43680\n"
    file.write_text(STONES.read_text().replace("LENGTH = 3", "LENGTH = 2"))
    assert finish(start(str(file), cache)) == "16 240 3360 28392\n"


def test_files_with_equal_classes_do_not_mix_when_they_are_loaded_from_disk(tmp_path: Path) -> None:
    """Each was compiled by a process of its own, and so under the same names."""
    files = []
    for length in (2, 3):
        file = tmp_path / f"rows_of_{length}.py"
        file.write_text(STONES.read_text().replace("LENGTH = 3", f"LENGTH = {length}"))
        files.append(str(file))
    alone = [finish(start(file, tmp_path / "cache")) for file in files]
    assert alone == ["16 240 3360 28392\n", "16 240 3360 43680\n"]
    assert counted_together(files, tmp_path / "cache") == alone
    assert counted_together(files[::-1], tmp_path / "cache") == alone[::-1]


def counted_together(games: list[str], cache: Path) -> list[str]:
    """What a single process counts for several games."""
    environment = os.environ | {"PLYGROUND_CACHE": str(cache)}
    script = "".join(PERFT.format(game) for game in games)
    both = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    return both.stdout.splitlines(keepends=True)


def test_variants_of_a_game_do_not_mix_when_they_are_loaded_from_disk(tmp_path: Path) -> None:
    games = ["noughts", "noughts:4x4,row=3", "noughts:4x4,row=4"]
    alone = [finish(start(game, tmp_path)) for game in games]
    assert len(set(alone)) >= 2
    assert counted_together(games, tmp_path) == alone
    assert counted_together(games[::-1], tmp_path) == alone[::-1]


def test_games_of_the_gallery_do_not_mix_when_they_are_loaded_from_disk(tmp_path: Path) -> None:
    """Both have a class `Rules` with the same fields."""
    games = ["hex:3x3", "domineering:3x3"]
    alone = [finish(start(game, tmp_path)) for game in games]
    assert [counts.split()[:2] for counts in alone] == [["9", "72"], ["6", "20"]]
    assert counted_together(games, tmp_path) == alone
    assert counted_together(games[::-1], tmp_path) == alone[::-1]


def test_games_have_rules_of_different_types() -> None:
    """Nothing else tells their compiled code apart."""
    games = [find(name) for name in (*catalogue.SHIPPED, *catalogue.EXAMPLES)]
    for game in games:
        make_ready(game)
    assert len({str(numba.typeof(game.view(game.start).rules)) for game in games}) == len(games)


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/full and /dev/null")
def test_without_a_usable_cache_folder_games_still_work() -> None:
    assert finish(start("noughts", "/dev/null/nowhere")) == "9 72 504 3024\n"


def test_old_folders_are_dropped_but_none_that_is_in_use(tmp_path: Path) -> None:
    for number in range(code_cache.MOST_FOLDERS + 3):
        folder = tmp_path / f"game-{number}"
        folder.mkdir()
        os.utime(folder, (number, number))
    for number in range(code_cache.MOST_FOLDERS + 3):
        (tmp_path / f"new-{number}").mkdir()
    code_cache.drop_old_folders(tmp_path)
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {f"new-{number}" for number in range(code_cache.MOST_FOLDERS + 3)}


# What a change of a file costs

FOLDER = """
import sys
from plyground.catalogue import find
from plyground.engine.tasks import run_task
from plyground.native.code_cache import cache_folder
print(cache_folder(run_task, find(sys.argv[1])).name)
"""


def folder_name(game: str, *paths: Path) -> str:
    """The name of the folder for the search of a game, as a program with these paths sees it."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    environment |= {"PLYGROUND_CACHE": str(paths[0] / "cache")}
    run = subprocess.run(
        [sys.executable, "-c", FOLDER, game], env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout


def test_only_a_file_that_is_compiled_makes_compiled_code_useless(tmp_path: Path) -> None:
    package = tmp_path / "plyground"
    shutil.copytree(
        Path(plyground.__file__).parent, package, ignore=shutil.ignore_patterns("static", "books")
    )
    first = folder_name("squava", tmp_path)
    for driver in ("engine/engine.py", "drawing.py", "players/levels.py", "games/noughts.py"):
        (package / driver).write_text((package / driver).read_text() + "\nCHANGED = 1\n")
    assert folder_name("squava", tmp_path) == first
    names = {first}
    for used in ("bits.py", "games/lines.py", "games/squava.py", "engine/transposition.py", "score.py"):
        (package / used).write_text((package / used).read_text() + "\nCHANGED = 1\n")
        names.add(folder_name("squava", tmp_path))
    assert len(names) == 6


def test_a_helper_beside_a_game_file_counts(tmp_path: Path) -> None:
    helper, game = tmp_path / "helper.py", tmp_path / "mine.py"
    helper.write_text("LENGTH = 3\n")
    game.write_text(STONES.read_text().replace("LENGTH = 3", "from helper import LENGTH"))
    paths = (tmp_path, Path(plyground.__file__).parents[1])
    first = folder_name(str(game), *paths)
    helper.write_text("LENGTH = 2\n")
    assert folder_name(str(game), *paths) != first


def test_nothing_is_compiled_of_the_modules_that_do_not_count() -> None:
    """No compiled function uses a name that comes from one of them."""
    for game in catalogue.games():
        find(game).view(find(game).start)
    for room in ("engine.search", "engine.perft", "engine.playouts", "engine.threat_search"):
        importlib.import_module(f"plyground.{room}")
    for room in ("tables.retrograde", "solver.dfpn.kernels", "players.classics.alpha_beta"):
        importlib.import_module(f"plyground.{room}")
    compiled: set[FunctionType] = {each for each in kernels if isinstance(each, FunctionType)}
    for function in contract.functions.values():
        compiled |= {each for each in function._implementations.values() if isinstance(each, FunctionType)}
    for name, module in list(sys.modules.items()):
        if name.startswith("plyground."):
            compiled |= {each.py_func for each in vars(module).values() if hasattr(each, "py_func")}
    compiled = {
        each for each in compiled if each.__module__.startswith("plyground.")
    }  # no files of other tests
    assert len(compiled) > 200
    imported = {name: names_imported(name) for name in {each.__module__ for each in compiled}}
    for each in compiled:
        if each.__module__ == "plyground.games.gomoku.game":  # searches see its other half, the view
            continue
        assert each.__module__ not in sources.NEVER_COMPILED
        for used in names_used(each.__code__):
            assert imported[each.__module__].get(used) not in sources.NEVER_COMPILED, (each, used)


def test_what_files_import_is_read_once_and_again_if_the_disk_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def files_of_search() -> set[str]:
        forget_imports()
        return set(sources.source_files(["plyground.engine.search"]))

    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    first = files_of_search()
    assert {"plyground.engine.search", "plyground.engine.transposition", "plyground.contract"} <= first
    stored = tmp_path / "imports.json"
    with monkeypatch.context() as patch:
        patch.delattr("plyground.native.imports._parsed_imports")  # nothing is read again
        assert files_of_search() == first
    whole = stored.read_text()
    for damaged in ("", whole[: len(whole) // 2], "[]", '{"a": [1]}', '{"a": 1}', "\0", "[" * 100_000):
        stored.write_text(damaged)
        assert files_of_search() == first
        assert stored.read_text() == whole
    monkeypatch.setenv("PLYGROUND_CACHE", str(stored))  # no folder can be made there
    assert files_of_search() == first


def forget_imports() -> None:
    """As in a process that has just begun."""
    imports._known.cache_clear()


def test_threads_that_ask_for_a_kernel_at_once_all_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other threads run whenever memory is tidied up, also in the middle of what reads a module's imports."""
    forget_imports()
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    answers: list[int] = []

    def ask() -> None:
        answers.append(len(sources.source_files(["plyground.engine.ordering"])))

    def give_way(phase: str, info: dict[str, int]) -> None:
        time.sleep(0.0001)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    before = gc.get_threshold()
    gc.freeze()
    gc.callbacks.append(give_way)
    gc.set_threshold(200)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(give_way)
        gc.unfreeze()
    assert answers == answers[:1] * len(threads)
    assert answers[0] > 1


def names_used(code: CodeType) -> set[str]:
    """Every name that a function looks up, and those of the functions in it."""
    inner = [names_used(each) for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*inner)


def names_imported(module: str) -> dict[str, str]:
    """Where each name comes from that a module imports."""
    file = sys.modules[module].__file__
    assert file is not None
    nodes = [node for node in ast.walk(ast.parse(Path(file).read_text())) if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: node.module or "" for node in nodes for alias in node.names}
