"""A real server in a process of its own, which tests may kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from types import TracebackType
from typing import IO

import requests

from tests.processes import hear_interrupts

LONG = 300.0


class Served:
    """`plyground serve` on a free port, or on the port of the server before it."""

    def __init__(self, database: str, *options: str, port: int = 0) -> None:
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the server)
        command = [sys.executable, "-m", "plyground", "serve", "--port", str(port), "--database", database]
        self.process = subprocess.Popen(
            [*command, "--requests", "100000", "--log", "INFO", *options],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            preexec_fn=hear_interrupts,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Plyground is at http"), f"{line!r} {self.log}"
        self.address = line.split()[3]
        self.port = int(self.address.split(":")[2].split("/")[0])
        self._wait_until_healthy()

    def _wait_until_healthy(self) -> None:
        late = time.monotonic() + LONG
        while True:
            try:
                if requests.get(f"{self.address}health", timeout=LONG).status_code == 200:
                    return
            except requests.ConnectionError:
                assert time.monotonic() < late, self.log
                assert self.process.poll() is None, self.log
                time.sleep(0.02)

    @property
    def log(self) -> str:
        """What it wrote to standard error so far."""
        self._log.seek(0)
        return self._log.read().decode()

    def kill(self) -> None:
        """As when the machine has no memory left."""
        self.process.kill()
        self.process.wait(LONG)

    def stop(self) -> int:
        """As when somebody presses Ctrl-C; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(LONG)

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()


class Session(requests.Session):
    """A client of a served server, with paths as the test client takes them."""

    def __init__(self, served: Served) -> None:
        super().__init__()
        self.served = served

    def request(
        self, method: str | bytes, url: str | bytes, *args: object, **more: object
    ) -> requests.Response:
        """The answer; the path is completed to an address."""
        more.setdefault("timeout", LONG)
        whole = self.served.address + str(url).lstrip("/")
        return super().request(method, whole, *args, **more)  # type: ignore[arg-type]
