"""The real server in a process of its own, on a free port, with a data folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which a server that does not answer is called broken."""


class ServerProcess:
    """`plyground serve`, to be started, stopped and started again with the same data."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.prefix = ""
        self.port = 0
        """Any free one, until the first start; then that one again."""
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def address(self) -> str:
        """The first page."""
        return f"http://127.0.0.1:{self.port}{self.prefix}/"

    def start(self) -> None:
        """Start, and wait until it answers."""
        environment = {**os.environ, "PLYGROUND_DATA": str(self.folder)}
        command = [sys.executable, "-u", "-m", "plyground", "serve", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--requests", "100000", *self.options], env=environment, stdout=log, stderr=log
            )
        self._await_answer()

    def _await_answer(self) -> None:
        assert self.process is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.log()}")
            try:
                self.port = self.port or self._read_port()
                with urllib.request.urlopen(f"{self.address}health", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.log()}")

    def _read_port(self) -> int:
        match = re.search(r"Plyground is at http://(?:127\.0\.0\.1|localhost):(\d+)(\S*)/", self.log())
        if match is None:
            raise OSError("it has not said yet where it is")
        self.prefix = match[2]
        return int(match[1])

    def log(self) -> str:
        """What it has written."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")[-3000:]

    def close(self) -> None:
        """End it, cleanly."""
        self.stop()

    def stop(self, *, kill: bool = False) -> None:
        """End it, cleanly or not."""
        if self.process is None:
            return
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait()
        self.process = None
