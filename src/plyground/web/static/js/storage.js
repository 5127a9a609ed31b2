// What this browser remembers: tokens of games, claims on invitations, variations, settings.
// Anybody can have written anything there: what is not of the right shape counts as missing.

/**
 * @import { View } from "./board/geometry.js"
 *
 * @typedef {{ id: string, token: string }} GameToken
 * @typedef {{ token: string, name: string, task: number }} Seat a pupil's seat in a class: `task` is the last one opened
 *
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} coordinates
 * @property {boolean} numbers
 * @property {boolean} picks
 * @property {boolean} losing
 * @property {boolean} here whether this device thinks, where it can, and not the server
 * @property {boolean} hot
 * @property {boolean} forced whether moves without a choice are played by the page
 * @property {boolean | null} confirm whether a tap has to be repeated to move; null where the size of the cells decides
 * @property {Record<string, View>} views which way round the board of a game is shown
 * @property {Record<string, string[]>} seats who sat where in the last game
 */

const GAMES = "plyground.games";
const CLAIMS = "plyground.claims";
const SETTINGS = "plyground.switches";
const VARIATIONS = "plyground.lines";
const LESSONS = "plyground.lessons";
const SEAT = "plyground.class";
const TEACHER = "plyground.teacher";
const MOST_GAMES = 100;
/** What the browser would not store, such as in a frame without an origin: kept as long as the page. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} key @returns {unknown} */
function read(key) {
  try {
    return JSON.parse(memory.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @returns {Record<string, unknown>} */
function readObject(key) {
  const value = read(key);
  return isObject(value) ? value : {};
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text); // a full or forbidden store
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is string[]} */
function isTexts(value) {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

// Games

/** The games of this browser, the newest first. @returns {GameToken[]} */
export function savedGames() {
  const games = read(GAMES);
  return Array.isArray(games) ? games.filter((game) => isTexts([game?.id, game?.token])) : [];
}

/** @param {string} id */
export function tokenOf(id) {
  return savedGames().find((game) => game.id === id)?.token ?? null;
}

/** @param {string} id @param {string} token */
export function saveGame(id, token) {
  const others = savedGames().filter((game) => game.id !== id);
  write(GAMES, [{ id, token }, ...others].slice(0, MOST_GAMES));
}

/** @param {string} id */
export function removeGame(id) {
  const games = savedGames().filter((game) => game.id !== id);
  write(GAMES, games);
  saveVariations(id, []);
}

/**
 * The claim on an invitation, made once and stored before it is used, so that a lost answer can be asked for again.
 * @param {string} invitation
 */
export function claimFor(invitation) {
  const claims = readObject(CLAIMS);
  const known = claims[invitation];
  if (typeof known === "string") return known;
  const bytes = [...crypto.getRandomValues(new Uint8Array(24))];
  const claim = bytes.map((byte) => (byte % 36).toString(36)).join("");
  write(CLAIMS, { ...claims, [invitation]: claim });
  return claim;
}

/** Variations of a game: lists of moves from the start. @param {string} id @returns {string[][]} */
export function savedVariations(id) {
  const variations = readObject(VARIATIONS)[id];
  return Array.isArray(variations) ? variations.filter(isTexts) : [];
}

/** @param {string} id @param {string[][]} variations */
export function saveVariations(id, variations) {
  const { [id]: _, ...others } = readObject(VARIATIONS);
  write(VARIATIONS, variations.length ? { ...others, [id]: variations } : others);
}

// Lessons

/** The tasks of a lesson that were solved. @param {string} name @returns {number[]} */
export function solvedTasks(name) {
  const tasks = readObject(LESSONS)[name];
  return Array.isArray(tasks) ? tasks.filter(Number.isInteger) : [];
}

/** @param {string} name @param {number} task */
export function saveSolvedTask(name, task) {
  const tasks = new Set([...solvedTasks(name), task]);
  write(LESSONS, { ...readObject(LESSONS), [name]: [...tasks].toSorted((one, two) => one - two) });
}

// A class

/** The seat of this browser in a class, if it has one. @returns {Seat | null} */
export function savedSeat() {
  const { token, name, task } = readObject(SEAT);
  return isTexts([token, name]) ? { token: String(token), name: String(name), task: Number(task) || 0 } : null;
}

/** @param {Seat | null} seat */
export function saveSeat(seat) {
  write(SEAT, seat);
}

/** The token of the teacher whose browser this is; empty for everybody else. */
export function teacherToken() {
  const token = read(TEACHER);
  return typeof token === "string" ? token : "";
}

/** @param {string} token */
export function saveTeacherToken(token) {
  write(TEACHER, token);
}

// Settings

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  coordinates: true,
  numbers: false,
  picks: true,
  losing: false,
  here: true,
  hot: false,
  forced: false,
  confirm: null,
  views: {},
  seats: {},
};

let settings = readSettings();

/** @returns {Settings} */
function readSettings() {
  const { theme, views, seats, ...others } = readObject(SETTINGS);
  const flags = Object.entries(others).filter(([, value]) => typeof value === "boolean");
  return {
    ...DEFAULTS,
    ...Object.fromEntries(flags),
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    views: /** @type {Record<string, View>} */ (pickEntries(views, isView)),
    seats: /** @type {Record<string, string[]>} */ (pickEntries(seats, isTexts)),
  };
}

/** @param {unknown} value @param {(each: unknown) => boolean} isRight */
function pickEntries(value, isRight) {
  return Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([, each]) => isRight(each)));
}

/** @param {unknown} value */
function isView(value) {
  return isObject(value) && [0, 1, 2, 3].includes(Number(value.turns)) && typeof value.mirrored === "boolean";
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @returns {Settings[Name]}
 */
export function setting(name) {
  return settings[name];
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function saveSetting(name, value) {
  settings = { ...settings, [name]: value };
  write(SETTINGS, settings);
}
