"""How /openapi.json describes refusals, and the messages of the socket."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from pydantic import TypeAdapter

from plyground.web.http.requests import AnySocketRequest
from plyground.web.messages import ErrorAnswer, SocketMessage

MEANINGS: Final = {
    400: "The question is wrong",
    401: "A token is needed",
    403: "Not with this token",
    404: "Not there, or not for this token",
    409: "The game has gone on",
    413: "Too large",
    429: "Too much at once",
    503: "Not at the moment",
}
REFERENCE: Final = "#/components/schemas/{model}"


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of an address, as FastAPI describes them."""
    return {code: {"model": ErrorAnswer, "description": MEANINGS[code]} for code in (*codes, 413, 429, 503)}


def describe_socket(app: FastAPI) -> None:
    """Add the messages of the socket to /openapi.json: `x-socket` names those of each direction."""
    describe_addresses = app.openapi

    def describe() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        document = describe_addresses()
        components = document["components"]["schemas"]
        directions, inner = TypeAdapter.json_schemas(
            [
                ("FromPage", "validation", TypeAdapter(AnySocketRequest)),
                ("FromServer", "serialization", TypeAdapter(SocketMessage)),
            ],
            ref_template=REFERENCE,
        )
        for name, schema in inner["$defs"].items():
            components.setdefault(name, schema)
        for (name, _), schema in directions.items():
            components[name] = schema
        document["x-socket"] = {
            "address": "/api/socket",
            "from_page": {"$ref": REFERENCE.format(model="FromPage")},
            "from_server": {"$ref": REFERENCE.format(model="FromServer")},
        }
        return document

    app.openapi = describe  # type: ignore[method-assign]
