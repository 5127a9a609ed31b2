"""A server that is killed in the middle of games has every move that it acknowledged. On both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
import requests

from plyground.board import Board
from plyground.catalogue import find
from plyground.seats import seat
from tests.web.served import Served, Session
from tests.web.stage import Page

PLAYERS = 4


class Talker(threading.Thread):
    """Plays games against itself as fast as it can, and writes down what was acknowledged."""

    def __init__(self, session: Session, enough: Callable[[], bool]) -> None:
        super().__init__(daemon=True)
        self.page = Page.new(session, "squeeze:4x4,limit=1000", ("me", "me"))
        self.enough = enough
        self.acknowledged: list[str] = []
        self.error: Exception | None = None

    def run(self) -> None:
        """Move until the server is gone or there is nothing left to move."""
        board = Board("squeeze:4x4,limit=1000", self.acknowledged)
        try:
            while not (board.is_over or self.enough()):
                move = board.legal_moves[len(board.history) * 7 % len(board.legal_moves)]
                answer = self.page.move(len(board.history), move)
                assert answer.status_code == 200, answer.text
                assert answer.json()["position"]["moves"] == [*board.history, move]
                board.push(move)
                self.acknowledged.append(move)
        except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError):
            return
        except Exception as error:
            self.error = error


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(database: str) -> None:
    """A move whose answer was lost with the server is sent again."""
    served = Served(database)
    with served:
        talkers = [Talker(Session(served), lambda: False) for _ in range(PLAYERS)]
        unanswered = Page.new(Session(served), "squava", ("me", "me"))
        unanswered.move(0, "c3")  # of which the answer is lost
        for talker in talkers:
            talker.start()
        while sum(len(talker.acknowledged) for talker in talkers) < 20 * PLAYERS:
            assert any(talker.is_alive() for talker in talkers)
        served.kill()
        for talker in talkers:
            talker.join()
            assert talker.error is None
    with Served(database, port=served.port) as again:
        for talker in talkers:
            page = Page(Session(again), talker.page.id, talker.page.token)
            stored = page.moves
            acknowledged = talker.acknowledged
            assert stored[: len(acknowledged)] == acknowledged
            assert len(stored) <= len(acknowledged) + 1, "a move was made that nobody made"
            board = Board("squeeze:4x4,limit=1000", stored)
            if not board.is_over:
                assert page.move(len(stored), board.legal_moves[0]).status_code == 200
        page = Page(Session(again), unanswered.id, unanswered.token)
        assert page.move(0, "c3").json()["position"]["moves"] == ["c3"]
        assert page.move(1, "a1").json()["position"]["moves"] == ["c3", "a1"]


@pytest.fixture(scope="module")
def slow_game() -> str:
    """A game about which the computer thinks long: it is compiled, so that nobody stands in for it."""
    game = find("squava:8x8")
    player = seat("perfect", game)
    assert player is not None
    player.prepare()
    return game.full_name


def test_a_computers_turn_is_taken_up_after_a_restart(file_database: str, slow_game: str) -> None:
    """And a server that thinks stops cleanly; `test_serve` stops one that does not."""
    with Served(file_database) as served:
        page = Page.new(Session(served), slow_game, ("me", "perfect"), seconds=60)
        page.move(0, "a1")
        page.wait(lambda state: state["thinking"] and state["thinking"]["phase"] == "searching")
        served.kill()
    with Served(file_database, port=served.port) as again:
        page = Page(Session(again), page.id, page.token)
        assert page.moves == ["a1"]
        page.wait(lambda state: state["thinking"] and state["thinking"]["phase"] == "searching")
        assert again.stop() == 0
        assert "Traceback" not in again.log
        assert "error" not in [line.split('"level": "')[1].split('"')[0] for line in again.log.splitlines()]
