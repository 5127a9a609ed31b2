// A board to set up any position by hand: marks, the side to move, and whether that is a position.

/** @import { PositionView, SetupAnswer } from "../server/types.js" */

import { positionPlace, setupPlace } from "../address.js";
import { BoardView } from "../board/board_view.js";
import { addKeyboard } from "../board/keyboard.js";
import { drawMark } from "../board/marks.js";
import { Pointer } from "../board/pointer.js";
import { fetchPosition, fetchSetup, RequestError } from "../server/api.js";
import { openSetup } from "../setup/setup_dialog.js";
import { announce } from "../ui/announce.js";
import { h, s, updateAttribute, updateText } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { capitalize } from "../ui/text.js";
import { originOf } from "./game_viewer.js";
import { setEnabled } from "./toolbar.js";
import { viewOf } from "./view_menu.js";

const NOTHING = "";

/** @param {string} game @param {string} setup */
export async function openPositionSetup(game, setup) {
  const { position } = await fetchPosition(originOf({ game, setup }), []);
  const answer = await fetchSetup({ game: position.game, marks: position.picture.marks, side: position.turn });
  return new PositionSetupPage(position, answer);
}

class PositionSetupPage {
  /** @param {PositionView} position @param {SetupAnswer} answer */
  constructor(position, answer) {
    this.title = `Set up ${position.title}`;
    this.game = position.game;
    this.position = position;
    this.start = answer.picture;
    this.unique = new Set(answer.unique);
    this.marks = { ...position.picture.marks };
    this.side = position.turn;
    this.setup = answer.setup;
    this.chosen = answer.marks[0] ?? NOTHING;
    this.asked = 0;
    this.board = new BoardView({ label: "Board to set up" });
    const put = (/** @type {string} */ cell) => this.put(cell);
    const nothing = () => {};
    new Pointer(this.board, {
      pick: put,
      tap: put,
      mayDrag: () => false,
      lift: nothing,
      drop: nothing,
      hover: nothing,
    });
    addKeyboard(this.board, { pick: put, visit: nothing });
    this.palette = new Map([...answer.marks, NOTHING].map((mark) => [mark, this.#markButton(mark)]));
    this.sideButtons = position.sides.map((name, side) => {
      const onclick = () => this.#turn(side);
      return h("button", { class: "chip-button", type: "button", onclick }, `${capitalize(name)} to move`);
    });
    this.verdict = h("p", { class: "setup-verdict", role: "status" });
    this.playButton = this.#button("solid", "Play from here", () => openSetup(this.game, { setup: this.setup }));
    this.lookButton = this.#button("quiet", "Analyse", () => this.#look());
    const hall = h("div", { class: "board-hall" }, this.board.element);
    this.stage = h("section", { class: "stage", "aria-label": "Board" }, hall);
    this.element = this.#layout(position);
    this.unbind = bindKeys("Set up", [
      { keys: ["b"], show: ["b"], words: "To the board: arrow keys, Enter puts", run: () => this.board.focus() },
      { keys: ["x"], show: ["x"], words: "The other side to move", run: () => this.#turn(1 - this.side) },
      { keys: ["n"], show: ["n"], words: "The next mark", run: () => this.#chooseNext() },
    ]);
    this.#show(answer);
  }

  /** @param {PositionView} position */
  #layout(position) {
    const variant = [...this.game.split(":").slice(1), position.goal].filter(Boolean).join(", ");
    return h(
      "main",
      { class: "game position-setup", id: "main" },
      h("h1", { class: "unseen" }, this.title),
      this.stage,
      h(
        "div",
        { class: "side" },
        h(
          "div",
          { class: "game-title" },
          h("span", { class: "game-name" }, position.title),
          h("span", { class: "game-variant" }, ["set up a position", variant].filter(Boolean).join(", ")),
        ),
        this.verdict,
        h(
          "section",
          { class: "card", "aria-label": "Position" },
          h(
            "p",
            { class: "soft small-text" },
            "Choose a mark, then the cells that it stands on. The same again takes it away.",
          ),
          h("div", { class: "palette", role: "group", "aria-label": "Marks" }, [...this.palette.values()]),
          h("div", { class: "row wrap", role: "group", "aria-label": "Side to move" }, this.sideButtons),
          h(
            "div",
            { class: "row wrap" },
            this.#button("quiet small", "Empty board", () => this.#replace({})),
            this.#button("quiet small", "Start of the game", () => this.#replace(this.start.marks, 0)),
          ),
          h("div", { class: "row wrap" }, this.playButton, this.lookButton),
        ),
      ),
    );
  }

  /** @param {string} kind @param {string} words @param {() => void} onclick */
  #button(kind, words, onclick) {
    return h("button", { class: kind, type: "button", onclick }, words);
  }

  /** @param {string} mark */
  #markButton(mark) {
    const words = mark ? `Put ${mark}` : "Take away";
    const drawing = mark
      ? s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawMark(mark, this.start.shapes[mark]))
      : "✕";
    const label = { "aria-label": words, title: words };
    return h("button", { class: "palette-mark", type: "button", ...label, onclick: () => this.#choose(mark) }, drawing);
  }

  /** @param {string} mark */
  #choose(mark) {
    this.chosen = mark;
    announce(mark ? `${mark} is put` : "Marks are taken away");
    this.draw();
  }

  #chooseNext() {
    const marks = [...this.palette.keys()];
    this.#choose(marks[(marks.indexOf(this.chosen) + 1) % marks.length]);
  }

  /** @param {number} side */
  #turn(side) {
    this.side = side;
    this.#change();
  }

  /** @param {Record<string, string>} marks @param {number} side */
  #replace(marks, side = this.side) {
    this.marks = { ...marks };
    this.side = side;
    this.#change();
  }

  /** Put the chosen mark on a cell, or take away what stands there. @param {string} cell */
  put(cell) {
    const { [cell]: there, ...others } = this.marks;
    if (!this.chosen || there === this.chosen) this.marks = others;
    else {
      const kept = this.unique.has(this.chosen)
        ? Object.entries(others).filter(([, mark]) => mark !== this.chosen)
        : Object.entries(others);
      this.marks = { ...Object.fromEntries(kept), [cell]: this.chosen };
    }
    announce(`${cell}: ${this.marks[cell] ?? "empty"}`);
    this.#change();
  }

  /** Ask whether this is a position; only the newest answer counts. */
  async #change() {
    this.asked += 1;
    const { asked } = this;
    this.draw();
    try {
      const answer = await fetchSetup({ game: this.game, marks: this.marks, side: this.side });
      if (asked === this.asked) this.#show(answer);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (asked === this.asked) this.#say(error.message, false);
    }
  }

  /** @param {SetupAnswer} answer */
  #show({ problem, setup }) {
    this.setup = setup;
    this.#say(problem || "This position can be played.", !problem);
    if (!problem) history.replaceState(null, "", `#/${setupPlace({ game: this.game, setup })}`);
    this.draw();
  }

  /** @param {string} words @param {boolean} isRight */
  #say(words, isRight) {
    const text = capitalize(words);
    updateText(this.verdict, text.endsWith(".") ? text : `${text}.`);
    updateAttribute(this.verdict, "data-kind", isRight ? "good" : "bad");
    setEnabled(this.playButton, isRight);
    setEnabled(this.lookButton, isRight);
  }

  #look() {
    location.hash = `#/${positionPlace({ game: this.game, setup: this.setup }, [])}`;
  }

  draw() {
    this.board.show({ ...this.start, marks: this.marks }, { view: viewOf(this.game) });
    const { width, height } = this.board.viewport.box;
    this.stage.style.setProperty("--shape", String(width / height));
    for (const [mark, button] of this.palette) {
      updateAttribute(button, "aria-pressed", mark === this.chosen ? "true" : "false");
    }
    for (const [side, button] of this.sideButtons.entries()) {
      updateAttribute(button, "aria-pressed", side === this.side ? "true" : "false");
    }
  }

  close() {
    this.unbind();
  }
}
