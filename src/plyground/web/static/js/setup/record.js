// What a record that was opened says of a line of moves, as the server takes it back.

/**
 * @import { PlayerView, ReadAnswer, WriteRequest } from "../server/types.js"
 *
 * @typedef {Omit<WriteRequest, "moves"> & { moves: string[] }} GameRecord
 */

/**
 * The game of a record up to where a line of moves leaves it. Only the whole game has the record's end.
 * @param {ReadAnswer | null} record
 * @param {string} game
 * @param {string} setup
 * @param {string[]} moves
 * @returns {GameRecord}
 */
export function recordFor(record, game, setup, moves) {
  if (record?.kind !== "record") return { game, setup, moves };
  const left = moves.findIndex((move, ply) => move !== record.moves[ply]);
  const same = left < 0 ? moves.length : left;
  const isWhole = same === moves.length && same === record.moves.length;
  return {
    game: record.game,
    setup: record.setup,
    moves,
    players: record.players,
    times: record.times.slice(0, same),
    comments: record.comments.slice(0, same),
    comment: record.comment,
    began: record.began,
    ...(isWhole ? { result: record.result, reason: record.reason } : {}),
  };
}

/**
 * The seats that the players of a record had.
 * @param {(string | null)[]} names
 * @param {PlayerView[]} computers
 */
export function seatsOf(names, computers) {
  return names.map((name) => computers.find((computer) => computerName(computer) === name)?.who ?? "me");
}

/**
 * The names for who sits there now: a person has the name of the record's person, a computer has its own.
 * @param {(string | null)[]} names
 * @param {string[]} seats
 * @param {PlayerView[]} computers
 */
export function namesFor(names, seats, computers) {
  const had = seatsOf(names, computers);
  const isPerson = (/** @type {string} */ who) => who === "me" || who === "friend";
  return seats.map((who, side) => (isPerson(who) && isPerson(had[side]) ? names[side] : null));
}

/** @param {PlayerView} computer */
function computerName({ who }) {
  return /^\d+$/.test(who) ? `level ${who}` : who;
}
