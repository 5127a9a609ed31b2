// Reviews: a puzzle that failed comes again at growing intervals, by FSRS-6 with its published default weights.

/** @typedef {{ stability: number, difficulty: number, last: number, due: number }} Card times in milliseconds */

const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
  0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const DAY = 86_400_000;
const DECAY = -W[20];
const FACTOR = 0.9 ** (1 / DECAY) - 1;
const AGAIN = 1;
const GOOD = 3;
const EASY = 4;
const LONGEST = 36_500;

/** The card of a puzzle that failed for the first time. @param {number} at @returns {Card} */
export function newReview(at) {
  return schedule(W[AGAIN - 1], limit(firstDifficulty(AGAIN)), at);
}

/** The card after another try. @param {Card} card @param {number} at @param {boolean} solved @returns {Card} */
export function review(card, at, solved) {
  const rating = solved ? GOOD : AGAIN;
  const days = Math.max(0, Math.floor((at - card.last) / DAY));
  const { stability: s, difficulty: d } = card;
  const recall = (1 + (FACTOR * days) / s) ** DECAY;
  let stability;
  if (days < 1) stability = afterSameDay(s, rating);
  else if (solved) stability = s * (1 + Math.exp(W[8]) * (11 - d) * s ** -W[9] * (Math.exp((1 - recall) * W[10]) - 1));
  else {
    const forgotten = W[11] * d ** -W[12] * ((s + 1) ** W[13] - 1) * Math.exp((1 - recall) * W[14]);
    stability = Math.min(forgotten, s / Math.exp(W[17] * W[18]));
  }
  const change = (-W[6] * (rating - 3) * (10 - d)) / 9;
  const difficulty = limit(W[7] * firstDifficulty(EASY) + (1 - W[7]) * (d + change));
  return schedule(Math.max(stability, 0.001), difficulty, at);
}

/** @param {number} stability @param {number} rating */
function afterSameDay(stability, rating) {
  const growth = Math.exp(W[17] * (rating - 3 + W[18])) * stability ** -W[19];
  return stability * (rating >= GOOD ? Math.max(growth, 1) : growth);
}

/** @param {number} rating */
function firstDifficulty(rating) {
  return W[4] - Math.exp(W[5] * (rating - 1)) + 1;
}

/** @param {number} difficulty */
function limit(difficulty) {
  return Math.min(10, Math.max(1, difficulty));
}

/** @param {number} stability @param {number} difficulty @param {number} at @returns {Card} */
function schedule(stability, difficulty, at) {
  const days = Math.min(LONGEST, Math.max(1, Math.round((stability / FACTOR) * (0.9 ** (1 / DECAY) - 1))));
  return { stability, difficulty, last: at, due: at + days * DAY };
}
