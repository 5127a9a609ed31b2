// The page: which part of it an address behind the # opens.

import { openGame } from "./game/game_page.js";
import { openLook } from "./game/look_page.js";
import { openHome } from "./home/home.js";
import { announce, install, note } from "./parts/announce.js";
import { insist, Refusal } from "./parts/api.js";
import { h, icon, keep } from "./parts/dom.js";
import { claimOn, rememberGame, set, setting, tokenOf } from "./parts/keep.js";
import { bind, listen, showKeys } from "./parts/keys.js";

const THEMES = ["auto", "light", "dark"];
const THEME_ICONS = { auto: "half", light: "sun", dark: "moon" };

const place = document.getElementById("page");
let page = null;
let visit = 0;

async function route() {
  const mine = ++visit;
  const [name = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  let next;
  try {
    next = await open(name, parts);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    next = { element: sorry(refusal.message), title: "Not found", close: () => {} };
  }
  if (mine !== visit || !next) return next?.close();
  page?.close();
  page = next;
  place.replaceChildren(page.element);
  document.title = page.title ? `${page.title} · Plyground` : "Plyground";
  scrollTo(0, 0);
  if (page.title) announce(page.title);
}

async function open(name, parts) {
  if (name === "game") return openMine(parts[0]);
  if (name === "watch") return openGame(parts[0], parts[1]);
  if (name === "look") return openLook(parts[0], parts[1] ? parts[1].split("+") : [], parts[2]);
  if (name === "join") return join(...parts);
  return openHome();
}

function openMine(id) {
  const token = tokenOf(id);
  if (token) return openGame(id, token);
  throw new Refusal({
    code: "not_found",
    message: "This browser has no seat in that game. Ask for an invitation or a link for watchers.",
  });
}

async function join(id, side, invitation) {
  if (tokenOf(id)) note("You sit at this game already. Send the link to your friend.");
  else {
    const { token } = await insist(`api/games/${id}/join`, {
      side: Number(side),
      invitation,
      claim: claimOn(invitation),
    });
    rememberGame(id, token);
  }
  history.replaceState(null, "", `#/game/${id}`);
  return openMine(id);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sorry(message) {
  return h(
    "main",
    { class: "sorry", id: "main" },
    h("h1", {}, "Nothing here"),
    h("p", {}, message),
    h(
      "div",
      { class: "row" },
      h("a", { class: "solid button", href: "#/" }, "To the games"),
      h("button", { class: "quiet", type: "button", onclick: route }, "Try again"),
    ),
  );
}

// Light and dark

const themeButton = document.getElementById("theme");

function showTheme() {
  const theme = setting("theme");
  keep(document.documentElement, "data-theme", theme === "auto" ? null : theme);
  themeButton.replaceChildren(icon(THEME_ICONS[theme]));
  const words = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" }[theme];
  keep(themeButton, "aria-label", words);
  keep(themeButton, "title", words);
}

function nextTheme() {
  set("theme", THEMES[(THEMES.indexOf(setting("theme")) + 1) % THEMES.length]);
  showTheme();
  announce(themeButton.getAttribute("aria-label"));
}

install();
listen();
bind("Everywhere", [
  { keys: ["?"], show: ["?"], words: "These keys", run: showKeys },
  { keys: ["t"], show: ["t"], words: "Light, dark, or as the system", run: nextTheme },
  { keys: ["g"], show: ["g"], words: "To the games", run: () => (location.hash = "#/") },
]);
themeButton.addEventListener("click", nextTheme);
document.getElementById("keys").addEventListener("click", showKeys);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  const target = document.querySelector("#main [role=gridcell][tabindex='0'], #main button, #main a");
  target?.focus();
});
showTheme();
addEventListener("hashchange", route);
route();
