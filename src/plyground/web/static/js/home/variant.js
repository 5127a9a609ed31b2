// Choosing a variant: a control for each option that a game has.

import { h } from "../parts/dom.js";
import { capital } from "../parts/words.js";

export class VariantForm {
  /** `changed()` is called after every change. */
  constructor(game, variant, changed) {
    this.game = game;
    this.given = new Set(variant.split(",").filter(Boolean));
    this.fields = game.options.map((option) => this.#field(option, changed));
  }

  #field(option, changed) {
    if (option.kind === "size") return this.#size(option, changed);
    return option.kind === "flag" ? this.#flag(option, changed) : this.#number(option, changed);
  }

  #flag(option, changed) {
    const box = h("input", {
      type: "checkbox",
      checked: this.given.has(option.name) || option.default === true,
      onchange: changed,
    });
    return {
      element: h("label", { class: "check" }, box, capital(option.name)),
      word: () => (box.checked ? option.name : ""),
    };
  }

  #number(option, changed) {
    const given = [...this.given].find((word) => word.startsWith(`${option.name}=`))?.split("=")[1];
    const input = h("input", {
      type: "number",
      min: option.smallest,
      max: option.largest,
      value: given ?? "",
      placeholder: shown(option.default),
      onchange: changed,
    });
    const word = () =>
      input.value === "" || input.value === String(option.default) ? "" : `${option.name}=${input.value}`;
    return {
      element: h("label", { class: "field" }, h("span", { class: "label" }, capital(option.name)), input),
      word,
    };
  }

  #size(option, changed) {
    const given = [...this.given].find((word) => /^\d+x\d+$/.test(word)) ?? option.default;
    const fallback = shown(option.default);
    const sizes = option.only?.length ? option.only.map(sizeText) : squares(option);
    if (given && !sizes.includes(sizeText(given))) sizes.push(sizeText(given));
    if (!sizes.includes(fallback)) sizes.unshift(fallback);
    const other = option.only?.length ? [] : [h("option", { value: "other" }, "Other…")];
    const select = h(
      "select",
      {},
      sizes.map((size) => h("option", { value: size }, sizeWords(size))),
      other,
    );
    select.value = sizeText(given ?? fallback);
    const custom = h("input", {
      placeholder: "7x6",
      "aria-label": "Columns x rows",
      pattern: "\\d+x\\d+",
      hidden: true,
      onchange: changed,
    });
    select.addEventListener("change", () => {
      custom.hidden = select.value !== "other";
      if (custom.hidden) changed();
      else custom.focus();
    });
    const word = () => {
      const size = select.value === "other" ? custom.value.trim() : select.value;
      return size === fallback ? "" : size;
    };
    select.id = "board-size";
    const label = h("label", { class: "label", for: select.id }, "Board");
    return { element: h("div", { class: "field" }, label, select, custom), word };
  }

  /** Name and variant, as every request takes them. */
  get full() {
    const words = this.fields.map(({ word }) => word()).filter(Boolean);
    return words.length ? `${this.game.name}:${words.join(",")}` : this.game.name;
  }
}

function squares({ smallest, largest, most_cells: most }) {
  const sizes = [];
  const cap = most ?? Infinity;
  for (let size = Math.max(smallest ?? 3, 3); size <= (largest ?? 8) && size * size <= cap; size += 1)
    sizes.push(`${size}x${size}`);
  return sizes.length > 14 ? sizes.filter((_, index) => index % 2 === 0) : sizes;
}

function sizeText(size) {
  return Array.isArray(size) ? size.join("x") : String(size);
}

function sizeWords(size) {
  return size === "0x0" ? "Endless" : size.replace("x", " × ");
}

function shown(value) {
  return value == null ? "" : sizeText(value);
}
