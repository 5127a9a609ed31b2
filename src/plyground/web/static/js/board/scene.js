// What there is to show on a board besides the picture; every field may be left out.

/**
 * @import { PictureView } from "../server/types.js"
 * @import { View } from "./geometry.js"
 *
 * @typedef {{ has(name: string): boolean } & Iterable<string>} Names
 * @typedef {"win" | "loss" | "draw" | "estimate"} ValueKind
 * @typedef {object} CellValue
 * @property {ValueKind} kind
 * @property {string} text
 * @property {number} rank the larger the better for the side to move
 * @property {number} strength how strong its colour is, 0 to 1
 * @property {string} words
 * @typedef {{ cells: string[], mark: string | null }} Step
 *
 * @typedef {object} Extras
 * @property {View} view
 * @property {string[]} last the cells of the last move
 * @property {string[]} line the cells that decided the game
 * @property {"win" | "loss"} lineKind whether they won it or lost it
 * @property {Names} pickable
 * @property {string[]} picked
 * @property {Set<string>} losing cells that lose at once
 * @property {Map<string, string>} hot cells where something decisive can be made, each with what it is
 * @property {string[]} hint
 * @property {Map<string, CellValue>} values
 * @property {Map<string, number>} numbers cells with the number of the move that they hold
 * @property {Step[]} path moves to show as if played
 * @property {boolean} coordinates
 * @property {boolean} playable
 * @property {boolean} showPicks
 *
 * @typedef {Extras & { picture: PictureView }} Scene
 */

import { UPRIGHT } from "./geometry.js";

/** @type {Extras} */
const PLAIN = {
  view: UPRIGHT,
  last: [],
  line: [],
  lineKind: "win",
  pickable: new Set(),
  picked: [],
  losing: new Set(),
  hot: new Map(),
  hint: [],
  values: new Map(),
  numbers: new Map(),
  path: [],
  coordinates: true,
  playable: false,
  showPicks: true,
};

/**
 * @param {PictureView} picture
 * @param {Partial<Extras>} extras
 * @returns {Scene}
 */
export function makeScene(picture, extras = {}) {
  return { ...PLAIN, ...extras, picture };
}
