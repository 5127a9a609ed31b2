// The links for a friend who has not come yet.

import { addressOf, copyField } from "../parts/copy.js";
import { h, keep } from "../parts/dom.js";

export class Invite {
  constructor(live) {
    this.live = live;
    this.links = h("div", {});
    this.element = h("section", { class: "invite card", "aria-label": "Invitation", hidden: true }, [
      h("h2", { class: "card-title" }, "Invite a friend"),
      h("p", { class: "soft" }, "Whoever opens this link first sits down on the other side."),
      this.links,
    ]);
  }

  async show(state) {
    const waiting = state.can.invite.filter((side) => !state.seats[side].taken);
    keep(this.element, "hidden", !waiting.length);
    const key = waiting.join(" ");
    if (!waiting.length || key === this.key) return;
    this.key = key;
    const { seats } = await this.live.invitations();
    const { sides } = state.position;
    this.links.replaceChildren(
      ...waiting.map((side) =>
        copyField(`Link for ${sides[side]}`, addressOf(`join/${state.id}/${side}/${seats[side]}`), "Link"),
      ),
    );
  }
}
