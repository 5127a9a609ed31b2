// A game that is played in this browser alone: who sits where, undo and redo, and its state as the page shows it.

/**
 * @import { GameState, NewGameRequest, OutcomeView, PaceRequest, Permissions, SeatView, ThinkingView } from "../server/types.js"
 * @import { LocalGame } from "./local_game.js"
 * @import { GameRecord, Played } from "./record.js"
 *
 * @typedef {object} SavedMatch what is kept of a game
 * @property {string} id
 * @property {string} game
 * @property {string[]} seats `human` or a level
 * @property {string[]} names as the record has them
 * @property {string[]} [lead] the moves to the position that it began from, if that is not the usual one
 * @property {Played[]} moves
 * @property {Played[]} undone the next one to redo first
 * @property {{ winner: number | null, reason: string } | null} end an end that no move brought
 * @property {string} began
 * @property {string} comment
 * @property {string} created
 * @property {string} updated
 * @property {number} version
 * @property {string | null} previous
 * @property {string | null} next
 * @property {number | null} seconds
 * @property {boolean} paused
 * @property {number} delay
 * @property {number} seed for the chance of its levels
 */

import { RequestError } from "../server/request_error.js";
import { startAfter } from "./find_position.js";
import { LocalBoard } from "./local_board.js";
import { resignationOf, resultOf, writtenFrom } from "./record.js";

export const PERSON = "human";
export const MOST_MOVES = 2000;

/** @param {string} message */
function notNow(message) {
  return new RequestError({ code: "not_now", message });
}

/** How a person or a level is called in records. @param {string} who */
export function nameOf(who) {
  return /^\d+$/.test(who) ? `level ${who}` : who;
}

/** The time now as records write it, with the distance from UTC. */
export function recordTime(now = new Date()) {
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/**
 * What is saved of a new game.
 * @param {NewGameRequest} request
 * @param {string} game
 * @param {Played[]} moves
 * @param {SavedMatch["end"]} end
 * @param {string[]} [lead] the moves to the position that it begins from
 * @returns {SavedMatch}
 */
export function newMatch({ seats = ["me", "3"], ...request }, game, moves, end, lead = []) {
  const who = seats.map((each) => (each === "me" ? PERSON : each));
  const now = new Date();
  return {
    id: randomText(),
    game,
    seats: who,
    names: who.map((each, side) => request.players?.[side] ?? nameOf(each)),
    lead,
    moves,
    undone: [],
    end,
    began: request.began ?? recordTime(now),
    comment: request.comment ?? "",
    created: now.toISOString(),
    updated: now.toISOString(),
    version: 1,
    previous: null,
    next: null,
    seconds: request.seconds ?? null,
    paused: request.paused ?? false,
    delay: request.delay ?? 1,
    seed: crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31,
  };
}

function randomText() {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => (byte % 36).toString(36)).join("");
}

export class LocalMatch {
  /** @param {LocalGame} game @param {SavedMatch} saved */
  constructor(game, saved) {
    this.saved = saved;
    const moves = saved.moves.map(({ move }) => move);
    this.board = new LocalBoard(game, moves, startAfter(game, saved.lead ?? []));
    this.turnBegan = performance.now();
    /** @type {ThinkingView | null} */
    this.thinking = null;
  }

  // What there is to know

  get sides() {
    return this.board.game.sides;
  }

  /** The sides that people play. */
  get people() {
    return [0, 1].filter((side) => this.saved.seats[side] === PERSON);
  }

  get isAuto() {
    return !this.people.length;
  }

  get isOver() {
    return this.saved.end !== null || this.board.isOver;
  }

  /** The level that is to move, or null if it is a person's turn or nobody's. */
  get computer() {
    const who = this.saved.seats[this.board.turn];
    return this.isOver || who === PERSON ? null : who;
  }

  /** Seconds since the side to move got its turn, as a record writes them. */
  get elapsed() {
    return Math.round(performance.now() - this.turnBegan) / 1000;
  }

  /** How the game ended, null while it goes on. @returns {OutcomeView | null} */
  get ending() {
    const { end } = this.saved;
    const outcome = this.board.outcome;
    if (outcome || !end) return outcome;
    const { winner, reason } = end;
    const text = winner === null ? `draw: ${reason}` : `${this.sides[winner]} wins: ${reason}`;
    return { winner, text, reason, line: [], blames_loser: false };
  }

  /** @returns {GameRecord} */
  get record() {
    const { game, names, moves, began, comment } = this.saved;
    return { game, ...writtenFrom(this.board, moves), players: names, ...resultOf(this.ending), began, comment };
  }

  /** @returns {Permissions} */
  get #can() {
    const { people, isOver, saved } = this;
    const sits = people.length > 0;
    return {
      move: !isOver && people.includes(this.board.turn),
      undo: sits && (saved.end !== null || this.#countUndo() > 0),
      redo: sits && saved.end === null && this.#countRedo() > 0,
      resign: sits && !isOver,
      swap: people.length === 1 && !isOver,
      again: isOver && saved.next === null,
      invite: [],
      pace: this.isAuto,
      decline: false,
    };
  }

  /** @returns {GameState} */
  state() {
    const { saved, ending, people } = this;
    const position = this.board.view();
    if (ending && !position.outcome) Object.assign(position, { legal: [], caption: ending.text });
    const { id, version, created, updated, began, comment, previous, next, seconds, paused, delay } = saved;
    return {
      ...{ id, version, created, updated, began, comment, previous, next, seconds, paused, delay },
      position,
      times: saved.moves.map((played) => played.seconds),
      comments: saved.moves.map((played) => played.comment),
      undone: saved.undone.map(({ move }) => move),
      over: ending !== null,
      result: resultOf(ending).result,
      ending,
      resigned: this.#resigned,
      offer: null,
      auto: this.isAuto,
      seats: saved.seats.map((who, side) => this.#seatView(who, side)),
      you: { sides: people, owner: true },
      watchers: 0,
      thinking: this.thinking,
      can: this.#can,
    };
  }

  get #resigned() {
    const { end } = this.saved;
    const loser = end && end.winner !== null ? 1 - end.winner : null;
    return loser !== null && end?.reason === resignationOf(this.sides[loser]) ? loser : null;
  }

  /** @param {string} who @param {number} side @returns {SeatView} */
  #seatView(who, side) {
    const isPerson = who === PERSON;
    const kind = isPerson ? "person" : "computer";
    return { who, name: this.saved.names[side], kind, taken: true, you: isPerson, connected: true };
  }

  // Playing

  /** @param {string} move @param {number | null} seconds */
  push(move, seconds) {
    this.#checkGoesOn();
    const { saved } = this;
    if (this.board.start.plies + saved.moves.length >= MOST_MOVES) {
      throw notNow(`this game has reached ${MOST_MOVES} moves, which is as long as a game may be here`);
    }
    this.board.push(move);
    const text = this.board.history[saved.moves.length];
    const [next, ...rest] = saved.undone;
    saved.moves.push({ move: text, seconds, comment: "" });
    saved.undone = next?.move === text ? rest : [];
    this.#startTurn();
  }

  /** @param {"undo" | "redo" | "swap" | "resign" | "decline"} name */
  command(name) {
    if (!this.people.length) throw notNow("only somebody who plays here can do that");
    switch (name) {
      case "undo":
        return this.#undo();
      case "redo":
        return this.#redo();
      case "swap":
        return this.#swap();
      case "resign":
        return this.#resign();
      case "decline":
        throw notNow("there is no offer");
    }
  }

  // How many moves have to be taken back so that a person makes the last choice again.
  #countUndo() {
    const made = this.saved.moves.length;
    const backs = Array.from({ length: made }, (_, index) => index + 1);
    return backs.find((back) => this.people.includes(this.board.sideAt(made - back))) ?? 0;
  }

  // How many moves have to be made again until a person has to choose, or none are left.
  #countRedo() {
    const [made, there] = [this.saved.moves.length, this.saved.undone.length];
    const steps = Array.from({ length: there }, (_, index) => index + 1);
    return steps.find((on) => this.people.includes(this.board.sideAt(made + on))) ?? there;
  }

  #undo() {
    const { saved } = this;
    if (saved.end) saved.end = null;
    else {
      const back = this.#countUndo();
      if (!back) throw notNow("there is no move of yours to take back");
      saved.undone.unshift(...saved.moves.splice(-back));
      for (let step = 0; step < back; step += 1) this.board.pop();
    }
    this.#startTurn();
  }

  #redo() {
    const { saved } = this;
    const on = this.isOver ? 0 : this.#countRedo();
    if (!on) throw notNow("there is no move to make again");
    for (const played of saved.undone.splice(0, on)) {
      this.board.push(played.move);
      saved.moves.push(played);
    }
    this.#startTurn();
  }

  #swap() {
    this.#checkGoesOn();
    if (this.people.length === 2) throw notNow("you play both sides");
    this.saved.seats.reverse();
    this.saved.names.reverse();
    this.#startTurn();
  }

  #resign() {
    this.#checkGoesOn();
    const side = this.people.length === 1 ? this.people[0] : this.board.turn;
    this.saved.end = { winner: 1 - side, reason: resignationOf(this.sides[side]) };
  }

  /** The game that follows, with sides changed. @returns {SavedMatch} */
  again() {
    if (!this.isOver) throw notNow("this game is not over yet");
    if (this.saved.next) throw notNow("the next game has begun already");
    const { seats, names, seconds, delay, game, id } = this.saved;
    const next = newMatch({ game, seats, seconds, delay }, game, [], null);
    Object.assign(next, { seats: seats.toReversed(), names: names.toReversed(), previous: id });
    this.saved.next = next.id;
    return next;
  }

  /** @param {PaceRequest} pace */
  setPace({ paused, delay }) {
    if (!this.isAuto) throw notNow("a pace is for games between computers");
    this.saved.paused = paused ?? this.saved.paused;
    this.saved.delay = delay ?? this.saved.delay;
  }

  #checkGoesOn() {
    if (this.ending) throw notNow(`the game is over: ${this.ending.text}`);
  }

  #startTurn() {
    this.turnBegan = performance.now();
  }
}
