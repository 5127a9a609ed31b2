// Who answers the page: a server, or a part of the page itself. Both speak as docs/web-api.md says.

/**
 * @typedef {object} Backend
 * @property {boolean} isRemote whether it is a server: then it needs a connection, and friends can be invited
 * @property {(path: string, body?: object, token?: string) => Promise<any>} request
 *   GET, or POST if there is a body; what is refused is a `RequestError`
 * @property {() => Channel} connect opens a channel for messages in both directions
 *
 * @typedef {Pick<WebSocket, "readyState" | "send" | "close" | "addEventListener">} Channel
 */

import { http } from "./http.js";

let current = http;

/** Who answers now. */
export function backend() {
  return current;
}

/** Let another one answer. @param {Backend} other */
export function useBackend(other) {
  current = other;
}
