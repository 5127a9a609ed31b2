"""Windows that lie within others, taken into the tables of those: fewer lookups, and the same sums.

Small windows are needed while learning, since their patterns are met often. Afterwards what a window adds is
known as well from any window that holds all its cells.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from plyground.learn.kernels import Weights
from plyground.learn.network import Network, network_with
from plyground.learn.patterns import Patterns, Window

Values = npt.NDArray[np.float64]


def fold_windows(network: Network, weights: Weights) -> tuple[Network, Values]:
    """The same without windows that lie within others, and every entry of its tables.

    >>> from plyground import find
    >>> from plyground.learn.network import make_network
    >>> network = make_network(find("squava"))
    >>> folded, values = fold_windows(network, np.zeros(network.patterns.weights, np.float32))
    >>> len(network.patterns.windows), len(folded.patterns.windows)
    (60, 36)
    """
    whole = network.patterns
    hosts = {window: _hosts(whole, window) for window in whole.windows}
    kept = [window for window in whole.windows if not hosts[window]]
    tables = sorted({window.table for window in kept})
    folded = replace(
        whole,
        windows=tuple(window._replace(table=tables.index(window.table)) for window in kept),
        shapes=tuple(whole.shapes[table] for table in tables),
    )
    sides = weights[whole.weight_of].astype(np.float64).reshape(2, whole.entries)
    parts = [_table(whole, hosts, table, sides) for table in tables]
    values = np.concatenate([*parts, sides[:, whole.offsets[-2] :]], axis=1)
    return network_with(network, folded), values.ravel()


def _hosts(patterns: Patterns, window: Window) -> list[Window]:
    """The largest of the windows that hold all cells of another and more."""
    cells = set(window.cells)
    larger = [each for each in patterns.windows if cells < set(each.cells)]
    return [each for each in larger if not any(set(each.cells) < set(other.cells) for other in larger)]


def _table(patterns: Patterns, hosts: dict[Window, list[Window]], table: int, sides: Values) -> Values:
    """The entries of a table that is kept, for either side to move, with shares of what lies within."""
    shape = patterns.shapes[table]
    index = np.arange(patterns.base ** len(shape))
    total = sides[:, patterns.offsets[table] + index].copy()
    for window, holding in hosts.items():
        if any(set(host.cells) == set(shape) for host in holding):
            within = np.zeros_like(index)
            for place, cell in enumerate(window.cells):
                digit = index // patterns.base ** shape.index(cell) % patterns.base
                within += digit * patterns.base**place
            total += sides[:, patterns.offsets[window.table] + within] / len(holding)
    return total
