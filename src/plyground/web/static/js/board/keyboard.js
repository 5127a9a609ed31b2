// The keyboard on a board: arrow keys move from cell to cell, Enter picks.

/**
 * @import { BoardView } from "./board_view.js"
 * @import { Spot } from "./geometry.js"
 */

import { FieldWindow } from "./viewport.js";

/** @type {Record<string, Spot>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAP = 5;

/**
 * @param {BoardView} board
 * @param {{ pick: (cell: string) => void, visit: (cell: string | null) => void }} actions
 *   `pick` is called for Enter, `visit` when the cursor reaches a cell or leaves the board
 */
export function addKeyboard(board, { pick, visit }) {
  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = cellOf(event);
    if (name === undefined) return;
    if (event.key === "Enter") pick(name);
    else if (event.key in STEPS) moveCursor(board, name, STEPS[event.key], event.shiftKey ? LEAP : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.svg.addEventListener("focusin", (event) => {
    const name = cellOf(event);
    if (name === undefined) return;
    board.cursor = name;
    visit(name);
  });
  board.svg.addEventListener("focusout", () => visit(null));
}

/** @param {Event} event */
function cellOf({ target }) {
  return target instanceof SVGElement ? target.dataset.cell : undefined;
}

/** @param {BoardView} board @param {string} name @param {Spot} step @param {number} reach */
function moveCursor(board, name, [dx, dy], reach) {
  const spot = board.geometry.spotOf(name);
  if (!spot) return;
  const { left, right, top, bottom } = board.viewport.range;
  const isOpen = board.viewport instanceof FieldWindow;
  /** @param {number} value @param {number} low @param {number} high */
  const clamp = (value, low, high) => (isOpen ? value : Math.min(Math.max(value, low), high));
  board.focus(
    board.geometry.nameAt([clamp(spot[0] + dx * reach, left, right), clamp(spot[1] + dy * reach, top, bottom)]),
  );
}
