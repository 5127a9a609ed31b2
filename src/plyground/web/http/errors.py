"""What a server refuses, in the shape in which everybody hears of it."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError


class Refused(PlygroundError):
    """An answer that is not what was asked for.

    >>> Refused(404, "not_found", "there is no such game").body
    {'error': {'code': 'not_found', 'message': 'there is no such game'}}
    """

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = " ".join(message.split())
        self.more = more
        self.seen: Any = None
        """With a conflict: the game as it is now, and what the caller may do there."""

    @property
    def body(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {"error": {"code": self.code, "message": self.message, **self.more}}


def bad_request(message: str) -> Refused:
    """Something in the question itself is wrong."""
    return Refused(400, "bad_request", message)


def not_now(message: str) -> Refused:
    """Right, but not in this state of the game."""
    return Refused(400, "not_now", message)


def not_found() -> Refused:
    """The same whether the game or the right to see it is missing."""
    return Refused(404, "not_found", "there is no such game, or this token does not open it")


def not_yours(message: str) -> Refused:
    """The token is good, but not for this."""
    return Refused(403, "not_yours", message)


def too_many(seconds: float) -> Refused:
    """Slow down."""
    wait = max(1, round(seconds))
    return Refused(429, "too_many", f"that was too much at once; try again in {wait} s", retry_after=wait)


def busy(message: str, seconds: int = 2) -> Refused:
    """Not at the moment, and not the fault of whoever asks."""
    return Refused(503, "busy", message, retry_after=seconds)
