// A channel to the back end in the page: it acts like a WebSocket that is never interrupted.

/**
 * @import { FromPage, FromServer } from "../server/types.js"
 */

const OPEN = 1;
const CLOSED = 3;

export class LocalChannel extends EventTarget {
  /** As that of a WebSocket. @type {0 | 1 | 3} */
  readyState = 0;
  /** The id of the game that the page follows. @type {string | null} */
  followed = null;
  /** The ids of what the page has asked for. @type {{ analyse?: number | string, report?: number | string }} */
  streams = {};

  /** @param {(message: FromPage) => void} onmessage @param {() => void} onclose */
  constructor(onmessage, onclose) {
    super();
    this.onmessage = onmessage;
    this.onclose = onclose;
    queueMicrotask(() => {
      this.readyState = OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** What the page sends. @param {string} text */
  send(text) {
    this.onmessage(JSON.parse(text));
  }

  /** What the page gets. @param {FromServer} message */
  receive(message) {
    if (this.readyState !== OPEN) return;
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close() {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose();
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1000 }));
  }
}
