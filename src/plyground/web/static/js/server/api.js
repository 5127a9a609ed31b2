// Requests to the server over HTTP. Addresses are relative to the page, so that a path prefix does no harm.

/**
 * @import * as types from "./types.js"
 *
 * @typedef {{ game: string, setup?: string }} Origin where a game begins: its name, and the position that was set up
 * @typedef {{ losing?: boolean, hot?: boolean, frames?: boolean }} PositionParts what to send besides the position
 * @typedef {{ code: string, message: string, state?: types.GameState | null, retry_after?: number | null }} Problem
 */

/** What the server answered instead of what was asked for, or that it did not answer (`code` "offline"). */
export class RequestError extends Error {
  /** @param {Problem} problem */
  constructor({ code, message, state = null, retry_after: wait = null }) {
    super(message);
    this.code = code;
    this.state = state;
    this.wait = wait;
  }
}

/** @type {Problem} */
const OFFLINE = { code: "offline", message: "The server does not answer. Check the connection." };
const PAUSES = [400, 1200, 3000];
const MOST_POSITIONS = 600;

/**
 * GET, or POST if there is a body.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export async function request(path, body, token) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const method = body === undefined ? "GET" : "POST";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new RequestError(OFFLINE);
  }
  const content = await answer.json().catch(() => undefined);
  if (answer.ok && content !== undefined) return content;
  throw new RequestError(answer.ok || !content?.error ? OFFLINE : problemOf(content));
}

/**
 * @param {{ error: Problem, state?: types.GameState, retry_after?: number }} content
 * @returns {Problem}
 */
function problemOf({ error, state, retry_after: wait }) {
  return { state, ...error, retry_after: wait ?? error.retry_after };
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
      if (!(error instanceof RequestError) || !["offline", "busy", "too_many"].includes(error.code)) throw error;
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
  return request("api/hint", { ...origin, moves });
}

/** What a record or a position text holds. @param {string} text @returns {Promise<types.ReadAnswer>} */
export function readRecord(text) {
  return request("api/read", { text });
}

/** A game as texts to keep. @param {types.WriteRequest} body @returns {Promise<types.WriteAnswer>} */
export function writeRecord(body) {
  return request("api/write", body);
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
