// The list of lessons, and how far each is done.

/** @import { LessonHead } from "../server/types.js" */

import { fetchLessons } from "../server/api.js";
import { solvedTasks } from "../storage.js";
import { h } from "../ui/dom.js";

export async function openLessons() {
  const { lessons } = await fetchLessons();
  const element = h(
    "main",
    { class: "lesson", id: "main" },
    h("h1", {}, "Lessons"),
    h("p", { class: "soft" }, "Learn by doing: play the move, put in the value, predict what is cut."),
    lessons.length
      ? h("ul", { class: "lesson-list" }, lessons.map(lessonRow))
      : h("p", {}, "This page has no lessons: none of those that ship is about its game alone."),
  );
  return { element, title: "Lessons", close: () => {} };
}

/** @param {LessonHead} lesson */
function lessonRow({ name, title, summary, tasks }) {
  const solved = Math.min(solvedTasks(name).length, tasks);
  const done = solved === tasks ? "done" : solved ? `${solved} of ${tasks}` : `${tasks} tasks`;
  return h(
    "li",
    { class: "card lesson-row" },
    h("h2", {}, h("a", { href: `#/lesson/${encodeURIComponent(name)}` }, title)),
    h("p", { class: "soft" }, summary),
    h("p", { class: "small-text", "data-done": solved === tasks }, done),
  );
}
