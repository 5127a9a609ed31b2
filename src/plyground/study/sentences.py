"""What a study found, in sentences; nothing is said that the intervals do not carry."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Board
from plyground.ending_words import count_words
from plyground.study.figures import Figure
from plyground.study.numbers_text import interval_text, value_text
from plyground.study.results import Strength, Study
from plyground.study.settings import player_name
from plyground.words import score_sentence


def finding_sentences(study: Study) -> list[str]:
    """The findings that matter most, each in a sentence."""
    return [*_truth(study), *_change(study), *_outcome(study), *_course(study), *_depth(study)]


def _truth(study: Study) -> Iterator[str]:
    if study.truth is not None and study.truth.points is not None:
        yield score_sentence(Board(study.game), study.truth.start)


def _change(study: Study) -> Iterator[str]:
    """How the first player's score changes with strength, if the intervals do not overlap."""
    levels = [each for each in study.strengths if each.figure("first_player")]
    if len(levels) < 2:
        return
    weak, strong = levels[0], levels[-1]
    one, other = weak.figure("first_player"), strong.figure("first_player")
    assert one is not None
    assert other is not None
    if one.high < other.low or other.high < one.low:
        word = "more" if other.value > one.value else "less"
        yield (
            f"The stronger the players, the {word} the first player scores: {_score(one, weak)}, "
            f"but {_score(other, strong)}."
        )


def _score(figure: Figure, level: Strength) -> str:
    return f"{value_text(figure.value, 'share')} ({interval_text(figure)}) with {player_name(level.nodes)}"


def _outcome(study: Study) -> Iterator[str]:
    first, draws = study.figures.get("first_player"), study.figures.get("draws")
    if first is not None:
        if first.low > 0.5:
            yield f"Among the strongest players the first is better off, and scores {_value(first)}."
        elif first.high < 0.5:
            yield f"Among the strongest players the second is better off: the first scores {_value(first)}."
        elif first.high - first.low <= 0.2:
            yield (
                "Among the strongest players neither side is seen to be better off: "
                f"the first scores {_value(first)}."
            )
    if draws is not None and draws.low > 0.5:
        yield f"Among the strongest players most games are drawn: {_value(draws)}."


def _course(study: Study) -> Iterator[str]:
    settled, changes = study.figures.get("settled"), study.figures.get("lead_changes")
    if settled is not None:
        yield f"The winner is settled after {_value(settled)} of a game."
    if changes is not None:
        yield f"The lead changes {changes.value:.1f} times in a game ({interval_text(changes)})."


def _depth(study: Study) -> Iterator[str]:
    rungs = study.figures.get("rungs")
    if rungs is not None:
        count = count_words(round(rungs.value), "rung")
        yield (
            f"The ladder of strengths has {count} ({interval_text(rungs)}), "
            "each scoring more than 60 % against the one below."
        )


def _value(figure: Figure) -> str:
    return f"{value_text(figure.value, figure.unit)} ({interval_text(figure)})"
