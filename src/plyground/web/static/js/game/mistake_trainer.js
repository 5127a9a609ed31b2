// Learning from mistakes: back to each of them, find something better, and hear whether it holds.

/**
 * @import { MistakeView } from "../server/types.js"
 * @import { GameNode } from "./game_tree.js"
 * @import { GameViewer } from "./game_viewer.js"
 */

import { sendAttempt } from "../server/api.js";
import { announce } from "../ui/announce.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";
import { setEnabled } from "./toolbar.js";

const SECONDS = 1;

export class MistakeTrainer {
  /** @param {GameViewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** @type {MistakeView[]} */
    this.mistakes = [];
    /** The line that the mistakes are in. @type {GameNode[]} */
    this.line = [];
    this.index = 0;
    this.isSolved = false;
    this.isJudging = false;
    this.title = h("h2", { class: "card-title" });
    this.task = h("p", {});
    this.verdict = h("p", { class: "trainer-verdict", role: "status" });
    this.show = this.#button("Show the better move", () => this.#reveal());
    this.retry = this.#button("Back to the mistake", () => this.#pose());
    this.next = this.#button("Next", () => this.#goOn());
    const end = this.#button("End", () => this.stop());
    this.element = h(
      "section",
      { class: "trainer card", "aria-label": "Learn from mistakes", hidden: true },
      this.title,
      this.task,
      this.verdict,
      h("div", { class: "row wrap" }, this.show, this.retry, this.next, end),
    );
  }

  #button(/** @type {string} */ words, /** @type {() => void} */ onclick) {
    return h("button", { class: "quiet small", type: "button", onclick }, words);
  }

  /**
   * @param {MistakeView[]} mistakes
   * @param {GameNode[]} line
   * @param {string} whose
   */
  start(mistakes, line, whose) {
    const { analysis } = this.viewer;
    if (analysis.isOn) analysis.toggle(); // it would tell
    this.mistakes = mistakes.toSorted((one, two) => one.ply - two.ply);
    this.line = line;
    this.index = 0;
    updateText(this.title, capitalize(`learn from ${whose}`));
    updateAttribute(this.element, "hidden", false);
    this.#pose();
    this.element.scrollIntoView({ block: "nearest" });
  }

  get mistake() {
    return this.mistakes[this.index];
  }

  /** Whether a move made now is an answer. */
  get isAsking() {
    return !this.element.hidden && this.viewer.current === this.line[this.mistake?.ply] && !this.isSolved;
  }

  #pose() {
    const { ply, side, move } = this.mistake;
    const { viewer } = this;
    this.isSolved = false;
    viewer.go(this.line[ply]);
    const count = `${this.index + 1} of ${this.mistakes.length}`;
    updateText(this.task, `${count}: ${viewer.sides[side]} played ${move} here. Find something better.`);
    this.#say("");
    updateText(this.next, this.index + 1 < this.mistakes.length ? "Next" : "Done");
    viewer.draw();
    announce(this.task.textContent ?? "");
  }

  #say(/** @type {string} */ words, kind = "") {
    updateText(this.verdict, words);
    updateAttribute(this.verdict, "data-kind", kind);
  }

  /** @param {string} move */
  async attempt(move) {
    if (this.isJudging) return;
    const { viewer, mistake } = this;
    const { value, distance, exact_distance, estimate } = mistake.before;
    const moves = this.line[mistake.ply].moves;
    this.isJudging = true;
    setEnabled(this.show, false);
    this.#say(`Looking at ${move}…`);
    try {
      const before = { value, distance, exact_distance, estimate };
      const asked = { move, made: mistake.move, better: mistake.better, before, seconds: SECONDS };
      const { holds, sentence } = await sendAttempt({ ...viewer.origin, moves, ...asked });
      if (mistake !== this.mistake || !this.isAsking) return;
      this.isSolved = holds;
      if (holds) viewer.tryLine(this.line[mistake.ply], [move]);
      this.#say(`${sentence} ${holds ? "" : "Try another one."}`, holds ? "good" : "bad");
    } catch (error) {
      this.#say(error instanceof Error ? capitalize(error.message) : String(error), "bad");
    } finally {
      this.isJudging = false;
      setEnabled(this.show, true);
      viewer.draw();
    }
  }

  #reveal() {
    const { ply, line, better, sentence } = this.mistake;
    this.isSolved = true;
    this.viewer.tryLine(this.line[ply], line.length ? line.slice(0, 1) : [better]);
    this.#say(sentence);
  }

  #goOn() {
    if (this.index + 1 >= this.mistakes.length) return this.stop();
    this.index += 1;
    this.#pose();
  }

  stop() {
    const { viewer } = this;
    updateAttribute(this.element, "hidden", true);
    this.isSolved = true;
    viewer.go(this.line.at(-1));
    if (!viewer.analysis.isOn) viewer.analysis.toggle();
  }
}
