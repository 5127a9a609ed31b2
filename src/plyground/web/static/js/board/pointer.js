// Mouse and touch on a board: a click picks, a piece can be dragged, an endless field pans and zooms.

/**
 * @import { BoardView } from "./board_view.js"
 *
 * @typedef {object} PointerActions
 * @property {(cell: string) => void} pick
 * @property {(cell: string) => void} tap is called instead of `pick` for a finger
 * @property {(cell: string) => boolean} mayDrag
 * @property {(cell: string) => void} lift
 * @property {(cell: string | null) => void} drop
 * @property {(cell: string | null) => void} hover
 *
 * @typedef {object} Press what began where the pointer went down
 * @property {string | null} cell
 * @property {number} x
 * @property {number} y
 * @property {number} id
 * @property {boolean} canDrag
 * @property {"click" | "drag" | "pan" | "nothing"} doing
 */

import { FieldWindow } from "./viewport.js";

const STEADY = 7; // pixels that a click may tremble

/** @param {number} dx @param {number} dy */
export function isDrag(dx, dy) {
  return Math.hypot(dx, dy) > STEADY;
}

/** Whether somebody may tap this screen. */
export function hasTouch() {
  return matchMedia("(any-pointer: coarse)").matches;
}

export class Pointer {
  /** @param {BoardView} board @param {PointerActions} actions */
  constructor(board, actions) {
    this.board = board;
    this.actions = actions;
    /** @type {Map<number, [number, number]>} */
    this.touches = new Map();
    /** @type {Press | null} */
    this.press = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", (event) => this.#cancel(event));
    svg.addEventListener("pointerleave", () => this.actions.hover(null));
    // The focus stays where it is, so that the arrow keys go on walking through the game.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get #window() {
    return this.board.viewport instanceof FieldWindow ? this.board.viewport : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.touches.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.touches.size === 2) {
      this.press = null;
      return;
    }
    const cell = this.board.cellAt(event.clientX, event.clientY);
    const canDrag = cell !== null && this.actions.mayDrag(cell);
    this.press = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, canDrag, doing: "click" };
    if (canDrag || this.#window) this.board.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.touches.size === 2 && this.#window) return this.#pinch(this.#window, event);
    const { press } = this;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (!press) return this.actions.hover(cell);
    if (press.doing === "click" && isDrag(event.clientX - press.x, event.clientY - press.y)) this.#start(press);
    if (press.doing === "pan" && this.#window) this.#pan(this.#window, press, event);
    if (press.doing === "drag") this.actions.hover(cell);
  }

  /** @param {Press} press */
  #start(press) {
    if (press.canDrag && press.cell !== null) {
      press.doing = "drag";
      this.actions.lift(press.cell);
    } else {
      press.doing = this.#window ? "pan" : "nothing";
      this.board.element.classList.toggle("panning", Boolean(this.#window));
    }
  }

  /** @param {FieldWindow} window @param {Press} press @param {PointerEvent} event */
  #pan(window, press, event) {
    const [fromX, fromY] = this.board.spotAt(press.x, press.y);
    const [toX, toY] = this.board.spotAt(event.clientX, event.clientY);
    window.pan(fromX - toX, fromY - toY);
    [press.x, press.y] = [event.clientX, event.clientY];
    this.board.redraw();
  }

  /** @param {FieldWindow} window @param {PointerEvent} event */
  #pinch(window, event) {
    if (!this.touches.has(event.pointerId)) return;
    const before = this.#spread();
    this.touches.set(event.pointerId, [event.clientX, event.clientY]);
    const [[x1, y1], [x2, y2]] = this.touches.values();
    window.zoom(before / this.#spread(), this.board.spotAt((x1 + x2) / 2, (y1 + y2) / 2));
    this.board.redraw();
  }

  /** How far apart two fingers are. */
  #spread() {
    const [[x1, y1], [x2, y2]] = this.touches.values();
    return Math.hypot(x1 - x2, y1 - y2) || 1;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    this.#release(event);
    if (!press || press.id !== event.pointerId) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (press.doing === "drag") this.actions.drop(cell);
    if (press.doing !== "click" || cell === null || cell !== press.cell) return;
    if (event.pointerType === "mouse") this.actions.pick(cell);
    else this.actions.tap(cell);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (this.press?.doing === "drag") this.actions.drop(null);
    this.#release(event);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    this.touches.delete(event.pointerId);
    this.press = null;
    this.board.element.classList.remove("panning");
  }

  /**
   * The wheel pans; with Ctrl (which is what pinching a touchpad sends) it zooms.
   * @param {WheelEvent} event
   */
  #wheel(event) {
    const window = this.#window;
    if (!window) return;
    event.preventDefault();
    const cell = this.board.svg.clientWidth / window.across;
    if (event.ctrlKey) window.zoom(Math.exp(event.deltaY / 200), this.board.spotAt(event.clientX, event.clientY));
    else window.pan(event.deltaX / cell, event.deltaY / cell);
    this.board.redraw();
  }
}
