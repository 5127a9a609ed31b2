// The first page: the games as cards, and the games of this browser.

import { catalogue } from "../parts/api.js";
import { h } from "../parts/dom.js";
import { Card, enliven } from "./card.js";
import { Mine } from "./mine.js";
import { openRecordDialog } from "./open_record.js";

export async function openHome() {
  const { games } = await catalogue();
  const cards = games.map((game, index) => new Card(game, index));
  const mine = new Mine();
  const element = h(
    "main",
    { class: "home", id: "main" },
    h(
      "header",
      { class: "hero" },
      h("h1", {}, "Small boards, deep games."),
      h(
        "p",
        {},
        "Play the computer, a friend, or just watch. What the engine has proven it calls proven; the rest it calls an estimate.",
      ),
    ),
    mine.element,
    h(
      "section",
      { class: "cards", "aria-label": "Games" },
      cards.map((card) => card.element),
    ),
    h(
      "p",
      { class: "home-foot soft" },
      "You have a record of a game? ",
      h("button", { class: "link", type: "button", onclick: openRecordDialog }, "Open it"),
      ".",
    ),
  );
  const beat = enliven(cards);
  mine.load();
  return { element, title: "", close: () => clearInterval(beat) };
}
