// What the page asks for, whoever answers.

/**
 * @import * as types from "./types.js"
 *
 * @typedef {{ game: string, setup?: string }} Origin where a game begins: its name, and the position that was set up
 * @typedef {{ losing?: boolean, hot?: boolean, frames?: boolean, forced?: boolean }} PositionParts what to send besides the position
 */

import { backend } from "./backend.js";
import { helpToken } from "./help.js";
import { RequestError } from "./request_error.js";

export { RequestError } from "./request_error.js";

const PAUSES = [400, 1200, 3000];
const MOST_POSITIONS = 600;

/**
 * GET, or POST if there is a body.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export function request(path, body, token) {
  return backend().request(path, body, token);
}

/**
 * The same, sent again if there was no answer: only for what the server never does twice.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export async function requestWithRetries(path, body, token) {
  for (const pause of PAUSES) {
    try {
      return await request(path, body, token);
    } catch (error) {
      if (!(error instanceof RequestError) || !error.isPassing) throw error;
      const wait = error.wait ? error.wait * 1000 : pause;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return request(path, body, token);
}

// Games and positions

/** @type {Promise<types.CatalogueAnswer> | null} */
let catalogue = null;

/** The catalogue, fetched once. @returns {Promise<types.CatalogueAnswer>} */
export function fetchCatalogue() {
  catalogue ??= request("api/catalogue").catch((error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/** @param {string} name @returns {Promise<types.DemoAnswer>} */
export function fetchDemo(name) {
  return request(`api/catalogue/${encodeURIComponent(name)}/demo`);
}

/** @type {Map<string, Promise<types.LookAnswer>>} */
const positions = new Map();

/**
 * The position after some moves. Positions never change, so each is fetched once.
 * @param {Origin} origin
 * @param {string[]} moves
 * @param {PositionParts} parts
 * @returns {Promise<types.LookAnswer>}
 */
export function fetchPosition(origin, moves, parts = {}) {
  const key = JSON.stringify([origin, moves, parts]);
  const known = positions.get(key);
  if (known) return known;
  const [oldest] = positions.keys();
  if (positions.size > MOST_POSITIONS) positions.delete(oldest);
  const answer = requestWithRetries("api/look", { ...origin, moves, ...parts });
  positions.set(key, answer);
  answer.catch(() => positions.delete(key));
  return answer;
}

/** @param {Origin} origin @param {string[]} moves @returns {Promise<types.HintAnswer>} */
export function fetchHint(origin, moves) {
  return request("api/hint", { ...origin, moves }, helpToken());
}

/** What a search does, step by step. @param {types.LabRequest} body @returns {Promise<types.LabTrace>} */
export function fetchLabTrace(body) {
  return requestWithRetries("api/lab", body);
}

/** The same position by several algorithms. @param {types.LabRequest} body @returns {Promise<types.LabComparisonAnswer>} */
export function fetchLabComparison(body) {
  return requestWithRetries("api/lab/compare", body);
}

/** @type {Promise<types.TheoremsAnswer> | null} */
let theorems = null;

/** What is proven of infinite boards, fetched once. @returns {Promise<types.TheoremsAnswer>} */
export function fetchTheorems() {
  theorems ??= request("api/theorem", undefined, helpToken()).catch((error) => {
    theorems = null;
    throw error;
  });
  return theorems;
}

/** What a proof says of a game. @param {Origin} origin @param {string[]} moves @returns {Promise<types.TheoremAnswer>} */
export function followTheorem(origin, moves) {
  return requestWithRetries("api/theorem", { ...origin, moves }, helpToken());
}

/** A position that is set up by hand. @param {types.SetupRequest} body @returns {Promise<types.SetupAnswer>} */
export function fetchSetup(body) {
  return requestWithRetries("api/setup", body);
}

/** A move tried in place of a mistake. @param {types.AttemptRequest} body @returns {Promise<types.AttemptAnswer>} */
export function sendAttempt(body) {
  return requestWithRetries("api/attempt", body, helpToken());
}

/** Why a move is bad. @param {types.ExplainRequest} body @returns {Promise<types.ExplainAnswer>} */
export function fetchExplanation(body) {
  return requestWithRetries("api/explain", body, helpToken());
}

/** The puzzles of a game, or of all. @param {string} game @returns {Promise<types.PuzzlesAnswer>} */
export function fetchPuzzles(game) {
  return request(`api/puzzles${game ? `?game=${encodeURIComponent(game)}` : ""}`);
}

/** The whole proof of a puzzle. @param {string} id @returns {Promise<types.ProofAnswer>} */
export function fetchProof(id) {
  return request(`api/puzzles/${encodeURIComponent(id)}/proof`, undefined, helpToken());
}

/** What a record or a position text holds. @param {string} text @returns {Promise<types.ReadAnswer>} */
export function readRecord(text) {
  return request("api/read", { text });
}

/** A game as texts to keep. @param {types.WriteRequest} body @returns {Promise<types.WriteAnswer>} */
export function writeRecord(body) {
  return request("api/write", body);
}

// Lessons

/** @returns {Promise<types.LessonsAnswer>} */
export function fetchLessons() {
  return requestWithRetries("api/lessons");
}

/** @param {string} name @returns {Promise<types.LessonAnswer>} */
export function fetchLesson(name) {
  return requestWithRetries(`api/lessons/${encodeURIComponent(name)}`);
}

// A class

/** @param {types.ClassJoinRequest} body @returns {Promise<types.ClassEntryAnswer>} */
export function joinClass(body) {
  return requestWithRetries("api/class/join", body);
}

/** @param {string} token @returns {Promise<types.ClassView>} */
export function fetchClass(token) {
  return requestWithRetries("api/class", undefined, token);
}

/** What a teacher can give the class to do. @param {string} token @returns {Promise<types.ClassChoicesAnswer>} */
export function fetchClassChoices(token) {
  return requestWithRetries("api/class/choices", undefined, token);
}

/** @param {string} token @returns {Promise<types.ClassResultsAnswer>} */
export function fetchClassResults(token) {
  return requestWithRetries("api/class/results", undefined, token);
}

/**
 * What a teacher does with the class.
 * @param {"control" | "games" | "task" | "remove" | "renew"} what
 * @param {object} body
 * @param {string} token
 * @returns {Promise<types.ClassView>}
 */
export function changeClass(what, body, token) {
  return request(`api/class/${what}`, body, token);
}

/** A pupil's try. @param {types.ClassAnswerRequest} body @param {string} token @returns {Promise<types.ClassView>} */
export function sendClassAnswer(body, token) {
  return requestWithRetries("api/class/answer", body, token);
}

// Games under way

/** @param {types.NewGameRequest} body @returns {Promise<types.EntryAnswer>} */
export function createGame(body) {
  return request("api/games", body);
}

/** @param {string} id @param {types.JoinRequest} body @returns {Promise<types.EntryAnswer>} */
export function joinGame(id, body) {
  return requestWithRetries(`api/games/${encodeURIComponent(id)}/join`, body);
}

/** @param {string} id @param {string} token @returns {Promise<types.GameState>} */
export function fetchGame(id, token) {
  return requestWithRetries(`api/games/${encodeURIComponent(id)}`, undefined, token);
}

/** @param {string} id @param {types.MoveRequest} body @param {string} token @returns {Promise<types.GameState>} */
export function sendMove(id, body, token) {
  return requestWithRetries(`api/games/${encodeURIComponent(id)}/moves`, body, token);
}

/**
 * @param {string} id
 * @param {"undo" | "redo" | "swap" | "resign" | "again" | "decline" | "pace"} name
 * @param {types.VersionRequest | types.PaceRequest} body
 * @param {string} token
 * @returns {Promise<types.GameState>}
 */
export function sendCommand(id, name, body, token) {
  return requestWithRetries(`api/games/${encodeURIComponent(id)}/${name}`, body, token);
}

/** @param {string} id @param {string} token @returns {Promise<types.WriteAnswer>} */
export function exportGame(id, token) {
  return requestWithRetries(`api/games/${encodeURIComponent(id)}/export`, undefined, token);
}

/** @param {string} id @param {string} token @returns {Promise<types.InvitationsAnswer>} */
export function fetchInvitations(id, token) {
  return requestWithRetries(`api/games/${encodeURIComponent(id)}/invitations`, undefined, token);
}

/** @param {{ id: string, token: string }[]} games @returns {Promise<types.MineAnswer>} */
export function fetchMyGames(games) {
  return request("api/mine", { games });
}

/** @param {string} id @param {{ id: string, token: string }[]} games @returns {Promise<types.ScorecardAnswer>} */
export function fetchScorecard(id, games) {
  return request("api/scorecard", { id, games });
}
