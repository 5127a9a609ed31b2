"""A class on a real server: thirty pupils behind one address, a teacher, and a server that is killed."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import requests
from websockets.asyncio.client import ClientConnection, connect

from tests.web.served import LONG, Served, Session
from tests.web.stage import Page, error

PUPILS = 30
SAFE_OPTIONS = ("--requests", "60", "--class", "--host", "127.0.0.1", "--log", "WARNING")
"""The usual limits: those of the test's server would hide what thirty pupils run into."""
PAGE_FILES = re.compile(r'"(static/[^"]+)"')


def teacher_token(served: Served) -> str:
    """What the server says at its start, for the teacher alone."""
    assert served.process.stdout is not None
    line = served.process.stdout.readline()
    found = re.fullmatch(r"The teacher's page, for you alone: http\S+/#/teach/([\w-]{43})\n", line)
    assert found is not None, line
    return found[1]


class Teacher:
    """The teacher's page without a window."""

    def __init__(self, session: Any, token: str) -> None:
        self.session = session
        self.headers = {"Authorization": f"Bearer {token}"}
        self.token = token

    @property
    def room(self) -> dict[str, Any]:
        """The class as the teacher sees it."""
        answer = self.session.get("/api/class", headers=self.headers)
        assert answer.status_code == 200, answer.text
        room: dict[str, Any] = answer.json()
        return room

    def do(self, path: str, **body: Any) -> Any:
        """The answer to something that the teacher does."""
        return self.session.post(f"/api/class/{path}", json=body, headers=self.headers)

    def results(self) -> list[dict[str, str]]:
        """The exported table."""
        text = self.session.get("/api/class/results", headers=self.headers).json()["csv"]
        return list(csv.DictReader(io.StringIO(text)))


@dataclass
class SocketPupil:
    """A pupil's browser: its token, its socket, and the class as it heard last."""

    name: str
    claim: str
    token: str = ""
    heard: list[dict[str, Any]] = field(default_factory=list)

    def come(self, served: Served, code: str) -> None:
        """Open the page with all its files, and come to the class."""
        with requests.Session() as browser:
            page = browser.get(served.address, timeout=LONG).text
            for file in PAGE_FILES.findall(page):
                assert browser.get(served.address + file, timeout=LONG).status_code == 200
            for _ in range(10):  # the modules that a page loads are many more
                assert browser.get(f"{served.address}static/js/main.js", timeout=LONG).status_code == 200
            body = {"code": code, "name": self.name, "claim": self.claim}
            answer = browser.post(f"{served.address}api/class/join", json=body, timeout=LONG)
            assert answer.status_code == 200, answer.text
            self.token = answer.json()["token"]

    @asynccontextmanager
    async def attend(self, served: Served) -> AsyncIterator[ClientConnection]:
        """A socket that hears of the class."""
        address = served.address.replace("http", "ws", 1) + "api/socket"
        async with connect(address, origin=served.address.rstrip("/")) as socket:  # type: ignore[arg-type]
            await socket.send(json.dumps({"type": "attend", "token": self.token}))
            self.heard.append(await self.hear(socket, "class"))
            yield socket

    async def hear(self, socket: ClientConnection, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), LONG))
            if message["type"] == kind:
                return message


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Teacher]]:
    """One server with a class, for all tests here that do not kill it."""
    database = f"sqlite:///{tmp_path_factory.mktemp('class') / 'games.sqlite3'}"
    with Served(database, *SAFE_OPTIONS) as server:
        yield server, Teacher(Session(server), teacher_token(server))


def join(session: Any, code: str, name: str, claim: str = "") -> Any:
    """The answer to a pupil who comes."""
    claim = claim or f"claim of {name}".ljust(20, ".")[:60]
    return session.post("/api/class/join", json={"code": code, "name": name, "claim": claim})


async def play_a_round(served: Served, teacher: Teacher, pupils: list[SocketPupil]) -> None:
    """Everybody attends, is paired, hears of it, and plays a game to its end over HTTP."""
    await asyncio.gather(*(asyncio.to_thread(pupil.come, served, teacher.room["code"]) for pupil in pupils))
    sockets = [pupil.attend(served) for pupil in pupils]
    opened = await asyncio.gather(*(socket.__aenter__() for socket in sockets))
    assert [pupil["here"] for pupil in teacher.room["pupils"]] == [True] * len(pupils)
    answer = await asyncio.to_thread(lambda: teacher.do("games", game="noughts"))
    assert answer.status_code == 200, answer.text
    views = await asyncio.gather(
        *(pupil.hear(socket, "class") for pupil, socket in zip(pupils, opened, strict=True))
    )
    games: dict[str, list[SocketPupil]] = {}
    for pupil, view in zip(pupils, views, strict=True):
        assert view["room"]["boards"] == view["room"]["pupils"] == []
        games.setdefault(view["room"]["you"]["game"], []).append(pupil)
    assert len(games) == len(pupils) // 2
    assert {len(players) for players in games.values()} == {2}
    await asyncio.gather(*(asyncio.to_thread(play, served, id, pair) for id, pair in games.items()))
    for socket in sockets:
        await socket.__aexit__(None, None, None)


def play(served: Served, id: str, pair: list[SocketPupil]) -> None:
    """A short game that whoever begins wins."""
    session = Session(served)
    pages = [Page(session, id, pupil.token) for pupil in pair]
    if pages[0].state["you"]["sides"] == [1]:
        pages.reverse()
    for ply, move in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        assert pages[ply % 2].move(ply, move).status_code == 200


def test_thirty_pupils_behind_one_address_come_are_paired_and_play(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    pupils = [SocketPupil(f"Pupil {n}", f"a claim of pupil {n}") for n in range(1, PUPILS + 1)]
    with Served(database, *SAFE_OPTIONS) as server:
        teacher = Teacher(Session(server), teacher_token(server))
        asyncio.run(play_a_round(server, teacher, pupils))
        room, results = teacher.room, teacher.results()
        assert len(room["boards"]) == PUPILS // 2
        assert all(board["over"] for board in room["boards"])
        assert sorted(row["pupil"] for row in results) == sorted(pupil.name for pupil in pupils)
        assert sorted(row["points"] for row in results) == ["0"] * 15 + ["1"] * 15
        teacher.do("control", paused=True, help=False)
        code = room["code"]
        server.kill()
    with Served(database, *SAFE_OPTIONS, port=server.port) as again:
        token = teacher_token(again)
        assert token == teacher.token
        teacher = Teacher(Session(again), token)
        assert teacher.room["code"] == code
        assert (teacher.room["paused"], teacher.room["help"]) == (True, False)
        assert teacher.results() == results
        mine = {"Authorization": f"Bearer {pupils[4].token}"}
        seat = Session(again).get("/api/class", headers=mine).json()
        assert seat["you"]["name"] == "Pupil 5"
        page = Page(Session(again), seat["you"]["game"], pupils[4].token)
        assert page.state["over"]
        assert len(page.state["you"]["sides"]) == 1


def test_a_pupil_who_comes_again_has_the_seat_back(served: tuple[Served, Teacher]) -> None:
    server, teacher = served
    session = Session(server)
    code = teacher.room["code"]
    first = join(session, code.lower(), "Ada", "the claim of one Ada")
    again = join(session, code, "Ada", "the claim of one Ada")
    other = join(session, code, " ADA ", "the claim of another")
    assert first.json()["token"] == again.json()["token"] != other.json()["token"]
    assert first.json()["room"]["you"]["number"] == again.json()["room"]["you"]["number"]
    assert other.json()["room"]["you"]["name"] == "ADA (2)"


def test_only_the_code_and_a_name_let_somebody_in(served: tuple[Served, Teacher]) -> None:
    server, teacher = served
    session = Session(server)
    assert error(join(session, "AAAAA", "Eve")) == (404, "not_found")
    for name in ("", "   ", "\u202e\u200b", "x" * 31):
        assert error(join(session, teacher.room["code"], name, "a claim of nobody")) == (400, "bad_request")
    assert error(session.get("/api/class")) == (401, "no_token")
    stranger = {"Authorization": f"Bearer {'x' * 43}"}
    assert error(session.get("/api/class", headers=stranger)) == (404, "not_found")
    pupil = {"Authorization": f"Bearer {join(session, teacher.room['code'], 'Bob').json()['token']}"}
    for path, body in (
        ("control", {"paused": True}),
        ("games", {"game": "noughts"}),
        ("remove", {"pupil": 1}),
    ):
        assert error(session.post(f"/api/class/{path}", json=body, headers=pupil)) == (403, "not_yours")
    assert error(session.get("/api/class/results", headers=pupil)) == (403, "not_yours")


def test_names_are_text_and_nothing_else(served: tuple[Served, Teacher]) -> None:
    server, teacher = served
    session = Session(server)
    names = ['=HYPERLINK("http://x")', "@SUM(A1)", '<img src=x onerror="1">', '+1, "2"', "-A\nB"]
    tokens = [join(session, teacher.room["code"], name).json()["token"] for name in names]

    async def pair() -> None:
        pupils = [SocketPupil(name, "", token) for name, token in zip(names, tokens, strict=True)]
        rooms = [pupil.attend(server) for pupil in pupils]
        for room in rooms:
            await room.__aenter__()
        answer = await asyncio.to_thread(lambda: teacher.do("games", game="noughts", odd="1"))
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["boards"]) == 3
        for room in rooms:
            await room.__aexit__(None, None, None)

    asyncio.run(pair())
    cells = [cell for row in teacher.results() for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert {'\'=HYPERLINK("http://x")', "'@SUM(A1)", '<img src=x onerror="1">', "'-A B"} <= set(cells)


def test_hint_and_analysis_are_taken_away_from_pupils_only(served: tuple[Served, Teacher]) -> None:
    server, teacher = served
    session = Session(server)
    token = join(session, teacher.room["code"], "Carl").json()["token"]
    pupil = SocketPupil("Carl", "", token)
    board = {"game": "noughts", "moves": ["b2"]}
    analyse = json.dumps({"type": "analyse", "id": 1, "game": "noughts:4x4", "seconds": 60})

    async def lose_help() -> None:
        async with pupil.attend(server) as socket:
            await socket.send(analyse)
            await pupil.hear(socket, "analysis")
            await asyncio.to_thread(lambda: teacher.do("control", help=False))
            while (await pupil.hear(socket, "analysis"))["phase"] != "stopped":
                pass
            await socket.send(analyse)
            assert (await pupil.hear(socket, "error"))["error"]["code"] == "not_yours"
            await socket.send(json.dumps({"type": "report", **board}))
            assert (await pupil.hear(socket, "error"))["error"]["code"] == "not_yours"
        boss = SocketPupil("", "", teacher.token)
        async with boss.attend(server) as socket:
            await socket.send(analyse)
            await boss.hear(socket, "analysis")

    asyncio.run(lose_help())
    try:
        mine = {"Authorization": f"Bearer {token}"}
        for headers in ({}, mine):
            assert error(session.post("/api/hint", json=board, headers=headers)) == (403, "not_yours")
            assert session.get("/api/catalogue/noughts/pack", headers=headers).status_code == 403
            looked: Any = {**board, "losing": True, "forced": True, "hot": True}
            answer = session.post("/api/look", json=looked, headers=headers).json()
            assert answer["position"]["losing"] is None
            assert "forced" not in answer
            seats: Any = {"game": "noughts", "seats": ["me", "perfect"]}
            assert error(session.post("/api/games", json=seats, headers=headers)) == (403, "not_yours")
        hint = session.post("/api/hint", json={**board, "seconds": 0.1}, headers=teacher.headers)
        assert hint.status_code == 200
    finally:
        teacher.do("control", help=True)
    assert session.post("/api/hint", json={**board, "seconds": 0.1}).status_code == 200


def test_a_pause_stops_moves_and_a_shown_position_reaches_everybody(served: tuple[Served, Teacher]) -> None:
    server, teacher = served
    session = Session(server)
    token = join(session, teacher.room["code"], "Dora").json()["token"]
    pupil = SocketPupil("Dora", "", token)

    async def play_alone() -> None:
        async with pupil.attend(server) as socket:
            await asyncio.to_thread(lambda: teacher.do("games", game="noughts", odd="1"))
            room = (await pupil.hear(socket, "class"))["room"]
            page = Page(session, room["you"]["game"], token)
            teacher.do("control", paused=True)
            assert (await pupil.hear(socket, "class"))["room"]["paused"]
            assert error(page.move(0, "b2")) == (400, "not_now")
            assert error(page.do("resign")) == (400, "not_now")
            teacher.do("control", paused=False)
            assert not (await pupil.hear(socket, "class"))["room"]["paused"]
            assert page.move(0, "b2").status_code == 200
            shown = {"game": "squava", "moves": ["c3"], "words": "What does O do?"}
            teacher.do("control", shown=shown)
            room = (await pupil.hear(socket, "class"))["room"]
            assert room["shown"] == {**shown, "setup": ""}
            assert error(teacher.do("control", shown={**shown, "moves": ["z9"]})) == (400, "illegal_move")
            teacher.do("control", hide=True)
            assert (await pupil.hear(socket, "class"))["room"]["shown"] is None
            teacher.do("remove", pupil=room["you"]["number"])
            await pupil.hear(socket, "dismissed")

    asyncio.run(play_alone())
    mine = {"Authorization": f"Bearer {token}"}
    assert error(session.get("/api/class", headers=mine)) == (404, "not_found")


def test_a_server_without_a_class_says_so(server: Any) -> None:
    assert server.get("/api/catalogue").json()["classroom"] is False
    assert error(join(server, "AAAAA", "Ada")) == (404, "not_found")
    assert error(server.get("/api/class", headers={"Authorization": f"Bearer {'x' * 43}"})) == (
        404,
        "not_found",
    )
