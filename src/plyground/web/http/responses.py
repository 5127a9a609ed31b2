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
    """The refusals of an address, as FastAPI describes them.

    They are described by reference: for a model FastAPI would go through all that it holds, once for every
    code of every address, which takes seconds whenever a server starts.
    """
    schema = {"$ref": REFERENCE.format(model=ErrorAnswer.__name__)}
    content = {"application/json": {"schema": schema}}
    return {code: {"content": content, "description": MEANINGS[code]} for code in (*codes, 413, 429, 503)}


def describe_rest(app: FastAPI) -> None:
    """Add refusals and messages of the socket to /openapi.json: `x-socket` names those of each direction."""
    describe_addresses = app.openapi

    def describe() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        document = describe_addresses()
        components = document["components"]["schemas"]
        described, inner = TypeAdapter.json_schemas(
            [
                (ErrorAnswer.__name__, "serialization", TypeAdapter(ErrorAnswer)),
                ("FromPage", "validation", TypeAdapter(AnySocketRequest)),
                ("FromServer", "serialization", TypeAdapter(SocketMessage)),
            ],
            ref_template=REFERENCE,
        )
        for name, schema in inner["$defs"].items():
            components.setdefault(name, schema)
        for (name, _), schema in described.items():
            components[name] = schema if "$ref" not in schema else components[name]
        document["x-socket"] = {
            "address": "/api/socket",
            "from_page": {"$ref": REFERENCE.format(model="FromPage")},
            "from_server": {"$ref": REFERENCE.format(model="FromServer")},
        }
        return document

    app.openapi = describe  # type: ignore[method-assign]
