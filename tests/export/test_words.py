"""What the page says by itself is what Python says: scores, endings and records."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from typing import Any

import plyground as pg
from plyground.ending_words import fill_in
from plyground.records import Played, Record, RecordError, read_record, write_record
from plyground.score import read_score
from plyground.web.thinking.position_analysis import shade_scores
from plyground.web.thinking.threat import warning
from plyground.words import missed_words, score_sentence, score_view, score_words
from tests.export.node import run_in_node

ESTIMATES = (0, 1, -1, 7, -12, 20, -20, 49, 50, 51, 200, -999, 1000, -1500, 2500, 12_500, -20_000)
NUMBERS = (*ESTIMATES, 29_001, 29_999, 29_995, -29_999, -29_992, 30_000, -30_000)

SCORES = """
import * as score from "{JS}/local/score.js";
const answer = ({ numbers, shades }) => ({
  rows: numbers.map(([number, settled, exact]) => {
    const one = score.readScore(number, settled, exact);
    const up = score.scoreForParent(one);
    return {
      words: score.scoreWords(one, "X", "O"),
      sentence: score.scoreSentence(one, "X", "O"),
      missed: score.missedWords(one),
      views: [0, 1].map((turn) => score.scoreView(one, turn)),
      parent: score.scoreView(up, 0),
      rank: score.rank(one),
    };
  }),
  shades: score.shadeScores(shades.map((each) => score.readScore(...each))),
});
"""


def test_scores_are_told_in_the_same_words() -> None:
    numbers = list(product(NUMBERS, (False, True), (False, True)))
    shades = [
        (29_995, False, True),
        (6, False, True),
        (3, False, True),
        (2, False, True),
        (-29_990, True, True),
    ]
    told = run_in_node(SCORES, {"numbers": numbers, "shades": shades})
    board = pg.Board("noughts")
    for (number, settled, exact), row in zip(numbers, told["rows"], strict=True):
        score = read_score(number, settled=settled, exact=exact)
        assert row == {
            "words": score_words(board, score),
            "sentence": score_sentence(board, score),
            "missed": missed_words(score),
            "views": [asdict(score_view(score, turn)) for turn in (0, 1)],
            "parent": asdict(score_view(score.for_parent, 0)),
            "rank": score.rank,
        }
    scores = [read_score(number, settled=settled, exact=exact) for number, settled, exact in shades]
    assert told["shades"] == shade_scores(scores)


THREATS = """
import { readScore } from "{JS}/local/score.js";
import { warning } from "{JS}/local/position_analysis.js";
const answer = (pairs) =>
  pairs.map(([score, now]) => warning("O", "b4", readScore(...score), readScore(...now)));
"""


def test_threats_are_told_in_the_same_words() -> None:
    scores = [
        (number, settled, exact) for number in NUMBERS for settled in (False, True) for exact in (False, True)
    ]
    pairs = [(score, now) for score in scores[::3] for now in scores[::5]]
    expected = []
    for score, now in pairs:
        one, other = (
            read_score(number, settled=settled, exact=exact) for number, settled, exact in (score, now)
        )
        expected.append(warning("O", "b4", one, other))
    assert run_in_node(THREATS, pairs) == expected
    assert any("threatens" in words for words in expected)
    assert any("would like" in words for words in expected)


ENDINGS = """
import { fillIn } from "{JS}/local/ending_words.js";
const answer = (calls) => calls.map((call) => fillIn(...call));
"""


def test_endings_are_told_in_the_same_words() -> None:
    rows: list[list[str]] = [["a1", "b1", "c1"], ["c1", "c2"], [f"a{row}" for row in range(1, 13)]]
    calls: list[tuple[Any, ...]] = [
        (template, some, [1, 3], "white", "black")
        for template in (
            "{length} in a row {row}",
            "!{length} in a row {row}",
            "{mover} has {0:piece} to {1:piece} of {other}, {0} and {1}",
            "the board is full",
        )
        for some in ([], rows[:1], rows)
    ]
    told = run_in_node(ENDINGS, calls)
    for call, ending in zip(calls, told, strict=True):
        reason, line, blames = fill_in(*call)
        assert ending == {"reason": reason, "line": [*line], "blamesLoser": blames}


RECORDS = """
import { readRecordText, writeRecordText } from "{JS}/local/record.js";
import { data, StandInModule } from "{JS}/../../../../../tests/web/page/stand_in_game.js";
import { LocalBoard } from "{JS}/local/local_board.js";
import { LocalGame } from "{JS}/local/local_game.js";
const open = async (name) => {
  if (name !== "noughts") throw new Error("there is no such game");
  return new LocalBoard(new LocalGame({ ...data, game: name }, new StandInModule()));
};
const read = async (text) => {
  try {
    const { record } = await readRecordText(text, open);
    return { text: writeRecordText(record) };
  } catch (error) {
    return { error: error.message };
  }
};
const answer = (texts) => Promise.all(texts.map(read));
"""
GAME = """plyground record 1
game: noughts
first: human
second: level 3
began: 2026-01-31T18:30:00+01:00
result: 1-0
reason: three in a row a1 b1 c1
comment: on a train

1. a1  3.5s  ; the corner; not the centre
2. a2  0.8s
3. b1  12s
4. b2
5. c1
"""


def test_records_are_read_and_written_alike() -> None:
    odd = Record(
        "noughts",
        ("Ada \\ Lovelace ", " level 3"),
        (Played("b2", 0.125, "two\nlines\tand \u2028 \U0001f600"), Played("a1", None, " spaces ")),
        "0-1",
        "X resigned",
        "2026-01-31",
        "semi; colon",
    )
    changes = [
        ("", ""),
        ("result: 1-0", "result: 0-1"),
        ("result: 1-0\n", ""),
        ("reason: three in a row a1 b1 c1\n", ""),
        ("reason: three in a row a1 b1 c1", "reason: four"),
        ("5. c1\n", ""),
        ("5. c1\n", "6. c1\n"),
        ("5. c1", "5. "),
        ("5. c1", "5. c1 12"),
        ("5. c1", "5. c1 -1s"),
        ("2. a2", "2. a1"),
        ("2. a2", "result: *"),
        ("first: human", "first: human\nfirst: human"),
        ("first: human", "player: human"),
        ("first: human", "nothing"),
        ("began: 2026-01-31T18:30:00+01:00", "began: yesterday"),
        ("comment: on a train", "comment: \\x"),
        ("comment: on a train", "comment: \\u{1f600}\\n\\\\"),
        ("record 1", "record 2"),
        ("plyground", "\ufeff\r\n  plyground"),
        ("result: 1-0\nreason: three in a row a1 b1 c1", "result: 2-0"),
    ]
    texts = [GAME.replace(old, new, 1) for old, new in changes] + [
        write_record(odd),
        "",
        GAME.replace("\n", "\r\n"),
    ]
    for text, told in zip(texts, run_in_node(RECORDS, texts), strict=True):
        assert told == read_in_python(text), text


def read_in_python(text: str) -> dict[str, str]:
    """The record of a text, written again, or what is wrong with it."""
    try:
        return {"text": write_record(read_record(text))}
    except RecordError as error:
        return {"error": str(error)}
