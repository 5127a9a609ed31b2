// A small game in plain JavaScript with the interface of a compiled one: three in a row on three by three cells.

const ROWS = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];
const WIN = 30_000;
const NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const LEVELS = ["1", "2", "3", "perfect"];

export const data = {
  game: "three",
  name: "three",
  variant: "",
  title: "Three",
  summary: "Three in a row wins.",
  origin: "",
  words: "Three in a row wins.",
  goal: "",
  sides: ["X", "O"],
  columns: ["a", "b", "c"],
  rows: ["1", "2", "3"],
  joint: "",
  endless: false,
  mark_texts: ["X", "O"],
  shapes: { X: "cross", O: "ring" },
  trays: [],
  reasons: ["{length} in a row {row}", "the board is full"],
  repetition: 0,
  hot_words: [],
  moves_from: "table",
  cell_marks: [],
  position_form: "rows",
  counts_plies: false,
  only_adds: true,
  setup_marks: ["X", "O"],
  unique_marks: [],
  marks_from: "compiled",
  cells_from: "moves",
  picks_from: "moves",
  moves: NAMES.map((text, number) => ({ number, text, picks: [text], cells: [text], changes: [] })),
  start_marks: {},
  levels: LEVELS.map((digit, index) => ({
    digit,
    depth: digit === "perfect" ? null : 2,
    nodes: null,
    seconds: null,
    sees: 4,
    noise: 2 - index,
    slips: 0,
    slip_depth: 1,
  })),
};

export const catalogue = {
  server: "0",
  games: [
    {
      name: "three",
      title: "Three",
      summary: data.summary,
      origin: "",
      words: data.words,
      sides: data.sides,
      options: [],
      players: LEVELS.map((who) => ({ who, title: who, words: "", classic: false })),
      picture: { columns: data.columns, rows: data.rows, joint: "", marks: {}, shapes: {}, trays: [], endless: false },
    },
  ],
  limits: {},
};

export class StandInModule {
  canProve = false;
  canPass = false;
  cells = new Uint8Array(9);

  reset() {
    this.cells.fill(0);
  }

  save() {
    return this.cells.slice();
  }

  load(cells) {
    this.cells.set(cells);
  }

  get ply() {
    return this.cells.filter(Boolean).length;
  }

  moves() {
    return [...this.cells.keys()].filter((cell) => !this.cells[cell]);
  }

  play(cell) {
    this.cells[cell] = 1 + (this.ply % 2);
  }

  rowsMade() {
    return ROWS.filter(
      ([a, b, c]) => this.cells[a] && this.cells[a] === this.cells[b] && this.cells[b] === this.cells[c],
    );
  }

  outcome() {
    if (this.rowsMade().length) return -1;
    return this.ply === 9 ? 0 : 2;
  }

  fingerprint() {
    return [...this.cells].reduce((sum, cell) => sum * 3n + BigInt(cell), 0n);
  }

  marks() {
    return [...this.cells];
  }

  ending() {
    const rows = this.rowsMade();
    return { reason: rows.length ? 0 : 1, rows, numbers: [] };
  }

  solve() {
    const outcome = this.outcome();
    if (outcome !== 2) return { number: outcome * WIN, line: [] };
    const here = this.save();
    let best = null;
    for (const move of this.moves()) {
      this.play(move);
      const { number, line } = this.solve();
      this.load(here);
      const mine = -number - Math.sign(-number);
      if (!best || mine > best.number) best = { number: mine, line: [move, ...line] };
    }
    return best;
  }

  search({ lines = 1 }, onInfo = () => {}) {
    const here = this.save();
    const found = this.moves().map((move) => {
      this.play(move);
      const { number, line } = this.solve();
      this.load(here);
      return { number: -number - Math.sign(-number), settled: true, exact: true, line: [move, ...line] };
    });
    found.sort((one, two) => two.number - one.number);
    const info = { depth: 9 - this.ply, nodes: 100, seconds: 0, fill: 0, lines: found.slice(0, lines) };
    onInfo(info);
    return info;
  }

  choose() {
    return this.search({ lines: 1 });
  }

  clear() {}
}
