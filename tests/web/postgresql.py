"""A PostgreSQL of the test run's own, in a folder that is thrown away, and heard by no network."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.web.alone import alone

SYSTEM_USER = "postgres"
numbers = count(1)


class NoPostgresql(Exception):
    """Why there is none."""


def program(name: str) -> str | None:
    """Where one of PostgreSQL's programs is, as Debian does not put all of them into the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(places[-1]) if places else None)


def installed() -> None:
    """Install PostgreSQL where that may be done without asking."""
    if program("initdb"):
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise NoPostgresql("PostgreSQL is not installed, and only root on Debian can install it here")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    with alone():
        if not program("initdb"):
            subprocess.run(["apt-get", "install", "-y", "-q", "postgresql"], env=quiet, capture_output=True)
    if not program("initdb"):
        raise NoPostgresql("PostgreSQL is not installed, and apt-get install postgresql does not work here")


@contextmanager
def running() -> Iterator[str]:
    """A server; gives the folder of its socket."""
    installed()
    user = SYSTEM_USER if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
    data = folder / "data"
    if user:
        owner = pwd.getpwnam(user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)

    def run(name: str, *arguments: str) -> None:
        command = [str(program(name)), *arguments]
        done = subprocess.run(command, user=user, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise NoPostgresql(f"{name} fails: {done.stderr.strip()[-300:]}")

    try:
        run("initdb", "-D", str(data), "-U", "tester", "-A", "trust", "-N")
        options = f"-F -c listen_addresses= -k {folder}"
        run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield str(folder)
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(folder: str) -> str:
    """The URL of a database in which nothing is to be seen.

    It is a schema of its own in one database: a new database would be 8 MB of files for every test.
    """
    import psycopg

    name = f"games_{os.getpid()}_{next(numbers)}"
    with psycopg.connect(f"host={folder} user=tester dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"postgresql://tester@/postgres?host={folder}&options=-csearch_path%3D{name}"
