"""How much one address may ask for: at once, and a second in the long run."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

MOST_ADDRESSES: Final = 10_000


class Rate:
    """Buckets that fill up again, one for each address.

    >>> now = 0.0
    >>> rate = Rate(1.0, 2, lambda: now)
    >>> rate.wait("a"), rate.wait("a"), rate.wait("a")
    (0.0, 0.0, 1.0)
    >>> now = 1.0
    >>> rate.wait("a")
    0.0
    >>> rate.charge("a", 3.0)
    >>> rate.debt("a")
    3.0
    """

    def __init__(self, a_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one; 0 if it was there, or else the seconds until it will be."""
        left = self._left(address)
        taken = left >= 1
        self._set(address, left - 1 if taken else left)
        return 0.0 if taken else (1 - left) / self._a_second

    def charge(self, address: str, cost: float) -> None:
        """Take what has been used already, even if it was not there."""
        self._set(address, self._left(address) - cost)

    def debt(self, address: str) -> float:
        """The seconds until what was charged too much is there again; 0 if nothing was."""
        return max(0.0, -self._left(address) / self._a_second)

    def _left(self, address: str) -> float:
        left, then = self._buckets.get(address, (float(self._at_once), self._clock()))
        return min(float(self._at_once), left + (self._clock() - then) * self._a_second)

    def _set(self, address: str, left: float) -> None:
        self._buckets[address] = (left, self._clock())
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)


@lru_cache(MOST_ADDRESSES)
def limit_address(address: str | None) -> str:
    """The address that limits count: of IPv6 the network, as one person has many.

    >>> limit_address("2001:db8:1:2:3::4"), limit_address("192.0.2.1"), limit_address(None)
    ('2001:db8:1:2::/64', '192.0.2.1', 'unknown')
    """
    if address is None:
        return "unknown"
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address[:60]
    if ip.version == 6:
        return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return str(ip)
