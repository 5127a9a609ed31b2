// Choosing a move step by step: a number and then a cell, a piece and then its target.
//
// Cells are picked in the order of the move, and so are things from a tray; but which of the two comes first is
// up to the person: the number and then the cell, or the cell and then the number.

/**
 * @import { MoveView } from "../server/types.js"
 *
 * @typedef {{ move: string, picks: string[], cells: string[], things: string[] }} PickableMove
 * @typedef {Map<string, PickableMove[]>} NextPicks what can be picked next, each with the moves that it leads to
 */

export class MovePicker {
  /**
   * @param {Pick<MoveView, "move" | "picks">[]} moves
   * @param {(pick: string) => boolean} isCell tells a cell from something in a tray
   */
  constructor(moves, isCell) {
    this.isCell = isCell;
    /** @type {PickableMove[]} */
    this.moves = moves.map(({ move, picks }) => ({ move, picks, ...this.#split(picks) }));
    /** @type {string[]} */
    this.picked = [];
  }

  /** @param {string[]} picks */
  #split(picks) {
    return { cells: picks.filter(this.isCell), things: picks.filter((pick) => !this.isCell(pick)) };
  }

  /** The moves that the picks so far can still become. */
  get possibleMoves() {
    const { cells, things } = this.#split(this.picked);
    return this.moves.filter((move) => startsWith(move.cells, cells) && startsWith(move.things, things));
  }

  /** @returns {NextPicks} */
  get nextPicks() {
    const { cells, things } = this.#split(this.picked);
    /** @type {NextPicks} */
    const next = new Map();
    for (const move of this.possibleMoves) {
      for (const pick of [move.cells[cells.length], move.things[things.length]]) {
        if (pick !== undefined) next.set(pick, [...(next.get(pick) ?? []), move]);
      }
    }
    return next;
  }

  /** Whether a cell can be picked that further cells must follow, such as a piece that slides. */
  get hasSlides() {
    return this.moves.some((move) => move.cells.length > 1);
  }

  /**
   * Pick something: returns the move that is now complete, or null. What cannot be picked begins anew or clears.
   * @param {string} pick
   */
  pick(pick) {
    if (this.picked.includes(pick)) {
      this.picked = this.picked.filter((each) => each !== pick);
      return null;
    }
    if (this.nextPicks.has(pick)) this.picked = [...this.picked, pick];
    else this.picked = this.#replace(pick);
    const complete = this.possibleMoves.find((move) => move.picks.length === this.picked.length);
    if (complete) this.picked = [];
    return complete?.move ?? null;
  }

  /**
   * Another piece, or another number for the same cell; anything else takes the picks back.
   * @param {string} pick
   */
  #replace(pick) {
    const others = this.picked.filter((each) => this.isCell(each) !== this.isCell(pick));
    for (const picked of [others, []]) {
      this.picked = picked;
      if (this.nextPicks.has(pick)) return [...picked, pick];
    }
    return [];
  }

  clear() {
    this.picked = [];
  }
}

/** @param {string[]} list @param {string[]} start */
function startsWith(list, start) {
  return start.every((each, index) => list[index] === each);
}
