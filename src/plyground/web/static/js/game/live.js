// A game on the server, as this browser knows it: its state, its commands, and what comes over the socket.

import { note } from "../parts/announce.js";
import { insist, Refusal } from "../parts/api.js";
import { link } from "../parts/link.js";

export class Live extends EventTarget {
  constructor(id, token) {
    super();
    this.id = id;
    this.token = token;
    this.state = null;
    this.pending = null; // a move that has not reached the server: { ply, move }
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    link.addEventListener("state", ({ detail }) => detail.state.id === id && this.adopt(detail.state), { signal });
    link.addEventListener("here", ({ detail }) => this.#here(detail), { signal });
    link.addEventListener("thinking", ({ detail }) => this.#thinking(detail), { signal });
    link.addEventListener("condition", ({ detail }) => this.#condition(detail), { signal });
  }

  async open() {
    this.adopt(await insist(`api/games/${this.id}`, undefined, this.token));
    link.follow(this.id, this.token, () => this.state?.version);
  }

  /** Take a state unless a newer one is known. */
  adopt(state) {
    if (this.state && state.version < this.state.version) return;
    this.state = state;
    if (this.pending && state.position.ply > this.pending.ply) this.pending = null;
    this.#tell();
  }

  #here({ game, connected, watchers }) {
    if (game !== this.id || !this.state) return;
    const seats = this.state.seats.map((seat, side) => ({ ...seat, connected: connected[side] }));
    this.state = { ...this.state, seats, watchers };
    this.#tell();
  }

  #thinking({ game, thinking }) {
    if (game !== this.id || !this.state) return;
    this.state = { ...this.state, thinking };
    this.#tell();
  }

  #condition(condition) {
    if (condition === "online" && this.pending) this.#send();
    this.#tell();
  }

  #tell() {
    if (this.state) this.dispatchEvent(new Event("change"));
  }

  /** Make a move. It is kept until the server has it, even if the connection is gone. */
  play(move) {
    this.pending = { ply: this.state.position.ply, move };
    this.#tell();
    return this.#send();
  }

  async #send() {
    const { pending } = this;
    try {
      const state = await insist(`api/games/${this.id}/moves`, pending, this.token);
      if (this.pending === pending) this.pending = null;
      this.adopt(state);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.code === "offline" || refusal.code === "busy") {
        note(`${pending.move} is kept, and sent as soon as the server answers.`);
        return;
      }
      if (this.pending === pending) this.pending = null;
      this.#refused(refusal);
    }
  }

  /** undo, redo, swap, resign, again, decline. */
  async command(name, body = {}) {
    try {
      this.adopt(await insist(`api/games/${this.id}/${name}`, { version: this.state.version, ...body }, this.token));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#refused(refusal);
    }
  }

  /** How fast computers play. Moves come in between, so only a step is about one version. */
  async pace(body) {
    try {
      const version = body.step ? { version: this.state.version } : {};
      this.adopt(await insist(`api/games/${this.id}/pace`, { ...version, ...body }, this.token));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#refused(refusal);
    }
  }

  #refused(refusal) {
    if (refusal.state) this.adopt(refusal.state);
    else this.#tell();
    note(refusal.code === "conflict" ? "The game has moved on; this is how it stands now." : refusal.message, "bad");
  }

  export() {
    return insist(`api/games/${this.id}/export`, undefined, this.token);
  }

  invitations() {
    return insist(`api/games/${this.id}/invitations`, undefined, this.token);
  }

  close() {
    this.listeners.abort();
    link.unfollow();
  }
}
