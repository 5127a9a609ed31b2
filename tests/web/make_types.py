"""Write the page's types of what the server takes and sends, as /openapi.json describes it."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import plyground
from plyground.web.http.app import create_app
from plyground.web.http.settings import ServerSettings

TYPES: Final = Path(plyground.__file__).parent / "web" / "static" / "js" / "server" / "types.d.ts"
HEAD: Final = """\
// What the server takes and sends. Written by `python -m tests.web.make_types`: do not edit.
"""
LONGEST_LINE: Final = 120
NEXT_TYPE: Final = "\n    | "
FOREIGN: Final = ("HTTPValidationError", "ValidationError")
"""What FastAPI describes by itself. The server's errors have another shape."""
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def type_text(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type.

    >>> type_text({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema or "oneOf" in schema:
        parts = schema.get("anyOf") or schema["oneOf"]
        return " | ".join(sorted({type_text(part) for part in parts}, key=union_order))
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return array_text(schema)
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {type_text(inner) if isinstance(inner, dict) else 'unknown'}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def union_order(text: str) -> tuple[bool, str]:
    """By name, and null last. Python remembers `int | str` in whichever order a process met it first."""
    return text == "null", text


def array_text(schema: dict[str, Any]) -> str:
    """A list, or a tuple where each place has a type of its own."""
    if "prefixItems" in schema:
        return f"[{', '.join(type_text(item) for item in schema['prefixItems'])}]"
    inner = type_text(schema.get("items", {}))
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def field_text(name: str, type_words: str) -> str:
    """A line of a structure, or a line for each type that it may be, if that is too long."""
    line = f"  {name}: {type_words};\n"
    if len(line) <= LONGEST_LINE:
        return line
    return f"  {name}:\n    | {type_words.replace(' | ', NEXT_TYPE)};\n"


def interface_text(name: str, schema: dict[str, Any]) -> str:
    """One structure."""
    required = schema.get("required", [])
    fields = "".join(
        field_text(field if field in required else f"{field}?", type_text(inner))
        for field, inner in schema.get("properties", {}).items()
    )
    words = " ".join(schema.get("description", "").split())
    comment = f"/** {words} */\n" if words else ""
    if "properties" not in schema:
        line = f"export type {name} = {type_text(schema)};\n"
        if len(line) > LONGEST_LINE:
            line = line.replace(" | ", "\n  | ").replace(" = ", " =\n  | ")
        return comment + line
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def types_text() -> str:
    """The whole file."""
    with TemporaryDirectory() as folder:
        app = create_app(ServerSettings(f"sqlite:///{folder}/games.sqlite3"))
    schemas = app.openapi()["components"]["schemas"]
    parts = [interface_text(name, schema) for name, schema in schemas.items() if name not in FOREIGN]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    TYPES.write_text(types_text(), encoding="utf-8")
