// The one socket of the page: it follows a game, streams analysis, and reconnects by itself.

/**
 * @import { Origin } from "./api.js"
 * @import { Channel } from "./backend.js"
 * @import { Problem } from "./request_error.js"
 * @import { AnalyseRequest, FromPage, FromServer, GameState, MoveRequest, ReportRequest } from "./types.js"
 *
 * @typedef {"idle" | "connecting" | "online" | "offline"} Status
 * @typedef {(AnalyseRequest | ReportRequest) & { id: number }} StreamRequest
 * @typedef {StreamRequest["type"]} StreamType
 * @typedef {{ game: string, token: string, version: () => number | undefined }} Followed
 */

import { sendMove } from "./api.js";
import { backend } from "./backend.js";
import { OFFLINE, RequestError } from "./request_error.js";

const PING = 20_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const PATIENCE = 10_000; // for the answer to a move
const TOO_MANY = 4429;
const OPEN = 1; // the state of a channel that can send

export class PageSocket extends EventTarget {
  /** @type {Channel | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | null} */
  #retryTimer = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pingTimer;
  #ids = 0;
  /** @type {Followed | null} */
  #followed = null;
  /** The token with which the page attends the class. @type {string | null} */
  #classToken = null;
  #attendId = 0;
  /** What to ask for again after a break. @type {Map<StreamType, StreamRequest>} */
  #streams = new Map();
  /** @type {Status} */
  status = "idle";

  constructor() {
    super();
    addEventListener("online", () => this.#reconnectNow());
    addEventListener("offline", () => backend().isRemote && this.#socket?.close());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#reconnectNow();
    });
  }

  /**
   * Call a listener for every message of a type.
   * @template {FromServer["type"]} Type
   * @param {Type} type
   * @param {(message: Extract<FromServer, { type: Type }>) => unknown} listener
   * @param {AbortSignal} signal ends it
   */
  onMessage(type, listener, signal) {
    this.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail), { signal });
  }

  /** @param {(status: Status) => unknown} listener @param {AbortSignal} signal */
  onStatus(listener, signal) {
    this.addEventListener("status", () => listener(this.status), { signal });
  }

  /**
   * Receive everything about a game.
   * @param {string} game
   * @param {string} token
   * @param {() => number | undefined} version what is known already
   */
  follow(game, token, version) {
    this.#followed = { game, token, version };
    this.#sendFollow(this.#followed);
    this.#open();
  }

  /**
   * Make a move: over the socket if it is open, which takes less, or else by a request. No move is made twice.
   * @param {string} game
   * @param {MoveRequest} body
   * @param {string} token
   * @returns {Promise<GameState>}
   */
  async move(game, body, token) {
    if (this.#followed?.game === game && this.#socket?.readyState === OPEN && backend().isRemote) {
      try {
        return await this.#ask(game, body);
      } catch (error) {
        if (!(error instanceof RequestError) || !error.isPassing) throw error;
      }
    }
    return sendMove(game, body, token);
  }

  /** @param {string} game @param {MoveRequest} body @returns {Promise<GameState>} */
  #ask(game, body) {
    const id = ++this.#ids;
    const ended = new AbortController();
    const { signal } = ended;
    /** @type {Promise<GameState>} */
    const answer = new Promise((resolve, reject) => {
      /** @param {Problem} problem */
      const fail = (problem) => reject(new RequestError(problem));
      this.onMessage("state", (message) => message.id === id && resolve(message.state), signal);
      this.onMessage("error", (message) => message.id === id && fail(message.error), signal);
      this.onStatus((status) => status !== "online" && fail(OFFLINE), signal);
      const timer = setTimeout(fail, PATIENCE, OFFLINE);
      signal.addEventListener("abort", () => clearTimeout(timer));
    });
    this.#send({ type: "move", id, game, ...body });
    return answer.finally(() => ended.abort());
  }

  /** Hear no more of a game, unless another one is followed by now. @param {string} game */
  unfollow(game) {
    if (this.#followed?.game !== game) return;
    this.#send({ type: "unfollow" });
    this.#followed = null;
  }

  /** Hear everything about the class of the server. @param {string} token */
  attend(token) {
    this.#classToken = token;
    this.#sendAttend(token);
    this.#open();
  }

  /** Hear no more of the class. */
  leaveClass() {
    this.#classToken = null;
  }

  /** Whether a message answers the wish to attend the class. @param {number | string | undefined} id */
  isAttendance(id) {
    return id !== undefined && id === this.#attendId;
  }

  /** @param {Origin} origin @param {string[]} moves @param {number} seconds */
  analyse(origin, moves, seconds) {
    return this.#startStream("analyse", { ...origin, moves, seconds });
  }

  /** @param {Origin} origin @param {string[]} moves @param {number} seconds */
  report(origin, moves, seconds) {
    return this.#startStream("report", { ...origin, moves, seconds });
  }

  /** @param {StreamType} type */
  stop(type) {
    const stream = this.#streams.get(type);
    this.#streams.delete(type);
    if (stream) this.#send({ type: "stop", id: stream.id });
  }

  /**
   * Whether an id is that of what was asked for last.
   * @param {StreamType} type
   * @param {number | string | undefined} id
   */
  isCurrent(type, id) {
    return id !== undefined && this.#streams.get(type)?.id === id;
  }

  /** @param {StreamType} type @param {Origin & { moves: string[], seconds: number }} body */
  #startStream(type, body) {
    /** @type {StreamRequest} */
    const stream = { type, id: ++this.#ids, ...body };
    this.#streams.set(type, stream);
    this.#send(stream);
    this.#open();
    return stream.id;
  }

  /** @param {Followed} followed */
  #sendFollow({ game, token, version }) {
    this.#send({ type: "follow", id: ++this.#ids, game, token, version: version() });
  }

  /** @param {string} token */
  #sendAttend(token) {
    this.#attendId = ++this.#ids;
    this.#send({ type: "attend", id: this.#attendId, token });
  }

  #open() {
    if (this.#socket || this.#retryTimer) return;
    this.#setStatus("connecting");
    const socket = backend().connect();
    this.#socket = socket;
    socket.addEventListener("open", () => this.#handleOpen());
    socket.addEventListener("message", (event) => this.#handleMessage(event.data));
    socket.addEventListener("close", (event) => this.#handleClose(event));
  }

  #handleOpen() {
    this.#wait = FIRST_WAIT;
    this.#pingTimer = setInterval(() => this.#send({ type: "ping" }), PING);
    if (this.#classToken) this.#sendAttend(this.#classToken);
    if (this.#followed) this.#sendFollow(this.#followed);
    for (const stream of this.#streams.values()) this.#send(stream);
    this.#setStatus("online"); // at last: whoever hears it may move in the game that is followed now
  }

  /** @param {string} data */
  #handleMessage(data) {
    const message = JSON.parse(data);
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** @param {{ code: number }} event */
  #handleClose({ code }) {
    clearInterval(this.#pingTimer);
    this.#socket = null;
    this.#setStatus("offline");
    const wait = code === TOO_MANY ? LONGEST_WAIT : this.#wait;
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#retryTimer = setTimeout(() => this.#reconnect(), wait * (1 + Math.random() * 0.3));
  }

  #reconnect() {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    if (this.#followed || this.#streams.size || this.#classToken) this.#open();
    else this.#setStatus("idle");
  }

  #reconnectNow() {
    if (!this.#retryTimer) return;
    this.#wait = FIRST_WAIT;
    this.#reconnect();
  }

  /** @param {FromPage} message */
  #send(message) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Status} status */
  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }
}

export const socket = new PageSocket();
