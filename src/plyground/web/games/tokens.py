"""Secrets: who may sit where. They are compared in constant time and kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Final

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{10}")


def new_token() -> str:
    """A secret that nobody can guess.

    >>> bool(TOKEN.fullmatch(new_token()))
    True
    """
    return secrets.token_urlsafe(32)


def new_game_id() -> str:
    """A name for a game; not a secret, but no two are alike."""
    return secrets.token_urlsafe(8)[:10]


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def match_digests(token: str, digests: Iterable[str]) -> list[bool]:
    """For each digest whether it is that of the token; every one is compared in full."""
    mine = digest(token)
    return [hmac.compare_digest(mine, other) for other in digests]


def are_equal(one: str, other: str) -> bool:
    """Whether two secrets are the same. The time this takes does not depend on where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class Deriver:
    """Secrets that need not be kept, because they can be made again from the server's key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def _derive(self, *words: str | int) -> str:
        message = "\n".join(map(str, words)).encode("utf-8", "replace")
        made = hmac.new(self._key, message, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def watch(self, game: str) -> str:
        """The token of whoever only watches a game."""
        return self._derive("watch", game)

    def invitation(self, game: str, seat: int) -> str:
        """What a friend shows to get a seat; `seat` is where the seat was when the game was made."""
        return self._derive("invitation", game, seat)

    def seat(self, game: str, seat: int, claim: str) -> str:
        """The token of the friend who came with this claim."""
        return self._derive("seat", game, seat, claim)

    def teacher(self) -> str:
        """The token of the teacher of this server's class."""
        return self._derive("teacher")

    def pupil(self, room: str, claim: str) -> str:
        """The token of the pupil who came to a class with this claim."""
        return self._derive("pupil", room, claim)
