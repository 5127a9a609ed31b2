"""The class of a server: who attends it, what changes in it, and what everybody hears of that."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from plyground.board import Board
from plyground.records import Played, Record
from plyground.web.errors import Refusal, bad_request, not_now, not_yours
from plyground.web.games.classroom import (
    Answer,
    ClassTask,
    Pairing,
    Pupil,
    ShownPosition,
    TaskKind,
    add_pupil,
    clean_name,
    is_code,
    make_pairs,
)
from plyground.web.games.classroom_results import results_csv
from plyground.web.games.classroom_store import ClassroomStore
from plyground.web.games.computers import player_name
from plyground.web.games.registry import Registry
from plyground.web.games.server_game import OWNER, SeatToken, iso_time
from plyground.web.games.snapshot import Snapshot
from plyground.web.games.tokens import are_equal, digest, match_digests
from plyground.web.json_text import JsonText, encode_json
from plyground.web.messages import (
    ClassMessage,
    ClassTaskView,
    ClassView,
    DismissedMessage,
    GameSummary,
    PupilView,
    ReaderPupilView,
    ShownView,
    SocketMessage,
)

Result = TypeVar("Result")
BEAT: Final = 0.2
"""Seconds between two messages to a teacher, at least."""


class Attendee(Protocol):
    """A socket that attends the class."""

    def post(self, message: SocketMessage) -> None:
        """Send a message, sooner or later."""

    def stop_thinking(self) -> None:
        """End analyses and reports."""


class ClassroomHost:
    """Keeps the class of a server in step with the store, and tells those who attend it."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = ClassroomStore(registry.store)
        self.room = self._store.newest()
        self.teacher_token = registry.secrets.teacher()
        self._teachers: set[Attendee] = set()
        self._pupils: dict[Attendee, int] = {}
        self._games: dict[str, Snapshot] = {}
        """The games of the class, as they are known."""
        self._last_answers: dict[tuple[int, int, int], str] = {}
        """What was answered last, by task, pupil and item: a browser that is not sure sends it again."""
        self._lock = asyncio.Lock()
        self._beat: asyncio.Task[None] | None = None
        self._adopting: set[asyncio.Task[None]] = set()
        self.on_begin: Callable[[Snapshot], None] = lambda snapshot: None
        """Called in the event loop with every game that begins."""

    async def open(self) -> None:
        """Read the games of the class."""
        for pairing in list(self.room.pairings):
            if (snapshot := await self._registry.newest(pairing.game)) is not None:
                self._games[pairing.game] = snapshot
                await self._adopt_next(snapshot)

    def close(self) -> None:
        """End what waits."""
        for task in (self._beat, *self._adopting):
            if task is not None:
                task.cancel()

    # Who is who

    def is_teacher(self, token: str) -> bool:
        """Whether this is the teacher's token."""
        return are_equal(token, self.teacher_token)

    def pupil_of(self, token: str) -> Pupil | None:
        """The pupil with this token, unless the teacher has sent the pupil away."""
        pupils = self.room.pupils
        hits = match_digests(token, [pupil.digest for pupil in pupils])
        return next((pupil for pupil, hit in zip(pupils, hits, strict=True) if hit and not pupil.gone), None)

    def check_teacher(self, token: str) -> None:
        """Refuse everybody but the teacher."""
        if not self.is_teacher(token):
            raise not_yours("only the teacher can do that")

    def check_moving(self, token: str) -> None:
        """Refuse moves of pupils while the class is paused."""
        if self.room.paused and not self.is_teacher(token):
            raise not_now("the teacher has paused the class")

    def may_have_help(self, token: str) -> bool:
        """Whether somebody may ask for hints and analyses."""
        return self.room.help or self.is_teacher(token)

    # Pupils

    async def join(self, code: str, name: str, claim: str) -> tuple[str, Pupil]:
        """Seat a pupil, and give the pupil's token; the same claim gets the same seat again."""
        if not is_code(code, self.room.code):
            raise Refusal(404, "not_found", "there is no class with this code; ask your teacher for it")
        async with self._lock:
            room = self.room
            token = self._registry.secrets.pupil(room.id, claim)
            known = len(room.pupils)
            pupil = add_pupil(room, clean_name(name), digest(token))
            if len(room.pupils) > known:
                await self._write(lambda: self._store.save_pupil(room, pupil))
        self._publish()
        return token, pupil

    async def remove(self, number: int) -> None:
        """Send a pupil away."""
        async with self._lock:
            room = self.room
            pupil = next((each for each in room.present if each.number == number), None)
            if pupil is None:
                raise bad_request(f"pupil: there is no pupil {number}")
            gone = replace(pupil, gone=True)
            room.pupils[room.pupils.index(pupil)] = gone
            await self._write(lambda: self._store.save_pupil(room, gone))
        for attendee in [each for each, other in self._pupils.items() if other == number]:
            del self._pupils[attendee]
            attendee.post(DismissedMessage(type="dismissed"))
        self._publish()

    def task_with(self, number: int, item: int) -> ClassTask:
        """What the class was given to do under this number, if it has this item."""
        given = next((each for each in self.room.tasks if each.number == number), None)
        if given is None or item >= given.items:
            raise bad_request("task, item: there is nothing like that to solve")
        return given

    async def note_answer(
        self, pupil: Pupil, task: ClassTask, item: int, answer: str, *, solved: bool
    ) -> None:
        """Note a try. What was solved stays solved, and the same answer twice in a row is one try."""
        async with self._lock:
            room = self.room
            key = (task.number, pupil.number, item)
            if task not in room.tasks or self._last_answers.get(key) == answer:
                return
            self._last_answers[key] = answer
            old = room.answers.get(key, Answer(*key, tries=0, solved=False))
            if old.solved:
                return
            new = replace(old, tries=old.tries + 1, solved=solved)
            room.answers[key] = new
            await self._write(lambda: self._store.save_answer(room, new))
        self._tell_teachers()

    # What the teacher does

    async def control(
        self, *, paused: bool | None, help: bool | None, shown: ShownPosition | None, hide: bool
    ) -> None:
        """Pause or go on, take help away or give it back, show a position or no longer."""
        async with self._lock:
            room = self.room
            room.paused = room.paused if paused is None else paused
            room.help = room.help if help is None else help
            room.shown = None if hide else shown or room.shown
            await self._write(lambda: self._store.save(room))
        if not room.help:
            self.end_help()
        self._publish()

    def end_help(self) -> None:
        """End the analyses of pupils; those who attend no class are stopped by the site."""
        for attendee in self._pupils:
            attendee.stop_thinking()

    async def renew(self) -> None:
        """Begin another class: a new code, and nobody in it."""
        async with self._lock:
            self.room = await self._write(self._store.begin)
            self._games = {}
            self._last_answers = {}
        for attendee in list(self._pupils):
            attendee.post(DismissedMessage(type="dismissed"))
        self._pupils = {}
        self._publish()

    async def begin_task(self, kind: TaskKind, title: str, name: str, items: int) -> ClassTask:
        """Give the class something new to do."""
        async with self._lock:
            task = await self._add_task(kind, title, name, items)
        self._publish()
        return task

    async def begin_games(self, board: Board, odd: str | None, *, only_free: bool) -> int:
        """Pair the pupils who are here; whoever is left over plays `odd`, a computer, or waits.

        `only_free` pairs those whose game is over or who have none, in the round that is played. Returns the
        number of games that begin.
        """
        async with self._lock:
            room = self.room
            here = set(self._pupils.values())
            pupils = [pupil for pupil in room.present if pupil.number in here]
            if only_free:
                pupils = [pupil for pupil in pupils if self._is_free(pupil)]
            pairs, left = make_pairs(room, pupils, random.Random())
            seated: list[tuple[Pupil | None, Pupil | None]] = [*pairs]
            if left is not None and odd is not None:
                seated.append((left, None))
            if not seated:
                raise not_now("there are no two pupils here to pair")
            task = room.task
            name = board.game.full_name
            if not (only_free and task and (task.kind, task.name) == ("games", name)):
                task = await self._add_task("games", board.game.title, name, 0)
            for pair in seated:
                await self._begin_game(board.copy(), pair, odd or "", task.number)
        self._publish()
        return len(seated)

    async def _add_task(self, kind: TaskKind, title: str, name: str, items: int) -> ClassTask:
        room = self.room
        task = ClassTask(len(room.tasks) + 1, kind, title, name, items)
        await self._write(lambda: self._store.add_task(room, task))
        room.tasks.append(task)
        if room.shown is not None:
            room.shown = None
            await self._write(lambda: self._store.save(room))
        return task

    async def _begin_game(
        self, board: Board, pair: tuple[Pupil | None, Pupil | None], computer: str, task: int
    ) -> None:
        names = [player_name(computer) if pupil is None else pupil.name for pupil in pair]
        record = Record(
            board.game.full_name,
            (names[0], names[1]),
            tuple(Played(move) for move in board.history),
            "*",
            began=iso_time(time.time()),
            position=board.setup,
        )
        seats = tuple(computer if pupil is None else "me" for pupil in pair)
        tokens = [SeatToken(side, pupil.digest) for side, pupil in enumerate(pair) if pupil is not None]
        tokens.append(SeatToken(OWNER, digest(self.teacher_token)))
        snapshot = await self._registry.create_seated(record, board, (seats[0], seats[1]), tuple(tokens))
        numbers = tuple(None if pupil is None else pupil.number for pupil in pair)
        await self._add_pairing(Pairing(snapshot.id, task, (numbers[0], numbers[1])), snapshot)
        self.on_begin(snapshot)

    async def _add_pairing(self, pairing: Pairing, snapshot: Snapshot) -> None:
        room = self.room
        room.pairings.append(pairing)
        self._games[pairing.game] = snapshot
        await self._write(lambda: self._store.save_pairing(room, pairing))

    def _is_free(self, pupil: Pupil) -> bool:
        game = self.room.game_of(pupil.number)
        snapshot = None if game is None else self._games.get(game)
        return snapshot is None or snapshot.is_over

    async def results(self) -> str:
        """What came of everything, as CSV."""
        return await self._write(lambda: results_csv(self.room, dict(self._games)))

    # Who hears what

    def attend(self, attendee: Attendee, token: str) -> JsonText[ClassView]:
        """Somebody's page opens. Returns the class as it is now."""
        self.leave(attendee)
        if self.is_teacher(token):
            self._teachers.add(attendee)
        elif (pupil := self.pupil_of(token)) is not None:
            self._pupils[attendee] = pupil.number
            self._tell_teachers()
        else:
            raise not_found_here()
        return self.view(token)

    def leave(self, attendee: Attendee) -> None:
        """Somebody's page goes."""
        self._teachers.discard(attendee)
        if self._pupils.pop(attendee, None) is not None:
            self._tell_teachers()

    def on_game_change(self, snapshot: Snapshot) -> None:
        """A game on this server has changed; it may be one of the class."""
        if snapshot.id not in self._games:
            return
        self._games[snapshot.id] = snapshot
        self._tell_teachers()
        if snapshot.line["next"] is not None:
            task = asyncio.create_task(self._adopt_next(snapshot))
            self._adopting.add(task)
            task.add_done_callback(self._adopting.discard)

    async def _adopt_next(self, snapshot: Snapshot) -> None:
        """Take the game that was begun from another one into the class; its sides have changed."""
        id = snapshot.line["next"]
        async with self._lock:
            pairing = next((each for each in self.room.pairings if each.game == snapshot.id), None)
            if id is None or pairing is None or any(each.game == id for each in self.room.pairings):
                return
            if (follower := await self._registry.newest(id)) is None:
                return
            first, second = pairing.pupils
            await self._add_pairing(Pairing(id, pairing.task, (second, first)), follower)
        self._publish()

    def view(self, token: str) -> JsonText[ClassView]:
        """The class as somebody sees it, as JSON."""
        if self.is_teacher(token):
            return self._view(None)
        pupil = self.pupil_of(token)
        if pupil is None:
            raise not_found_here()
        return self._view(pupil.number)

    def _publish(self) -> None:
        for attendee, number in list(self._pupils.items()):
            attendee.post(ClassMessage(type="class", room=self._view(number)))
        self._tell_teachers()

    def _tell_teachers(self) -> None:
        """Tell teachers, a little later, as games of a whole class change often."""
        if self._teachers and (self._beat is None or self._beat.done()):
            self._beat = asyncio.create_task(self._tell_later())

    async def _tell_later(self) -> None:
        await asyncio.sleep(BEAT)
        self._beat = None
        message = ClassMessage(type="class", room=self._view(None))
        for teacher in list(self._teachers):
            teacher.post(message)

    def _view(self, number: int | None) -> JsonText[ClassView]:
        """The class for a pupil, or for the teacher if the number is None."""
        room, shown, task = self.room, self.room.shown, self.room.task
        pupil = next((each for each in room.present if each.number == number), None)
        view = ClassView(
            role="teacher" if number is None else "pupil",
            code=room.code,
            paused=room.paused,
            help=room.help,
            shown=None if shown is None else shown_view(shown),
            task=None if task is None else task_view(task),
            you=None if pupil is None else self._reader_view(pupil),
            pupils=self._pupil_views() if number is None else [],
            boards=self._boards() if number is None else [],
        )
        return JsonText(encode_json(view))

    def _reader_view(self, pupil: Pupil) -> ReaderPupilView:
        game = self.room.game_of(pupil.number)
        return ReaderPupilView(number=pupil.number, name=pupil.name, game=game)

    def _pupil_views(self) -> list[PupilView]:
        room = self.room
        here = set(self._pupils.values())
        number = room.task.number if room.task else 0
        tries = {pupil.number: 0 for pupil in room.present}
        for answer in room.answers.values():
            if answer.task == number and answer.pupil in tries:
                tries[answer.pupil] += answer.tries
        return [
            PupilView(
                number=pupil.number,
                name=pupil.name,
                here=pupil.number in here,
                game=room.game_of(pupil.number),
                solved=room.solved(pupil.number),
                tries=tries[pupil.number],
            )
            for pupil in room.present
        ]

    def _boards(self) -> list[GameSummary]:
        """The newest game of each pair in the round."""
        room = self.room
        shown = dict.fromkeys(room.game_of(pupil.number) for pupil in room.present)
        return [self._games[game].line for game in shown if game in self._games]

    async def _write(self, work: Callable[[], Result]) -> Result:
        return await self._registry.on_thread(work)


def task_view(task: ClassTask) -> ClassTaskView:
    """What the class does."""
    return ClassTaskView(
        number=task.number, kind=task.kind, title=task.title, name=task.name, items=task.items
    )


def shown_view(shown: ShownPosition) -> ShownView:
    """What everybody sees."""
    return ShownView(game=shown.game, setup=shown.setup, moves=shown.moves, words=shown.words)


def not_found_here() -> Refusal:
    """The token opens nothing in this class."""
    return Refusal(404, "not_found", "you are not in this class; come in with its code")
