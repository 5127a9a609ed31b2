// A server that keeps the games, with the thinking done in this browser where it can be: hints, analyses, reports,
// and the moves of computers in games of this browser. The server thinks for whoever cannot, or does not want to.

/**
 * @import { Backend, Channel } from "../server/backend.js"
 * @import { FollowRequest, FromPage, FromServer, GameState } from "../server/types.js"
 * @import { LocalBackend } from "./local_backend.js"
 *
 * @typedef {object} Here what thinks in this browser
 * @property {LocalBackend} local
 * @property {(game: string, setup?: string) => Promise<boolean>} canThink whether it can think about a game from its
 *   start or from a position that was set up, and is wanted to
 */

const THOUGHTS = ["api/hint", "api/attempt"];
const STREAMS = ["analyse", "report"];
const LEVEL = /^([1-5]|perfect)$/;

/** @implements {Backend} */
export class ThinkingBackend {
  isRemote = true;

  /** @param {Backend} server @param {Here} here */
  constructor(server, here) {
    this.server = server;
    this.here = here;
  }

  /**
   * @param {string} path
   * @param {any} [body]
   * @param {string} [token]
   */
  async request(path, body, token) {
    const isHere = THOUGHTS.includes(path) && (await this.here.canThink(body.game, body.setup));
    return isHere ? this.here.local.request(path, body) : this.server.request(path, body, token);
  }

  /** @returns {Channel} */
  connect() {
    return new ThinkingChannel(this.server, this.here);
  }
}

class ThinkingChannel extends EventTarget {
  /** The game that is followed. @type {FollowRequest | null} */
  #followed = null;
  /** The version of the game that this browser thinks about. */
  #thought = 0;

  /** @param {Backend} server @param {Here} here */
  constructor(server, here) {
    super();
    this.server = server;
    this.here = here;
    this.remote = server.connect();
    this.nearby = here.local.connect();
    this.remote.addEventListener("open", (event) => this.dispatchEvent(copyOf(event)));
    this.remote.addEventListener("message", (event) => this.#receive(/** @type {MessageEvent} */ (event)));
    this.remote.addEventListener("close", (event) => this.#close(/** @type {CloseEvent} */ (event)));
    this.nearby.addEventListener("message", (event) => this.dispatchEvent(copyOf(event)));
  }

  get readyState() {
    return this.remote.readyState;
  }

  /** @param {string} text */
  async send(text) {
    /** @type {FromPage} */
    const message = JSON.parse(text);
    if (message.type === "stop") this.nearby.send(text);
    if ("moves" in message && STREAMS.includes(message.type)) {
      if (await this.here.canThink(message.game, message.setup)) return this.nearby.send(text);
    }
    if (message.type === "follow") this.#offerToThink(message);
    if (message.type === "unfollow") this.#stopThinking();
    if (this.remote.readyState === 1) this.remote.send(text);
  }

  close() {
    this.remote.close();
  }

  /** @param {CloseEvent} event */
  #close(event) {
    this.#stopThinking();
    this.nearby.close();
    this.dispatchEvent(copyOf(event));
  }

  #stopThinking() {
    this.#followed = null;
    this.#thought = 0;
    this.here.local.thinkers.play.stop();
  }

  /**
   * Tell the server that this browser makes the moves of the computer in its own game, if it can.
   * @param {FollowRequest} follow
   */
  async #offerToThink(follow) {
    this.#stopThinking();
    this.#followed = follow;
    const path = `api/games/${encodeURIComponent(follow.game)}`;
    /** @type {GameState | null} */
    const state = await this.server.request(path, undefined, follow.token).catch(() => null);
    if (!state || this.#followed !== follow || !isOwnGame(state)) return;
    const { game, setup } = state.position;
    if (!(await this.here.canThink(game, setup)) || this.#followed !== follow) return;
    this.#followed = { ...follow, thinks: true };
    if (this.remote.readyState === 1) this.remote.send(JSON.stringify({ ...this.#followed, version: undefined }));
  }

  /** @param {MessageEvent} event */
  #receive(event) {
    this.dispatchEvent(copyOf(event));
    /** @type {FromServer} */
    const message = JSON.parse(event.data);
    if (message.type === "state" && this.#followed?.thinks) this.#think(message.state, this.#followed);
  }

  /** Make the computer's move, if it is its turn. @param {GameState} state @param {FollowRequest} followed */
  async #think(state, followed) {
    const { position, version, seats, over, seconds } = state;
    if (state.id !== followed.game || version === this.#thought) return;
    this.#thought = version;
    this.here.local.thinkers.play.stop();
    const { who } = seats[position.turn];
    if (over || !LEVEL.test(who)) return;
    this.#showThinking(state);
    try {
      const move = await this.here.local.chooseMove(position, who, seconds);
      if (this.#thought !== version || this.remote.readyState !== 1) return;
      this.remote.send(JSON.stringify({ type: "move", game: state.id, ply: position.ply, move }));
    } catch {
      // Ended: the next state says how it stands. So it does if the move is refused, because the game has gone on.
    }
  }

  /** @param {GameState} state */
  #showThinking({ id, position }) {
    const thinking = { side: position.turn, phase: "searching", ahead: 0, since: new Date().toISOString() };
    const data = JSON.stringify({ type: "thinking", game: id, thinking });
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

/** Whether one person of this browser plays a level: then its moves can be made here. @param {GameState} state */
function isOwnGame({ seats, you }) {
  return you.owner && you.sides.length === 1 && seats.some(({ who }) => LEVEL.test(who));
}

/** An event cannot be dispatched twice. @param {Event} event */
function copyOf(event) {
  const { data, code } = /** @type {any} */ (event);
  return Object.assign(new Event(event.type), { data, code });
}
