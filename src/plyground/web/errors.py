"""What a server refuses, in the shape in which everybody hears of it."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.web.messages import ErrorAnswer, ErrorView


class Refusal(PlygroundError):
    """An answer that is not what was asked for.

    >>> Refusal(404, "not_found", "there is no such game").body
    {'error': {'code': 'not_found', 'message': 'there is no such game'}}
    """

    def __init__(self, status: int, code: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = " ".join(message.split())
        self.retry_after = retry_after
        self.seen: Any = None
        """With a conflict: the game as it is now, and what the caller may do there."""

    @property
    def body(self) -> ErrorAnswer:
        """The answer as JSON."""
        error = ErrorView(code=self.code, message=self.message)
        if self.retry_after is not None:
            error["retry_after"] = self.retry_after
        return ErrorAnswer(error=error)


def bad_request(message: str) -> Refusal:
    """Something in the question itself is wrong."""
    return Refusal(400, "bad_request", message)


def not_now(message: str) -> Refusal:
    """Right, but not in this state of the game."""
    return Refusal(400, "not_now", message)


def not_found() -> Refusal:
    """The same whether the game or the right to see it is missing."""
    return Refusal(404, "not_found", "there is no such game, or this token does not open it")


def not_yours(message: str) -> Refusal:
    """The token is good, but not for this."""
    return Refusal(403, "not_yours", message)


def conflict(message: str) -> Refusal:
    """The game is not where the caller thinks; the answer gets the state added."""
    return Refusal(409, "conflict", message)


def too_many(seconds: float) -> Refusal:
    """Slow down."""
    wait = max(1, round(seconds))
    return Refusal(429, "too_many", f"that was too much at once; try again in {wait} s", wait)


def busy(message: str, seconds: int = 2) -> Refusal:
    """Not at the moment, and not the fault of whoever asks."""
    return Refusal(503, "busy", message, seconds)
