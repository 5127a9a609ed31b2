"""Playing in the browser: the server behind `plyground serve`. See docs/web.md and docs/web-api.md."""
