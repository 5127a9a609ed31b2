// The tasks of a lesson: what is asked, what is right, and what is said of it.

/**
 * @import { LessonBlock } from "../server/types.js"
 *
 * @typedef {object} TaskEvents
 * @property {(given: string, solved: boolean) => void} answer after every try: what was answered, as one would type it
 */

import { announce } from "../ui/announce.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { TaskBoard } from "./task_board.js";
import { treeView } from "./tree_view.js";

const TRIES_UNTIL_SHOW = 3;

/** What all tasks share: a question, a word about the answer, a hint, and a way to give up. */
class Task {
  /** @param {LessonBlock} block @param {TaskEvents} events @param {boolean} wasSolved */
  constructor(block, events, wasSolved) {
    this.block = block;
    this.events = events;
    this.tries = 0;
    this.isSolved = wasSolved;
    this.feedback = h("p", { class: "lesson-feedback", role: "status" });
    this.hintButton = this.#button("Hint", () => this.say(block.hint ?? "", "hint"));
    this.hintButton.hidden = !block.hint;
    this.showButton = this.#button("Show the answer", () => this.showAnswer());
    this.showButton.hidden = true;
    this.body = h("div", { class: "lesson-task-body" });
    this.element = h(
      "section",
      { class: "lesson-task card", "aria-label": "Task" },
      h("p", { class: "lesson-ask" }, block.ask ?? ""),
      this.body,
      this.feedback,
      h("div", { class: "row wrap" }, this.hintButton, this.showButton),
    );
    if (wasSolved) this.say(`Done. ${block.right}`, "right");
  }

  /** @param {string} words @param {() => void} onclick */
  #button(words, onclick) {
    return h("button", { class: "quiet small", type: "button", onclick }, words);
  }

  /** @param {string} words @param {"right" | "wrong" | "hint"} kind */
  say(words, kind) {
    updateText(this.feedback, words);
    updateAttribute(this.feedback, "data-kind", kind);
    announce(words);
  }

  /**
   * Note a try.
   * @param {string} given
   * @param {boolean} isRight
   * @param {string} words
   * @param {boolean} isLast whether nothing is left to do
   */
  judge(given, isRight, words, isLast = true) {
    this.tries += 1;
    const isDone = isRight && isLast;
    this.isSolved ||= isDone;
    this.say(words, isRight ? "right" : "wrong");
    this.showButton.hidden = isDone || this.tries < TRIES_UNTIL_SHOW;
    this.events.answer(given, isDone);
  }

  showAnswer() {
    this.say(`The answer is: ${answerText(this.block)}`, "hint");
  }
}

class PlayTask extends Task {
  /** @param {LessonBlock} block @param {TaskEvents} events @param {boolean} wasSolved */
  constructor(block, events, wasSolved) {
    super(block, events, wasSolved);
    this.step = 0;
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[]} */
    this.own = [];
    if (!block.board) throw new Error("a task to play has a board");
    this.board = new TaskBoard(block.board, (move) => this.#play(move));
    this.body.append(this.board.element);
    this.board.show();
  }

  /** @param {string} move */
  async #play(move) {
    const { accepted = [], replies = [], remarks = {}, right = "", wrong = "" } = this.block;
    if (!accepted[this.step]?.includes(move)) {
      this.judge([...this.own, move].join(" "), false, (this.step === 0 && remarks[move]) || wrong);
      await this.board.show([...this.moves, move]);
      setTimeout(() => this.board.show(this.moves), 900);
      return;
    }
    // A line of play goes on after the first of the moves that are right.
    const isLast = this.step === accepted.length - 1 || move !== accepted[this.step][0];
    this.moves = [...this.moves, move];
    this.own = [...this.own, move];
    await this.board.show(this.moves);
    this.judge(this.own.join(" "), true, isLast ? right : "Yes. And now?", isLast);
    if (isLast) return this.board.close();
    this.moves = [...this.moves, replies[this.step]];
    this.step += 1;
    await this.board.show(this.moves);
  }
}

class ChooseTask extends Task {
  /** @param {LessonBlock} block @param {TaskEvents} events @param {boolean} wasSolved */
  constructor(block, events, wasSolved) {
    super(block, events, wasSolved);
    showPicture(this);
    const buttons = (block.options ?? []).map((option, place) => {
      const isRight = place === block.answer;
      const onclick = () => this.judge(`${place + 1}`, isRight, (isRight ? block.right : block.wrong) ?? "");
      return h("button", { class: "quiet lesson-option", type: "button", onclick }, option);
    });
    this.body.append(h("div", { class: "lesson-options", role: "group", "aria-label": "Answers" }, buttons));
  }
}

class NumberTask extends Task {
  /** @param {LessonBlock} block @param {TaskEvents} events @param {boolean} wasSolved */
  constructor(block, events, wasSolved) {
    super(block, events, wasSolved);
    showPicture(this);
    const field = h("input", { inputmode: "numeric", autocomplete: "off", "aria-label": "Your answer" });
    /** @param {Event} event */
    const check = (event) => {
      event.preventDefault();
      const text = field.value.replace(/[\s,]/g, "");
      if (!/^[-+]?\d+$/.test(text)) return this.say("Type a whole number.", "hint");
      const isRight = Number(text) === block.answer;
      this.judge(text, isRight, (isRight ? block.right : block.wrong) ?? "");
      if (isRight && block.tree) this.body.append(treeView(block.tree));
    };
    this.body.append(
      h("form", { class: "row lesson-number", onsubmit: check }, field, h("button", { class: "solid" }, "Check")),
    );
  }
}

class LeavesTask extends Task {
  /** @param {LessonBlock} block @param {TaskEvents} events @param {boolean} wasSolved */
  constructor(block, events, wasSolved) {
    super(block, events, wasSolved);
    const wanted = block.values ?? [];
    /** @type {(HTMLSelectElement | HTMLInputElement)[]} */
    const fields = [];
    const isResults = wanted.every((value) => ["win", "draw", "loss"].includes(value));
    const choices = ["", "win", "draw", "loss"];
    const leafField = (/** @type {number} */ leaf, /** @type {string} */ name) => {
      const label = { "aria-label": `Value of leaf ${leaf + 1}, ${name}` };
      const field = isResults
        ? h(
            "select",
            label,
            choices.map((choice) => h("option", { value: choice }, choice || "?")),
          )
        : h("input", { ...label, inputmode: "numeric" });
      fields.push(field);
      return field;
    };
    const check = () => {
      const values = fields.map((field) => field.value.trim());
      const isRight = values.every((value, leaf) => value === wanted[leaf]);
      this.judge(values.map((value) => value || "?").join(" "), isRight, (isRight ? block.right : block.wrong) ?? "");
    };
    if (block.tree) this.body.append(treeView(block.tree, { told: "none", leafField }));
    this.body.append(h("button", { class: "solid", type: "button", onclick: check }, "Check"));
  }
}

class CutsTask extends Task {
  /** @param {LessonBlock} block @param {TaskEvents} events @param {boolean} wasSolved */
  constructor(block, events, wasSolved) {
    super(block, events, wasSolved);
    const cuts = block.cuts ?? [];
    /** @type {HTMLInputElement[]} */
    const boxes = [];
    const leafField = (/** @type {number} */ leaf, /** @type {string} */ name) => {
      const box = h("input", { type: "checkbox", "aria-label": `Leaf ${leaf + 1}, ${name}, is cut` });
      boxes.push(box);
      return h("label", { class: "tree-cut" }, box, "cut");
    };
    const check = () => {
      const isRight = boxes.every((box, leaf) => box.checked === cuts.includes(leaf));
      const cut = boxes.flatMap((box, leaf) => (box.checked ? [leaf + 1] : []));
      this.judge(cut.join(" ") || "none", isRight, (isRight ? block.right : block.wrong) ?? "");
    };
    if (block.tree) this.body.append(treeView(block.tree, { told: "leaves", leafField }));
    this.body.append(h("button", { class: "solid", type: "button", onclick: check }, "Check"));
  }
}

/** @param {Task} task */
function showPicture(task) {
  if (!task.block.board) return;
  const picture = new TaskBoard(task.block.board);
  task.body.append(picture.element);
  picture.show();
}

/** The right answer in words. @param {LessonBlock} block */
export function answerText({ kind, accepted = [], options = [], answer = 0, values = [], cuts = [] }) {
  switch (kind) {
    case "play":
      return accepted.map((moves) => moves[0]).join(", then ");
    case "choose":
      return options[answer];
    case "leaves":
      return values.join(", ");
    case "cuts":
      return cuts.length ? `leaves ${cuts.map((leaf) => leaf + 1).join(", ")}` : "none";
    default:
      return String(answer);
  }
}

const KINDS = { play: PlayTask, choose: ChooseTask, number: NumberTask, leaves: LeavesTask, cuts: CutsTask };

/** @param {LessonBlock} block @returns {block is LessonBlock & { kind: keyof typeof KINDS }} */
export function isTask(block) {
  return block.kind in KINDS;
}

/** @param {LessonBlock & { kind: keyof typeof KINDS }} block @param {TaskEvents} events @param {boolean} wasSolved */
export function makeTask(block, events, wasSolved) {
  return new KINDS[block.kind](block, events, wasSolved);
}
