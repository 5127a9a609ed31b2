// The links for a friend who has not come yet.

/**
 * @import { GameState } from "../server/types.js"
 * @import { Match } from "./match.js"
 */

import { addressOf, copyField } from "../ui/clipboard.js";
import { h, updateAttribute } from "../ui/dom.js";
import { reachWords } from "./reach.js";

export class Invite {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.key = "";
    this.links = h("div", {});
    this.element = h("section", { class: "invite card", "aria-label": "Invitation", hidden: true }, [
      h("h2", { class: "card-title" }, "Invite a friend"),
      h("p", { class: "soft" }, "Whoever opens this link first sits down on the other side."),
      this.links,
    ]);
  }

  /** @param {GameState} state */
  async show(state) {
    const waiting = state.can.invite.filter((side) => !state.seats[side].taken);
    updateAttribute(this.element, "hidden", !waiting.length);
    const key = waiting.join(" ");
    if (!waiting.length || key === this.key) return;
    this.key = key;
    const answer = await this.match.fetchInvitations();
    const { seats } = answer;
    const { sides } = state.position;
    const fields = waiting.flatMap((side) => {
      const place = `join/${state.id}/${side}/${seats[side]}`;
      const label = `Link for ${sides[side]}`;
      return [copyField(label, addressOf(place), "Link"), ...reachWords(answer, place, label)];
    });
    this.links.replaceChildren(...fields);
  }
}
