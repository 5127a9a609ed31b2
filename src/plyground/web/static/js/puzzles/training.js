// Training: everything that follows from the attempts that this browser keeps: ratings, reviews, streaks, what is next.

/**
 * @import { PuzzleView } from "../server/types.js"
 * @import { Rating } from "./glicko.js"
 * @import { Card } from "./reviews.js"
 *
 * @typedef {{ at: number, puzzle: string, game: string, rating: number, solved: boolean }} Attempt `at` in milliseconds
 */

import { rate, UNKNOWN } from "./glicko.js";
import { newReview, review } from "./reviews.js";

const KEY = "plyground.puzzles";
const DEVIATION = 150; // of a puzzle's first rating
const NEAREST = 8;
const DAY = 86_400_000;
const HEAD = "at,puzzle,game,rating,solved";

/** The name of a game without its variant. @param {string} game */
export function baseName(game) {
  return game.split(":")[0];
}

export class Training {
  /** @param {Attempt[]} attempts */
  constructor(attempts = []) {
    /** @type {Attempt[]} */
    this.attempts = [];
    /** @type {Map<string, Rating>} */
    this.players = new Map();
    /** @type {Map<string, Rating>} */
    this.puzzles = new Map();
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    this.streak = 0;
    this.bestStreak = 0;
    for (const attempt of attempts.toSorted((one, two) => one.at - two.at)) this.add(attempt);
  }

  /** Take in an attempt; only the first at a puzzle counts for ratings. @param {Attempt} attempt */
  add(attempt) {
    const { at, puzzle, solved } = attempt;
    this.attempts.push(attempt);
    this.streak = solved ? this.streak + 1 : 0;
    this.bestStreak = Math.max(this.streak, this.bestStreak);
    const card = this.cards.get(puzzle);
    if (card) this.cards.set(puzzle, review(card, at, solved));
    else if (!solved) this.cards.set(puzzle, newReview(at));
    if (!this.puzzles.has(puzzle)) this.#rate(attempt);
  }

  /** @param {Attempt} attempt */
  #rate({ puzzle, game, rating, solved }) {
    const name = baseName(game);
    const player = this.players.get(name) ?? UNKNOWN;
    const task = { ...UNKNOWN, rating, deviation: DEVIATION };
    this.players.set(name, rate(player, [[task, solved ? 1 : 0]]));
    this.puzzles.set(puzzle, rate(task, [[player, solved ? 0 : 1]]));
  }

  /** On how many days up to now a puzzle was solved. @param {number} now */
  daysInARow(now) {
    const days = new Set(this.attempts.filter(({ solved }) => solved).map(({ at }) => Math.floor(at / DAY)));
    let day = Math.floor(now / DAY);
    if (!days.has(day)) day -= 1;
    let count = 0;
    for (; days.has(day); day -= 1) count += 1;
    return count;
  }

  /** @param {readonly PuzzleView[]} puzzles @param {number} now */
  due(puzzles, now) {
    const dueAt = (/** @type {PuzzleView} */ { id }) => this.cards.get(id)?.due ?? Number.POSITIVE_INFINITY;
    return puzzles.filter((puzzle) => dueAt(puzzle) <= now).toSorted((one, two) => dueAt(one) - dueAt(two));
  }

  /**
   * What is next: a review that is due, or a new puzzle that is about right; undefined if none is left.
   * @param {readonly PuzzleView[]} puzzles
   * @param {number} now
   * @param {() => number} chance
   */
  next(puzzles, now, chance = Math.random) {
    const [due] = this.due(puzzles, now);
    if (due) return due;
    const fresh = puzzles.filter(({ id }) => !this.puzzles.has(id));
    const rated = [...new Set(fresh.map(({ game }) => baseName(game)))].flatMap((name) => this.players.get(name) ?? []);
    const level = rated.length
      ? rated.reduce((sum, { rating }) => sum + rating, 0) / rated.length
      : Math.min(...fresh.map(({ rating }) => rating)) + 150;
    const near = fresh.toSorted((one, two) => Math.abs(one.rating - level) - Math.abs(two.rating - level));
    return near[Math.floor(chance() * Math.min(NEAREST, near.length))];
  }
}

// What this browser keeps

/** @returns {Training} */
export function loadTraining() {
  try {
    return new Training(readAttempts(localStorage.getItem(KEY) ?? HEAD));
  } catch {
    return new Training();
  }
}

/** @param {Training} training */
export function saveTraining(training) {
  try {
    localStorage.setItem(KEY, writeAttempts(training.attempts));
  } catch {
    // A full or forbidden store: the page works on, it only remembers less.
  }
}

/** Attempts as CSV, as `plyground puzzles progress --export` writes them. @param {Attempt[]} attempts */
export function writeAttempts(attempts) {
  const rows = attempts.map(({ at, puzzle, game, rating, solved }) => {
    const time = new Date(at).toISOString().replace(/\.\d+Z/, "Z");
    const name = /[",]/.test(game) ? `"${game.replaceAll('"', '""')}"` : game;
    return `${time},${puzzle},${name},${rating},${solved ? "yes" : "no"}`;
  });
  return `${[HEAD, ...rows].join("\n")}\n`;
}

/** The attempts of such a text; an Error says which line is wrong. @param {string} text @returns {Attempt[]} */
export function readAttempts(text) {
  const [head, ...rows] = text.trim().split(/\r?\n/);
  if (head !== HEAD) throw new Error(`This is no file of attempts; its first line must be ${HEAD}`);
  return rows.map((row, index) => {
    const fields = /^([^,]+),([0-9a-f]{10}),("(?:[^"]|"")*"|[^,]*),(\d{1,4}),(yes|no)$/.exec(row);
    const at = Date.parse(fields?.[1] ?? "");
    if (!fields || Number.isNaN(at)) throw new Error(`Line ${index + 2} is no attempt: ${row.slice(0, 80)}`);
    const game = fields[3].replace(/^"|"$/g, "").replaceAll('""', '"');
    return { at, puzzle: fields[2], game, rating: Number(fields[4]), solved: fields[5] === "yes" };
  });
}
