"""A class in both databases; and answers of pupils, which the server judges."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

from fastapi.testclient import TestClient

from plyground import catalogue
from plyground.lessons.puzzle_set import find_set
from plyground.lessons.shelf import find_lesson
from plyground.web.games.classroom import Answer, ClassTask, Pairing, ShownPosition, add_pupil
from plyground.web.games.classroom_store import ClassroomStore
from plyground.web.games.store import Store
from tests.web.stage import error, opened
from tests.web.test_store import new_game


def test_a_class_is_read_as_it_was_written(database: str) -> None:
    games = Store(database, catalogue.find)
    store = ClassroomStore(games)
    room = store.newest()
    assert store.newest() == room
    games.add(new_game())
    pupils = [add_pupil(room, name, digit * 64) for name, digit in (("Ada \U0001f600", "a"), ("'; --", "b"))]
    for pupil in pupils:
        store.save_pupil(room, pupil)
    room.pupils[1] = replace(pupils[1], gone=True)
    store.save_pupil(room, room.pupils[1])
    room.tasks += [
        ClassTask(1, "games", "Squava", "squava:6x6", 0),
        ClassTask(2, "lesson", "Play", "noughts", 7),
    ]
    for task in room.tasks:
        store.add_task(room, task)
    room.pairings.append(Pairing("abcdefghij", 1, (2, None)))
    store.save_pairing(room, room.pairings[0])
    for tries, solved in ((1, False), (2, True)):
        answer = Answer(2, 1, 3, tries, solved)
        room.answers[2, 1, 3] = answer
        store.save_answer(room, answer)
    room.paused, room.help = True, False
    room.shown = ShownPosition("squava", "", ("c3", "a1"), "What does X do?")
    store.save(room)
    assert store.newest() == room
    games.close()
    again = Store(database, catalogue.find)
    assert ClassroomStore(again).newest() == room
    other = ClassroomStore(again).begin()
    assert other.code != room.code or other.id != room.id
    assert ClassroomStore(again).newest() == other
    again.close()


class Lesson:
    """A class with one pupil, who was given something to solve."""

    def __init__(self, client: TestClient, kind: str, name: str) -> None:
        self.client = client
        host = client.app.state.site.classroom  # type: ignore[attr-defined]
        self.teacher = {"Authorization": f"Bearer {host.teacher_token}"}
        body = {"code": host.room.code, "name": "Ada", "claim": "a claim of twenty letters"}
        token = client.post("/api/class/join", json=body).json()["token"]
        self.pupil = {"Authorization": f"Bearer {token}"}
        task = {"kind": kind, "name": name, "count": 5}
        self.task = client.post("/api/class/task", json=task, headers=self.teacher).json()["task"]

    def answer(self, item: int, answer: str) -> Any:
        """The server's answer to a try."""
        body = {"task": self.task["number"], "item": item, "answer": answer}
        return self.client.post("/api/class/answer", json=body, headers=self.pupil)

    def row(self) -> dict[str, str]:
        """What the teacher's table says of the pupil and the newest task."""
        text = self.client.get("/api/class/results", headers=self.teacher).json()["csv"]
        return list(csv.DictReader(io.StringIO(text)))[-1]


def test_the_table_says_what_the_server_found_right(database: str) -> None:
    with opened(database, classroom=True) as client:
        lesson = Lesson(client, "puzzles", "noughts")
        tasks = find_set(lesson.task["name"]).tasks  # type: ignore[union-attr]
        right = [" ".join(moves[0] for moves in task.accepted) for task in tasks]  # type: ignore[union-attr]
        assert lesson.answer(0, "z9").status_code == 200
        assert lesson.answer(0, "z9").status_code == 200  # sent again by a browser that was not sure
        assert (lesson.row()["solved"], lesson.row()["of"], lesson.row()["tries"]) == ("0", "5", "1")
        longest = max(range(5), key=lambda item: len(right[item]))
        if " " in right[longest]:
            assert lesson.answer(longest, right[longest].split()[0]).status_code == 200
            assert lesson.row()["solved"] == "0"
        for item, moves in enumerate(right):
            assert lesson.answer(item, moves).status_code == 200
        assert lesson.row()["solved"] == "5"
        assert lesson.answer(0, "z9").status_code == 200
        assert lesson.row()["solved"] == "5"
        assert error(lesson.answer(5, "b2")) == (400, "bad_request")


def test_every_kind_of_task_is_judged_by_the_server(file_database: str) -> None:
    """The answers that a page would send, from the lessons that ask for them."""
    with opened(file_database, classroom=True) as client:
        kinds = set()
        for name in ("noughts", "search-1-game-trees", "search-2-minimax", "search-4-alpha-beta"):
            lesson = Lesson(client, "lesson", name)
            for item, task in enumerate(find_lesson(name).tasks):
                kinds.add(type(task).__name__)
                right = given_answer(task)
                wrong = lesson.answer(item, "0" if right != "0" else "1")
                assert wrong.status_code in (200, 400), wrong.text
                assert lesson.answer(item, right).status_code == 200
                assert lesson.row()["solved"] == str(item + 1), (name, item, right)
        assert kinds == {"PlayTask", "ChooseTask", "NumberTask", "LeavesTask", "CutsTask"}


def given_answer(task: Any) -> str:
    """The right answer as a page sends it."""
    match type(task).__name__:
        case "PlayTask":
            return " ".join(moves[0] for moves in task.accepted)
        case "ChooseTask":
            return str(task.answer + 1)
        case "NumberTask":
            return str(task.answer)
        case "LeavesTask":
            return " ".join(task.tree.leaf_values)
        case _:
            return " ".join(str(place + 1) for place in sorted(task.answer)) or "none"
