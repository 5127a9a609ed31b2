// One sentence about how things stand, and what is on offer.

import { h, keep, say } from "../parts/dom.js";
import { capital } from "../parts/words.js";

const OFFERS = {
  undo: "to take a move back",
  redo: "to make the move again",
  swap: "to change sides",
  again: "to play again",
};

export class Status {
  /** `actions`: accept(kind), decline(). */
  constructor(actions) {
    this.headline = h("h2", { class: "headline" });
    this.detail = h("p", { class: "detail" });
    this.accept = h("button", { class: "solid small", type: "button" }, "Accept");
    this.decline = h("button", { class: "quiet small", type: "button", onclick: actions.decline }, "Decline");
    this.accept.addEventListener("click", () => actions.accept(this.kind));
    this.question = h("span", {});
    this.offer = h(
      "div",
      { class: "offer", hidden: true },
      this.question,
      h("div", { class: "row" }, this.accept, this.decline),
    );
    this.element = h("section", { class: "status", "aria-label": "Status" }, this.headline, this.detail, this.offer);
  }

  show(headline, detail, kind = "") {
    say(this.headline, capital(headline));
    say(this.detail, capital(detail) || "\u00a0");
    keep(this.element, "class", `status ${kind}`);
  }

  /** `offer` of the state; `mine` if this browser made it. */
  showOffer(offer, mine, sides) {
    keep(this.offer, "hidden", !offer);
    if (!offer) return;
    this.kind = offer.kind;
    say(
      this.question,
      mine ? `You offered ${OFFERS[offer.kind]}.` : `${sides[offer.side]} would like ${OFFERS[offer.kind]}.`,
    );
    keep(this.accept, "hidden", mine);
    say(this.decline, mine ? "Withdraw" : "Decline");
  }
}
