// A trace to step through: the tree, the controls, and what happens in a sentence. It needs nothing but the trace.

/**
 * @import { LabTrace } from "../server/types.js"
 * @import { IconName } from "../ui/dom.js"
 * @import { KeyBinding } from "../ui/keys.js"
 */

import { announce } from "../ui/announce.js";
import { h, icon, updateAttribute, updateText } from "../ui/dom.js";
import { Playback } from "./playback.js";
import { TreeView } from "./tree_view.js";

const SPEEDS = [1, 2, 5, 12, 30]; // steps a second
const ZOOM = 1.25;

export class LabViewer {
  /** @param {LabTrace} trace */
  constructor(trace) {
    this.trace = trace;
    this.playback = new Playback(trace);
    this.tree = new TreeView(this.playback, (node) => this.#goToNode(node));
    this.timer = 0;
    this.sentence = h("p", { class: "lab-sentence" });
    this.place = h("span", { class: "lab-place" });
    this.slider = h("input", { type: "range", class: "lab-slider", min: 0, max: this.playback.last, value: 0 });
    updateAttribute(this.slider, "aria-label", "Step");
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.speed = h(
      "select",
      { class: "lab-speed", "aria-label": "Speed", onchange: () => this.#restart() },
      SPEEDS.map((speed) => h("option", { value: speed }, `${speed} a second`)),
    );
    this.speed.value = "5";
    this.runButton = control("Run", "play", () => this.toggleRun(), "r");
    this.element = h(
      "section",
      { class: "lab-viewer", "aria-label": "The search, step by step" },
      h("p", { class: "lab-head" }, headText(trace)),
      this.#controls(),
      this.sentence,
      this.tree.element,
      capText(trace) ? h("p", { class: "lab-cap" }, capText(trace)) : null,
      h("p", { class: "lab-legend" }, legendText(trace)),
    );
    this.update();
  }

  #controls() {
    return h(
      "div",
      { class: "lab-controls", role: "toolbar", "aria-label": "Steps" },
      control("Start", "first", () => this.goTo(0), "Home"),
      control("Back", "back", () => this.back(), "b"),
      control("Step", "forward", () => this.step(), "s"),
      control("Step over", "step", () => this.stepOver(), "o"),
      control("Next cut-off", "target", () => this.runToCutoff(), "c"),
      control("End", "last", () => this.goTo(this.playback.last), "End"),
      this.runButton,
      this.speed,
      h("label", { class: "lab-slide" }, this.slider, this.place),
      control("Unfold all", "list", () => this.tree.foldAll(false), ""),
      control("Fold all", "minus", () => this.tree.foldAll(true), ""),
      control("Zoom in", "plus", () => this.tree.zoomBy(ZOOM), "+"),
      control("Zoom out", "minus", () => this.tree.zoomBy(1 / ZOOM), "-"),
    );
  }

  /** Keys for a page that shows one of these. @returns {KeyBinding[]} */
  get bindings() {
    return [
      { keys: ["s", "ArrowRight"], show: ["s", "→"], words: "One step", run: () => this.step() },
      { keys: ["b", "ArrowLeft"], show: ["b", "←"], words: "One step back", run: () => this.back() },
      { keys: ["o"], show: ["o"], words: "Step over", run: () => this.stepOver() },
      { keys: ["c"], show: ["c"], words: "Run to the next cut-off", run: () => this.runToCutoff() },
      { keys: ["r", " "], show: ["r", "space"], words: "Run or pause", run: () => this.toggleRun() },
      { keys: ["Home"], show: ["Home"], words: "To the start", run: () => this.goTo(0) },
      { keys: ["End"], show: ["End"], words: "To the end", run: () => this.goTo(this.playback.last) },
      { keys: ["+", "="], show: ["+"], words: "Zoom in", run: () => this.tree.zoomBy(ZOOM) },
      { keys: ["-"], show: ["−"], words: "Zoom out", run: () => this.tree.zoomBy(1 / ZOOM) },
    ];
  }

  step() {
    this.pause();
    this.#move(() => this.playback.step());
  }

  back() {
    this.pause();
    this.#move(() => this.playback.back());
  }

  stepOver() {
    this.pause();
    this.#move(() => this.playback.stepOver());
  }

  runToCutoff() {
    this.pause();
    this.#move(() => this.playback.runToCutoff());
  }

  /** @param {number} step */
  goTo(step) {
    this.pause();
    this.#move(() => this.playback.goTo(step));
  }

  /** @param {number} node */
  #goToNode(node) {
    this.pause();
    this.#move(() => this.playback.goToNode(node));
  }

  /** @param {() => void} move */
  #move(move) {
    const before = this.playback.at;
    move();
    this.update();
    if (this.playback.at !== before && this.sentence.textContent) announce(this.sentence.textContent);
  }

  get isRunning() {
    return this.timer !== 0;
  }

  toggleRun() {
    if (this.isRunning) return this.pause();
    if (this.playback.at === this.playback.last) this.playback.goTo(0);
    this.timer = window.setInterval(() => this.#tick(), 1000 / Number(this.speed.value));
    this.#showRun();
  }

  #tick() {
    if (!this.element.isConnected || this.playback.at >= this.playback.last) return this.pause();
    this.playback.step();
    this.update();
  }

  #restart() {
    if (!this.isRunning) return;
    this.pause();
    this.toggleRun();
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.#showRun();
  }

  #showRun() {
    const label = this.isRunning ? "Pause" : "Run";
    updateText(/** @type {Element} */ (this.runButton.lastElementChild), label);
    this.runButton.firstElementChild?.replaceWith(icon(this.isRunning ? "pause" : "play"));
  }

  update() {
    const { at, last, event } = this.playback;
    this.tree.update();
    const isEnd = at === last && last > 0;
    const words = event ? event.text : "Step through the search, or let it run.";
    updateText(this.sentence, isEnd ? `${words} ${this.trace.sentence}` : words);
    updateAttribute(this.sentence, "class", event?.event === "cutoff" ? "lab-sentence cut" : "lab-sentence");
    this.slider.value = String(at);
    updateText(this.place, `${at} of ${last}`);
  }

  close() {
    this.pause();
  }
}

/** @param {string} label @param {IconName} iconName @param {() => void} onclick @param {string} key */
function control(label, iconName, onclick, key) {
  const title = key ? `${label} (${key})` : label;
  return h("button", { class: "tool", type: "button", title, onclick }, icon(iconName), h("span", {}, label));
}

/** @param {LabTrace} trace */
export function headText(trace) {
  const { switches, nodes, leaves, cutoffs, table_hits: hits } = trace;
  const how = trace.algorithm === "mcts" ? `${switches.rounds} rounds` : `depth ${switches.depth}`;
  const parts = [count(nodes, "position"), count(leaves, "leaf", "leaves"), count(cutoffs, "cut-off")];
  if (hits) parts.push(count(hits, "table hit"));
  return `${trace.title}, ${how}: ${parts.join(", ")}.`;
}

/** What is not shown of a large tree. @param {LabTrace} trace */
export function capText(trace) {
  const { nodes, tree } = trace;
  if (nodes <= tree.length) return "";
  return `The tree shows the first ${tree.length.toLocaleString("en")} of ${nodes.toLocaleString("en")} positions.`;
}

/** @param {LabTrace} trace */
function legendText(trace) {
  const whom = trace.players.includes(trace.viewpoint) ? trace.viewpoint : `the ${trace.viewpoint}`;
  if (trace.algorithm === "pns" || trace.algorithm === "dfpn")
    return "Under each board: proof number / disproof number. 0 / ∞ is proven, ∞ / 0 is disproven.";
  if (trace.algorithm === "mcts")
    return `Under each board: the average result for ${whom}, −1 to +1, and visits. All of it is an estimate.`;
  return `Values are for ${whom}. Words (wins, draw) are proven; numbers are estimates. In brackets: the window.`;
}

/** @param {number} number @param {string} one @param {string} [many] */
function count(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : (many ?? `${one}s`)}`;
}
