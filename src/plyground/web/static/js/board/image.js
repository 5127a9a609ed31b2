// The board as it is seen, as an SVG document of its own or as a PNG.

/** @import { BoardView } from "./board_view.js" */

import { s } from "../ui/dom.js";

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
];
const LEFT_OUT = ["class", "tabindex", "role", "aria-label", "aria-disabled", "style", "data-cell"];
const EDGE = 1200; // pixels of the longer side of a PNG

/**
 * A document that needs no style sheet: every style is written into its element.
 * @param {BoardView} board
 */
export function svgText(board) {
  const twin = /** @type {SVGSVGElement} */ (board.svg.cloneNode(true));
  const originals = board.svg.querySelectorAll("*");
  for (const [index, element] of twin.querySelectorAll("*").entries()) {
    const style = getComputedStyle(originals[index]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of LEFT_OUT) element.removeAttribute(name);
  }
  const { x, y, width, height } = board.viewport.box;
  twin.prepend(s("rect", { x, y, width, height, fill: getComputedStyle(document.body).backgroundColor }));
  const scale = EDGE / Math.max(width, height);
  twin.setAttribute("width", String(Math.round(width * scale)));
  twin.setAttribute("height", String(Math.round(height * scale)));
  twin.setAttribute("role", "img");
  twin.removeAttribute("class");
  return new XMLSerializer().serializeToString(twin);
}

/**
 * A PNG of the same.
 * @param {BoardView} board
 * @returns {Promise<Blob>}
 */
export async function pngBlob(board) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svgText(board)], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG could be made"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
