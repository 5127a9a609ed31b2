// A board of a lesson: a picture of a position, or a board on which moves are made.

/**
 * @import { LessonBoard, PositionView } from "../server/types.js"
 */

import { BoardView } from "../board/board_view.js";
import { addKeyboard } from "../board/keyboard.js";
import { Pointer } from "../board/pointer.js";
import { MovePicker } from "../game/move_picker.js";
import { fetchPosition, RequestError } from "../server/api.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";

export class TaskBoard {
  /** @param {LessonBoard} board @param {((move: string) => void) | null} onmove null for a picture */
  constructor(board, onmove = null) {
    this.origin = board.setup ? { game: board.game, setup: board.setup } : { game: board.game };
    this.start = [...board.moves];
    this.onmove = onmove;
    this.isOpen = onmove !== null;
    /** @type {PositionView | null} */
    this.position = null;
    this.picker = new MovePicker([], () => false);
    this.view = new BoardView({ still: !onmove });
    this.tray = h("div", { class: "lesson-tray", role: "group", "aria-label": "What can be put down", hidden: true });
    this.caption = h("p", { class: "lesson-caption soft small-text" });
    this.element = h("div", { class: "lesson-board" }, this.view.element, this.tray, this.caption);
    if (onmove) this.#listen();
  }

  #listen() {
    const pick = (/** @type {string} */ name) => this.pick(name);
    new Pointer(this.view, {
      pick,
      tap: pick,
      mayDrag: (cell) => this.isOpen && this.picker.hasSlides && this.picker.nextPicks.has(cell),
      lift: (cell) => {
        this.picker.clear();
        this.pick(cell);
      },
      drop: (cell) => {
        if (cell !== null && this.picker.nextPicks.has(cell)) return this.pick(cell);
        this.picker.clear();
        this.draw();
      },
      hover: () => {},
    });
    addKeyboard(this.view, { pick, visit: () => {} });
  }

  /** Show the position after some more moves. @param {string[]} moves */
  async show(moves = []) {
    try {
      const { position } = await fetchPosition(this.origin, [...this.start, ...moves]);
      this.position = position;
      this.view.show(position.picture);
      this.picker = new MovePicker(position.legal, (name) => this.view.geometry.place(name) !== undefined);
      this.draw();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      updateText(this.caption, error.message);
    }
  }

  /** Take no more moves. */
  close() {
    this.isOpen = false;
    this.draw();
  }

  /** @param {string} name */
  pick(name) {
    if (!this.isOpen) return;
    const move = this.picker.pick(name);
    this.draw();
    if (move) this.onmove?.(move);
  }

  draw() {
    const { position, view, picker } = this;
    if (!position) return;
    const next = picker.nextPicks;
    const outcome = position.outcome;
    view.show(position.picture, {
      last: position.last,
      line: outcome?.line ? [...outcome.line] : [],
      lineKind: outcome?.blames_loser ? "loss" : "win",
      pickable: new Set(this.isOpen ? next.keys() : []),
      picked: picker.picked,
      playable: this.isOpen,
    });
    view.describe(`${position.title}, ${position.caption}`);
    updateText(this.caption, position.caption);
    this.#drawTray([...next.keys()].filter((name) => view.geometry.place(name) === undefined));
  }

  /** @param {string[]} things */
  #drawTray(things) {
    const picked = this.picker.picked.filter((name) => this.view.geometry.place(name) === undefined);
    const all = [...new Set([...things, ...picked])].toSorted((one, two) =>
      one.localeCompare(two, "en", { numeric: true }),
    );
    updateAttribute(this.tray, "hidden", !this.isOpen || !all.length);
    this.tray.replaceChildren(
      ...all.map((thing) => {
        const pressed = { "aria-pressed": picked.includes(thing) ? "true" : "false" };
        return h("button", { class: "chip", type: "button", ...pressed, onclick: () => this.pick(thing) }, thing);
      }),
    );
  }
}
