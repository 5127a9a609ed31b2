"""JSON that is made once and then put into many answers as it is."""

from __future__ import annotations

import json
from typing import Any, Final, Generic, TypeVar, get_args

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema

Structure = TypeVar("Structure")


class JsonText(str, Generic[Structure]):
    """A text that is the JSON of a structure already, and is documented as that structure."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(get_args(source)[0])


encode_plain_json: Final = json.JSONEncoder(separators=(",", ":"), default=vars).encode
"""A message without `JsonText` in it as JSON."""


def encode_json(message: object) -> str:
    """A message as JSON. Dataclasses become objects, and what is `JsonText` is put in as it is.

    >>> encode_json({"type": "state", "state": JsonText('{"id":1}')})
    '{"type":"state","state":{"id":1}}'
    """
    if not _has_json_text(message):
        return encode_plain_json(message)
    if isinstance(message, JsonText):
        return message
    assert isinstance(message, dict)
    parts = (f"{encode_plain_json(key)}:{encode_json(value)}" for key, value in message.items())
    return "{" + ",".join(parts) + "}"


def _has_json_text(message: object) -> bool:
    if isinstance(message, dict):
        return any(_has_json_text(value) for value in message.values())
    return isinstance(message, JsonText)
