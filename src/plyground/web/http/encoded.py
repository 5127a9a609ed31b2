"""JSON that is made once and then put into many answers as it is."""

from __future__ import annotations

import json
from typing import Any


class Ready(str):
    """A text that is JSON already."""


def written(message: Any) -> str:
    """A message as JSON; anything in its objects may be `Ready`.

    >>> written({"type": "state", "state": Ready('{"id":1}')})
    '{"type":"state","state":{"id":1}}'
    """
    if isinstance(message, Ready):
        return message
    if not isinstance(message, dict) or not any(
        isinstance(value, Ready | dict) for value in message.values()
    ):
        return json.dumps(message, separators=(",", ":"))
    parts = (f"{json.dumps(key)}:{written(value)}" for key, value in message.items())
    return "{" + ",".join(parts) + "}"
