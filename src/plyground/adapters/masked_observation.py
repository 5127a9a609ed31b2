"""An observation that knows which actions are legal."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.adapters.encoding import Mask, Planes


class MaskedObservation(np.ndarray):
    """Planes of numbers that answer to `observation` and `action_mask` as a dictionary would.

    PettingZoo's own board games give such a dictionary, and its conformance tests exempt them by name from
    their demand for an array. This is the array, and code written for the dictionary works with it.

    >>> planes = masked(np.zeros((3, 3, 3), np.int8), np.ones(9, np.int8))
    >>> planes.shape, int(planes["action_mask"].sum()), planes["observation"].shape
    ((3, 3, 3), 9, (3, 3, 3))
    """

    action_mask: Mask | None

    def __array_finalize__(self, made_from: Any) -> None:
        self.action_mask = None

    def __getitem__(self, key: Any) -> Any:
        if key == "observation" and isinstance(key, str):
            return self.view(np.ndarray)
        if key == "action_mask" and isinstance(key, str):
            return self.action_mask
        return super().__getitem__(key)


def masked(planes: Planes, mask: Mask) -> MaskedObservation:
    """Planes with the mask of the legal actions."""
    made = planes.view(MaskedObservation)
    made.action_mask = mask
    return made
