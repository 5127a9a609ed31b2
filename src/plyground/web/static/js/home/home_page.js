// The first page: the games as cards, and the games of this browser.

import { findTheorems, theoremLink } from "../game/theorem_link.js";
import { fetchCatalogue } from "../server/api.js";
import { h } from "../ui/dom.js";
import { animateCards, GameCard } from "./game_card.js";
import { MyGames } from "./my_games.js";
import { openRecordDialog } from "./record_dialog.js";

const PROMISE =
  "Play the computer, a friend, or just watch. What the engine has proven it calls proven; the rest it calls an estimate.";

const NARROWEST = 208; // pixels of a card
const GAP = 24;

export async function openHome() {
  const { games, classroom, puzzles } = await fetchCatalogue();
  const cards = games.map((game, index) => new GameCard(game, index));
  const myGames = new MyGames();
  const open = h("button", { class: "link", type: "button", onclick: openRecordDialog }, "Open it");
  const grid = h(
    "section",
    { class: "cards", "aria-label": "Games" },
    cards.map((card) => card.element),
  );
  new ResizeObserver(() => {
    grid.style.setProperty("--columns", String(columnsFor(cards.length, grid.clientWidth)));
  }).observe(grid);
  const theorems = h("div", { class: "home-foot" });
  findTheorems().then((found) => theorems.replaceChildren(...found.map((each) => h("p", {}, theoremLink(each)))));
  const element = h(
    "main",
    { class: "home", id: "main" },
    h("header", { class: "hero" }, h("h1", {}, "Small boards, deep games."), h("p", {}, PROMISE)),
    classroom && h("p", {}, h("a", { class: "solid large button", href: "#/class" }, "Come to class")),
    myGames.element,
    grid,
    puzzles && h("p", { class: "home-foot" }, h("a", { href: "#/puzzles" }, "Puzzles"), ", each with a proven answer."),
    theorems,
    h("p", { class: "home-foot soft" }, "You have a record of a game? ", open, "."),
  );
  const timer = animateCards(cards);
  myGames.load();
  return { element, title: "", close: () => clearInterval(timer) };
}

/**
 * How many cards stand in a row, so that rows differ by as few cards as possible.
 * @param {number} count
 * @param {number} width in pixels
 */
export function columnsFor(count, width) {
  const most = Math.max(1, Math.floor((width + GAP) / (NARROWEST + GAP)));
  return Math.ceil(count / Math.ceil(count / most));
}
