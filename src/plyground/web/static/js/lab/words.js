// Nodes of a search in words.

/**
 * @import { LabNode, LabTrace } from "../server/types.js"
 * @import { NodeState } from "./playback.js"
 */

const WIN = 30_000;
const PROVEN = 29_000;

/** @type {Record<string, string>} */
export const KINDS = {
  over: "the game is over",
  horizon: "the search ends here",
  proof: "seen at a glance",
  table: "known to the table",
};

/** A number of a window in a few characters. @param {number} value */
export function numberText(value) {
  if (Math.abs(value) > PROVEN) {
    const plies = WIN - Math.abs(value);
    return (value > 0 ? "win" : "loss") + (plies ? ` in ${plies}` : "");
  }
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** @param {[number | null, number | null]} window */
export function windowText([alpha, beta]) {
  return `(${alpha === null ? "−∞" : numberText(alpha)}, ${beta === null ? "+∞" : numberText(beta)})`;
}

/** @param {{ proof: number | null, disproof: number | null }} numbers */
export function numbersText({ proof, disproof }) {
  return `${proof ?? "∞"} / ${disproof ?? "∞"}`;
}

/** The value of a node under its board. @param {NodeState} state */
export function valueText(state) {
  if (state.visits) return `${state.shown} · ${state.visits}×`;
  if (state.numbers) return numbersText(state.numbers);
  return state.shown;
}

/** What a screen reader says of a node. @param {LabNode} node @param {NodeState} state @param {LabTrace} trace */
export function nodeLabel(node, state, trace) {
  const parts = [node.move || "the root", `${node.player} to move`];
  if (state.numbers)
    parts.push(`proof number ${said(state.numbers.proof)}, disproof number ${said(state.numbers.disproof)}`);
  if (state.visits) parts.push(`${state.visits} ${state.visits === 1 ? "visit" : "visits"}, ${state.shown} on average`);
  else if (state.shown) parts.push(valueWords(state, node, trace));
  if (state.window) parts.push(`window ${state.window.map(boundWords).join(" to ")}`);
  if (state.best) parts.push(`best move ${state.best}`);
  if (state.kind) parts.push(KINDS[state.kind]);
  if (state.skipped.length) parts.push(`cut: ${state.skipped.join(" ")}`);
  return parts.join(", ");
}

/** @param {NodeState} state @param {LabNode} node @param {LabTrace} trace */
function valueWords(state, node, trace) {
  const shown = state.shown.replace("≥", "at least").replace("≤", "at most");
  if (state.isDone && state.proven) return `proven: ${shown}`;
  const whom = trace.players.includes(trace.viewpoint) ? trace.viewpoint : node.player;
  return `${shown} for ${whom}${state.isDone ? "" : " so far"}`;
}

/** @param {number | null} bound @param {number} index */
function boundWords(bound, index) {
  return bound === null ? (index ? "plus infinity" : "minus infinity") : numberText(bound);
}

/** @param {number | null} number */
function said(number) {
  return number === null ? "infinite" : number;
}
