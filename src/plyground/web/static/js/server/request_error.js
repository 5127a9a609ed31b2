// What comes instead of what was asked for.

/**
 * @import { GameState } from "./types.js"
 *
 * @typedef {{ code: string, message: string, state?: GameState | null, retry_after?: number | null }} Problem
 */

/** @type {Problem} */
export const OFFLINE = { code: "offline", message: "The server does not answer. Check the connection." };

/** What was answered instead of what was asked for, or that nobody answered (`code` "offline"). */
export class RequestError extends Error {
  /** @param {Problem} problem */
  constructor({ code, message, state = null, retry_after: wait = null }) {
    super(message);
    this.code = code;
    this.state = state;
    this.wait = wait;
  }

  /** Whether the same may be answered in a moment. */
  get isPassing() {
    return ["offline", "busy", "too_many"].includes(this.code);
  }
}
