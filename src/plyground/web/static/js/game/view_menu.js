// How the board is shown: switches, and which way round.

/**
 * @import { KeyBinding } from "../ui/keys.js"
 * @import { GameViewer } from "./game_viewer.js"
 *
 * @typedef {"coordinates" | "numbers" | "picks" | "losing" | "hot" | "forced" | "here" | "confirm"} SwitchName
 */

import { UPRIGHT } from "../board/geometry.js";
import { hasTouch } from "../board/pointer.js";
import { backend } from "../server/backend.js";
import { saveSetting, setting } from "../storage.js";
import { updateAttribute } from "../ui/dom.js";
import { actionRow, menu, switchRow } from "../ui/menu.js";

/** @type {{ name: SwitchName, words: string, key: string }[]} */
const SWITCHES = [
  { name: "coordinates", words: "Coordinates", key: "c" },
  { name: "numbers", words: "Move numbers", key: "n" },
  { name: "picks", words: "What can be picked", key: "m" },
  { name: "losing", words: "Cells that lose at once", key: "l" },
  { name: "hot", words: "Cells that decide", key: "d" },
  { name: "forced", words: "Play forced moves for me", key: "" },
  { name: "here", words: "Think on this device", key: "" },
  { name: "confirm", words: "Tap twice to move", key: "" },
];

/** @param {string} game */
export function viewOf(game) {
  return setting("views")[game] ?? UPRIGHT;
}

export class ViewMenu {
  /** @param {GameViewer} viewer @param {boolean} hasHot whether the game names cells that decide */
  constructor(viewer, hasHot) {
    this.viewer = viewer;
    this.hasHot = hasHot;
    /** @type {Map<SwitchName, HTMLInputElement>} */
    this.boxes = new Map();
    const rows = [
      ...SWITCHES.map((each) => this.#row(each)),
      actionRow("Rotate the board", "o", () => this.rotate()),
      actionRow("Mirror the board", "f", () => this.mirror()),
    ];
    this.element = menu("View", "eye", rows, () => this.#update());
  }

  #row(/** @type {(typeof SWITCHES)[number]} */ { name, words, key }) {
    const { row, box } = switchRow(words, key, this.#isOn(name), () => this.toggle(name));
    this.boxes.set(name, box);
    updateAttribute(row, "hidden", !this.#isOffered(name));
    return row;
  }

  /** @param {SwitchName} name */
  #isOn(name) {
    return name === "confirm" ? this.viewer.confirmsTaps : setting(name);
  }

  /** @param {SwitchName} name */
  #isOffered(name) {
    if (name === "confirm") return hasTouch();
    if (name === "here") return backend().isRemote;
    if (name === "forced") return Boolean(this.viewer.host.play);
    return name !== "hot" || this.hasHot;
  }

  /** What a setting leaves open depends on how large the cells are. */
  #update() {
    for (const [name, box] of this.boxes) box.checked = this.#isOn(name);
  }

  /** @param {SwitchName} name */
  toggle(name) {
    const isOn = !this.#isOn(name);
    saveSetting(name, isOn);
    const box = this.boxes.get(name);
    if (box) box.checked = isOn;
    this.viewer.refresh();
  }

  rotate() {
    const { turns, mirrored } = this.viewer.view;
    this.viewer.setView({ turns: (turns + 1) % 4, mirrored });
  }

  mirror() {
    const { turns, mirrored } = this.viewer.view;
    this.viewer.setView({ turns, mirrored: !mirrored });
  }

  /** The same by keys. @returns {KeyBinding[]} */
  get bindings() {
    const switches = SWITCHES.filter(({ name, key }) => key && this.#isOffered(name));
    return [
      ...switches.map(({ name, words, key }) => ({ keys: [key], show: [key], words, run: () => this.toggle(name) })),
      { keys: ["o"], show: ["o"], words: "Rotate the board", run: () => this.rotate() },
      { keys: ["f"], show: ["f"], words: "Mirror the board", run: () => this.mirror() },
    ];
  }
}
