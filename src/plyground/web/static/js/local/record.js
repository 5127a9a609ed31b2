// The record of a game as text, written and read as docs/records.md says; plyground.records in Python is the same.

/**
 * @import { LocalBoard } from "./local_board.js"
 *
 * @typedef {"1-0" | "0-1" | "1/2-1/2" | "*"} Result
 * @typedef {{ move: string, seconds: number | null, comment: string }} Played
 *
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string} position that it began from as text, empty for the usual one
 * @property {string[]} players
 * @property {Played[]} moves
 * @property {Result} result
 * @property {string} reason
 * @property {string} began
 * @property {string} comment
 */

import { RequestError } from "../server/request_error.js";

const FIRST_LINE = "plyground record 1";
const WINS = /** @type {const} */ (["1-0", "0-1"]);
const DRAW = "1/2-1/2";
const UNFINISHED = "*";
const RESULTS = [...WINS, DRAW, UNFINISHED];
const NEEDED = ["game", "first", "second", "result"];
const KEYS = ["game", "position", "first", "second", "began", "result", "reason", "comment"];
const SHORT = /** @type {Record<string, string>} */ ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" });
const LONG = Object.fromEntries(Object.entries(SHORT).map(([character, escaped]) => [escaped, character]));
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those must not stand in a record
const UNSAFE = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]|^ | $/g;
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d(:\d\d(:\d\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d(:?\d\d)?)?)?)?$/;

/**
 * The result and the reason that a record of this outcome has.
 * @param {{ winner: number | null, reason: string } | null} outcome
 * @returns {{ result: Result, reason: string }}
 */
export function resultOf(outcome) {
  if (!outcome) return { result: UNFINISHED, reason: "" };
  const { winner, reason } = outcome;
  return { result: winner === null ? DRAW : WINS[winner], reason };
}

/** The side that won by this result, null for a draw. @param {Result} result */
export function winnerOf(result) {
  return result === DRAW ? null : WINS.indexOf(/** @type {"1-0" | "0-1"} */ (result));
}

/** @param {string} side */
export function resignationOf(side) {
  return `${side} resigned`;
}

// Writing

/**
 * Where a record begins, and its moves: if only Python can write the position, the moves that lead to it come first.
 * @param {LocalBoard} board
 * @param {Played[]} moves
 */
export function writtenFrom({ game, start }, moves) {
  if (game.data.position_form || !start.line) return { position: start.text, moves };
  const lead = start.line.map((move) => ({ move, seconds: null, comment: "" }));
  return { position: "", moves: [...lead, ...moves] };
}

/** @param {GameRecord} record */
export function writeRecordText({ game, position, players: [first, second], moves, result, reason, began, comment }) {
  /** @type {Record<string, string>} */
  const values = { game, position, first, second, began, result, reason, comment };
  const keys = KEYS.filter((key) => values[key] || NEEDED.includes(key));
  const header = keys.map((key) => `${key}: ${escapeText(values[key])}`.replace(/ +$/, ""));
  const lines = moves.map((played, index) => moveLine(index + 1, played));
  return `${[FIRST_LINE, ...header, "", ...lines].join("\n").replace(/\n+$/, "")}\n`;
}

/** @param {number} number @param {Played} played */
function moveLine(number, { move, seconds, comment }) {
  const parts = [`${number}. ${escapeText(move).replaceAll(" ", "\\u{20}").replaceAll(";", "\\u{3b}")}`];
  if (seconds !== null) parts.push(`${seconds}s`);
  if (comment) parts.push(`; ${escapeText(comment)}`);
  return parts.join("  ");
}

/** A text in one line, with nothing in it that an editor hides. @param {string} text */
function escapeText(text) {
  // Pairs of surrogates are one character; a lone one cannot be written.
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g, (character, index) => {
    if (character.length === 2) return character;
    const isEdge = character === " " && (index === 0 || index === text.length - 1);
    if (!isEdge && (character === " " || !character.match(UNSAFE))) return character;
    return SHORT[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`;
  });
}

// Reading

/**
 * The record that a text holds; the error gives the line where it cannot be right.
 * @param {string} text
 * @param {(game: string, position: string) => Promise<LocalBoard>} open gives the start of the game that the record names
 * @returns {Promise<{ record: GameRecord, board: LocalBoard }>}
 */
export async function readRecordText(text, open) {
  const reader = new Reader();
  const record = reader.read(text);
  const board = await open(record.game, record.position).catch((error) => {
    return reader.failAt(error.code === "bad_record" ? "position" : "game", error.message);
  });
  reader.check(record, board);
  return { record, board };
}

class Reader {
  constructor() {
    /** @type {Map<string, string>} */
    this.header = new Map();
    /** @type {Map<string, number>} */
    this.headerLines = new Map();
    /** @type {Played[]} */
    this.moves = [];
    /** @type {number[]} */
    this.moveLines = [];
  }

  /** @param {number} line @param {string} why @returns {never} */
  fail(line, why) {
    const message = `record: line ${line}: ${why.split(/\s+/).filter(Boolean).join(" ")}`;
    throw new RequestError({ code: "bad_record", message });
  }

  /** @param {string} key @param {string} why @returns {never} */
  failAt(key, why) {
    return this.fail(this.headerLines.get(key) ?? 1, why);
  }

  /** @param {string} text @returns {GameRecord} */
  read(text) {
    const lines = text.replace(/^\ufeff/, "").split("\n");
    const stripped = lines.map((line, index) => ({
      number: index + 1,
      line: line.replace(/^[ \t\r]+|[ \t\r]+$/g, ""),
    }));
    const [first = { number: 1, line: "" }, ...rest] = stripped.filter(({ line }) => line);
    this.#readFirstLine(first.number, first.line);
    for (const { number, line } of rest) {
      if (/^[0-9]+\./.test(line)) this.#readMove(number, line);
      else this.#readHeader(number, line);
    }
    for (const key of NEEDED) {
      if (!this.header.has(key)) this.fail(first.number, `the line '${key}: ...' is missing below`);
    }
    const value = (/** @type {string} */ key) => this.header.get(key) ?? "";
    return {
      game: value("game"),
      position: value("position"),
      players: [value("first"), value("second")],
      moves: this.moves,
      result: /** @type {Result} */ (value("result")),
      reason: value("reason"),
      began: value("began"),
      comment: value("comment"),
    };
  }

  /** @param {number} number @param {string} line */
  #readFirstLine(number, line) {
    if (line === FIRST_LINE) return;
    const [, version] = /^plyground record (\w{1,9})$/.exec(line) ?? [];
    if (version) this.fail(number, `this is a record of version ${version}, and only 1 is known here`);
    this.fail(number, `a record begins with '${FIRST_LINE}'`);
  }

  /** @param {number} number @param {string} line */
  #readHeader(number, line) {
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(colon, 0)).replace(/[ \t]+$/, "");
    if (colon < 0) this.fail(number, `${quote(line)} is neither 'key: value' nor a move such as '1. c3'`);
    if (!KEYS.includes(key)) this.fail(number, `there is no key ${quote(key)}; there are ${KEYS.join(", ")}`);
    if (this.moves.length) this.fail(number, `'${key}' must stand above the moves`);
    if (this.header.has(key)) {
      this.fail(number, `'${key}' has been there before, in line ${this.headerLines.get(key)}`);
    }
    this.header.set(key, this.#unescape(number, line.slice(colon + 1).replace(/^[ \t]+/, "")));
    this.headerLines.set(key, number);
  }

  /** @param {number} number @param {string} line */
  #readMove(number, line) {
    const [body, ...comments] = line.split(";");
    const dot = body.indexOf(".");
    const [move, ...times] = body
      .slice(dot + 1)
      .replace(/^[ \t]+|[ \t]+$/g, "")
      .split(/[ \t]+/);
    const count = body.slice(0, dot);
    const wanted = String(this.moves.length + 1);
    if (count !== wanted) this.fail(number, `here comes move ${wanted}, not ${quote(count)}`);
    if (!move) this.fail(number, `move ${wanted} is missing`);
    const seconds = times.length ? this.#readSeconds(number, times.join(" ")) : null;
    const comment = this.#unescape(number, comments.join(";").replace(/^[ \t]+/, ""));
    this.moves.push({ move: this.#unescape(number, move), seconds, comment });
    this.moveLines.push(number);
  }

  /** @param {number} number @param {string} text */
  #readSeconds(number, text) {
    const seconds = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?s$/i.test(text) ? Number.parseFloat(text) : Number.NaN;
    if (Number.isFinite(seconds) && seconds >= 0) return seconds;
    return this.fail(number, `behind a move comes a time such as 0.8s or a '; comment', not ${quote(text)}`);
  }

  /** @param {number} number @param {string} text */
  #unescape(number, text) {
    return text.replace(/\\(?:u\{([0-9A-Fa-f]{1,6})\}|.?)/g, (whole, code) => {
      if (code && Number.parseInt(code, 16) <= 0x10ffff) return String.fromCodePoint(Number.parseInt(code, 16));
      return LONG[whole] ?? this.fail(number, `${whole} stands for nothing; a backslash is written \\\\`);
    });
  }

  /**
   * Check the record against the rules; the board goes through its moves.
   * @param {GameRecord} record
   * @param {LocalBoard} board
   */
  check(record, board) {
    const { result, reason, began } = record;
    if (!RESULTS.includes(result)) {
      this.failAt("result", `${quote(result)} is no result; there are ${RESULTS.join(", ")}`);
    }
    if (began && !TIME.test(began)) this.failAt("began", `${quote(began)} is no time such as 2026-01-31T18:30:00`);
    for (const [index, { move }] of record.moves.entries()) {
      try {
        board.push(move);
      } catch (error) {
        this.fail(this.moveLines[index], error instanceof Error ? error.message : String(error));
      }
    }
    const { outcome } = board;
    if (outcome) this.#checkEnd(outcome, result, reason);
    else this.#checkBreak(board.game.sides, result, reason);
  }

  /** @param {{ winner: number | null, reason: string, text: string }} outcome @param {Result} result @param {string} reason */
  #checkEnd(outcome, result, reason) {
    const right = resultOf(outcome);
    if (result !== right.result) this.failAt("result", `the result of these moves is ${right.result}: ${outcome.text}`);
    if (reason && reason !== right.reason) {
      this.failAt("reason", `the reason for the end of this game is '${right.reason}'`);
    }
  }

  /**
   * A game that its moves did not end goes on, or ended for a reason that the record gives.
   * @param {string[]} sides
   * @param {Result} result
   * @param {string} reason
   */
  #checkBreak(sides, result, reason) {
    if (result === UNFINISHED && reason) this.failAt("reason", "there is no reason for an end while the result is *");
    if (result !== UNFINISHED && !reason) {
      const some = result === DRAW ? "agreed" : resignationOf(sides[Number(result === WINS[0])]);
      this.failAt("result", `these moves do not end the game; write *, or 'reason: ${some}' below`);
    }
    for (const [side, player] of sides.entries()) {
      if (reason === resignationOf(player) && result !== WINS[1 - side]) {
        this.failAt("result", `if ${player} resigned, it is ${WINS[1 - side]}`);
      }
    }
  }
}

/** A text from outside as an error of one line shows it. @param {string} text */
function quote(text) {
  return `'${text.length <= 40 ? text : `${text.slice(0, 37)}...`}'`;
}
