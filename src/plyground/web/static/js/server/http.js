// A server over HTTP and WebSocket. Addresses are relative to the page, so that a path prefix does no harm.

/**
 * @import { Backend } from "./backend.js"
 * @import { Problem } from "./request_error.js"
 * @import { GameState } from "./types.js"
 */

import { OFFLINE, RequestError } from "./request_error.js";

/** @type {Backend} */
export const http = { isRemote: true, request, connect };

/**
 * GET, or POST if there is a body.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
async function request(path, body, token) {
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
 * @param {{ error: Problem, state?: GameState, retry_after?: number }} content
 * @returns {Problem}
 */
function problemOf({ error, state, retry_after: wait }) {
  return { state, ...error, retry_after: wait ?? error.retry_after };
}

function connect() {
  const address = new URL("api/socket", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  return new WebSocket(address);
}
