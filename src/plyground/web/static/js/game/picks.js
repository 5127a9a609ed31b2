// Choosing a move step by step: a number and then a cell, a piece and then its target.
//
// Cells are picked in the order of the move, and so are things from a tray; but which of the two comes first is
// up to the person: the number and then the cell, or the cell and then the number.

export class Picks {
  /** `moves` are { move, picks }; `isCell` tells a cell from something in a tray. */
  constructor(moves, isCell) {
    this.isCell = isCell;
    this.moves = moves.map((move) => ({ ...move, ...this.#sorted(move.picks) }));
    this.path = [];
  }

  #sorted(picks) {
    return { cells: picks.filter(this.isCell), things: picks.filter((pick) => !this.isCell(pick)) };
  }

  /** The moves that the picks so far can still become. */
  get open() {
    const { cells, things } = this.#sorted(this.path);
    return this.moves.filter((move) => begins(move.cells, cells) && begins(move.things, things));
  }

  /** What can be picked next, each with the moves that it leads to. */
  get next() {
    const { cells, things } = this.#sorted(this.path);
    const found = new Map();
    for (const move of this.open) {
      for (const pick of [move.cells[cells.length], move.things[things.length]]) {
        if (pick !== undefined) found.set(pick, [...(found.get(pick) ?? []), move]);
      }
    }
    return found;
  }

  /** Whether a cell can be picked that further picks must follow, such as a piece that slides. */
  get slides() {
    return this.moves.some((move) => move.cells.length > 1);
  }

  /** Pick something: the move that is now complete, or null. What cannot be picked begins anew or clears. */
  choose(pick) {
    if (this.path.includes(pick)) {
      this.path = this.path.filter((each) => each !== pick);
      return null;
    }
    if (this.next.has(pick)) this.path.push(pick);
    else this.path = this.#instead(pick);
    const done = this.open.find((move) => move.picks.length === this.path.length);
    if (done) this.path = [];
    return done?.move ?? null;
  }

  // Another piece, or another number for the same cell; anything else takes the picks back.
  #instead(pick) {
    const kept = this.path.filter((each) => this.isCell(each) !== this.isCell(pick));
    for (const path of [kept, []]) {
      this.path = path;
      if (this.next.has(pick)) return [...path, pick];
    }
    return [];
  }

  clear() {
    this.path = [];
  }
}

function begins(list, start) {
  return start.every((each, index) => list[index] === each);
}
