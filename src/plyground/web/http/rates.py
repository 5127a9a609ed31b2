"""How much one address may ask for: at once, and a second in the long run."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_ADDRESSES: Final = 10_000


class Rate:
    """Buckets that fill up again, one for each address.

    >>> clock = iter([0.0, 0.0, 0.0, 1.0])
    >>> rate = Rate(1.0, 2, clock.__next__)
    >>> rate.wait("a"), rate.wait("a"), rate.wait("a"), rate.wait("a")
    (0.0, 0.0, 1.0, 0.0)
    """

    def __init__(self, a_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one; 0 if it was there, or else the seconds until it will be."""
        now = self._clock()
        left, then = self._buckets.pop(address, (float(self._at_once), now))
        left = min(float(self._at_once), left + (now - then) * self._a_second)
        taken = left >= 1
        self._buckets[address] = (left - 1 if taken else left, now)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return 0.0 if taken else (1 - left) / self._a_second


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
