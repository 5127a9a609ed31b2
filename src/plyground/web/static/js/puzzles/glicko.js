// Ratings by Glicko-2, with the formulas that its author published; the same as plyground/puzzles/glicko.py.

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rating */

const CENTRE = 1500;
const SCALE = 173.7178;
const RESTRAINT = 0.5;
const CLOSE = 0.000001;

/** Somebody of whom nothing is known. @type {Rating} */
export const UNKNOWN = { rating: CENTRE, deviation: 350, volatility: 0.06 };

/**
 * The rating after results against others: 1 for a win, 0 for a loss.
 * @param {Rating} player
 * @param {[Rating, number][]} results
 * @returns {Rating}
 */
export function rate(player, results) {
  const mean = (player.rating - CENTRE) / SCALE;
  const spread = player.deviation / SCALE;
  let information = 0;
  let gain = 0;
  for (const [other, score] of results) {
    const weight = 1 / Math.sqrt(1 + (3 * (other.deviation / SCALE) ** 2) / Math.PI ** 2);
    const chance = 1 / (1 + Math.exp(-weight * (mean - (other.rating - CENTRE) / SCALE)));
    information += weight ** 2 * chance * (1 - chance);
    gain += weight * (score - chance);
  }
  const variance = 1 / information;
  const volatility = newVolatility(player.volatility, spread, variance, variance * gain);
  const before = Math.hypot(spread, volatility);
  const after = 1 / Math.sqrt(1 / before ** 2 + information);
  return { rating: CENTRE + SCALE * (mean + after ** 2 * gain), deviation: SCALE * after, volatility };
}

/** The volatility that fits a change best. @param {number} old @param {number} spread @param {number} variance @param {number} change */
function newVolatility(old, spread, variance, change) {
  const start = Math.log(old ** 2);
  const f = (/** @type {number} */ x) => {
    const power = Math.exp(x);
    const total = spread ** 2 + variance + power;
    return (power * (change ** 2 - total)) / (2 * total ** 2) - (x - start) / RESTRAINT ** 2;
  };
  let low = start;
  let high = Math.log(Math.max(change ** 2 - spread ** 2 - variance, Number.MIN_VALUE));
  if (change ** 2 <= spread ** 2 + variance) {
    let steps = 1;
    while (f(start - steps * RESTRAINT) < 0) steps += 1;
    high = start - steps * RESTRAINT;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}
