// A lesson, step by step: words, boards to click, feedback, next.

/**
 * @import { LessonAnswer, LessonBlock, LessonParagraph } from "../server/types.js"
 */

import { classSession } from "../classroom/session.js";
import { fetchLesson } from "../server/api.js";
import { saveSolvedTask, solvedTasks } from "../storage.js";
import { announce } from "../ui/announce.js";
import { h, updateText } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { TaskBoard } from "./task_board.js";
import { isTask, makeTask } from "./tasks.js";
import { treeView } from "./tree_view.js";

const TAGS = /** @type {const} */ ({ plain: "span", bold: "strong", slanted: "em", code: "code" });

/** @param {string} name @param {number | null} step */
export async function openLesson(name, step) {
  return new LessonPage(await fetchLesson(name), step);
}

class LessonPage {
  /** @param {LessonAnswer} lesson @param {number | null} step */
  constructor(lesson, step) {
    this.lesson = lesson;
    this.title = lesson.title;
    this.step = Math.min(step ?? this.#firstOpen(), lesson.steps.length - 1);
    this.heading = h("h2", { tabindex: -1 });
    this.content = h("div", { class: "lesson-content" });
    this.where = h("p", { class: "soft small-text", role: "status" });
    this.back = this.#button("Back", () => this.go(this.step - 1), "quiet");
    this.next = this.#button("Next", () => this.go(this.step + 1), "solid");
    this.done = h("p", { class: "lesson-done", hidden: true });
    this.element = h(
      "main",
      { class: "lesson", id: "main" },
      h("p", {}, h("a", { class: "link", href: "#/lessons" }, "All lessons")),
      h("h1", {}, lesson.title),
      this.where,
      this.heading,
      this.content,
      this.done,
      h("div", { class: "row lesson-steps" }, this.back, this.next),
    );
    this.unbind = bindKeys("Lesson", [
      { keys: ["n"], show: ["n"], words: "Next step", run: () => this.next.click() },
      { keys: ["p"], show: ["p"], words: "Step before", run: () => this.back.click() },
      { keys: ["b"], show: ["b"], words: "To the board: arrow keys and Enter", run: () => this.#focusBoard() },
    ]);
    this.#show();
  }

  /** @param {string} words @param {() => void} onclick @param {string} kind */
  #button(words, onclick, kind) {
    return h("button", { class: `${kind} large`, type: "button", onclick }, words);
  }

  /** The first step with something left to do. */
  #firstOpen() {
    const solved = solvedTasks(this.lesson.name);
    const open = this.lesson.steps.findIndex(({ blocks }) =>
      blocks.some((block) => isTask(block) && !solved.includes(block.number ?? -1)),
    );
    return solved.length && open > 0 ? open : 0;
  }

  /** @param {number} step */
  go(step) {
    if (step < 0 || step >= this.lesson.steps.length) return;
    this.step = step;
    history.replaceState(null, "", `#/lesson/${encodeURIComponent(this.lesson.name)}/${step + 1}`);
    this.#show();
    this.heading.focus();
    scrollTo(0, 0);
  }

  #show() {
    const { steps } = this.lesson;
    const { heading, blocks } = steps[this.step];
    updateText(this.heading, heading);
    this.content.replaceChildren(...blocks.map((block) => this.#block(block)));
    this.back.hidden = this.step === 0;
    this.next.hidden = this.step === steps.length - 1;
    this.#showWhere();
  }

  #showWhere() {
    const { steps, tasks, name } = this.lesson;
    const solved = solvedTasks(name).length;
    updateText(this.where, `Step ${this.step + 1} of ${steps.length} · ${solved} of ${tasks} tasks done`);
    this.done.hidden = solved < tasks;
    if (solved >= tasks) updateText(this.done, "You have done the whole lesson.");
  }

  /** @param {LessonBlock} block */
  #block(block) {
    if (block.kind === "prose") return h("div", { class: "prose lesson-prose" }, prose(block.paragraphs ?? []));
    if (block.kind === "tree" && block.tree) {
      const caption = block.caption || block.tree.sentence;
      return h("figure", {}, treeView(block.tree), h("figcaption", { class: "soft small-text" }, caption));
    }
    if (block.kind === "board" && block.board) return this.#picture(block);
    return isTask(block) ? this.#task(block) : h("div");
  }

  /** @param {LessonBlock} block */
  #picture({ board, caption }) {
    const picture = new TaskBoard(/** @type {NonNullable<LessonBlock["board"]>} */ (board));
    picture.show();
    return h("figure", {}, picture.element, caption && h("figcaption", { class: "soft small-text" }, caption));
  }

  /** @param {Parameters<typeof makeTask>[0]} block */
  #task(block) {
    const { name } = this.lesson;
    const place = block.number ?? 0;
    const answer = (/** @type {string} */ given, /** @type {boolean} */ solved) => {
      if (solved) saveSolvedTask(name, place);
      this.#showWhere();
      if (solved && !this.done.hidden) announce("You have done the whole lesson.");
      const kind = classSession.room?.task?.kind === "puzzles" ? "puzzles" : "lesson";
      classSession.report(kind, name, { item: place, answer: given });
    };
    return makeTask(block, { answer }, solvedTasks(name).includes(place)).element;
  }

  #focusBoard() {
    const cell = this.content.querySelector("[role=gridcell][tabindex='0']");
    if (cell instanceof SVGElement) cell.focus();
  }

  close() {
    this.unbind();
  }
}

/** @param {LessonParagraph[]} paragraphs */
function prose(paragraphs) {
  /** @type {HTMLElement[]} */
  const elements = [];
  for (const { point, spans } of paragraphs) {
    const words = spans.map(({ text, style }) => h(TAGS[style], {}, text));
    if (!point) {
      elements.push(h("p", {}, words));
      continue;
    }
    const last = elements.at(-1);
    const list = last instanceof HTMLUListElement ? last : h("ul", {});
    if (list !== last) elements.push(list);
    list.append(h("li", {}, words));
  }
  return elements;
}
