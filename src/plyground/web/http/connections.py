"""Connections: how many there may be, and how large and how slow the head of a request may be.

uvicorn limits none of these. What comes after the head is limited by the middleware.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plyground.web.http.rates import limit_address
from plyground.web.http.settings import ServerLimits

REFUSAL: Final = (
    "HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\n"
    "connection: close\r\n\r\n{words}"
)


class Connections:
    """The connections that are open, in all and of each address."""

    def __init__(self, limits: ServerLimits, proxies: str = "") -> None:
        self.limits = limits
        self._proxies = [each.strip() for each in proxies.split(",") if each.strip()]
        self._open: Counter[str] = Counter()
        self.total = 0

    def is_full(self, address: str) -> bool:
        """Whether another connection of this address is one too many; a proxy's are many people's."""
        if self.total >= self.limits.connections:
            return True
        return self._open[limit_address(address)] >= self.limits.address_connections and not self._is_proxy(
            address
        )

    def open(self, address: str) -> None:
        """Count a connection."""
        self._open[limit_address(address)] += 1
        self.total += 1

    def close(self, address: str) -> None:
        """Count it no longer."""
        key = limit_address(address)
        self._open[key] -= 1
        self.total -= 1
        if not self._open[key]:
            del self._open[key]

    def _is_proxy(self, address: str) -> bool:
        return any(_matches(each, address) for each in self._proxies)


def _matches(pattern: str, address: str) -> bool:
    """Whether an address is the one named, in the network named, or any if that is a star.

    >>> _matches("10.0.0.0/8", "10.1.2.3"), _matches("*", "192.0.2.1"), _matches("127.0.0.1", "127.0.0.2")
    (True, True, False)
    """
    if pattern in ("*", address):
        return True
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(pattern, strict=False)
    except ValueError:
        return False


class LimitedProtocol(HttpToolsProtocol):
    """One connection. The head of a request must be small and must come soon."""

    def __init__(self, connections: Connections, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._all = connections
        self._limits = connections.limits
        self._address: str | None = None
        """The address that this connection is counted for; None if it is not."""
        self._reads_head = True
        self._received = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self._all.is_full(address):
            self._refuse("503 Service Unavailable", "there are too many connections; try again in a moment")
            return
        self._address = address
        self._all.open(address)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on; sockets have limits of their own."""
        self._forget()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head of the request is too large already."""
        if self._reads_head:
            self._received += len(data)
            if self._deadline is None:
                self._set_deadline()
        super().data_received(data)
        if self._reads_head and self._received > self._limits.head and not self.transport.is_closing():
            self._refuse("431 Request Header Fields Too Large", "the head of the request is too large")

    def on_headers_complete(self) -> None:
        """Answer, if the head is small enough; what is raised here is answered with 400."""
        self._reads_head = False
        self._unset_deadline()
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > self._limits.head:
            raise ValueError("the head of the request is too large")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for the head of the next request."""
        self._reads_head, self._received = True, 0
        super().on_message_complete()

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self._limits.head_seconds, self._give_up)

    def _unset_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:  # the answer before it is on its way
            self._set_deadline()
        else:
            self._refuse("408 Request Timeout", "the request did not come in time")

    def _refuse(self, status: str, words: str) -> None:
        self.transport.write(REFUSAL.format(status=status, length=len(words), words=words).encode())
        self.transport.close()

    def _forget(self) -> None:
        self._unset_deadline()
        if self._address is not None:
            self._all.close(self._address)
            self._address = None


def limited_protocol(limits: ServerLimits, proxies: str) -> Callable[..., LimitedProtocol]:
    """What makes the protocol of each connection, for uvicorn."""
    connections = Connections(limits, proxies)
    return lambda *args, **named: LimitedProtocol(connections, *args, **named)
