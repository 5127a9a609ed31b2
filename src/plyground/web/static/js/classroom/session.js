// The class that this browser's pupil sits in: what the teacher does reaches every page.

/** @import { ClassView, ErrorMessage } from "../server/types.js" */

import { sendClassAnswer } from "../server/api.js";
import { setHelpAllowed } from "../server/help.js";
import { socket } from "../server/socket.js";
import { savedSeat, saveSeat } from "../storage.js";

/** Dispatches "change" after every change of the class, and "dismissed" when it is over for this pupil. */
export class ClassSession extends EventTarget {
  /** The class as the pupil sees it; null outside a class, or before the server has said. @type {ClassView | null} */
  room = null;
  listeners = new AbortController();

  /** Take the seat that this browser remembers, if any. */
  start() {
    const seat = savedSeat();
    this.listeners.abort();
    if (!seat) return;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    socket.onMessage("class", ({ room }) => room.role === "pupil" && this.#update(room), signal);
    socket.onMessage("dismissed", () => this.leave(), signal);
    socket.onMessage("error", (message) => this.#hearError(message), signal);
    socket.attend(seat.token);
  }

  /** @param {ClassView} room */
  #update(room) {
    this.room = room;
    setHelpAllowed(room.help);
    this.dispatchEvent(new Event("change"));
  }

  /** A seat that the server does not know any more is gone. @param {ErrorMessage} message */
  #hearError({ id, error }) {
    if (socket.isAttendance(id) && error.code === "not_found") this.leave();
  }

  /** Leave the class. */
  leave() {
    this.listeners.abort();
    saveSeat(null);
    socket.leaveClass();
    this.room = null;
    setHelpAllowed(true);
    this.dispatchEvent(new Event("dismissed"));
  }

  /**
   * Send a try to the server, which judges it for the teacher, if this is what the class does.
   * @param {"lesson" | "puzzles"} kind
   * @param {string} name
   * @param {{ item: number, answer: string }} answer
   */
  async report(kind, name, answer) {
    const seat = savedSeat();
    const task = this.room?.task;
    if (!seat || task?.kind !== kind || task.name !== name) return;
    await sendClassAnswer({ task: task.number, ...answer }, seat.token).catch(() => null);
  }
}

export const classSession = new ClassSession();
