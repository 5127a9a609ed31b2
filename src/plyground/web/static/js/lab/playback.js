// Stepping through a trace: what each node of the tree looks like after the first N events.

/**
 * @import { LabEvent, LabTrace } from "../server/types.js"
 *
 * @typedef {object} NodeState a node as it looks at a step
 * @property {[number | null, number | null] | null} window alpha and beta; null in it is infinite
 * @property {string} best the best move so far
 * @property {string} shown its value, the best so far before it is done; empty while nothing is known
 * @property {boolean} isDone
 * @property {boolean} proven
 * @property {string} kind why it is a leaf: over, horizon, proof, table; empty if it is none
 * @property {string[]} skipped the moves that were cut
 * @property {string} reason why they were cut
 * @property {{ proof: number | null, disproof: number | null } | null} numbers
 * @property {number} visits
 */

/** @returns {NodeState} */
function newState() {
  return {
    window: null,
    best: "",
    shown: "",
    isDone: false,
    proven: false,
    kind: "",
    skipped: [],
    reason: "",
    numbers: null,
    visits: 0,
  };
}

export class Playback {
  /** @param {LabTrace} trace */
  constructor(trace) {
    this.trace = trace;
    /** How many events have happened. */
    this.at = 0;
    /** The events of each node, by their places. @type {number[][]} */
    this.eventsOf = trace.tree.map(() => []);
    for (const [place, { node }] of trace.events.entries()) this.eventsOf[node]?.push(place);
    /** When each node is entered. */
    this.entered = this.eventsOf.map((places) => places.find((place) => trace.events[place].event === "enter") ?? -1);
    /** @type {number[][]} */
    this.children = trace.tree.map(() => []);
    /** @type {number[]} */
    this.roots = [];
    for (const { id, parent } of trace.tree) (parent === null ? this.roots : this.children[parent]).push(id);
  }

  /** How many events there are. */
  get last() {
    return this.trace.events.length;
  }

  /** The event that has just happened; undefined before the first. @returns {LabEvent | undefined} */
  get event() {
    return this.trace.events[this.at - 1];
  }

  /** The node where it happened. */
  get node() {
    return Math.min(this.event?.node ?? 0, this.trace.tree.length - 1);
  }

  /** The nodes from the root to where it happened. */
  get path() {
    const path = new Set();
    for (let node = /** @type {number | null} */ (this.node); node !== null; node = this.trace.tree[node].parent)
      path.add(node);
    return path;
  }

  /** @param {number} step */
  goTo(step) {
    this.at = Math.max(0, Math.min(step, this.last));
  }

  step() {
    this.goTo(this.at + 1);
  }

  back() {
    this.goTo(this.at - 1);
  }

  /** On to the next event that is not below the node of this one: past everything that a move leads to. */
  stepOver() {
    const ply = this.at ? this.#ply(this.at - 1) : Infinity;
    let step = this.at + 1;
    while (step < this.last && this.#ply(step - 1) > ply) step += 1;
    this.goTo(step);
  }

  /** On to the next cut-off, or to the end if there is none. */
  runToCutoff() {
    let step = this.at + 1;
    while (step < this.last && this.trace.events[step - 1].event !== "cutoff") step += 1;
    this.goTo(step);
  }

  /** To the moment when a node has its value, or was last touched. @param {number} node */
  goToNode(node) {
    const last = this.eventsOf[node].at(-1);
    if (last !== undefined) this.goTo(last + 1);
  }

  /** @param {number} index */
  #ply(index) {
    return this.trace.tree[this.trace.events[index].node]?.ply ?? 0;
  }

  /** Whether a node is in the tree by now. @param {number} node */
  isEntered(node) {
    return this.entered[node] >= 0 && this.entered[node] < this.at;
  }

  /** How many events of a node have happened. @param {number} node */
  countOf(node) {
    const places = this.eventsOf[node];
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle] < this.at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How a node looks by now. @param {number} node */
  state(node) {
    const state = newState();
    for (const place of this.eventsOf[node].slice(0, this.countOf(node))) apply(state, this.trace.events[place]);
    return state;
  }

  /** What stands on the board of a node. @param {number | null} node */
  marks(node) {
    const way = [];
    for (let each = node; each !== null; each = this.trace.tree[each].parent) way.push(this.trace.tree[each].marks);
    /** @type {Record<string, string>} */
    const marks = Object.assign({}, this.trace.picture.marks, ...way.reverse());
    return Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark));
  }
}

/** @param {NodeState} state @param {LabEvent} event */
function apply(state, event) {
  switch (event.event) {
    case "enter":
    case "window":
      if (event.alpha !== undefined) state.window = [event.alpha, event.beta ?? null];
      break;
    case "best":
      state.best = event.move ?? "";
      state.shown = event.shown ?? "";
      break;
    case "value":
    case "table":
      state.shown = event.shown ?? "";
      state.isDone = true;
      state.proven = event.proven ?? false;
      state.kind = event.kind ?? "";
      break;
    case "cutoff":
      state.skipped = event.skipped ?? [];
      state.reason = event.text;
      break;
    case "numbers":
      state.numbers = { proof: event.proof ?? null, disproof: event.disproof ?? null };
      break;
    case "visits":
      state.visits = event.visits ?? 0;
      state.shown = event.shown ?? "";
      break;
  }
}
