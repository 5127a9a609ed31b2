// The keyboard on a board: arrow keys move from cell to cell, Enter picks.

import { put } from "../parts/dom.js";
import { Window } from "./viewport.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `pick(cell)` is called for Enter, `visit(cell)` when the cursor reaches a cell. */
export function steer(board, { pick, visit }) {
  put(board.svg, "onkeydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = event.target.dataset?.cell;
    if (name === undefined) return;
    if (event.key === "Enter") pick(name);
    else if (event.key in STEPS) walk(board, name, STEPS[event.key], event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  put(board.svg, "onfocusin", (event) => {
    const name = event.target.dataset?.cell;
    if (name === undefined) return;
    board.cursor = name;
    visit(name);
  });
  put(board.svg, "onfocusout", () => visit(null));
}

function walk(board, name, [dx, dy], far) {
  const reach = far ? 5 : 1;
  const [x, y] = board.geometry.spotOf(name);
  const { left, right, top, bottom } = board.viewport.range;
  const open = board.viewport instanceof Window;
  const hold = (value, low, high) => (open ? value : Math.min(Math.max(value, low), high));
  const spot = [hold(x + dx * reach, left, right), hold(y + dy * reach, top, bottom)];
  board.focus(board.geometry.name(board.geometry.placeAt(spot)));
}
