// One sentence about how things stand, and what is on offer.

/**
 * @import { OfferView } from "../server/types.js"
 *
 * @typedef {{ accept: (kind: OfferView["kind"]) => void, decline: () => void }} OfferActions
 */

import { h, updateAttribute, updateText } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";

const OFFERS = {
  undo: "to take a move back",
  redo: "to make the move again",
  swap: "to change sides",
  again: "to play again",
};

export class Status {
  /** @param {() => void} leave leads from the past or from a variation back to the game @param {OfferActions} [actions] */
  constructor(leave, actions) {
    /** @type {OfferView["kind"] | null} */
    this.kind = null;
    this.headline = h("h2", { class: "headline" });
    this.detail = h("p", { class: "detail" });
    const accept = () => this.kind && actions?.accept(this.kind);
    this.accept = h("button", { class: "solid small", type: "button", onclick: accept }, "Accept");
    const decline = () => actions?.decline();
    this.decline = h("button", { class: "quiet small", type: "button", onclick: decline }, "Decline");
    this.question = h("span", {});
    const buttons = h("div", { class: "row" }, this.accept, this.decline);
    this.offer = h("div", { class: "offer", hidden: true }, this.question, buttons);
    this.back = h("button", { class: "quiet small", type: "button", onclick: leave, hidden: true }, "Back to the game");
    const head = h("div", { class: "row between" }, this.headline, this.back);
    this.element = h("section", { class: "status", "aria-label": "Status" }, head, this.detail, this.offer);
  }

  /** @param {string} headline @param {string} detail @param {"" | "past" | "over"} kind `past` is any other place than the end of the game */
  show(headline, detail, kind = "") {
    updateAttribute(this.back, "hidden", kind !== "past");
    updateText(this.headline, capitalize(headline));
    updateText(this.detail, capitalize(detail) || "\u00a0");
    updateAttribute(this.element, "class", `status ${kind}`);
  }

  /** @param {OfferView | null} offer @param {boolean} isMine whether this browser made it @param {string[]} sides */
  showOffer(offer, isMine, sides) {
    updateAttribute(this.offer, "hidden", !offer);
    if (!offer) return;
    this.kind = offer.kind;
    const words = OFFERS[offer.kind];
    updateText(this.question, isMine ? `You offered ${words}.` : `${sides[offer.side]} would like ${words}.`);
    updateAttribute(this.accept, "hidden", isMine);
    updateText(this.decline, isMine ? "Withdraw" : "Decline");
  }
}
