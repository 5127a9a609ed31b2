// The page: which part of it an address behind the # opens.

/** @typedef {{ element: HTMLElement, title: string, close: () => void }} Page */

import { parseAddress } from "./address.js";
import { openClass } from "./classroom/class_page.js";
import { startCompanion } from "./classroom/companion.js";
import { openTeacherPage } from "./classroom/teacher_page.js";
import { openGame } from "./game/game_page.js";
import { openPosition } from "./game/position_page.js";
import { openPositionSetup } from "./game/position_setup_page.js";
import { openHome } from "./home/home_page.js";
import { openLesson } from "./lessons/lesson_page.js";
import { openLessons } from "./lessons/lessons_page.js";
import { openPuzzles } from "./puzzles/puzzle_page.js";
import { joinGame, RequestError } from "./server/api.js";
import { openServedPage } from "./server/served_pages.js";
import { claimFor, saveGame, saveSetting, setting, tokenOf } from "./storage.js";
import { announce, installNotes, note } from "./ui/announce.js";
import { find, h, icon, updateAttribute } from "./ui/dom.js";
import { bindKeys, listenToKeys, showKeys } from "./ui/keys.js";
import { capitalize } from "./ui/text.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const THEME_ICONS = /** @type {const} */ ({ auto: "half", light: "sun", dark: "moon" });
const THEME_WORDS = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };

const BAD_WATCH =
  "This link for watchers opens no game: a part of it may be missing, or the game is gone. Ask for the link again.";
const BAD_INVITATION =
  "This invitation opens no game: a part of it may be missing, or the game is gone. Ask for a new one.";

const place = find(document, "#page");
/** @type {Page | null} */
let page = null;
let visits = 0;

async function showAddress() {
  const visit = ++visits;
  const next = await open().catch(errorPage);
  if (visit !== visits) return next.close();
  page?.close();
  page = next;
  place.replaceChildren(page.element);
  document.title = page.title ? `${page.title} · Plyground` : "Plyground";
  scrollTo(0, 0);
  if (page.title) announce(page.title);
}

/** @returns {Promise<Page>} */
async function open() {
  const address = parseAddress(location.hash);
  switch (address.page) {
    case "game":
      return openMyGame(address.id);
    case "watch":
      return openGame(address.id, address.token).catch(explain(BAD_WATCH));
    case "look":
      return openPosition(address, address.moves);
    case "lab":
    case "theorem":
      return openServedPage(address.page, address);
    case "join":
      return join(address.id, address.side, address.invitation).catch(explain(BAD_INVITATION));
    case "lessons":
      return openLessons();
    case "lesson":
      return openLesson(address.name, address.step);
    case "puzzles":
      return openPuzzles(address.game);
    case "class":
      return openClass(address.code);
    case "teach":
      return openTeacherPage(address.token);
    case "setup":
      return openPositionSetup(address.game, address.setup);
    case "unknown":
      throw new RequestError({ code: "not_found", message: `There is no page ${address.text} here.` });
    case "home":
      return openHome();
  }
}

/**
 * Says in words what a link leads to, where the server only knows that something is not there.
 * @param {string} message
 * @returns {(error: unknown) => never}
 */
function explain(message) {
  return (error) => {
    const isMissing = error instanceof RequestError && ["not_found", "no_token", "bad_request"].includes(error.code);
    throw isMissing ? new RequestError({ code: error.code, message }) : error;
  };
}

/** @param {string} id */
function openMyGame(id) {
  const token = tokenOf(id);
  if (token) return openGame(id, token);
  const message = "This browser has no seat in that game. Ask for an invitation or a link for watchers.";
  throw new RequestError({ code: "not_found", message });
}

/** @param {string} id @param {number} side @param {string} invitation */
async function join(id, side, invitation) {
  if (tokenOf(id)) note("You sit at this game already. Send the link to your friend.");
  else {
    const { token } = await joinGame(id, { side, invitation, claim: claimFor(invitation) });
    saveGame(id, token);
  }
  history.replaceState(null, "", `#/game/${id}`);
  return openMyGame(id);
}

/** @param {unknown} error @returns {Page} */
function errorPage(error) {
  if (!(error instanceof RequestError)) throw error;
  const again = h("button", { class: "quiet", type: "button", onclick: showAddress }, "Try again");
  const element = h(
    "main",
    { class: "sorry", id: "main" },
    h("h1", {}, "Nothing here"),
    h("p", {}, capitalize(error.message)),
    h("div", { class: "row" }, h("a", { class: "solid button", href: "#/" }, "To the games"), again),
  );
  return { element, title: "Not found", close: () => {} };
}

// Light and dark

const themeButton = find(document, "#theme");

function showTheme() {
  const theme = setting("theme");
  updateAttribute(document.documentElement, "data-theme", theme === "auto" ? null : theme);
  themeButton.replaceChildren(icon(THEME_ICONS[theme]));
  updateAttribute(themeButton, "aria-label", THEME_WORDS[theme]);
  updateAttribute(themeButton, "title", THEME_WORDS[theme]);
}

function nextTheme() {
  saveSetting("theme", THEMES[(THEMES.indexOf(setting("theme")) + 1) % THEMES.length]);
  showTheme();
  announce(THEME_WORDS[setting("theme")]);
}

function showGames() {
  location.hash = "#/";
}

installNotes();
listenToKeys();
bindKeys("Everywhere", [
  { keys: ["?"], show: ["?"], words: "These keys", run: showKeys },
  { keys: ["t"], show: ["t"], words: "Light, dark, or as the system", run: nextTheme },
  { keys: ["g"], show: ["g"], words: "To the games", run: showGames },
]);
themeButton.addEventListener("click", nextTheme);
find(document, "#keys").addEventListener("click", showKeys);
find(document, ".skip").addEventListener("click", (event) => {
  event.preventDefault();
  const target = document.querySelector("#main [role=gridcell][tabindex='0'], #main button, #main a");
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
});
showTheme();
startCompanion();
addEventListener("hashchange", showAddress);
showAddress();
