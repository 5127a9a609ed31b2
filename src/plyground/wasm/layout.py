"""What lies in the memory of a module, and where."""

from __future__ import annotations

from typing import Any, Final, TypedDict

import numpy as np
import numpy.typing as npt

from plyground import contract
from plyground.engine import driver, run_state, steps
from plyground.engine import workspace as search_memory
from plyground.game import Game
from plyground.game_values import cells_of
from plyground.native.compiler import make_names_unique
from plyground.players import engine_player
from plyground.solver.dfpn import workspace as proof_memory
from plyground.wasm.entries import has_dfpn
from plyground.wasm.memory_image import ImageError, MemoryImage

MOST_MEMORY: Final = 512 << 20
"""More bytes than this no phone gives to a page."""
MOST_DATA: Final = 16 << 20
"""More bytes than this nobody wants to download."""

HOT_ROOM: Final = 6 * contract.MOST_MOVES
"""How many numbers `contract.hot` may write, as in `Game.hot_cells`."""

_NUMBERS: Final[dict[str, tuple[Any, str]]] = {
    "counts": (
        search_memory,
        "NODES EARLIER_POSITIONS THREAT_NODES THREAT_MOVE PATH_ROOM NODE_LIMIT LAST_NODE ABORTED REDUCES "
        "SEARCH_DEPTH",
    ),
    "proof_counts": (proof_memory, "NODES NODE_LIMIT LAST_NODE ABORTED BEST"),
    "run": (
        run_state,
        "WANTED_DEPTH WANTED_NODES WANTED_TIME WANTED_LONGEST WANTED_LINES THREADS DEADLINE LINES NARROWED "
        "ROOTS LINE_NUMBER LINE_SETTLED LINE_EXACT LINE_DEPTH LINE_LENGTH LINE_MOVES LINE_WORDS "
        "LEVEL_DEPTH LEVEL_NODES LEVEL_TIME LEVEL_SEES LEVEL_NOISE LEVEL_SLIPS LEVEL_SLIP_DEPTH IS_ENDLESS",
    ),
    "tasks": (driver, "PREPARE BEGIN ADVANCE SEARCH FIND_WIN CHOOSE ADD_CHANCE"),
    "steps": (steps, "NEWS DONE"),
    "levels": (engine_player, "SMALL_MEMORY"),
}
"""The constants of the compiled half that a driver has to know, by the module that has them."""


class Layout(TypedDict):
    """Where things lie in the memory of a module, as its driver reads it."""

    rules: int
    position: tuple[int, int]
    """Address and size of the position, with its arrays."""
    view: int | None
    """Where the position is laid out for a search, if it is."""
    search_rules: int
    search_position: int
    """What a search works on."""
    endless: int
    """Whether the board has no edges."""
    out: int
    work: int
    table_shift: int
    """The address of the number that says how much of the table is used."""
    run: int
    proof_work: int | None
    arrays: dict[str, tuple[int, int]]
    """Address and length of the arrays of the search, by their names."""
    run_arrays: dict[str, tuple[int, int]]
    proof_arrays: dict[str, tuple[int, int]]
    numbers: dict[str, dict[str, int]]
    """Places in arrays, and other constants."""
    repetition: int
    """How often a position may occur, 0 for any number."""


def module_values(game: Game, memory: int) -> dict[str, Any]:
    """What the entries of a module are given, by the names of their parameters; `memory` is in megabytes.

    Endgame tables that were attached to the game are left out, for they would have to be downloaded.
    """
    fresh = type(game)(game.variant)
    view = fresh.view(fresh.start)
    board = fresh.board_view()
    make_names_unique((view.rules, view.pos))
    picture = fresh.picture(fresh.start)
    most = max(contract.MOST_MOVES, len(cells_of(picture)))
    if fresh.hot_words:
        most = max(most, HOT_ROOM)
    values = {
        "rules": view.rules if board is None else board.rules,
        "pos": view.pos if board is None else board.pos,
        "view": None if board is None else board.view,
        "search_rules": view.rules if board is None else board.view.rules,
        "search_pos": view.pos if board is None else board.view.pos,
        "endless": picture.endless,
        "out": (np.zeros(most, np.int64),),
        "work": search_memory.new_workspaces(1, memory, np.zeros(1, np.int64))[0],
        "run": run_state.new_run_state(),
    }
    if has_dfpn(game):
        values["proof_work"] = proof_memory.new_workspaces(1, memory, np.zeros(1, np.int64))[0]
    return values


def lay_out(image: MemoryImage, values: dict[str, Any]) -> Layout:
    """Lay the values of a module into memory."""
    rules = image.place(values["rules"], "rules")
    position = image.reserve(0)
    image.place(values["pos"], "start")
    size = image.end - position
    view, search_rules, search_position = None, rules, position
    if values["view"] is not None:
        view = image.place(values["view"], "view")
        search_rules = view + image.offset_of(values["view"], "rules")
        search_position = view + image.offset_of(values["view"], "pos")
    _check_size(image)
    work = image.place(values["work"], "work")
    layout = Layout(
        rules=rules,
        position=(position, size),
        view=view,
        search_rules=search_rules,
        search_position=search_position,
        endless=int(values["endless"]),
        out=image.place(values["out"], "out"),
        work=work,
        table_shift=work + image.offset_of(values["work"], "table_shift"),
        run=image.place(values["run"], "run"),
        proof_work=None,
        arrays={"out": _array_place(image, values["out"][0]), **_array_places(image, values["work"])},
        run_arrays=_array_places(image, values["run"]),
        proof_arrays={},
        numbers={
            group: {name: int(getattr(module, name)) for name in names.split()}
            for group, (module, names) in _NUMBERS.items()
        },
        repetition=int(contract.repetition(values["search_rules"])),
    )
    if "proof_work" in values:
        layout["proof_work"] = image.place(values["proof_work"], "proof_work")
        layout["proof_arrays"] = _array_places(image, values["proof_work"])
    return layout


def _check_size(image: MemoryImage) -> None:
    """Refuse rules and positions that no page could hold."""
    data = sum(len(piece) for _, piece in image.pieces)
    if data > MOST_DATA:
        raise ImageError(
            f"rules and start hold {_megabytes(data)} MB; a module holds at most {_megabytes(MOST_DATA)} MB"
        )
    if image.end > MOST_MEMORY:
        raise ImageError(
            f"rules and start need {_megabytes(image.end)} MB of memory; "
            f"a module has at most {_megabytes(MOST_MEMORY)} MB"
        )


def _megabytes(size: int) -> int:
    return -(-size // (1 << 20))


def _array_places(image: MemoryImage, work: Any) -> dict[str, tuple[int, int]]:
    arrays: dict[str, npt.NDArray[Any]] = {
        name: value for name, value in work._asdict().items() if isinstance(value, np.ndarray)
    }
    return {name: _array_place(image, array) for name, array in arrays.items()}


def _array_place(image: MemoryImage, array: npt.NDArray[Any]) -> tuple[int, int]:
    return image.array_address(array), len(array)
