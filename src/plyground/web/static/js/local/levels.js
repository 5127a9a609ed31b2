// The levels of the computer over the search of a module: how far each looks, and how carelessly.

/**
 * @import { GameModule, Level } from "./game_data.js"
 * @import { Score } from "./score.js"
 *
 * @typedef {{ level: Level, seed: number, played: number[], earlier: bigint[] }} LevelRequest
 * @typedef {{ score: Score, move: number }} ScoredMove
 */

import { rank, readScore, scoreForParent } from "./score.js";

const DECISIVE = 25_000; // between the largest estimate and the smallest proven result
const NONSENSE = 1.25; // a move that is worse than the mean by this many standard deviations is never made
const MOST_EQUALS = 6;
const SHALLOW = 3;
const MOST_TRIED = 2;

/**
 * The move that a level with a limit of depth or nodes makes. The same seed and the same moves lead to the same choice.
 * @param {GameModule} module
 * @param {LevelRequest} request
 */
export function chooseMove(module, { level, seed, played, earlier }) {
  module.clear();
  const chance = randomNumbers([seed, ...played]);
  const slips = chance() < level.slips;
  const depth = slips ? level.slip_depth : level.depth;
  const sees = slips && level.sees ? level.slip_depth : level.sees;
  if (level.noise) return chooseWithNoise(module, { ...level, depth, sees }, earlier, chance);
  return chooseBest(module, { ...level, depth, sees }, earlier, chance);
}

/**
 * Judge every move a little wrongly and take the one that looks best.
 * @param {GameModule} module
 * @param {Level} level
 * @param {bigint[]} earlier
 * @param {() => number} chance
 */
function chooseWithNoise(module, level, earlier, chance) {
  const lines = module.moves().length;
  const found = search(module, level, earlier, { lines });
  const values = visibleValues(
    found.moves.map(({ score }) => score),
    level.sees,
  );
  const best = Math.max(...values);
  if (Math.abs(best) >= DECISIVE) return pick(found.moves, values, best, chance);
  const alive = values.filter((value) => value > -DECISIVE);
  const mean = alive.reduce((sum, value) => sum + value, 0) / alive.length;
  const spread = Math.sqrt(alive.reduce((sum, value) => sum + (value - mean) ** 2, 0) / alive.length);
  const sane = mean - NONSENSE * spread;
  const felt = values.map((value) => (value >= sane ? value + level.noise * spread * gauss(chance) : -DECISIVE));
  return pick(found.moves, felt, Math.max(...felt), chance);
}

/**
 * Find the best move and, as far as that costs little, another that is as good.
 * @param {GameModule} module
 * @param {Level} level
 * @param {bigint[]} earlier
 * @param {() => number} chance
 */
function chooseBest(module, level, earlier, chance) {
  const { depth, moves } = search(module, level, earlier);
  const [best] = moves;
  const look = Math.min(depth, SHALLOW);
  if (look < 1 || module.moves().length === 1) return best.move;
  const few = { ...level, nodes: level.nodes && Math.floor(level.nodes / 4) };
  const others = search(module, { ...few, depth: look }, earlier, { lines: MOST_EQUALS }).moves;
  const tried = shuffled(
    others.map(({ move }) => move),
    chance,
  );
  for (const move of tried.slice(0, MOST_TRIED)) {
    if (move === best.move) break;
    const here = module.save();
    const before = module.fingerprint();
    module.play(move);
    const reply = replyTo(module, { ...few, depth: Math.max(1, depth - 1) }, [...earlier, before]);
    module.load(here);
    if (!reply) continue;
    const score = scoreForParent(reply.score);
    const isDeep = reply.depth >= depth - 1 || score.value !== null;
    const isAsGood = (score.value === best.score.value || score.value === "win") && rank(score) >= rank(best.score);
    if (isDeep && isAsGood) return move;
  }
  return best.move;
}

/** @param {GameModule} module @param {Level} level @param {bigint[]} earlier */
function replyTo(module, level, earlier) {
  if (module.outcome() !== 2) return null;
  const { depth, moves } = search(module, level, earlier);
  return { depth, score: moves[0].score };
}

/**
 * @param {GameModule} module
 * @param {Level} level
 * @param {bigint[]} earlier
 */
function search(module, { depth, nodes, seconds }, earlier, { lines = 1 } = {}) {
  const limits = { ...(depth && { depth }), ...(nodes && { nodes }), ...(seconds && { seconds }), lines, earlier };
  const info = module.search(limits);
  const moves = info.lines.map(({ number, settled, exact, line }) => {
    return { score: readScore(number, settled, exact), move: line[0] };
  });
  return { depth: info.depth, moves };
}

/**
 * A number for each score; a result that is too far away to be seen only looks very good or bad.
 * @param {Score[]} scores
 * @param {number | null} sees
 */
function visibleValues(scores, sees) {
  const isDecided = (/** @type {Score} */ { value }) => value === "win" || value === "loss";
  const seen = scores.filter((score) => !isDecided(score)).map(rank);
  const [low, high] = seen.length ? [Math.min(...seen), Math.max(...seen)] : [0, 0];
  return scores.map((score) => {
    const isFar = isDecided(score) && sees !== null && (score.distance ?? 0) > sees;
    return isFar ? (score.value === "win" ? high : low) : rank(score);
  });
}

/** @param {ScoredMove[]} moves @param {number[]} values @param {number} best @param {() => number} chance */
function pick(moves, values, best, chance) {
  const equals = moves.filter((_, index) => values[index] === best);
  return equals[Math.floor(chance() * equals.length)].move;
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {() => number} chance
 */
function shuffled(items, chance) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

/** A number of the normal distribution, as the sum of twelve equal ones. @param {() => number} chance */
function gauss(chance) {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += chance();
  return sum;
}

/** Numbers from 0 to 1 that follow from a list of whole ones (splitmix64). @param {number[]} seeds */
function randomNumbers(seeds) {
  let state = 0n;
  const next = () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  };
  for (const seed of seeds) state = next() ^ BigInt.asUintN(64, BigInt(seed));
  return () => Number(next() >> 11n) / 2 ** 53;
}
