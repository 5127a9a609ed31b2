// Making elements, HTML and SVG, without a template language.

/**
 * @typedef {{ [Type in keyof HTMLElementEventMap as `on${Type}`]?: (event: HTMLElementEventMap[Type]) => unknown }} Listeners
 * @typedef {Listeners & Record<string, unknown>} Props attributes, properties and listeners by name
 * @typedef {Node | string | null | undefined | false | Child[]} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: h("button", { class: "quiet", onclick: go, disabled: true }, "Go").
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {Child[]} children
 */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element, made the same way.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {Child[]} children
 */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Props} props
 * @param {Child[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...nodesOf(children));
  return element;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function nodesOf(children) {
  return children.flatMap((child) => (Array.isArray(child) ? nodesOf(child) : child || child === "" ? [child] : []));
}

/**
 * Set or, by false or null, remove an attribute; functions become event listeners.
 * @template {Element} Any
 * @param {Any} element
 * @param {string} name
 * @param {unknown} value
 */
export function setProp(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
  else if (value === false || value == null) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
  return element;
}

/**
 * Set an attribute only if it changes, so that nothing is announced or painted twice.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function updateAttribute(element, name, value) {
  const text = value === false || value == null ? null : value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) setProp(element, name, text);
}

/**
 * Replace a text only if it changes.
 * @param {Element} element
 * @param {string} text
 */
export function updateText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The one element that a selector names.
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(parent, selector) {
  const element = parent.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}

/**
 * An icon, drawn in the colour of the text around it.
 * @param {IconName} name
 */
export function icon(name) {
  const paths = ICONS[name].map((d) => s("path", { d }));
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, paths);
}

/** @typedef {keyof typeof ICONS} IconName */
const ICONS = {
  eye: [
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z",
    "M12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z",
  ],
  undo: ["M9 7 4 12l5 5", "M4 12h10a6 6 0 0 1 6 6"],
  redo: ["m15 7 5 5-5 5", "M20 12H10a6 6 0 0 0-6 6"],
  first: ["M18 6 12 12l6 6", "M7 6v12"],
  back: ["M15 6 9 12l6 6"],
  forward: ["m9 6 6 6-6 6"],
  last: ["m6 6 6 6-6 6", "M17 6v12"],
  hint: ["M9 18h6", "M10 21h4", "M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z"],
  flag: ["M6 21V4", "M6 5c4-2.5 7 2.5 12 0v9c-5 2.5-8-2.5-12 0"],
  swap: ["M7 4v14", "m3 8 4-4 4 4", "M17 20V6", "m13 16 4 4 4-4"],
  share: ["M12 15V3", "m7 8 5-5 5 5", "M5 13v7h14v-7"],
  close: ["m6 6 12 12", "M18 6 6 18"],
  sun: [
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
    "M12 2v2.5",
    "M12 19.500V22",
    "m4.9 4.9 1.8 1.8",
    "m17.3 17.3 1.8 1.8",
    "M2 12h2.5",
    "M19.5 12H22",
    "m4.9 19.1 1.8-1.8",
    "m17.3 6.7 1.8-1.8",
  ],
  moon: ["M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500Z"],
  half: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M12 3v18", "M12 7h6.5", "M12 12h9", "M12 17h6.5"],
  pause: ["M9 5v14", "M15 5v14"],
  play: ["M8 5v14l11-7Z"],
  step: ["M7 5v14l9-7Z", "M19 5v14"],
  target: ["M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14Z", "M12 2v4", "M12 18v4", "M2 12h4", "M18 12h4"],
  tree: ["M9 3h6v5H9Z", "M12 8v4", "M5 16v-4h14v4", "M2.5 16h5v5h-5Z", "M16.500 16h5v5h-5Z"],
  plus: ["M12 5v14", "M5 12h14"],
  minus: ["M5 12h14"],
  copy: ["M9 9h11v11H9Z", "M5 15H4V4h11v1"],
  pencil: ["m4 20 1-4L16 5l3 3L8 19Z", "m14 7 3 3"],
  list: ["M5 6h14", "M5 12h14", "M5 18h9"],
};
