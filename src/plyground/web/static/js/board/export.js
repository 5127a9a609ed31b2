// The board as it is seen, as an SVG document of its own or as a PNG.

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
const EDGE = 1200; // pixels of the longer side of a PNG

/** A document that needs no style sheet: every style is written into its element. */
export function svgText(board) {
  const twin = board.svg.cloneNode(true);
  const originals = board.svg.querySelectorAll("*");
  twin.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-label", "aria-disabled", "style", "data-cell"]) {
      element.removeAttribute(name);
    }
  });
  const { x, y, width, height } = board.viewport.box;
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const colour = getComputedStyle(document.body).backgroundColor;
  const place = { x, y, width, height, fill: colour };
  for (const [name, value] of Object.entries(place)) paper.setAttribute(name, value);
  twin.prepend(paper);
  const scale = EDGE / Math.max(width, height);
  twin.setAttribute("width", Math.round(width * scale));
  twin.setAttribute("height", Math.round(height * scale));
  twin.setAttribute("role", "img");
  twin.removeAttribute("class");
  return new XMLSerializer().serializeToString(twin);
}

/** A PNG of the same. */
export async function pngBlob(board) {
  const text = svgText(board);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
