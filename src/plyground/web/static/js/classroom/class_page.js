// Coming to a class with a name, and waiting there for something to do.

import { joinClass, RequestError } from "../server/api.js";
import { claimFor, savedSeat, saveSeat } from "../storage.js";
import { h, updateText } from "../ui/dom.js";
import { classSession } from "./session.js";

/** @param {string} code what stands in the link; empty if the pupil has to type it */
export async function openClass(code) {
  const seat = savedSeat();
  if (seat && !code) return waitingPage();
  if (seat && classSession.room?.code === code.toUpperCase()) return waitingPage();
  return joinPage(code);
}

/** @param {string} code */
function joinPage(code) {
  const codeField = h("input", {
    value: code,
    required: true,
    maxlength: 12,
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: "false",
  });
  const nameField = h("input", { required: true, maxlength: 30, autocomplete: "nickname", spellcheck: "false" });
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: "solid large", type: "submit" }, "Come in");
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    const given = codeField.value.replace(/\s/g, "").toUpperCase();
    const name = nameField.value.trim();
    updateText(problem, "");
    try {
      const { token } = await joinClass({ code: given, name, claim: claimFor(`class ${given} ${name}`) });
      saveSeat({ token, name, task: 0 });
      classSession.start();
      location.hash = "#/class";
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      updateText(problem, error.message.replace(/^name: /, ""));
    }
  };
  const element = h(
    "main",
    { class: "class-door", id: "main" },
    h("h1", {}, "Come to class"),
    h(
      "p",
      { class: "soft" },
      "Your teacher has the code. You need no account, only the name that the others know you by.",
    ),
    h(
      "form",
      { class: "class-form", onsubmit: join },
      h("label", { class: "field" }, h("span", { class: "label" }, "Code of the class"), codeField),
      h("label", { class: "field" }, h("span", { class: "label" }, "Your name"), nameField),
      problem,
      button,
    ),
  );
  queueMicrotask(() => (code ? nameField : codeField).focus());
  return { element, title: "Come to class", close: () => {} };
}

function waitingPage() {
  const hello = h("h1", {});
  const words = h("p", { class: "soft", role: "status" });
  const leave = h("button", { class: "quiet small", type: "button" }, "Leave the class");
  leave.addEventListener("click", () => classSession.leave());
  const show = () => {
    const { room } = classSession;
    updateText(hello, room?.you ? `Hello, ${room.you.name}.` : "Hello.");
    const waiting = "You are in. As soon as your teacher begins, it begins here, too.";
    updateText(words, room?.task?.kind === "games" && !room.you?.game ? "You play in the next round." : waiting);
  };
  const listeners = new AbortController();
  classSession.addEventListener("change", show, { signal: listeners.signal });
  show();
  const element = h("main", { class: "class-door", id: "main" }, hello, words, h("div", { class: "row" }, leave));
  return { element, title: "Class", close: () => listeners.abort() };
}
