// How the games of this browser with the same opponent have ended; plyground.scorecard in Python says the same.

/**
 * @import { ScorecardAnswer } from "../server/types.js"
 * @import { LocalMatch } from "./local_match.js"
 *
 * @typedef {"win" | "draw" | "loss"} ResultWord
 * @typedef {{ side: number, result: ResultWord }} CountedGame as the player of the card sees it
 */

const BOTH = "human"; // the opponent of whoever sits on both sides
const YOU = "you";
const LETTERS = { win: "W", draw: "D", loss: "L" };
const MOST_NAMED = 10; // games that the text names one by one

/**
 * The card of one game's opponent, from games with the newest first.
 * @param {LocalMatch} one
 * @param {LocalMatch[]} games
 * @returns {ScorecardAnswer}
 */
export function scorecardOf(one, games) {
  const opponent = opponentOf(one);
  const same = games.filter((other) => other.saved.game === one.saved.game && opponentOf(other) === opponent);
  const counted = same.flatMap((other) => countedGame(other));
  const [wins, draws, losses] = countResults(counted);
  const text = counted.length ? cardText(counted, opponent, one.sides) : "";
  return { opponent, games: counted.length, wins, draws, losses, text };
}

/** @param {LocalMatch} match */
function opponentOf({ people, saved }) {
  return people.length === 1 ? saved.names[1 - people[0]] : BOTH;
}

/** @param {LocalMatch} match @returns {CountedGame[]} */
function countedGame({ people, ending }) {
  if (!ending || !people.length) return [];
  const [side] = people;
  const { winner } = ending;
  return [{ side, result: winner === null ? "draw" : winner === side ? "win" : "loss" }];
}

/** @param {CountedGame[]} games */
function countResults(games) {
  const words = /** @type {const} */ (["win", "draw", "loss"]);
  return words.map((word) => games.filter(({ result }) => result === word).length);
}

/** @param {CountedGame[]} games @param {string} opponent @param {string[]} sides */
function cardText(games, opponent, sides) {
  const isBySide = opponent === BOTH;
  const [player, other] = isBySide ? sides : [YOU, opponent];
  const [wins, draws, losses] = countResults(games);
  const words = [countWords(wins, "win"), countWords(draws, "draw"), countWords(losses, "loss", "losses")];
  const last = games.slice(0, MOST_NAMED).map(({ result }) => LETTERS[result]);
  const parts = sides.map((name, side) => {
    return `as ${name} ${countResults(games.filter((game) => game.side === side)).join("-")}`;
  });
  const bySide = isBySide ? "" : `${parts.join(", ")}; `;
  const total = countWords(games.length, "game");
  return `${player} against ${other}: ${words.join(", ")} in ${total} (${bySide}the newest first: ${last.join(" ")})`;
}

/** @param {number} count @param {string} word @param {string} words */
function countWords(count, word, words = `${word}s`) {
  return `${count} ${count === 1 ? word : words}`;
}
