"""Reading a lesson from Markdown. Whatever is wrong in it is one line that names the line of the file.

docs/lessons.md tells the format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from plyground import catalogue
from plyground.board import Board
from plyground.errors import IllegalMove, PlygroundError
from plyground.game import Game
from plyground.lab.switches import Switches
from plyground.lessons.lesson import (
    Block,
    BoardBlock,
    ChooseTask,
    CutsTask,
    LeavesTask,
    Lesson,
    NumberTask,
    PlayTask,
    Step,
    Task,
    TreeBlock,
    Words,
)
from plyground.lessons.prose import read_prose
from plyground.lessons.tree import MOST_COUNTED, MOST_LEAVES, LessonTree, find_cuts, grow_tree

FindGame = Callable[[str], Game]

KEY: Final = re.compile(r"(on \S+|[a-z]+): ?(.*)")
OPTION: Final = re.compile(r"\[([ xX])\] (.+)")
BOARD_KEYS: Final = ("game", "position", "moves")
WORD_KEYS: Final = ("ask", "right", "wrong", "hint")
SEARCH_KEYS: Final = ("algorithm", "depth", "order")
KEYS: Final = {
    "board": (*BOARD_KEYS, "caption"),
    "tree": (*BOARD_KEYS, *SEARCH_KEYS, "caption"),
    "play": (*BOARD_KEYS, *WORD_KEYS, "accept", "reply", "claim", "on"),
    "choose": (*BOARD_KEYS, *WORD_KEYS),
    "number": (*BOARD_KEYS, *WORD_KEYS, "answer"),
    "count": (*BOARD_KEYS, *WORD_KEYS, *SEARCH_KEYS, "count"),
    "leaves": (*BOARD_KEYS, *WORD_KEYS, "depth", "order"),
    "cuts": (*BOARD_KEYS, *WORD_KEYS, "depth", "order"),
}
"""The blocks, and what may stand in each."""
TASK_KINDS: Final = tuple(kind for kind in KEYS if kind not in ("board", "tree"))
COUNTS: Final = ("nodes", "leaves", "cutoffs")
CLAIM: Final = re.compile(r"win( in [1-9]\d*)?|draw|loss|safe|loses|takes [1-9]\d*|move")
CLAIMS: Final = "win, win in N, draw, loss, safe, loses, takes N, move"


class LessonError(PlygroundError):
    """A lesson that cannot be right; the message says in which line and why."""


@dataclass
class Entry:
    """A key of a block with its value."""

    line: int
    key: str
    value: str


@dataclass
class RawBlock:
    """A block between fences, before anything of it is understood."""

    line: int
    kind: str
    entries: list[Entry] = field(default_factory=list)
    options: list[tuple[int, bool, str]] = field(default_factory=list)

    def entry(self, key: str) -> Entry | None:
        """The only entry with this key, or None."""
        found = [entry for entry in self.entries if entry.key == key]
        if len(found) > 1:
            raise fail(found[1].line, f"{key}: stands here twice")
        return found[0] if found else None

    def text(self, key: str, usual: str = "") -> str:
        """The value of a key."""
        entry = self.entry(key)
        return usual if entry is None else entry.value

    def needed(self, key: str) -> Entry:
        """The entry of a key that must be there."""
        entry = self.entry(key)
        if entry is None or not entry.value:
            raise fail(self.line, f"a block {self.kind!r} needs {key}:")
        return entry

    def where(self, key: str) -> int:
        """The line of a key, or of the block if the key is not there."""
        entry = self.entry(key)
        return self.line if entry is None else entry.line


def fail(line: int, message: str) -> LessonError:
    """What is wrong in a line."""
    return LessonError(f"line {line}: {message}")


def read_lesson(text: str, name: str = "", find: FindGame = catalogue.find) -> Lesson:
    """The lesson in a text; a `LessonError` names the line with the first mistake.

    >>> lesson = read_lesson("# Hello\\n\\nA first look.\\n\\n## Begin\\n\\nWords.\\n")
    >>> lesson.title, lesson.summary, [step.heading for step in lesson.steps]
    ('Hello', 'A first look.', ['Begin'])
    >>> read_lesson("# Hello\\n\\n## Begin\\n\\n```play\\ngame: noughts\\nask: ?\\naccept: b9\\n```\\n")
    Traceback (most recent call last):
    plyground.lessons.parser.LessonError: line 8: no such move: b9 (...)
    """
    reader = _Reader(find)
    title, summary, steps = "", "", []
    for heading, line, parts in split_steps(text.splitlines()):
        if heading is None:
            title, prose = read_head(parts)
            summary = " ".join(paragraph.text for paragraph in read_prose(prose)[:1])
            continue
        steps.append(Step(heading, tuple(reader.blocks(parts))))
        if not steps[-1].blocks:
            raise fail(line, f"nothing stands below the heading {heading!r}")
    if not steps:
        raise fail(max(1, len(text.splitlines())), "a lesson needs a step, which begins with '## HEADING'")
    return Lesson(name, title, summary, tuple(steps))


Parts = list[tuple[int, str]]
"""Lines with their numbers."""


def split_steps(lines: list[str]) -> Iterator[tuple[str | None, int, Parts]]:
    """The head of a lesson, whose heading is None, and then its steps."""
    heading: str | None = None
    begun, is_fenced = 1, False
    part: Parts = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("```"):
            is_fenced = not is_fenced
        if line.startswith("## ") and not is_fenced:
            yield heading, begun, part
            heading, begun, part = line[3:].strip(), number, []
        else:
            part.append((number, line))
    yield heading, begun, part


def read_head(parts: Parts) -> tuple[str, list[str]]:
    """The title of a lesson, and the prose below it."""
    filled = [(number, line) for number, line in parts if line.strip()]
    if not filled or not filled[0][1].startswith("# "):
        raise fail(filled[0][0] if filled else 1, "a lesson begins with its title, as '# TITLE'")
    fences = [number for number, line in filled if line.startswith("```")]
    if fences:
        raise fail(fences[0], "a block stands in a step, below a heading '## HEADING'")
    return filled[0][1][2:].strip(), [line for number, line in parts if number > filled[0][0]]


class _Reader:
    """Reads the blocks of a lesson. A block without a game has that of the block before it."""

    def __init__(self, find: FindGame) -> None:
        self._find = find
        self._game: Game | None = None

    def blocks(self, parts: Parts) -> Iterator[Block]:
        """The prose and the blocks of a step, in order."""
        prose: list[str] = []
        at = 0
        while at < len(parts):
            number, line = parts[at]
            at += 1
            if not line.startswith("```"):
                prose.append(line)
                continue
            if paragraphs := read_prose(prose):
                yield paragraphs
            prose = []
            end = next((i for i in range(at, len(parts)) if parts[i][1].startswith("```")), None)
            if end is None:
                raise fail(number, "this block has no end; close it with ```")
            yield self._block(read_block(number, line[3:].strip(), parts[at:end]))
            at = end + 1
        if paragraphs := read_prose(prose):
            yield paragraphs

    def _block(self, raw: RawBlock) -> Block:
        if raw.kind == "board":
            return BoardBlock(raw.line, self._board(raw), raw.text("caption"))
        if raw.kind == "tree":
            board = self._board(raw)
            algorithm = raw.text("algorithm", "alphabeta")
            return TreeBlock(raw.line, board, self._tree(raw, board, algorithm), raw.text("caption"))
        return self._task(raw)

    def _task(self, raw: RawBlock) -> Task:
        words = read_words(raw)
        if raw.kind == "play":
            return self._play(raw, words)
        if raw.kind == "choose":
            return self._choose(raw, words)
        if raw.kind == "number":
            answer = raw.needed("answer")
            if not re.fullmatch(r"-?\d{1,9}", answer.value):
                raise fail(answer.line, f"answer: {answer.value!r} is not a whole number")
            return NumberTask(raw.line, words, int(answer.value), self._optional_board(raw))
        board = self._board(raw)
        if raw.kind == "count":
            return self._count(raw, words, board)
        if raw.kind == "leaves":
            tree = self._tree(raw, board, "minimax")
            self._check_leaves(raw, tree)
            return LeavesTask(raw.line, words, board, tree)
        try:
            tree, cuts = find_cuts(board, self._switches(raw))
        except PlygroundError as error:
            raise fail(raw.line, str(error)) from error
        self._check_leaves(raw, tree)
        return CutsTask(raw.line, words, board, tree, cuts)

    # Boards and trees

    def _board(self, raw: RawBlock) -> Board:
        named = raw.entry("game")
        if named is not None:
            try:
                self._game = self._find(named.value)
            except PlygroundError as error:
                raise fail(named.line, str(error)) from error
        if self._game is None:
            raise fail(raw.line, f"a block {raw.kind!r} needs game:, as none was named before it")
        try:
            board = Board(self._game, position=raw.text("position"))
        except PlygroundError as error:
            raise fail(raw.where("position"), str(error)) from error
        for move in raw.text("moves").split():
            push(board, move, raw.where("moves"))
        return board

    def _optional_board(self, raw: RawBlock) -> Board | None:
        has_board = any(entry.key in BOARD_KEYS for entry in raw.entries)
        return self._board(raw) if has_board else None

    def _switches(self, raw: RawBlock) -> Switches:
        depth = raw.text("depth", "3")
        if not re.fullmatch(r"[1-9]\d?", depth):
            raise fail(raw.where("depth"), f"depth: {depth!r} is not a number of plies")
        try:
            return Switches(depth=int(depth), order=raw.text("order"))
        except PlygroundError as error:
            raise fail(raw.where("order"), str(error)) from error

    def _tree(self, raw: RawBlock, board: Board, algorithm: str, most: int | None = None) -> LessonTree:
        try:
            limits = {} if most is None else {"most": most}
            return grow_tree(board, algorithm, self._switches(raw), **limits)
        except LessonError:
            raise
        except PlygroundError as error:
            raise fail(raw.where("algorithm"), str(error)) from error

    def _check_leaves(self, raw: RawBlock, tree: LessonTree) -> None:
        if len(tree.leaves) > MOST_LEAVES:
            count = len(tree.leaves)
            raise fail(raw.line, f"this tree has {count} leaves, and a task asks about {MOST_LEAVES} at most")

    # Tasks

    def _play(self, raw: RawBlock, words: Words) -> PlayTask:
        board = self._board(raw)
        if board.is_over:
            raise fail(raw.where("moves"), f"the game is over here: {board.outcome}")
        if not any(entry.key == "accept" for entry in raw.entries):
            raise fail(raw.line, "a block 'play' needs accept:")
        accepted: list[tuple[str, ...]] = []
        replies: list[str] = []
        walker = board.copy()
        for entry in raw.entries:
            if entry.key == "accept":
                if len(accepted) > len(replies):
                    raise fail(entry.line, "accept: comes after a reply:")
                accepted.append(check_moves(walker, entry))
            elif entry.key == "reply":
                if len(accepted) == len(replies):
                    raise fail(entry.line, "reply: comes after an accept:")
                push(walker, accepted[-1][0], entry.line)
                push(walker, entry.value, entry.line)
                replies.append(walker.history[-1])
        if len(accepted) == len(replies):
            raise fail(raw.line, "the last reply: needs an accept: after it")
        claim = raw.text("claim")
        if claim and not CLAIM.fullmatch(claim):
            raise fail(raw.where("claim"), f"claim: {claim!r} is none of {CLAIMS}")
        return PlayTask(
            raw.line, words, board, tuple(accepted), tuple(replies), claim, read_remarks(raw, board)
        )

    def _choose(self, raw: RawBlock, words: Words) -> ChooseTask:
        right = [place for place, (_, is_right, _) in enumerate(raw.options) if is_right]
        if len(raw.options) < 2 or len(right) != 1:
            raise fail(
                raw.line, "a block 'choose' needs two or more lines '[ ] WORDS', one of them '[x] WORDS'"
            )
        options = tuple(words for _, _, words in raw.options)
        return ChooseTask(raw.line, words, options, right[0], self._optional_board(raw))

    def _count(self, raw: RawBlock, words: Words, board: Board) -> NumberTask:
        what = raw.needed("count")
        if what.value not in COUNTS:
            raise fail(what.line, f"count: {what.value!r} is none of {', '.join(COUNTS)}")
        tree = self._tree(raw, board, raw.text("algorithm", "minimax"), MOST_COUNTED)
        return NumberTask(raw.line, words, getattr(tree.trace, what.value), board, tree)


def read_block(line: int, kind: str, parts: Parts) -> RawBlock:
    """The entries and options of a block."""
    if kind not in KEYS:
        raise fail(line, f"there is no block {kind!r}; there are {', '.join(KEYS)}")
    raw = RawBlock(line, kind)
    for number, text in parts:
        if not text.strip():
            continue
        if option := OPTION.fullmatch(text.strip()):
            if kind != "choose":
                raise fail(number, f"a block {kind!r} has no lines '[ ]'")
            raw.options.append((number, option[1] != " ", option[2].strip()))
        elif text.startswith(" ") and raw.entries:
            raw.entries[-1].value = f"{raw.entries[-1].value} {text.strip()}".strip()
        elif entry := KEY.fullmatch(text.strip()):
            if entry[1].split()[0] not in KEYS[kind]:
                raise fail(number, f"a block {kind!r} has no {entry[1]}:, only {', '.join(KEYS[kind])}")
            raw.entries.append(Entry(number, entry[1], entry[2].strip()))
        else:
            raise fail(number, f"{text.strip()!r} is not of the form 'key: value'")
    return raw


def read_words(raw: RawBlock) -> Words:
    """What is said around a task."""
    given = {key: raw.text(key) for key in ("right", "wrong", "hint") if raw.text(key)}
    return Words(raw.needed("ask").value, **given)


def read_remarks(raw: RawBlock, board: Board) -> dict[str, str]:
    """What to say of some wrong moves, by the move."""
    remarks = {}
    for entry in raw.entries:
        if entry.key.startswith("on "):
            move = entry.key[3:]
            push(board.copy(), move, entry.line)
            remarks[move] = entry.value
    return remarks


def check_moves(board: Board, entry: Entry) -> tuple[str, ...]:
    """The moves that an entry names, as the game writes them."""
    moves = []
    for move in entry.value.split():
        twin = board.copy()
        push(twin, move, entry.line)
        moves.append(twin.history[-1])
    if not moves:
        raise fail(entry.line, "accept: names a move")
    return tuple(moves)


def push(board: Board, move: str, line: int) -> None:
    """Make a move that stands in this line of a lesson."""
    try:
        board.push(move)
    except IllegalMove as error:
        reason = str(error)
        more = "" if reason.startswith(f"no such move: {move}") else f" ({reason})"
        raise fail(line, f"no such move: {move}{more}") from error
