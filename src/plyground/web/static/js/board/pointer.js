// Mouse and touch on a board: a click picks, a piece can be dragged, an endless field pans and zooms.

import { put } from "../parts/dom.js";
import { Window } from "./viewport.js";

const STEADY = 7; // pixels that a click may tremble

export class Pointer {
  /** `actions`: pick(cell), mayDrag(cell), lift(cell), drop(cell or null), hover(cell or null). */
  constructor(board, actions) {
    this.board = board;
    this.actions = actions;
    this.touches = new Map();
    const { svg } = board;
    put(svg, "onpointerdown", (event) => this.#down(event));
    put(svg, "onpointermove", (event) => this.#move(event));
    put(svg, "onpointerup", (event) => this.#up(event));
    put(svg, "onpointercancel", (event) => this.#cancel(event));
    put(svg, "onpointerleave", () => this.actions.hover(null));
    // The focus stays where it is, so that the arrow keys go on walking through the game.
    put(svg, "onmousedown", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get #window() {
    return this.board.viewport instanceof Window ? this.board.viewport : null;
  }

  #down(event) {
    if (event.button !== 0) return;
    this.touches.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.touches.size === 2) {
      this.held = null;
      return;
    }
    const cell = this.board.cellAt(event.clientX, event.clientY);
    this.held = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, doing: "click" };
    this.held.piece = cell !== null && this.actions.mayDrag(cell);
    if (this.held.piece || this.#window) this.board.svg.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (this.touches.size === 2 && this.#window) return this.#pinch(event);
    const { held } = this;
    if (!held) return void this.actions.hover(this.board.cellAt(event.clientX, event.clientY));
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (held.doing === "click" && Math.hypot(dx, dy) > STEADY) this.#start(held);
    if (held.doing === "pan") this.#pan(held, event);
    if (held.doing === "drag") this.actions.hover(this.board.cellAt(event.clientX, event.clientY), event);
  }

  #start(held) {
    if (held.piece) {
      held.doing = "drag";
      this.actions.lift(held.cell);
    } else {
      held.doing = this.#window ? "pan" : "nothing";
      this.board.element.classList.toggle("panning", Boolean(this.#window));
    }
  }

  #pan(held, event) {
    const [fromX, fromY] = this.board.spotAt(held.x, held.y);
    const [toX, toY] = this.board.spotAt(event.clientX, event.clientY);
    this.#window.pan(fromX - toX, fromY - toY);
    [held.x, held.y] = [event.clientX, event.clientY];
    this.board.moved();
  }

  #pinch(event) {
    const spread = () => {
      const [[x1, y1], [x2, y2]] = [...this.touches.values()];
      return Math.hypot(x1 - x2, y1 - y2) || 1;
    };
    const before = spread();
    this.touches.set(event.pointerId, [event.clientX, event.clientY]);
    const [[x1, y1], [x2, y2]] = [...this.touches.values()];
    this.#window.zoom(before / spread(), this.board.spotAt((x1 + x2) / 2, (y1 + y2) / 2));
    this.board.moved();
  }

  #up(event) {
    const { held } = this;
    this.#forget(event);
    if (!held || held.id !== event.pointerId) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (held.doing === "drag") this.actions.drop(cell);
    if (held.doing === "click" && cell !== null && cell === held.cell) this.actions.pick(cell);
  }

  #cancel(event) {
    if (this.held?.doing === "drag") this.actions.drop(null);
    this.#forget(event);
  }

  #forget(event) {
    this.touches.delete(event.pointerId);
    this.held = null;
    this.board.element.classList.remove("panning");
  }

  // The wheel pans; with Ctrl (which is what pinching a touchpad sends) it zooms.
  #wheel(event) {
    if (!this.#window) return;
    event.preventDefault();
    const cell = this.board.svg.clientWidth / this.#window.across;
    if (event.ctrlKey) this.#window.zoom(Math.exp(event.deltaY / 200), this.board.spotAt(event.clientX, event.clientY));
    else this.#window.pan(event.deltaX / cell, event.deltaY / cell);
    this.board.moved();
  }
}
