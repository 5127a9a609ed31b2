// Puzzles: try, be shown the refutation of a wrong try on the board, try again, see the solution and its whole proof.

/**
 * @import { PositionView, PuzzleView } from "../server/types.js"
 * @import { KeyBinding } from "../ui/keys.js"
 */

import { GameViewer } from "../game/game_viewer.js";
import { gameLayout } from "../game/layout.js";
import { Status } from "../game/status.js";
import { gameKeys, tool } from "../game/toolbar.js";
import { fetchHint, fetchPosition, fetchProof, fetchPuzzles, RequestError } from "../server/api.js";
import { announce, note } from "../ui/announce.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { baseName, loadTraining, readAttempts, saveTraining, Training, writeAttempts } from "./training.js";

const REFUTED = 6; // plies of a refutation that are shown
const HELP = ["h", "e"]; // keys that say what the engine would play

/** @param {string} game the name of a game, or nothing for all */
export async function openPuzzles(game) {
  const { puzzles, daily } = await fetchPuzzles(game);
  if (!puzzles.length) throw new RequestError({ code: "not_found", message: "There are no puzzles here yet." });
  const page = new PuzzlePage(puzzles, daily);
  await page.next();
  return page;
}

class PuzzlePage {
  /** @param {readonly PuzzleView[]} puzzles @param {string} daily */
  constructor(puzzles, daily) {
    this.title = "Puzzles";
    this.puzzles = puzzles;
    this.daily = daily;
    this.training = loadTraining();
    this.element = h("div", { class: "puzzles" });
    /** @type {PuzzleView | null} */
    this.puzzle = null;
    /** @type {GameViewer | null} */
    this.viewer = null;
    this.step = 0;
    this.isSolved = false;
    /** Whether the answer to this puzzle was counted. */
    this.isNoted = false;
    this.verdict = h("p", { class: "trainer-verdict", role: "status" });
    this.standing = h("p", { class: "soft" });
    this.proof = h("pre", { class: "puzzle-proof", tabindex: 0, "aria-label": "Proof", hidden: true });
    const again = { class: "quiet small", type: "button", hidden: true, onclick: () => this.#tryAgain() };
    this.again = h("button", again, "Try again");
    this.unbind = () => {};
    this.hasGame = false;
  }

  // Asking

  /** The next puzzle, or one that was chosen. @param {PuzzleView} [chosen] */
  async next(chosen) {
    const puzzle = chosen ?? this.training.next(this.puzzles, Date.now());
    if (!puzzle) return note("All puzzles are done for today; those that failed come again on their day.");
    const { position } = await fetchPosition({ game: puzzle.game, setup: puzzle.position }, []);
    this.puzzle = puzzle;
    this.step = 0;
    this.isSolved = false;
    this.isNoted = false;
    this.#build(puzzle, position);
  }

  /** The puzzle of the day. */
  askDaily() {
    const puzzle = this.puzzles.find(({ id }) => id === this.daily);
    if (puzzle) this.next(puzzle);
  }

  /** @param {PuzzleView} puzzle @param {PositionView} position */
  #build(puzzle, position) {
    this.close();
    const viewer = new GameViewer(position, this);
    this.viewer = viewer;
    this.status = new Status(() => viewer.go(viewer.tree.mainEnd));
    updateAttribute(this.again, "hidden", true);
    updateAttribute(this.proof, "hidden", true);
    this.#say("");
    const button = { class: "quiet small", type: "button" };
    const none = h(
      "button",
      { ...button, hidden: puzzle.kind !== "exists", onclick: () => this.#answerNo() },
      "There is no win",
    );
    const solution = h("button", { ...button, onclick: () => this.#reveal() }, "Show the solution");
    const proof = h("button", { ...button, onclick: () => this.#showProof() }, "See the whole proof");
    const next = h("button", { class: "solid small", type: "button", onclick: () => this.next() }, "Next puzzle");
    const card = h(
      "section",
      { class: "trainer card", "aria-label": "Puzzle" },
      this.verdict,
      h("div", { class: "row wrap" }, this.again, none, solution, proof, next),
      this.proof,
      this.standing,
    );
    const daily = this.daily ? [tool("Today’s", "play", () => this.askDaily())] : [];
    const layout = gameLayout(viewer, {
      title: position.title,
      subtitle: `Puzzle ${puzzle.id}, about ${puzzle.rating}`,
      status: this.status.element,
      tools: [...daily, tool("Export", "share", () => this.#export()), tool("Import", "pencil", () => this.#import())],
      extras: [card],
    });
    this.element.replaceChildren(layout.element);
    this.unbind = bindKeys("Board", [
      ...gameKeys(viewer).map((key) => (HELP.includes(key.keys[0]) ? this.#asHelp(key) : key)),
      { keys: ["n"], show: ["n"], words: "Next puzzle", run: () => this.next() },
    ]);
    viewer.update(position);
    this.#ask();
    this.#showStanding();
  }

  #ask() {
    const { puzzle, viewer } = this;
    if (!puzzle || !viewer) return;
    const words = questionOf(puzzle);
    this.status?.show(`${viewer.sides[viewer.tree.turnAt(viewer.tree.root.ply)]} to move`, words);
    announce(words);
  }

  // The host of the viewer

  /** A move is an answer on the position that is asked about, and a try anywhere else. */
  moveMeaning() {
    const isAsked = !this.isSolved && this.viewer?.current === this.viewer?.tree.mainEnd;
    return isAsked ? /** @type {const} */ ("send") : /** @type {const} */ ("try");
  }

  /** @param {number} side */
  seat(side) {
    return { name: this.viewer?.sides[side] ?? "" };
  }

  onPositionChange() {}

  /** An answer. @param {string} move */
  async play(move) {
    const { puzzle, viewer } = this;
    if (!puzzle || !viewer) return;
    const { step } = this;
    if (!puzzle.steps[step]?.includes(move)) return this.#refute(move);
    const main = puzzle.solution[2 * step];
    this.step = step + 1;
    if (this.step === puzzle.steps.length) {
      await this.#goOn([move]);
      return this.#solve(`${move} is right: solved.`);
    }
    const reply = puzzle.solution[2 * step + 1];
    const same = move === main ? "" : ` (${main} is as good, and the line goes on with it)`;
    await this.#goOn([main, reply]);
    this.#say(`${move} is right${same}; the reply is ${reply}.`, "good");
  }

  /** Moves that stand on the board from now on. @param {string[]} moves */
  async #goOn(moves) {
    const { viewer, puzzle } = this;
    if (!viewer || !puzzle) return;
    const made = [...viewer.tree.mainEnd.moves, ...moves];
    const { position } = await fetchPosition(viewer.origin, made);
    if (viewer !== this.viewer) return;
    viewer.go(viewer.tree.mainEnd);
    viewer.update(position);
    viewer.go(viewer.tree.mainEnd);
  }

  /** Show on the board what is wrong with a move. @param {string} move */
  async #refute(move) {
    const { viewer, puzzle } = this;
    if (!viewer || !puzzle) return;
    this.#note(false);
    const from = viewer.tree.mainEnd;
    this.#say(`${move} is not it. Looking for the refutation…`, "bad");
    const moves = [...from.moves, move];
    const { position } = await fetchPosition(viewer.origin, moves);
    const best = position.outcome ? null : await fetchHint(viewer.origin, moves).catch(() => null);
    if (viewer !== this.viewer || puzzle !== this.puzzle) return;
    const line = best ? best.line.slice(0, REFUTED) : [];
    viewer.tryLine(from, [move, ...line]);
    const why = position.outcome?.text ?? best?.sentence ?? "";
    this.#say(`${move} is not it${line.length ? `: the answer is ${line[0]}` : ""}. ${why}`, "bad");
    updateAttribute(this.again, "hidden", false);
  }

  #tryAgain() {
    const { viewer } = this;
    updateAttribute(this.again, "hidden", true);
    this.#say("");
    viewer?.go(viewer.tree.mainEnd);
    this.#ask();
  }

  #answerNo() {
    const { puzzle } = this;
    if (!puzzle || this.isSolved) return;
    if (!puzzle.steps.length) return this.#solve("Right: there is no win here.");
    this.#note(false);
    this.#say(`But there is: a win in ${puzzle.plies} plies.`, "bad");
  }

  /** A key that helps: whoever uses it before the puzzle is solved has not solved it alone. @param {KeyBinding} key */
  #asHelp(key) {
    const run = () => {
      if (!this.isSolved) this.#note(false);
      key.run();
    };
    return { ...key, run };
  }

  /** Show why the solution is right: every reply and what wins after it, or what every move is worth. */
  async #showProof() {
    const { puzzle } = this;
    if (!puzzle) return;
    if (!this.isSolved) this.#reveal();
    updateText(this.proof, "Looking for the proof…");
    updateAttribute(this.proof, "hidden", false);
    const words = await fetchProof(puzzle.id).then(
      ({ lines }) => lines.join("\n"),
      (error) => (error instanceof Error ? error.message : String(error)),
    );
    if (puzzle !== this.puzzle) return;
    updateText(this.proof, words);
    announce("The proof is below the board.");
  }

  #reveal() {
    const { puzzle, viewer } = this;
    if (!puzzle || !viewer) return;
    if (!this.isSolved) this.#note(false);
    this.isSolved = true;
    updateAttribute(this.again, "hidden", true);
    const rest = puzzle.solution.slice(2 * this.step);
    if (rest.length) viewer.tryLine(viewer.tree.mainEnd, [...rest]);
    const right = puzzle.steps[0] ?? [];
    const words = right.length
      ? `Right at first: ${right.join(", ")}. Then ${rest.slice(1).join(" ")}`
      : "There is no win here";
    this.#say(`${words}.${themesOf(puzzle)}`);
  }

  /** @param {string} words */
  #solve(words) {
    this.isSolved = true;
    updateAttribute(this.again, "hidden", true);
    this.#note(!this.viewer?.analysis.isOn);
    this.#say(`${words}${this.puzzle ? themesOf(this.puzzle) : ""}`, "good");
    this.viewer?.draw();
  }

  /** @param {string} words */
  #say(words, kind = "") {
    updateText(this.verdict, words);
    updateAttribute(this.verdict, "data-kind", kind);
  }

  // Progress

  /** The first answer to a puzzle counts. @param {boolean} solved */
  #note(solved) {
    const { puzzle } = this;
    if (this.isNoted || !puzzle) return;
    this.isNoted = true;
    const at = Math.floor(Date.now() / 1000) * 1000;
    this.training.add({ at, puzzle: puzzle.id, game: puzzle.game, rating: puzzle.rating, solved });
    saveTraining(this.training);
    this.#showStanding();
  }

  #showStanding() {
    const { training, puzzle } = this;
    const rating = puzzle && training.players.get(baseName(puzzle.game));
    const mine = rating ? `Your rating: ${Math.round(rating.rating)} ± ${Math.round(2 * rating.deviation)}. ` : "";
    const days = training.daysInARow(Date.now());
    const due = training.due(this.puzzles, Date.now()).length;
    const streaks = `${training.streak} solved in a row, ${days} ${days === 1 ? "day" : "days"} in a row`;
    updateText(this.standing, `${mine}${streaks}, ${due} to repeat.`);
  }

  #export() {
    const url = URL.createObjectURL(new Blob([writeAttempts(this.training.attempts)], { type: "text/csv" }));
    h("a", { href: url, download: "plyground-attempts.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(url));
  }

  #import() {
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".csv,text/csv" }));
    input.addEventListener("change", async () => {
      try {
        const known = new Set(this.training.attempts.map(({ at, puzzle }) => `${at} ${puzzle}`));
        const added = readAttempts((await input.files?.[0]?.text()) ?? "").filter(
          ({ at, puzzle }) => !known.has(`${at} ${puzzle}`),
        );
        this.training = new Training([...this.training.attempts, ...added]);
        saveTraining(this.training);
        this.#showStanding();
        note(`${added.length} new attempts.`);
      } catch (error) {
        note(error instanceof Error ? error.message : String(error), "bad");
      }
    });
    input.click();
  }

  close() {
    this.unbind();
    this.viewer?.close();
  }
}

/** The task of a puzzle, in a sentence. @param {PuzzleView} puzzle */
export function questionOf({ kind, plies, within }) {
  const soon = within ? ` within ${within} plies` : "";
  switch (kind) {
    case "win":
      return `Win in ${plies} plies.`;
    case "hold":
      return within ? `Find a move that does not lose${soon}.` : "Hold the draw.";
    case "defence":
      return `Only one move does not lose${soon}. Find the defence.`;
    case "exists":
      return `Is there a win${soon || " here"}? Play it, or answer that there is none.`;
    default:
      return `There is a trap here: find a move that gives nothing away${soon}.`;
  }
}

/** @param {PuzzleView} puzzle */
function themesOf({ themes }) {
  return themes.length ? ` Themes: ${themes.join(", ")}.` : "";
}
