// The things one does during a game, as a row of tools, and the four steps through it.

import { h, icon, keep } from "../parts/dom.js";

export function tool(label, iconName, onclick, key = "") {
  const title = key ? `${label} (${key})` : label;
  return h("button", { class: "tool", type: "button", title, onclick }, icon(iconName), h("span", {}, label));
}

export function allow(button, may) {
  keep(button, "disabled", !may);
}

export function stepButtons(table) {
  const step = (label, iconName, name) =>
    h(
      "button",
      { class: "step-button", type: "button", "aria-label": label, title: label, onclick: () => table.walk(name) },
      icon(iconName),
    );
  return h(
    "div",
    { class: "steps", role: "group", "aria-label": "Walk through the game" },
    step("Start", "first", "first"),
    step("Back", "back", "back"),
    step("Forward", "forward", "forward"),
    step("End", "last", "last"),
  );
}

/** Zoom and jump, on the board of an endless field. */
export function fieldButtons(table) {
  const button = (label, iconName, run) =>
    h(
      "button",
      { class: "field-button", type: "button", "aria-label": label, title: label, onclick: run },
      icon(iconName),
    );
  return h(
    "div",
    { class: "field-buttons", role: "group", "aria-label": "Field" },
    button("Zoom in", "plus", () => table.zoom(0.8)),
    button("Zoom out", "minus", () => table.zoom(1.25)),
    button("To the last move", "target", () => table.jump()),
  );
}

/** Keys that work wherever there is a table. */
export function tableKeys(table) {
  const far = 2;
  const pan = (dx, dy) => {
    const { viewport } = table.board;
    viewport.pan(dx, dy);
    table.board.moved();
  };
  const endless = () => Boolean(table.board.geometry?.endless);
  return [
    { keys: [" "], show: ["space"], words: "Analysis on or off", run: () => table.judge.toggle() },
    { keys: ["ArrowLeft", ","], show: ["←", ","], words: "One move back", run: () => table.walk("back") },
    { keys: ["ArrowRight", "."], show: ["→", "."], words: "One move forward", run: () => table.walk("forward") },
    { keys: ["Home"], show: ["Home"], words: "To the start", run: () => table.walk("first") },
    { keys: ["End"], show: ["End"], words: "To the end", run: () => table.walk("last") },
    { keys: ["b"], show: ["b"], words: "To the board: then arrow keys and Enter", run: () => table.board.focus() },
    { keys: ["Escape"], show: ["Esc"], words: "Take a pick back", run: () => table.takeBackPick() },
    { keys: ["h"], show: ["h"], words: "Hint", run: () => table.askHint() },
    { keys: ["j"], show: ["j"], words: "To the last move (endless field)", run: () => table.jump() },
    { keys: ["+", "="], show: ["+"], words: "Zoom in (endless field)", run: () => table.zoom(0.8) },
    { keys: ["-"], show: ["−"], words: "Zoom out (endless field)", run: () => table.zoom(1.25) },
    {
      keys: ["ArrowUp"],
      show: ["shift", "arrows"],
      words: "Pan the endless field",
      shift: true,
      when: endless,
      run: () => pan(0, -far),
    },
    { keys: ["ArrowDown"], show: [], shift: true, when: endless, run: () => pan(0, far) },
    { keys: ["ArrowLeft"], show: [], shift: true, when: endless, run: () => pan(-far, 0) },
    { keys: ["ArrowRight"], show: [], shift: true, when: endless, run: () => pan(far, 0) },
    { keys: ["ArrowUp"], show: [], when: endless, run: () => pan(0, -far) },
    { keys: ["ArrowDown"], show: [], when: endless, run: () => pan(0, far) },
  ];
}
