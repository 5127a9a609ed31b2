// Choosing a variant: a control for each option that a game has.

/**
 * @import { CatalogueGame, OptionView } from "../server/types.js"
 *
 * @typedef {{ element: HTMLElement, word: () => string }} Field `word` is what it adds to the variant, "" for the default
 */

import { h } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";

const MOST_SIZES = 14;

export class VariantForm {
  /** @param {CatalogueGame} game @param {string} variant @param {() => void} onchange */
  constructor(game, variant, onchange) {
    this.game = game;
    this.given = variant.split(",").filter(Boolean);
    this.fields = game.options.map((option) => this.#field(option, onchange));
  }

  /** @param {OptionView} option @param {() => void} onchange @returns {Field} */
  #field(option, onchange) {
    if (option.kind === "size") return this.#sizeField(option, onchange);
    return option.kind === "flag" ? this.#flagField(option, onchange) : this.#numberField(option, onchange);
  }

  /** @param {OptionView} option @param {() => void} onchange @returns {Field} */
  #flagField(option, onchange) {
    const checked = this.given.includes(option.name) || option.default === true;
    const box = h("input", { type: "checkbox", checked, onchange });
    const word = () => (box.checked ? option.name : "");
    return { element: h("label", { class: "check" }, box, capitalize(option.name)), word };
  }

  /** @param {OptionView} option @param {() => void} onchange @returns {Field} */
  #numberField(option, onchange) {
    const value = this.given.find((word) => word.startsWith(`${option.name}=`))?.split("=")[1] ?? "";
    const usual = String(option.default);
    const bounds = { min: option.smallest, max: option.largest };
    const input = h("input", { type: "number", ...bounds, value, placeholder: usual, onchange });
    const word = () => (input.value === "" || input.value === usual ? "" : `${option.name}=${input.value}`);
    const label = h("span", { class: "label" }, capitalize(option.name));
    return { element: h("label", { class: "field" }, label, input), word };
  }

  /** @param {OptionView} option @param {() => void} onchange @returns {Field} */
  #sizeField(option, onchange) {
    const usual = String(option.default);
    const given = this.given.find((word) => /^\d+x\d+$/.test(word)) ?? usual;
    const options = sizesOf(option, given).map((size) => h("option", { value: size }, sizeWords(size)));
    const other = option.only?.length ? null : h("option", { value: "other" }, "Other…");
    const select = h("select", { id: "board-size" }, options, other);
    select.value = given;
    const pattern = { placeholder: "7x6", "aria-label": "Columns x rows", pattern: "\\d+x\\d+" };
    const custom = h("input", { ...pattern, hidden: true, onchange });
    select.addEventListener("change", () => {
      custom.hidden = select.value !== "other";
      if (custom.hidden) onchange();
      else custom.focus();
    });
    const word = () => {
      const size = select.value === "other" ? custom.value.trim() : select.value;
      return size === usual ? "" : size;
    };
    const label = h("label", { class: "label", for: select.id }, "Board");
    return { element: h("div", { class: "field" }, label, select, custom), word };
  }

  /** Name and variant, as every request takes them. */
  get fullName() {
    const words = this.fields.map(({ word }) => word()).filter(Boolean);
    return words.length ? `${this.game.name}:${words.join(",")}` : this.game.name;
  }
}

/**
 * The sizes to choose from: those that the game allows, or squares, and in any case the default and the given one.
 * @param {OptionView} option
 * @param {string} given
 */
export function sizesOf(option, given) {
  const sizes = option.only?.length ? option.only : squares(option);
  const usual = String(option.default);
  const known = sizes.includes(usual) ? sizes : [usual, ...sizes];
  return known.includes(given) ? known : [...known, given];
}

/** @param {OptionView} option */
function squares({ smallest = 3, largest = 8, most_cells: most = Infinity }) {
  const sizes = [];
  for (let size = Math.max(smallest, 3); size <= largest && size * size <= most; size += 1)
    sizes.push(`${size}x${size}`);
  return sizes.length > MOST_SIZES ? sizes.filter((_, index) => index % 2 === 0) : sizes;
}

/** @param {string} size */
function sizeWords(size) {
  return size === "0x0" ? "Endless" : size.replace("x", " × ");
}
