// The teacher's page: the code of the class, something to do for it, and every board at once.

/**
 * @import { CatalogueAnswer, ClassChoicesAnswer, ClassView, GameSummary, ReadAnswer } from "../server/types.js"
 */

import { reachWords } from "../game/reach.js";
import {
  changeClass,
  fetchCatalogue,
  fetchClass,
  fetchClassChoices,
  fetchClassResults,
  fetchGame,
  RequestError,
  readRecord,
} from "../server/api.js";
import { setHelpToken } from "../server/help.js";
import { socket } from "../server/socket.js";
import { saveGame, saveTeacherToken, teacherToken } from "../storage.js";
import { note } from "../ui/announce.js";
import { addressOf, copyField, downloadText } from "../ui/clipboard.js";
import { askConfirmation, openDialog } from "../ui/dialog.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { AssignmentForm } from "./assignment_form.js";
import { pupilRow, Wall } from "./wall.js";

/** @param {string} token from the link of the teacher; empty after the first time */
export async function openTeacherPage(token) {
  if (token) {
    saveTeacherToken(token);
    history.replaceState(null, "", "#/teach");
  }
  const mine = teacherToken();
  if (!mine) {
    const message = "This page is for the teacher: open it by the link that the server prints when it starts.";
    throw new RequestError({ code: "not_found", message });
  }
  const [room, choices, catalogue] = await Promise.all([fetchClass(mine), fetchClassChoices(mine), fetchCatalogue()]);
  return new TeacherPage(mine, room, choices, catalogue);
}

class TeacherPage {
  /** @param {string} token @param {ClassView} room @param {ClassChoicesAnswer} choices @param {CatalogueAnswer} catalogue */
  constructor(token, room, choices, catalogue) {
    this.token = token;
    this.room = room;
    this.choices = choices;
    this.title = "Class";
    this.wall = new Wall({ show: (game) => this.#showGame(game), open: (game) => this.#openGame(game) });
    this.form = new AssignmentForm(catalogue.games, choices, (what, body) => this.#change(what, body));
    this.pause = this.#button("Pause", () => this.#change("control", { paused: !this.room.paused }));
    this.help = this.#button("Hints and analysis", () => this.#change("control", { help: !this.room.help }));
    this.door = h("section", { class: "card class-code", "aria-label": "For the pupils" });
    this.shown = h("p", { class: "class-shown-now", role: "status" });
    this.count = h("h2", {});
    this.pupils = h("ul", { class: "pupils" });
    this.task = h("h2", { class: "class-task" });
    this.element = this.#layout();
    this.listeners = new AbortController();
    socket.onMessage(
      "class",
      (message) => message.room.role === "teacher" && this.#update(message.room),
      this.listeners.signal,
    );
    setHelpToken(token);
    socket.attend(token);
    this.unbind = bindKeys("Class", [
      { keys: ["p"], show: ["p"], words: "Pause or go on", run: () => this.pause.click() },
      { keys: ["h"], show: ["h"], words: "Hints and analysis away or back", run: () => this.help.click() },
      { keys: ["Escape"], show: ["Esc"], words: "Close the large board", run: () => this.wall.enlarge(null) },
    ]);
    this.#update(room);
  }

  /** @param {string} words @param {() => void} onclick */
  #button(words, onclick, kind = "quiet") {
    return h("button", { class: kind, type: "button", onclick }, words);
  }

  #layout() {
    const tools = [
      this.pause,
      this.help,
      this.#button("Show a position…", () => this.#askForPosition()),
      this.#button("Results as CSV", () => this.#export()),
      this.#button("New class…", () => this.#renew()),
    ];
    return h(
      "main",
      { class: "classroom", id: "main" },
      h("h1", { class: "unseen" }, "Class"),
      h(
        "div",
        { class: "class-side" },
        this.door,
        this.form.element,
        h("section", { class: "card class-pupils", "aria-label": "Pupils" }, this.count, this.pupils),
      ),
      h(
        "div",
        { class: "class-main" },
        h("div", { class: "row wrap", role: "toolbar", "aria-label": "Class" }, tools),
        this.shown,
        this.task,
        this.wall.element,
      ),
    );
  }

  /** @param {ClassView} room */
  #update(room) {
    const isNewCode = room.code !== this.door.dataset.code;
    this.room = room;
    if (isNewCode) this.#showDoor(room.code);
    updateText(this.pause, room.paused ? "Go on" : "Pause");
    updateAttribute(this.pause, "aria-pressed", room.paused ? "true" : "false");
    updateText(this.help, room.help ? "Take hints and analysis away" : "Give hints and analysis back");
    updateAttribute(this.help, "aria-pressed", room.help ? "false" : "true");
    this.#showShown(room);
    const { task, pupils, boards } = room;
    updateText(this.task, task ? task.title : "Nothing to do yet");
    updateText(this.count, pupils.length === 1 ? "1 pupil" : `${pupils.length} pupils`);
    const about = { items: task?.items ?? 0, isGames: task?.kind === "games" };
    this.pupils.replaceChildren(
      ...pupils.map((pupil) => pupilRow(pupil, { ...about, remove: () => this.#remove(pupil.number, pupil.name) })),
    );
    this.wall.show(boards);
  }

  /** @param {string} code */
  #showDoor(code) {
    this.door.dataset.code = code;
    const place = `class/${code}`;
    const others = reachWords(this.choices, place, "Link to the class");
    this.door.replaceChildren(
      h("p", { class: "label" }, "Code of the class"),
      h("p", { class: "class-letters", "aria-label": [...code].join(" ") }, code),
      copyField("Link to the class", addressOf(place), "Link"),
      ...others,
    );
  }

  /** @param {ClassView} room */
  #showShown({ shown }) {
    this.shown.hidden = !shown;
    if (!shown) return;
    const hide = this.#button("Stop showing", () => this.#change("control", { hide: true }), "quiet small");
    this.shown.replaceChildren(`Everybody sees: ${shown.game} ${shown.moves.join(" ")} ${shown.words} `, hide);
  }

  /** @param {"control" | "games" | "task" | "remove" | "renew"} what @param {object} body */
  async #change(what, body) {
    try {
      this.#update(await changeClass(what, body, this.token));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      note(error.message, "bad");
    }
  }

  /** @param {GameSummary} game */
  async #showGame(game) {
    const state = await fetchGame(game.id, this.token);
    const { position } = state;
    const shown = { game: position.game, setup: position.setup, moves: position.moves, words: game.seats.join(" – ") };
    this.#change("control", { shown });
  }

  /** @param {GameSummary} game */
  #openGame(game) {
    saveGame(game.id, this.token);
    location.hash = `#/game/${game.id}`;
  }

  #askForPosition() {
    const text = h("textarea", {
      rows: 3,
      spellcheck: "false",
      placeholder: "squava c3 a1 b3",
      "aria-label": "Position",
    });
    const words = h("input", {
      maxlength: 200,
      placeholder: "What does O do now?",
      "aria-label": "Words below the board",
    });
    const problem = h("p", { class: "problem", role: "alert" });
    const show = h("button", { class: "solid", type: "button" }, "Show it");
    const dialog = openDialog("Show a position to everybody", [
      h("p", { class: "soft" }, "A game’s name and its moves or its position, or a whole record."),
      text,
      words,
      problem,
      h("div", { class: "row end" }, show),
    ]);
    show.addEventListener("click", async () => {
      try {
        /** @type {ReadAnswer} */
        const { game, setup, moves } = await readRecord(text.value);
        await this.#change("control", { shown: { game, setup, moves, words: words.value } });
        dialog.close();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        updateText(problem, error.message);
      }
    });
  }

  async #export() {
    const { csv, name } = await fetchClassResults(this.token);
    downloadText(name, csv, "text/csv;charset=utf-8");
  }

  /** @param {number} pupil @param {string} name */
  async #remove(pupil, name) {
    const words = "The pupil’s page says so, and the seat is gone. What was played stays in the results.";
    if (await askConfirmation(`Send ${name} away?`, words, "Send away")) this.#change("remove", { pupil });
  }

  async #renew() {
    const words =
      "The code changes, everybody has to come in again, and the results of this class are not shown any more. Export them first.";
    if (await askConfirmation("Begin another class?", words, "New class")) this.#change("renew", {});
  }

  close() {
    this.unbind();
    this.listeners.abort();
  }
}
