// Ratings, reviews and attempts of puzzles: the published example, and what the Python package fsrs schedules.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rate } from "../../../src/plyground/web/static/js/puzzles/glicko.js";
import { newReview, review } from "../../../src/plyground/web/static/js/puzzles/reviews.js";
import { readAttempts, Training, writeAttempts } from "../../../src/plyground/web/static/js/puzzles/training.js";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1, 8);
const GAPS = [1, 2, 6, 17, 2, 4, 8]; // days, by the Python package fsrs 6.3.2

describe("puzzles", () => {
  it("rates as the author of Glicko-2 does in his example", () => {
    const others = [
      [{ rating: 1400, deviation: 30, volatility: 0.06 }, 1],
      [{ rating: 1550, deviation: 100, volatility: 0.06 }, 0],
      [{ rating: 1700, deviation: 300, volatility: 0.06 }, 0],
    ];
    const { rating, deviation, volatility } = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, others);
    assert.ok(Math.abs(rating - 1464.06) < 0.01);
    assert.ok(Math.abs(deviation - 151.52) < 0.01);
    assert.ok(Math.abs(volatility - 0.05999) < 0.00001);
  });

  it("lets what failed come again when fsrs does", () => {
    let card = newReview(START);
    const gaps = [];
    for (const solved of [true, true, true, false, true, true]) {
      gaps.push((card.due - card.last) / DAY);
      card = review(card, card.due, solved);
    }
    gaps.push((card.due - card.last) / DAY);
    assert.deepEqual(gaps, GAPS);
  });

  it("keeps attempts as CSV and says which line is wrong", () => {
    const attempts = [{ at: START, puzzle: "0123456789", game: "noughts:4x4,row=3", rating: 900, solved: true }];
    assert.deepEqual(readAttempts(writeAttempts(attempts)), attempts);
    assert.throws(() => readAttempts("nonsense"), /no file of attempts/);
    assert.throws(() => readAttempts(`${writeAttempts(attempts)}x\n`), /Line 3 is no attempt/);
  });

  it("counts only the first try for ratings, and days in a row", () => {
    const attempt = (day, puzzle, solved) => ({ at: START + day * DAY, puzzle, game: "noughts", rating: 1200, solved });
    const training = new Training([
      attempt(0, "0000000001", true),
      attempt(1, "0000000001", false),
      attempt(1, "0000000002", true),
    ]);
    const once = new Training([attempt(0, "0000000001", true), attempt(1, "0000000002", true)]);
    assert.deepEqual(training.players, once.players);
    assert.equal(training.streak, 1);
    assert.equal(training.daysInARow(START + DAY), 2);
  });
});
