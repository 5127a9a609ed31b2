"""The files of the page, and its first HTML with other scripts and styles in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import escape
from importlib.resources import files
from typing import Any, Final

STATIC: Final = files("plyground.web") / "static"
STYLE: Final = re.compile(r'<link rel="stylesheet" href="static/(?P<path>[^"]+)">\n')
SCRIPT: Final = re.compile(r'<script (?:type="module" )?src="static/(?P<path>[^"]+)"></script>\n')
ICON: Final = re.compile(r'<link rel="icon" href="static/(?P<path>[^"]+)"')
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACE: Final = re.compile(r"([{};,])\s+")
ONLY_SERVED: Final = ("css/classroom.css",)
"""Styles of what needs a server."""
TITLE: Final = re.compile(r"<title>[^<]*</title>")
HEAD_END: Final = "</head>\n"
BODY_END: Final = "</body>\n"
POLICY_PLACE: Final = '<meta charset="utf-8">\n'


def read_static(path: str) -> str:
    """A file of the page."""
    return (STATIC / path).read_text(encoding="utf-8")


def read_script(path: str) -> str:
    """A JavaScript module of the page."""
    return read_static(f"js/{path}")


def first_html(title: str) -> str:
    """The page's HTML with a title."""
    return TITLE.sub(lambda _: f"<title>{escape(title)}</title>", read_static("index.html"))


def inline_styles(html: str) -> str:
    """The HTML with all style sheets and the icon in it."""
    paths = [found["path"] for found in STYLE.finditer(html) if found["path"] not in ONLY_SERVED]
    sheets = [squeeze_style(read_static(path)) for path in paths]
    first = STYLE.search(html)
    assert first is not None
    html = (
        html[: first.start()] + f"<style>\n{''.join(sheets)}</style>\n" + STYLE.sub("", html[first.start() :])
    )
    return ICON.sub(lambda found: f'<link rel="icon" href="{icon_address(found["path"])}"', html)


def squeeze_style(sheet: str) -> str:
    """A style sheet without comments and needless space, as a page in one file has to be small.

    >>> squeeze_style("/* A card. */\\n.card {\\n  gap: 1px;\\n}\\n")
    '.card {gap: 1px;}'
    """
    return SPACE.sub(r"\1", COMMENT.sub("", sheet)).strip()


def icon_address(path: str) -> str:
    """An image of the page as an address that holds it."""
    return "data:image/svg+xml;base64," + base64.b64encode(read_static(path).encode()).decode()


def script_element(code: str) -> str:
    """A script that stands in the HTML."""
    return f"<script>{code}</script>\n"


def data_element(name: str, text: str) -> str:
    """A text that a script finds by its name; no browser runs it."""
    return f'<script type="text/plain" id="{name}">{safe_text(text)}</script>\n'


def json_text(data: Any) -> str:
    """Data for a script, in one line."""
    return json.dumps(data, separators=(",", ":"))


def safe_text(text: str) -> str:
    """A script's text in which nothing ends the script: in JavaScript and in JSON `<\\/` is `</`.

    >>> safe_text('"</script>"')
    '"<\\\\/script>"'
    """
    return re.sub(r"</(?=script)", r"<\\/", text, flags=re.IGNORECASE)


def source_hash(code: str) -> str:
    """How a content security policy names a script that stands in the HTML."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() + "'"
