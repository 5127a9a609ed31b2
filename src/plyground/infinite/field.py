"""The compiled board of the prover: stones, and windows of cells in a row by what is in them."""

from __future__ import annotations

from plyground.infinite.memory import (
    ATTACKER,
    ATTACKERS,
    CELLS,
    CENTRE,
    COLUMNS,
    DEFENDERS,
    EXTRA_ROWS,
    MOST_STONES,
    NODES,
    NOTHING,
    REPLIES,
    STOP,
    STRIDES,
    Memory,
    whole,
)
from plyground.native.compiler import inner_kernel


@inner_kernel
def radius(m: Memory, cell: int) -> int:
    """How far a cell is from the centre, or from the column of centres if there are extra rows."""
    x = abs(cell % COLUMNS - CENTRE)
    y = cell // COLUMNS - CENTRE
    y = -y if y < 0 else y - m.numbers[EXTRA_ROWS]
    return max(x, y)


@inner_kernel
def window_cell(window: int, place: int) -> int:
    """A cell of a window, counted from its first."""
    return window % CELLS + place * STRIDES[window // CELLS]


@inner_kernel
def first_empty(m: Memory, window: int) -> int:
    """The first empty cell of a window."""
    stride = STRIDES[window // CELLS]
    cell = window % CELLS
    for _ in range(len(m.row)):
        if m.stones[cell] == 0:
            return cell
        cell += stride
    return NOTHING


@inner_kernel
def list_window(m: Memory, window: int, old: int, new: int) -> None:
    """Move a window from the list of one class to that of another; class 0 has no list."""
    if old:
        place = m.window_place[window]
        m.numbers[old] -= 1
        last = m.window_lists[old, m.numbers[old]]
        m.window_lists[old, place] = last
        m.window_place[last] = place
    if new:
        place = m.numbers[new]
        m.window_place[window] = place
        m.window_lists[new, place] = window
        m.numbers[new] += 1


@inner_kernel
def change_windows(m: Memory, cell: int, change: int) -> None:
    """Add to every window of a cell."""
    for direction in range(4):
        window = direction * CELLS + cell
        stride = STRIDES[direction]
        for _ in range(len(m.row)):
            before = whole(m.windows[window])
            after = before + change
            m.windows[window] = after
            old = whole(m.classes[before])
            new = whole(m.classes[after])
            if old | new:
                list_window(m, window, old, new)
            window -= stride


@inner_kernel
def put(m: Memory, cell: int, who: int) -> None:
    """Put a stone."""
    m.stones[cell] = who
    if who == ATTACKER:
        m.hashes[0] ^= m.zobrist[cell]
        m.hashes[1] ^= m.zobrist[cell]
        m.stone_lists[m.numbers[ATTACKERS]] = cell
        m.numbers[ATTACKERS] += 1
        change_windows(m, cell, 1)
    else:
        m.hashes[0] ^= m.zobrist[CELLS + cell]
        m.stone_lists[MOST_STONES + m.numbers[DEFENDERS]] = cell
        m.numbers[DEFENDERS] += 1
        change_windows(m, cell, 16)


@inner_kernel
def unlist_stone(m: Memory, cell: int, start: int, count: int) -> None:
    """Take a cell out of a list of stones; it is most often the last."""
    place = start + count - 1
    while m.stone_lists[place] != cell:
        place -= 1
    while place < start + count - 1:
        m.stone_lists[place] = m.stone_lists[place + 1]
        place += 1


@inner_kernel
def take(m: Memory, cell: int) -> None:
    """Take a stone away."""
    who = m.stones[cell]
    m.stones[cell] = 0
    if who == ATTACKER:
        m.hashes[0] ^= m.zobrist[cell]
        m.hashes[1] ^= m.zobrist[cell]
        unlist_stone(m, cell, 0, m.numbers[ATTACKERS])
        m.numbers[ATTACKERS] -= 1
        change_windows(m, cell, -1)
    else:
        m.hashes[0] ^= m.zobrist[CELLS + cell]
        unlist_stone(m, cell, MOST_STONES, m.numbers[DEFENDERS])
        m.numbers[DEFENDERS] -= 1
        change_windows(m, cell, -16)


@inner_kernel
def completions(m: Memory, kind: int) -> tuple[int, int, int]:
    """The cells that complete windows of a class with one cell missing: how many (at most two), and which."""
    first = NOTHING
    for place in range(m.numbers[kind]):
        cell = first_empty(m, whole(m.window_lists[kind, place]))
        if first == NOTHING:
            first = cell
        elif cell != first:
            return 2, first, cell
    return (0 if first == NOTHING else 1), first, NOTHING


@inner_kernel
def make_node(m: Memory, move: int, elsewhere: int, replies: int) -> int:
    """A new proof node; its replies are to be filled in.

    Where there is no room for it, what is found from now on does not count. The node is then one that the
    next will overwrite, and nobody may follow it; its replies come to lie behind those of all others.
    """
    node = m.numbers[NODES]
    start = m.numbers[REPLIES]
    if node + 1 >= len(m.node_move) or start + replies >= len(m.reply_cell) - CELLS:
        m.numbers[STOP] = 1
    else:
        m.numbers[NODES] = node + 1
        m.numbers[REPLIES] = start + replies
    m.node_move[node] = move
    m.node_replies[node] = replies
    m.node_elsewhere[node] = elsewhere
    m.node_order[node] = 1 if elsewhere < CELLS else m.node_order[elsewhere] + 1
    m.node_start[node] = start
    return node


@inner_kernel
def finish_node(m: Memory, node: int) -> int:
    """The node, whose order is now the highest of what is below it."""
    start = m.node_start[node]
    for place in range(start, start + m.node_replies[node]):
        below = m.reply_node[place]
        if below >= CELLS and m.node_order[below] > m.node_order[node]:
            m.node_order[node] = m.node_order[below]
    return node
