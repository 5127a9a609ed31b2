// Carrying something from a tray to a cell. Letting go where it was taken is a click.

import { h } from "../parts/dom.js";

const STEADY = 7;

export function carry(table, thing, down) {
  if (down.button !== 0 || !table.mayPlay) return;
  const chip = down.currentTarget;
  let ghost = null;
  const move = (event) => {
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= STEADY) return;
      ghost = h("div", { class: "chip carried", "aria-hidden": "true" }, thing);
      document.body.append(ghost);
      if (!table.picks.path.includes(thing)) table.pick(thing);
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    table.hover(table.board.cellAt(event.clientX, event.clientY));
  };
  const end = (event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    table.hover(null);
    // The click that follows belongs to this drag, not to the chip.
    chip.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    table.drop(event.type === "pointerup" ? table.board.cellAt(event.clientX, event.clientY) : null);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
