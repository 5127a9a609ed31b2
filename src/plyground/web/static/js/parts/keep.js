// What this browser remembers: tokens of games, claims on invitations, switches.

const GAMES = "plyground.games";
const CLAIMS = "plyground.claims";
const SWITCHES = "plyground.switches";
const LINES = "plyground.lines";

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works on, it only remembers less.
  }
}

/** The games of this browser, the newest first: { id, token }. */
export function myGames() {
  return read(GAMES, []);
}

export function tokenOf(id) {
  return myGames().find((game) => game.id === id)?.token ?? null;
}

export function rememberGame(id, token) {
  const others = myGames().filter((game) => game.id !== id);
  write(GAMES, [{ id, token }, ...others].slice(0, 100));
}

export function forgetGame(id) {
  write(
    GAMES,
    myGames().filter((game) => game.id !== id),
  );
  write(LINES, Object.fromEntries(Object.entries(read(LINES, {})).filter(([key]) => key !== id)));
}

/** The claim on an invitation, made once and kept before it is used, so that a lost answer can be asked for again. */
export function claimOn(invitation) {
  const claims = read(CLAIMS, {});
  claims[invitation] ??= [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => (byte % 36).toString(36))
    .join("");
  write(CLAIMS, claims);
  return claims[invitation];
}

/** Variations of a game: lists of moves from the start. */
export function linesOf(id) {
  return read(LINES, {})[id] ?? [];
}

export function rememberLines(id, lines) {
  const all = read(LINES, {});
  if (lines.length) all[id] = lines;
  else delete all[id];
  write(LINES, all);
}

const USUAL = {
  theme: "auto",
  coordinates: true,
  numbers: false,
  picks: true,
  losing: false,
  hot: false,
  views: {},
};

let switches = { ...USUAL, ...read(SWITCHES, {}) };

export function setting(name) {
  return switches[name];
}

export function set(name, value) {
  switches = { ...switches, [name]: value };
  write(SWITCHES, switches);
}
