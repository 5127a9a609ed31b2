// How the board is shown: switches, and which way round.

import { UPRIGHT } from "../board/geometry.js";
import { keep } from "../parts/dom.js";
import { set, setting } from "../parts/keep.js";
import { actionRow, menu, switchRow } from "../parts/menu.js";

const SWITCHES = [
  ["coordinates", "Coordinates", "c"],
  ["numbers", "Move numbers", "n"],
  ["picks", "What can be picked", "m"],
  ["losing", "Cells that lose at once", "l"],
  ["hot", "Cells that decide", "d"],
];

export function viewOf(game) {
  return setting("views")[game] ?? UPRIGHT;
}

export class ViewMenu {
  /** `pointsOut` is whether the game names cells that decide. */
  constructor(table, pointsOut) {
    this.table = table;
    this.pointsOut = pointsOut;
    this.boxes = new Map();
    const switches = SWITCHES.map(([name, words, key]) => {
      const row = switchRow(words, key, setting(name), () => this.flip(name));
      this.boxes.set(name, row.querySelector("input"));
      if (name === "hot") keep(row, "hidden", !this.pointsOut);
      return row;
    });
    this.element = menu("View", "eye", [
      ...switches,
      actionRow("Rotate the board", "o", () => this.rotate()),
      actionRow("Mirror the board", "f", () => this.mirror()),
    ]);
  }

  flip(name) {
    set(name, !setting(name));
    this.boxes.get(name).checked = setting(name);
    this.table.refresh();
  }

  rotate() {
    const { turns, mirrored } = this.table.view;
    this.table.setView({ turns: (turns + 1) % 4, mirrored });
  }

  mirror() {
    const { turns, mirrored } = this.table.view;
    this.table.setView({ turns, mirrored: !mirrored });
  }

  /** The same by keys. */
  get bindings() {
    return [
      ...SWITCHES.filter(([name]) => name !== "hot" || this.pointsOut).map(([name, words, key]) => ({
        keys: [key],
        show: [key],
        words,
        run: () => this.flip(name),
      })),
      { keys: ["o"], show: ["o"], words: "Rotate the board", run: () => this.rotate() },
      { keys: ["f"], show: ["f"], words: "Mirror the board", run: () => this.mirror() },
    ];
  }
}
