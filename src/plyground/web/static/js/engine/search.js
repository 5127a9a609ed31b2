// A run of the module's engine: compiled code makes one step after the other, and this tells it the time.

/**
 * @import { ModuleGame, Move } from "./module_game.js"
 *
 * @typedef {{
 *   depth?: number, nodes?: number, seconds?: number, longest?: number, lines?: number, earlier?: bigint[],
 * }} Limits
 *   `longest` is for how long a search may go on whose score is falling when `seconds` are over; `earlier` are the
 *   fingerprints of the positions before this one, oldest first, where the game has repetition
 * @typedef {{ number: number, settled: boolean, exact: boolean, line: Move[] }} Line
 *   `number` is the score as kernels count it: an estimate, or 30000 - n for a win in n plies
 * @typedef {{ depth: number, nodes: number, seconds: number, fill: number, narrowed: boolean, lines: Line[] }} Info
 *   `narrowed`: the board has no edges, and there may be better moves than the search has seen
 * @typedef {{
 *   depth?: number | null, nodes?: number | null, seconds?: number | null, sees?: number | null,
 *   noise?: number, slips?: number, slip_depth?: number,
 * }} LevelLimits how far and how carelessly a level looks (`players/levels.py`)
 * @typedef {{ level: LevelLimits, seed: number, played: Move[], earlier?: bigint[] }} Choice
 */

/** How much of the transposition table is looked at to judge how full it is. */
const SAMPLE = 4 * 4096;

/**
 * Search the position of a game, and tell of everything that is found on the way.
 *
 * @param {ModuleGame} game
 * @param {Limits} limits
 * @param {(info: Info) => void} [onInfo]
 * @returns {Info} the final answer
 */
export function searchPosition(game, limits, onInfo = () => {}) {
  game.useTable();
  writeLimits(game, limits);
  return makeSteps(game, game.layout.numbers.tasks.BEGIN, onInfo);
}

/**
 * The move that a level makes: the only line of the answer. It depends on the seed and the moves so far alone.
 *
 * @param {ModuleGame} game
 * @param {Choice} choice
 * @returns {Info}
 */
export function chooseMove(game, { level, seed, played, earlier = [] }) {
  const { run, layout } = game;
  const { tasks } = layout.numbers;
  game.clear();
  game.useTable(layout.numbers.levels.SMALL_MEMORY);
  run.numbers("chance")[0] = 0n;
  for (const number of [seed, ...played]) game.task(tasks.ADD_CHANCE, number);
  run.setCount("LEVEL_DEPTH", level.depth ?? 0);
  run.setCount("LEVEL_NODES", level.nodes ?? 0);
  run.setCount("LEVEL_TIME", level.seconds == null ? -1 : Math.round(1000 * level.seconds));
  run.setCount("LEVEL_SEES", level.sees ?? 0);
  run.setCount("LEVEL_NOISE", Math.round(1000 * (level.noise ?? 0)));
  run.setCount("LEVEL_SLIPS", Math.round(1000 * (level.slips ?? 0)));
  run.setCount("LEVEL_SLIP_DEPTH", level.slip_depth ?? 1);
  run.setCount("THREADS", 1);
  game.writeEarlier(earlier);
  return makeSteps(game, tasks.CHOOSE, () => {});
}

/**
 * Begin a run with a task, and make its steps until it is over.
 *
 * @param {ModuleGame} game
 * @param {number} begin
 * @param {(info: Info) => void} onInfo
 */
function makeSteps(game, begin, onInfo) {
  const { run, layout } = game;
  const { tasks, steps } = layout.numbers;
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  game.goesOn = () => run.count("DEADLINE") < 0 || elapsed() < run.count("DEADLINE");
  run.setCount("IS_ENDLESS", layout.endless);
  game.task(begin);
  let info = readInfo(game, 0);
  for (let status = 0; !(status & steps.DONE); ) {
    status = game.task(tasks.ADVANCE, Math.floor(elapsed()));
    if (status & steps.NEWS) {
      info = readInfo(game, elapsed() / 1000);
      onInfo(info);
    }
  }
  return info;
}

/**
 * Write what is wanted where compiled code reads it.
 *
 * @param {ModuleGame} game
 * @param {Limits} limits
 */
export function writeLimits(game, { depth = 0, nodes = 0, seconds, longest, lines = 1, earlier = [] }) {
  const { run } = game;
  run.setCount("WANTED_DEPTH", depth);
  run.setCount("WANTED_NODES", nodes);
  run.setCount("WANTED_TIME", seconds === undefined ? -1 : Math.round(1000 * seconds));
  run.setCount("WANTED_LONGEST", longest === undefined ? 0 : Math.round(1000 * longest));
  run.setCount("WANTED_LINES", lines);
  run.setCount("THREADS", 1);
  game.writeEarlier(earlier);
}

/** @param {ModuleGame} game @param {number} seconds @returns {Info} */
function readInfo(game, seconds) {
  const { run, work } = game;
  const places = run.places;
  const words = run.numbers("lines");
  const lines = [];
  for (let i = 0; i < run.count("LINES"); i++) {
    const at = i * places.LINE_WORDS;
    const moves = at + places.LINE_MOVES;
    lines.push({
      number: Number(words[at + places.LINE_NUMBER]),
      settled: words[at + places.LINE_SETTLED] !== 0n,
      exact: words[at + places.LINE_EXACT] !== 0n,
      line: Array.from(words.subarray(moves, moves + Number(words[at + places.LINE_LENGTH])), (move) =>
        game.outward(move),
      ),
    });
  }
  const depth = Number(words[places.LINE_DEPTH]);
  const narrowed = run.count("NARROWED") !== 0 && game.layout.endless !== 0;
  return { depth, nodes: work.count("NODES"), seconds, fill: tableFill(game), narrowed, lines };
}

/** How full the transposition table is, 0 to 1, judged by its beginning. @param {ModuleGame} game */
function tableFill(game) {
  const table = game.work.numbers("table").subarray(0, SAMPLE);
  let full = 0;
  for (let i = 1; i < table.length; i += 2) full += Number(table[i] !== 0n);
  return (2 * full) / table.length;
}
