// The lab: an algorithm, its switches, the tree of what it did, and how others fare in the same position.

/**
 * @import { LabComparisonAnswer, LabRequest, LabRow, LabTrace, PositionView } from "../server/types.js"
 *
 * @typedef {"algorithm" | "depth" | "order" | "cut" | "fail" | "evaluation" | "wins" | "view" | "rounds"} FieldName
 */

import { positionPlace } from "../address.js";
import { fetchLabComparison, fetchLabTrace, fetchPosition, RequestError } from "../server/api.js";
import { h } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { capitalize } from "../ui/text.js";
import { LabViewer } from "./lab_viewer.js";

const COMPARED_AT_ONCE = 2000; // a larger tree is compared when somebody asks for it

const ALGORITHMS = /** @type {const} */ ({
  minimax: "Minimax",
  negamax: "Negamax",
  alphabeta: "Alpha-beta",
  ordering: "Alpha-beta with ordering",
  table: "Alpha-beta with a table",
  deepening: "Iterative deepening",
  pvs: "Principal variation search",
  proofs: "Quick proofs",
  pns: "Proof-number search",
  dfpn: "df-pn",
  mcts: "Monte Carlo tree search",
});

/** @type {Record<string, Record<string, string>>} */
const CHOICES = {
  order: {
    "": "as suits the algorithm",
    rules: "as the rules list them",
    reverse: "the last first",
    name: "by the alphabet",
    guess: "promising first",
    worst: "worst first",
    random: "shuffled",
  },
  cut: { equal: "when the window is reached", above: "only beyond the window" },
  fail: { soft: "soft", hard: "hard" },
  wins: { flat: "all alike", short: "shorter is better" },
  evaluation: { on: "the game’s estimate", off: "count 0" },
  view: { "": "as suits the algorithm", root: "the side at the root", mover: "the side to move" },
};

/** @type {Record<string, string>} */
const LABELS = {
  algorithm: "Algorithm",
  depth: "Depth",
  order: "Order of moves",
  cut: "Cut",
  fail: "Fail",
  wins: "Wins",
  evaluation: "At the depth",
  view: "Values for",
  rounds: "Rounds",
};

/** @param {{ game: string, setup: string, moves: string[] }} place */
export async function openLab({ game, setup, moves }) {
  const { position } = await fetchPosition({ game, setup }, moves);
  return new LabPage(position);
}

class LabPage {
  /** @param {PositionView} position */
  constructor(position) {
    this.title = `Lab: ${position.title}`;
    this.position = position;
    this.board = { game: position.game, setup: position.setup, moves: position.moves };
    /** @type {Map<string, HTMLSelectElement | HTMLInputElement>} */
    this.fields = new Map();
    /** @type {LabViewer | null} */
    this.viewer = null;
    this.asked = 0;
    this.unbind = () => {};
    this.output = h("div", { class: "lab-output" });
    this.table = h("div", { class: "lab-comparison" });
    const back = `#/${positionPlace(position, position.moves)}`;
    this.element = h(
      "main",
      { class: "lab", id: "main" },
      h(
        "header",
        { class: "lab-title" },
        h("h1", {}, this.title),
        h("p", {}, `${capitalize(position.caption)}. `, h("a", { href: back }, "Choose another position on the board")),
      ),
      this.#form(),
      this.output,
      h("section", { class: "card lab-compare", "aria-label": "Comparison" }, this.#compareHead(), this.table),
    );
    this.run();
  }

  #form() {
    const change = () => this.run();
    const rows = [
      this.#select("algorithm", ALGORITHMS, "alphabeta", change),
      this.#number("depth", 3, 64, change),
      this.#number("rounds", 200, 2000, change),
      this.#select("order", CHOICES.order, "", change),
      this.#select("cut", CHOICES.cut, "equal", change),
      this.#select("fail", CHOICES.fail, "soft", change),
      this.#select("evaluation", CHOICES.evaluation, "on", change),
      this.#select("wins", CHOICES.wins, "flat", change),
      this.#select("view", CHOICES.view, "", change),
    ];
    const [algorithm, depth, rounds, ...others] = rows;
    const more = h(
      "details",
      { class: "lab-more" },
      h("summary", {}, "Switches"),
      h("div", { class: "fields" }, others),
    );
    const onsubmit = (/** @type {Event} */ event) => event.preventDefault();
    return h("form", { class: "lab-form card", onsubmit, "aria-label": "What to run" }, algorithm, depth, rounds, more);
  }

  /** @param {FieldName} name @param {Record<string, string>} choices @param {string} value @param {() => void} onchange */
  #select(name, choices, value, onchange) {
    const options = Object.entries(choices).map(([key, words]) => h("option", { value: key }, words));
    const select = h("select", { id: `lab-${name}`, onchange }, options);
    select.value = value;
    this.fields.set(name, select);
    return this.#field(name, select);
  }

  /** @param {FieldName} name @param {number} value @param {number} max @param {() => void} onchange */
  #number(name, value, max, onchange) {
    const input = h("input", { id: `lab-${name}`, type: "number", min: 1, max, value, onchange });
    this.fields.set(name, input);
    return this.#field(name, input, "short");
  }

  /** @param {FieldName} name @param {HTMLElement} input */
  #field(name, input, size = "") {
    return h("div", { class: `field ${size}` }, h("label", { class: "label", for: input.id }, LABELS[name]), input);
  }

  /** @param {FieldName} name */
  #value(name) {
    return this.fields.get(name)?.value ?? "";
  }

  /** What the form asks for. @returns {LabRequest} */
  get request() {
    const number = (/** @type {FieldName} */ name, /** @type {number} */ most) =>
      Math.max(1, Math.min(most, Math.round(Number(this.#value(name))) || 1));
    return /** @type {LabRequest} */ ({
      ...this.board,
      algorithm: this.#value("algorithm"),
      depth: number("depth", 64),
      rounds: number("rounds", 2000),
      order: this.#value("order"),
      cut: this.#value("cut"),
      fail: this.#value("fail"),
      wins: this.#value("wins"),
      view: this.#value("view"),
      evaluation: this.#value("evaluation") === "on",
    });
  }

  /** Run what the form says, and show it from its first step. */
  async run() {
    const asked = ++this.asked;
    const isMonteCarlo = this.#value("algorithm") === "mcts";
    this.fields.get("rounds")?.parentElement?.toggleAttribute("hidden", !isMonteCarlo);
    this.fields.get("depth")?.parentElement?.toggleAttribute("hidden", isMonteCarlo);
    this.output.setAttribute("aria-busy", "true");
    const result = await fetchLabTrace(this.request).catch((error) => {
      if (error instanceof RequestError) return error;
      throw error;
    });
    if (asked !== this.asked) return;
    this.output.removeAttribute("aria-busy");
    if (result instanceof RequestError) this.#refuse(result.message);
    else this.#show(result);
  }

  /** @param {LabTrace} trace */
  #show(trace) {
    this.#forget();
    this.viewer = new LabViewer(trace);
    this.unbind = bindKeys("Lab", this.viewer.bindings);
    this.output.replaceChildren(this.viewer.element);
    this.table.replaceChildren();
    this.viewer.tree.update();
    if (trace.nodes <= COMPARED_AT_ONCE) this.compare();
  }

  /** @param {string} message */
  #refuse(message) {
    this.#forget();
    this.output.replaceChildren(h("p", { class: "lab-problem", role: "alert" }, `${capitalize(message)}.`));
  }

  #forget() {
    this.viewer?.close();
    this.viewer = null;
    this.unbind();
    this.unbind = () => {};
  }

  // The comparison

  #compareHead() {
    const onclick = () => this.compare();
    return h(
      "div",
      { class: "row between" },
      h("h2", { class: "card-title" }, "The same position by other algorithms"),
      h("button", { class: "quiet", type: "button", onclick }, "Compare"),
    );
  }

  async compare() {
    const { asked } = this;
    this.table.replaceChildren(h("p", {}, "Searching …"));
    const answer = await fetchLabComparison(this.request).catch((error) => {
      if (error instanceof RequestError) return error;
      throw error;
    });
    if (asked !== this.asked) return;
    if (answer instanceof RequestError) {
      this.table.replaceChildren(h("p", { role: "alert" }, `${capitalize(answer.message)}.`));
    } else this.table.replaceChildren(comparisonTable(answer));
  }

  close() {
    this.#forget();
  }
}

/** @param {LabComparisonAnswer} answer */
function comparisonTable({ rows }) {
  const names = ["Algorithm", "Nodes", "Leaves", "Cut-offs", "Table hits", "Seconds", "Value", "Best", "Same answer"];
  const head = names.map((name) => h("th", { scope: "col" }, name));
  return h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows.map(comparisonRow)));
}

/** @param {LabRow} row */
function comparisonRow(row) {
  const name = h("th", { scope: "row" }, row.title);
  if (row.nodes === null) return h("tr", {}, name, h("td", { colspan: 8 }, capitalize(row.problem)));
  const cells = [row.nodes, row.leaves, row.cutoffs, row.table_hits].map((number) =>
    (number ?? 0).toLocaleString("en"),
  );
  const rest = [(row.seconds ?? 0).toFixed(3), row.shown, row.best ?? "", row.same ? "yes" : "no"];
  return h(
    "tr",
    {},
    name,
    [...cells, ...rest].map((text) => h("td", {}, text)),
  );
}
