// What a pupil sees of the class on every page: a bar, the teacher's pause, and a position that is shown to everybody.

/** @import { ClassView, ShownView } from "../server/types.js" */

import { BoardView } from "../board/board_view.js";
import { fetchPosition } from "../server/api.js";
import { savedSeat, saveGame, saveSeat } from "../storage.js";
import { announce, note } from "../ui/announce.js";
import { find, h, updateAttribute, updateText } from "../ui/dom.js";
import { classSession } from "./session.js";

const OVER = "You are not in the class any more.";

class Companion {
  constructor() {
    this.words = h("span", { class: "class-words" });
    this.link = h("a", { class: "quiet small button", href: "#/class" }, "To the class");
    this.bar = h("aside", { class: "class-bar", "aria-label": "Class", hidden: true }, this.words, this.link);
    this.veilWords = h("div", { class: "class-veil-inside" });
    this.veil = h("dialog", { class: "class-veil", "aria-label": "From your teacher" }, this.veilWords);
    this.veil.addEventListener("cancel", (event) => event.preventDefault());
    this.shown = "";
    this.board = new BoardView({ still: true, label: "The position that your teacher shows" });
    find(document, "#page").before(this.bar);
    document.body.append(this.veil);
    classSession.addEventListener("change", () => this.#update());
    classSession.addEventListener("dismissed", () => this.#end());
    classSession.start();
  }

  #update() {
    const { room } = classSession;
    const seat = savedSeat();
    if (!room?.you || !seat) return;
    this.bar.hidden = false;
    const state = room.paused ? "paused" : room.help ? "" : "no hints";
    updateText(this.words, [room.you.name, `class ${room.code}`, state].filter(Boolean).join(" · "));
    updateAttribute(this.link, "href", placeOf(room));
    updateText(this.link, room.task ? (room.you.game ? "To your game" : "To your task") : "To the class");
    this.#showVeil(room);
    if (room.you.game) saveGame(room.you.game, seat.token);
    const stamp = taskStamp(room);
    if (room.task && stamp !== seat.task) {
      saveSeat({ ...seat, task: stamp });
      announce(`Your teacher has given you something to do: ${room.task.title}.`);
      location.hash = placeOf(room);
    }
  }

  /** @param {ClassView} room */
  #showVeil({ paused, shown }) {
    const key = JSON.stringify([paused, shown]);
    if (key === this.shown) return;
    this.shown = key;
    if (!paused && !shown) return this.veil.close();
    const pause = h("p", { class: "class-veil-title" }, "Your teacher has paused the class.");
    this.veilWords.replaceChildren(...(shown ? [this.#shownBoard(shown)] : [pause]));
    if (!this.veil.open) this.veil.showModal();
    announce(shown ? `Your teacher shows a position. ${shown.words}` : "Your teacher has paused the class.");
  }

  /** @param {ShownView} shown */
  #shownBoard(shown) {
    const caption = h("p", { class: "soft small-text" });
    const origin = shown.setup ? { game: shown.game, setup: shown.setup } : { game: shown.game };
    fetchPosition(origin, shown.moves)
      .then(({ position }) => {
        this.board.show(position.picture, { last: position.last });
        this.board.describe(`${position.title}, ${position.caption}`);
        updateText(caption, `${position.title}: ${position.caption}`);
      })
      .catch((error) => updateText(caption, error.message));
    const words = shown.words || "Look at this position.";
    return h(
      "div",
      { class: "class-shown" },
      h("p", { class: "class-veil-title" }, words),
      this.board.element,
      caption,
    );
  }

  #end() {
    this.bar.hidden = true;
    this.shown = "";
    this.veil.close();
    note(OVER);
    if (location.hash.startsWith("#/class")) location.hash = "#/";
  }
}

/** Something to tell one task, or one game in it, from the next. @param {ClassView} room */
function taskStamp({ task, you }) {
  const text = `${task?.number} ${you?.game ?? ""}`;
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** Where the task of the class is. @param {ClassView} room */
function placeOf({ task, you }) {
  if (you?.game) return `#/game/${you.game}`;
  return task && task.kind !== "games" ? `#/lesson/${encodeURIComponent(task.name)}` : "#/class";
}

export function startCompanion() {
  return new Companion();
}
