"""Thousands of broken messages, and every address with whatever a schema allows: no crash, no traceback."""

from __future__ import annotations

import json
import random
import string
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.websockets import WebSocketDisconnect

from tests.web.served import Served
from tests.web.stage import ORIGIN, Page, of_type, until

MESSAGES = 1_500
EXAMPLES = 8
TOO_LARGE = 413
SEED = 1


def odd_value(chance: random.Random, depth: int = 0) -> Any:
    """Something of any kind."""
    simple: list[Any] = [
        None, True, False, 0, -1, 2**53, 10**400, 1.5, 1e308, float("nan"), float("inf"), "", "squava",
        "noughts:9x9", "./mine.py", "a1", "\x00", "\ud800", "x" * 70_000, "é" * 50, "../../etc/passwd",
    ]  # fmt: skip
    kind = chance.random()
    if depth > 3 or kind < 0.7:
        return chance.choice(simple)
    if kind < 0.85:
        return [odd_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {random_text(chance): odd_value(chance, depth + 1) for _ in range(chance.randrange(4))}


def random_text(chance: random.Random) -> str:
    return "".join(chance.choice(string.printable) for _ in range(chance.randrange(12)))


def broken_message(chance: random.Random, page: Page) -> str:
    """A message that is wrong somewhere: in its values, its keys, or its very text."""
    good: list[dict[str, Any]] = [
        {"type": "follow", "id": 1, "game": page.id, "token": page.token},
        {"type": "analyse", "id": 2, "game": "noughts", "moves": ["a1"], "seconds": 0.01},
        {"type": "report", "id": 3, "game": "noughts", "moves": ["a1"], "seconds": 0.01},
        {"type": "stop", "id": 2},
        {"type": "ping"},
        {"type": "unfollow"},
    ]
    message = dict(chance.choice(good))
    how = chance.random()
    if how < 0.5:
        message[chance.choice(sorted(message))] = odd_value(chance)
    elif how < 0.7:
        message[random_text(chance)] = odd_value(chance)
    elif how < 0.8:
        del message[chance.choice(sorted(message))]
    text = json.dumps(message if how < 0.95 else odd_value(chance))
    if chance.random() < 0.2:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + random_text(chance) + text[at + chance.randrange(3) :]
    return text


def test_thousands_of_broken_messages_break_nothing(
    server: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(SEED)
    page = Page.new(server, seats=("me", "me"))
    sent = 0
    codes: list[int] = []
    while sent < MESSAGES:
        with server.websocket_connect("/api/socket", headers=ORIGIN) as socket:
            try:
                for _ in range(60):
                    if chance.random() < 0.05:
                        socket.send_bytes(chance.randbytes(chance.randrange(50)))
                    else:
                        socket.send_text(broken_message(chance, page))
                    sent += 1
                socket.send_json({"type": "ping", "id": "end"})
                until(socket, of_type("pong", id="end"))
            except WebSocketDisconnect as gone:
                codes.append(gone.code)
    assert set(codes) <= {4400, 1009}
    assert page.move(0, "b2").status_code == 200
    assert server.get("/health").status_code == 200
    assert not [record for record in caplog.records if record.exc_info], "something failed inside"


def test_a_socket_that_sends_only_nonsense_is_closed(server: TestClient) -> None:
    with server.websocket_connect("/api/socket", headers=ORIGIN) as socket:
        for _ in range(150):
            socket.send_text("nonsense")
        with pytest.raises(WebSocketDisconnect) as gone:
            until(socket, of_type("nothing of the kind"))
    assert gone.value.code == 4400


def test_every_address_keeps_its_schema(file_database: str) -> None:
    with Served(file_database) as served:
        schema = schemathesis.openapi.from_url(f"{served.address}openapi.json")
        operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        assert len(operations) >= 19
        for operation in operations:
            check_operation(operation)
        assert "Traceback" not in served.log


def check_operation(operation: Any) -> None:
    """Send whatever the schema allows, and much that it does not.

    What it allows may still be refused: it cannot say which games there are, or which moves are legal.
    """

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy() | operation.as_strategy(GenerationMode.NEGATIVE))
    def check(case: Case[Any]) -> None:
        answer = case.call()
        if answer.status_code != TOO_LARGE:
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    check()
