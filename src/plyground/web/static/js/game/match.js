// A game on the server, as this browser knows it: its state, its commands, and what comes over the socket.

/**
 * @import { Status } from "../server/socket.js"
 * @import { GameState, HereMessage, PaceRequest, ThinkingMessage } from "../server/types.js"
 *
 * @typedef {"undo" | "redo" | "swap" | "resign" | "again" | "decline"} Command
 */

import { exportGame, fetchGame, fetchInvitations, RequestError, sendCommand } from "../server/api.js";
import { socket } from "../server/socket.js";
import { note } from "../ui/announce.js";

/**
 * Fetch a game and follow it.
 * @param {string} id
 * @param {string} token
 */
export async function openMatch(id, token) {
  return new Match(await fetchGame(id, token), token);
}

/** Dispatches "change" after every change of its state. */
export class Match extends EventTarget {
  /** @param {GameState} state @param {string} token */
  constructor(state, token) {
    super();
    this.id = state.id;
    this.token = token;
    this.state = state;
    /** A move that has not reached the server. @type {{ ply: number, move: string } | null} */
    this.pending = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    socket.onMessage("state", ({ state }) => state.id === this.id && this.update(state), signal);
    socket.onMessage("here", (message) => this.#updateConnections(message), signal);
    socket.onMessage("thinking", (message) => this.#updateThinking(message), signal);
    socket.onStatus((status) => this.#updateStatus(status), signal);
    socket.follow(this.id, token, () => this.state.version);
  }

  /**
   * Take a state unless a newer one is known.
   * @param {GameState} state
   */
  update(state) {
    if (state.version < this.state.version) return;
    this.state = state;
    if (this.pending && state.position.ply > this.pending.ply) this.pending = null;
    this.#dispatch();
  }

  /** @param {HereMessage} message */
  #updateConnections({ game, connected, watchers }) {
    if (game !== this.id) return;
    const seats = this.state.seats.map((seat, side) => ({ ...seat, connected: connected[side] }));
    this.state = { ...this.state, seats, watchers };
    this.#dispatch();
  }

  /** @param {ThinkingMessage} message */
  #updateThinking({ game, thinking }) {
    if (game !== this.id) return;
    this.state = { ...this.state, thinking };
    this.#dispatch();
  }

  /** @param {Status} status */
  #updateStatus(status) {
    if (status === "online") this.#sendPending();
    this.#dispatch();
  }

  #dispatch() {
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Make a move. It is kept until the server has it, even if the connection is gone.
   * @param {string} move
   */
  play(move) {
    this.pending = { ply: this.state.position.ply, move };
    this.#dispatch();
    return this.#sendPending();
  }

  async #sendPending() {
    const { pending } = this;
    if (!pending) return;
    await this.#run(() => socket.move(this.id, pending, this.token), {
      after: () => {
        if (this.pending === pending) this.pending = null;
      },
      offline: () => note(`${pending.move} is kept, and sent as soon as the server answers.`),
    });
  }

  /** @param {Command} name */
  command(name) {
    return this.#run(() => sendCommand(this.id, name, { version: this.state.version }, this.token));
  }

  /**
   * Set how fast computers play. Moves come in between, so only a step is about one version.
   * @param {PaceRequest} pace
   */
  setPace(pace) {
    const body = pace.step ? { version: this.state.version, ...pace } : pace;
    return this.#run(() => sendCommand(this.id, "pace", body, this.token));
  }

  /**
   * Send something and take the state that it leads to.
   * @param {() => Promise<GameState>} send
   * @param {{ after?: () => void, offline?: () => void }} handlers
   *   `after` runs once the server has answered; `offline` instead of an error, if it does not answer or is busy
   */
  async #run(send, { after, offline } = {}) {
    try {
      const state = await send();
      after?.();
      this.update(state);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (offline && (error.code === "offline" || error.code === "busy")) return offline();
      after?.();
      if (error.state) this.update(error.state);
      else this.#dispatch();
      const isStale = error.code === "conflict";
      note(isStale ? "The game has moved on; this is how it stands now." : error.message, "bad");
    }
  }

  export() {
    return exportGame(this.id, this.token);
  }

  fetchInvitations() {
    return fetchInvitations(this.id, this.token);
  }

  close() {
    this.listeners.abort();
    socket.unfollow(this.id);
  }
}
