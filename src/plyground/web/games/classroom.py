"""A class: its pupils, what they were given to do, and what came of it."""

from __future__ import annotations

import random
import secrets
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from plyground.web.errors import Refusal, bad_request

TaskKind = Literal["games", "lesson", "puzzles"]

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of codes: none that looks like a digit or like another letter."""
CODE_LENGTH: Final = 5
LONGEST_NAME: Final = 30
MOST_PUPILS: Final = 200


@dataclass(frozen=True)
class Pupil:
    """Somebody who came with a name."""

    number: int
    name: str
    digest: str
    """The hash of the pupil's token."""
    gone: bool = False
    """Whether the teacher has sent the pupil away."""


@dataclass(frozen=True)
class ClassTask:
    """Something that the whole class does."""

    number: int
    kind: TaskKind
    title: str
    name: str
    """The game, the lesson, or the set of puzzles."""
    items: int
    """How many things there are to solve; 0 for games."""


@dataclass(frozen=True)
class Pairing:
    """A game of the class, and the number of the pupil on each side; None for a computer."""

    game: str
    task: int
    pupils: tuple[int | None, int | None]


@dataclass(frozen=True)
class Answer:
    """How far a pupil came with one thing to solve."""

    task: int
    pupil: int
    item: int
    tries: int
    solved: bool


@dataclass(frozen=True)
class ShownPosition:
    """A position that everybody sees."""

    game: str
    setup: str
    moves: tuple[str, ...]
    words: str


@dataclass
class Classroom:
    """A class with everything that is kept of it."""

    id: str
    code: str
    created: float
    paused: bool = False
    help: bool = True
    """Whether pupils may ask for hints and analyses."""
    shown: ShownPosition | None = None
    pupils: list[Pupil] = field(default_factory=list)
    tasks: list[ClassTask] = field(default_factory=list)
    pairings: list[Pairing] = field(default_factory=list)
    answers: dict[tuple[int, int, int], Answer] = field(default_factory=dict)
    """By task, pupil and item."""

    @property
    def task(self) -> ClassTask | None:
        """What the class does now."""
        return self.tasks[-1] if self.tasks else None

    @property
    def present(self) -> list[Pupil]:
        """Everybody who was not sent away."""
        return [pupil for pupil in self.pupils if not pupil.gone]

    def game_of(self, pupil: int) -> str | None:
        """The newest game of a pupil in the round that is played now."""
        if self.task is None or self.task.kind != "games":
            return None
        games = [
            each.game for each in self.pairings if each.task == self.task.number and pupil in each.pupils
        ]
        return games[-1] if games else None

    def solved(self, pupil: int) -> int:
        """How much of the present task a pupil has solved."""
        number = self.task.number if self.task else 0
        return sum(
            each.solved for each in self.answers.values() if (each.task, each.pupil) == (number, pupil)
        )


def new_code() -> str:
    """The code of a room, easy to write on a board and to type.

    >>> len(new_code()), set(new_code()) <= set(LETTERS)
    (5, True)
    """
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def is_code(given: str, code: str) -> bool:
    """Whether somebody has typed the code, in whatever case and with whatever spaces.

    >>> is_code(" hk rtw", "HKRTW")
    True
    """
    return secrets.compare_digest("".join(given.split()).upper().encode(), code.encode())


def clean_name(text: str) -> str:
    """A name as it is shown: one line without signs that are not seen, or a refusal.

    >>> clean_name("  Ada\\u202e \\n Lovelace ")
    'Ada Lovelace'
    """
    spaced = "".join(" " if each.isspace() else each for each in text)
    seen = "".join(each for each in spaced if unicodedata.category(each)[0] != "C")
    name = " ".join(unicodedata.normalize("NFC", seen).split())
    if not name or unicodedata.category(name[0])[0] == "M":
        raise bad_request("name: write the name that the others know you by")
    if len(name) > LONGEST_NAME:
        raise bad_request(f"name: at most {LONGEST_NAME} characters")
    return name


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if somebody has it already.

    >>> free_name("ada", ["Ada", "Ada (2)"])
    'ada (3)'
    """
    used = {each.casefold() for each in taken}
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    return free


def add_pupil(room: Classroom, name: str, digest: str) -> Pupil:
    """The pupil who comes with this name; whoever has the same token is the same pupil."""
    for pupil in room.pupils:
        if secrets.compare_digest(pupil.digest, digest):
            if pupil.gone:
                raise Refusal(403, "not_yours", "the teacher has ended your visit to this class")
            return pupil
    if len(room.present) >= MOST_PUPILS:
        raise bad_request(f"a class has {MOST_PUPILS} pupils at most")
    pupil = Pupil(len(room.pupils) + 1, free_name(name, (each.name for each in room.present)), digest)
    room.pupils.append(pupil)
    return pupil


def make_pairs(
    room: Classroom, pupils: Sequence[Pupil], chance: random.Random
) -> tuple[list[tuple[Pupil, Pupil]], Pupil | None]:
    """Pairs, those who met least often first, and whoever is left over. Who has begun less often begins."""
    met: Counter[frozenset[int | None]] = Counter(frozenset(each.pupils) for each in room.pairings)
    begun: Counter[int | None] = Counter(each.pupils[0] for each in room.pairings)
    alone: Counter[int | None] = Counter(
        number for each in room.pairings if None in each.pupils for number in each.pupils
    )
    waiting = list(pupils)
    chance.shuffle(waiting)
    left = None
    if len(waiting) % 2:
        left = min(waiting, key=lambda pupil: alone[pupil.number])
        waiting.remove(left)
    pairs = []
    while waiting:
        one = waiting.pop()
        other = min(waiting, key=lambda pupil: met[frozenset((one.number, pupil.number))])
        waiting.remove(other)
        one, other = sorted((one, other), key=lambda pupil: begun[pupil.number])
        pairs.append((one, other))
    return pairs, left
