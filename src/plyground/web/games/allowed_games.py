"""Which games a server plays: those of the catalogue, and the files that its owner named.

Nothing else is ever loaded, whatever name somebody sends: a game file is a program.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from plyground import catalogue
from plyground.errors import PlygroundError, UnknownGame
from plyground.game import Game

NAME: Final = re.compile(r"([A-Za-z0-9_-]{1,40})(?::([A-Za-z0-9_=,-]{1,60}))?", re.ASCII)
GAMES_IN_MEMORY: Final = 200


class AllowedGames:
    """Finds games by name for people who must not be able to load a file.

    >>> allowed = AllowedGames()
    >>> allowed.find("noughts:5x5,row=4")
    <game noughts:5x5,row=4>
    >>> allowed.find("./mine.py")
    Traceback (most recent call last):
    plyground.errors.UnknownGame: there is no game './mine.py' here; there are noughts, squava, ...
    """

    def __init__(self, files: Iterable[str] = (), *, show_examples: bool = False) -> None:
        self._shows_examples = show_examples
        self._files: dict[str, str] = {}
        for path in files:
            self._add_file(path)
        self._found: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def _add_file(self, path: str) -> None:
        if not path.endswith(".py"):
            raise PlygroundError(
                f"--game takes a file FILE.py, not {path!r}; games with a name are there anyway"
            )
        name = catalogue.find(path).name
        if not NAME.fullmatch(name) or ":" in name:
            raise PlygroundError(f"{path}: a server needs a name of letters, digits, - and _, not {name!r}")
        if name in (*catalogue.names(), *catalogue.EXAMPLES, *self._files):
            raise PlygroundError(f"{path}: there is already a game named {name!r}")
        self._files[name] = path

    @property
    def names(self) -> list[str]:
        """Everything that the first page shows; the examples may be played whether they are shown or not."""
        examples = catalogue.EXAMPLES if self._shows_examples else ()
        return [*catalogue.names(), *self._files, *examples]

    def find(self, name: str) -> Game:
        """The game with this name and variant; a file that was not named by the owner is refused unread."""
        with self._lock:
            if name in self._found:
                self._found.move_to_end(name)
                return self._found[name]
        match = NAME.fullmatch(name)
        if match is None or match[1] not in (*self.names, *catalogue.EXAMPLES):
            short = name if len(name) <= 40 else name[:37] + "..."
            raise UnknownGame(f"there is no game {short!r} here; there are {', '.join(self.names)}")
        plain, variant = match[1], match[2]
        source = self._files.get(plain, plain)
        game = catalogue.find(f"{source}:{variant}" if variant else source)
        game.source = plain
        with self._lock:
            self._found[name] = game
            while len(self._found) > GAMES_IN_MEMORY:
                self._found.popitem(last=False)
        return game
