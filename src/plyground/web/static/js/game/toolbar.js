// The things one does during a game, as a row of tools, and the four steps through it.

/**
 * @import { IconName } from "../ui/dom.js"
 * @import { KeyBinding } from "../ui/keys.js"
 * @import { GameViewer } from "./game_viewer.js"
 */

import { h, icon, updateAttribute } from "../ui/dom.js";

const ZOOM_IN = 0.8;
const ZOOM_OUT = 1.25;
const PAN = 2;

/** @param {string} label @param {IconName} iconName @param {() => void} onclick */
export function tool(label, iconName, onclick, key = "") {
  const title = key ? `${label} (${key})` : label;
  return h("button", { class: "tool", type: "button", title, onclick }, icon(iconName), h("span", {}, label));
}

/** @param {Element} button @param {boolean} isEnabled */
export function setEnabled(button, isEnabled) {
  updateAttribute(button, "disabled", !isEnabled);
}

/** @param {GameViewer} viewer */
export function stepButtons(viewer) {
  const steps = { class: "steps", role: "group", "aria-label": "Walk through the game" };
  return h(
    "div",
    steps,
    iconButton("step-button", "Start", "first", () => viewer.walk("first")),
    iconButton("step-button", "Back", "back", () => viewer.walk("back")),
    iconButton("step-button", "Forward", "forward", () => viewer.walk("forward")),
    iconButton("step-button", "End", "last", () => viewer.walk("last")),
  );
}

/**
 * Zoom and jump, on the board of an endless field.
 * @param {GameViewer} viewer
 */
export function fieldButtons(viewer) {
  return h(
    "div",
    { class: "field-buttons", role: "group", "aria-label": "Field" },
    iconButton("field-button", "Zoom in", "plus", () => viewer.zoom(ZOOM_IN)),
    iconButton("field-button", "Zoom out", "minus", () => viewer.zoom(ZOOM_OUT)),
    iconButton("field-button", "To the last move", "target", () => viewer.centreLastMove()),
  );
}

/** @param {string} kind @param {string} label @param {IconName} iconName @param {() => void} onclick */
function iconButton(kind, label, iconName, onclick) {
  return h("button", { class: kind, type: "button", "aria-label": label, title: label, onclick }, icon(iconName));
}

/**
 * Keys that work wherever there is a game viewer.
 * @param {GameViewer} viewer
 * @returns {KeyBinding[]}
 */
export function gameKeys(viewer) {
  const isEndless = () => viewer.board.geometry.endless;
  const field = { show: [], when: isEndless };
  const [up, down] = [() => viewer.pan(0, -PAN), () => viewer.pan(0, PAN)];
  const [left, right] = [() => viewer.pan(-PAN, 0), () => viewer.pan(PAN, 0)];
  const panWords = { show: ["shift", "arrows"], words: "Pan the endless field" };
  return [
    { keys: [" "], show: ["space"], words: "Analysis on or off", run: () => viewer.analysis.toggle() },
    { keys: ["ArrowLeft", ","], show: ["←", ","], words: "One move back", run: () => viewer.walk("back") },
    { keys: ["ArrowRight", "."], show: ["→", "."], words: "One move forward", run: () => viewer.walk("forward") },
    { keys: ["Home"], show: ["Home"], words: "To the start", run: () => viewer.walk("first") },
    { keys: ["End"], show: ["End"], words: "To the end", run: () => viewer.walk("last") },
    { keys: ["b"], show: ["b"], words: "To the board: then arrow keys and Enter", run: () => viewer.board.focus() },
    { keys: ["Escape"], show: ["Esc"], words: "Take a pick back", run: () => viewer.clearPicks() },
    { keys: ["h"], show: ["h"], words: "Hint", run: () => viewer.requestHint() },
    { keys: ["e"], show: ["e"], words: "Play the engine’s move", run: () => viewer.playBest() },
    { keys: ["j"], show: ["j"], words: "To the last move (endless field)", run: () => viewer.centreLastMove() },
    { keys: ["+", "="], show: ["+"], words: "Zoom in (endless field)", run: () => viewer.zoom(ZOOM_IN) },
    { keys: ["-"], show: ["−"], words: "Zoom out (endless field)", run: () => viewer.zoom(ZOOM_OUT) },
    { keys: ["ArrowUp"], ...field, ...panWords, shift: true, run: up },
    { keys: ["ArrowDown"], ...field, shift: true, run: down },
    { keys: ["ArrowLeft"], ...field, shift: true, run: left },
    { keys: ["ArrowRight"], ...field, shift: true, run: right },
    { keys: ["ArrowUp"], ...field, run: up },
    { keys: ["ArrowDown"], ...field, run: down },
  ];
}
