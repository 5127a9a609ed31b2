// Carrying something from a tray to a cell. Letting go where it was taken is a click.

/** @import { GameView } from "./game_view.js" */

import { isDrag } from "../board/pointer.js";
import { h } from "../ui/dom.js";

/** @param {GameView} gameView @param {string} thing @param {PointerEvent} down */
export function startTrayDrag(gameView, thing, down) {
  if (down.button !== 0 || !gameView.moveMeaning) return;
  const chip = down.currentTarget;
  /** @type {HTMLElement | null} */
  let ghost = null;
  const listeners = new AbortController();
  const { signal } = listeners;
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!ghost) {
      if (!isDrag(event.clientX - down.clientX, event.clientY - down.clientY)) return;
      ghost = h("div", { class: "chip carried", "aria-hidden": "true" }, thing);
      document.body.append(ghost);
      if (!gameView.picker.picked.includes(thing)) gameView.pick(thing);
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    gameView.hover(gameView.board.cellAt(event.clientX, event.clientY));
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    listeners.abort();
    if (!ghost) return;
    ghost.remove();
    gameView.hover(null);
    // The click that follows belongs to this drag, not to the chip.
    chip?.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    gameView.drop(event.type === "pointerup" ? gameView.board.cellAt(event.clientX, event.clientY) : null);
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}
