"""Who can sit down at a board, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from plyground.errors import PlygroundError
from plyground.players import evaluation
from plyground.players.classics import CLASSICS, read_classic
from plyground.players.levels import ALL_LEVELS, read_level
from plyground.players.openspiel_player import OpenSpielPlayer, is_openspiel
from plyground.protocols.programs import is_program, program_player, protocols_for

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.players.player import Player

HUMAN = "human"
FILE = "FILE.py"


class PlayerInfo(NamedTuple):
    """Somebody who can sit down."""

    who: str
    """The name that `seat` takes."""
    title: str
    """The name that people read."""
    meaning: str
    """How they play, in one line."""


def describe_players(game: Game | None = None) -> list[PlayerInfo]:
    """Everybody who can sit down at a game, or at any; `FILE.py` stands for every file with an evaluation.

    >>> from plyground.catalogue import find
    >>> [player.who for player in describe_players(find("squava"))]
    ['human', '1', '2', '3', '4', '5', 'perfect', 'squava-classic', 'FILE.py']
    """
    return [
        PlayerInfo(HUMAN, "a person", "is asked for each move"),
        *(
            PlayerInfo(
                level.digit,
                f"level {level.digit}, {level.word}" if level.digit.isdigit() else level.word,
                level.meaning,
            )
            for level in ALL_LEVELS
        ),
        *(
            PlayerInfo(classic.name, classic.name, classic.meaning)
            if game is not None
            else PlayerInfo(classic.name, classic.name, f"plays {classic.plays}: {classic.meaning}")
            for classic in CLASSICS
            if game is None or classic.fits(game)
        ),
        PlayerInfo(FILE, "your own evaluation", evaluation.MEANING),
    ]


def seat(
    who: str,
    game: Game,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    memory: int = 16,
) -> Player | None:
    """The player with this name, or None for a person, who is asked elsewhere.

    A level never thinks longer than `seconds` nor deeper than `depth`, nor looks for its move at more than
    `nodes` positions. `perfect` thinks for three seconds, or as long as these say; a file with an evaluation
    does the same for one second. A classic thinks as its document says, but no longer than `seconds` nor
    deeper than `depth`, which set what its document leaves open. The same seed and the same moves lead to
    the same choice. `threads` and `memory` (in megabytes) are for `perfect` and for evaluations.
    `ugi:COMMAND` and `brain:COMMAND` are other programs (docs/protocols.md), `openspiel:GAME` plays at random
    by the rules of OpenSpiel (docs/research.md).

    >>> from plyground.catalogue import find
    >>> seat("novice", find("noughts")).name, seat("human", find("noughts"))
    ('level 1', None)
    >>> seat("hal", find("noughts"))
    Traceback (most recent call last):
    plyground.errors.PlygroundError: there is no player 'hal'; noughts has human, 1 (novice), 2 (beginner), \
3 (amateur), 4 (expert), 5 (master), perfect, hoxo, any FILE.py with an evaluation and any program as \
ugi:COMMAND
    """
    if who.strip().casefold() == HUMAN:
        return None
    if is_openspiel(who):
        return OpenSpielPlayer(who, game, seed=seed)
    if is_program(who):
        return program_player(who.strip(), game, seconds=seconds, depth=depth)
    if level := read_level(who):
        from plyground.players.engine_player import EnginePlayer
        from plyground.players.perfect import PerfectPlayer

        player = PerfectPlayer if level.is_perfect else EnginePlayer
        return player(
            level, game, seconds=seconds, depth=depth, nodes=nodes, seed=seed, threads=threads, memory=memory
        )
    if classic := read_classic(who):
        if not classic.fits(game):
            raise PlygroundError(
                f"{classic.name} plays {classic.plays}, not {game.full_name}, which has {player_names(game)}"
            )
        return classic.seat(game, seconds=seconds, depth=depth, seed=seed)
    if evaluation.is_file(who):
        return evaluation.file_player(
            who, game, seconds=seconds, depth=depth, nodes=nodes, seed=seed, threads=threads, memory=memory
        )
    raise PlygroundError(f"there is no player {who!r}; {game.full_name} has {player_names(game)}")


def player_names(game: Game) -> str:
    """What can be typed for a player of a game, in one line."""
    levels = [level.title for level in ALL_LEVELS]
    classics = [classic.name for classic in CLASSICS if classic.fits(game)]
    names = ", ".join([HUMAN, *levels, *classics])
    programs = " or ".join(f"{protocol}:COMMAND" for protocol in protocols_for(game))
    return f"{names}, any {FILE} with an evaluation and any program as {programs}"
