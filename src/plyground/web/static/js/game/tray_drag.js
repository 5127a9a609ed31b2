// Carrying something from a tray to a cell. Letting go where it was taken is a click.

/** @import { GameViewer } from "./game_viewer.js" */

import { isDrag } from "../board/pointer.js";
import { h } from "../ui/dom.js";

/** @param {GameViewer} viewer @param {string} thing @param {PointerEvent} down */
export function startTrayDrag(viewer, thing, down) {
  if (down.button !== 0 || !viewer.moveMeaning) return;
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
      if (!viewer.picker.picked.includes(thing)) viewer.pick(thing);
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    viewer.hover(viewer.board.cellAt(event.clientX, event.clientY));
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    listeners.abort();
    if (!ghost) return;
    ghost.remove();
    viewer.hover(null);
    // The click that follows belongs to this drag, not to the chip.
    chip?.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    viewer.drop(event.type === "pointerup" ? viewer.board.cellAt(event.clientX, event.clientY) : null);
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}
