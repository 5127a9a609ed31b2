// Playing second against a theorem: the proof answers, and every move is told why it does not help.

/**
 * @import { Extras } from "../board/scene.js"
 * @import { GameNode } from "../game/game_tree.js"
 * @import { PositionView, TheoremStepView, TheoremView } from "../server/types.js"
 */

import { theoremPlace } from "../address.js";
import { markOf } from "../board/marks.js";
import { GameViewer } from "../game/game_viewer.js";
import { gameLayout } from "../game/layout.js";
import { Status } from "../game/status.js";
import { gameKeys, setEnabled, tool } from "../game/toolbar.js";
import { ViewMenu } from "../game/view_menu.js";
import { fetchPosition, fetchTheorems, followTheorem, RequestError } from "../server/api.js";
import { announce, note } from "../ui/announce.js";
import { h, updateAttribute } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";

const FIRST = "0,0";
const ATTACKER = 0;
const DEFENDER = 1;

/** @param {{ game: string, moves: string[] }} address */
export async function openTheorem({ game, moves }) {
  const { theorems } = await fetchTheorems();
  const theorem = theorems.find((each) => each.game === game);
  if (!theorem) throw new RequestError({ code: "not_found", message: "Nothing is proven of that game here." });
  const { position } = await fetchPosition({ game }, [FIRST]);
  const page = new TheoremPage(theorem, position);
  const replies = moves.filter((_, index) => index % 2 === DEFENDER);
  if (moves[0] === FIRST) await page.replay(replies);
  return page;
}

class TheoremPage {
  /** @param {TheoremView} theorem @param {PositionView} position after the first stone */
  constructor(theorem, position) {
    this.title = `${theorem.title}: against the proof`;
    this.theorem = theorem;
    this.hasGame = true;
    /** What the proof said, by the moves after its answer. @type {Map<string, TheoremStepView>} */
    this.steps = new Map();
    this.isBusy = false;
    this.showsThreat = false;
    this.showsReplies = true;
    const viewer = new GameViewer(position, this);
    this.viewer = viewer;
    const viewMenu = new ViewMenu(viewer, position.has_hot);
    this.status = new Status(() => viewer.go(viewer.tree.mainEnd));
    this.words = h("div", { class: "theorem-words", role: "status" });
    this.threat = this.#toggle("Show the threat", () => this.toggleThreat());
    this.replies = this.#toggle("Show what matters", () => this.toggleReplies());
    this.goOn = h(
      "button",
      { class: "quiet small", type: "button", onclick: () => this.showLine() },
      "Show the longest line",
    );
    const card = h(
      "section",
      { class: "trainer card", "aria-label": "The proof" },
      this.words,
      h("div", { class: "row wrap" }, this.replies, this.threat, this.goOn),
      h("p", { class: "soft small-text" }, theorem.statement),
    );
    const layout = gameLayout(viewer, {
      title: position.title,
      subtitle: theorem.whole ? "Against the proof" : "Against the proof, as far as it goes",
      status: this.status.element,
      tools: [
        tool("Take back", "undo", () => this.takeBack(), "u"),
        tool("Begin again", "first", () => this.restart(), "n"),
        viewMenu.element,
      ],
      extras: [card],
    });
    this.element = layout.element;
    this.unbind = bindKeys("Board", [
      ...gameKeys(viewer),
      ...viewMenu.bindings,
      { keys: ["u"], show: ["u"], words: "Take back", run: () => this.takeBack() },
      { keys: ["n"], show: ["n"], words: "Begin again", run: () => this.restart() },
      { keys: ["w"], show: ["w"], words: "Show what matters, or not", run: () => this.toggleReplies() },
      { keys: ["x"], show: ["x"], words: "Show the threat, or not", run: () => this.toggleThreat() },
      { keys: ["l"], show: ["l"], words: "Show the longest line", run: () => this.showLine() },
    ]);
    viewer.update(position);
    this.#tell();
  }

  /** @param {string} words @param {() => void} onclick */
  #toggle(words, onclick) {
    return h("button", { class: "quiet small", type: "button", "aria-pressed": "false", onclick }, words);
  }

  // The host of the viewer

  /** In the game one plays second, from whichever move one walks to; elsewhere everything can be tried. */
  moveMeaning(/** @type {GameNode} */ node) {
    if (!node.isMain) return /** @type {const} */ ("try");
    const isMine = this.viewer.tree.turnAt(node.ply) === DEFENDER && !this.isBusy;
    return isMine ? /** @type {const} */ ("send") : false;
  }

  /** @param {number} side */
  seat(side) {
    return { name: side === ATTACKER ? "The proof" : "You" };
  }

  ownSides() {
    return [DEFENDER];
  }

  bottomSide() {
    return DEFENDER;
  }

  onPositionChange() {
    this.#tell();
  }

  /** What is drawn of the proof on the board. @returns {Partial<Extras>} */
  extras() {
    const { viewer } = this;
    const { frame, isMain } = viewer.current;
    if (!isMain || !frame) return {};
    const step = this.#step;
    /** @type {Partial<Extras>} */
    const extras = {};
    if (this.showsReplies) extras.hint = [...(step ? step.replies : this.#firstReplies)];
    if (this.showsThreat && step) {
      const mark = markOf(viewer.sides[ATTACKER], frame.picture.shapes);
      extras.path = step.threat.map((cell) => ({ cells: [cell], mark }));
    }
    return extras;
  }

  /** The first replies to point at: where all are proven, none. */
  get #firstReplies() {
    return this.theorem.whole || this.viewer.current.ply !== 1 ? [] : this.theorem.replies;
  }

  /** What the proof said of the position that is shown. */
  get #step() {
    return this.steps.get(this.viewer.current.moves.join());
  }

  /** A move of the second player. @param {string} move */
  async play(move) {
    if (this.isBusy) return;
    await this.#ask([...this.viewer.current.moves, move]);
  }

  /** Play a game again that an address names. @param {string[]} replies */
  async replay(replies) {
    for (const reply of replies) {
      if (!(await this.#ask([...this.viewer.tree.mainEnd.moves, reply]))) return;
    }
  }

  /** Ask the proof, and put its answer on the board. @param {string[]} moves */
  async #ask(moves) {
    const { viewer } = this;
    this.isBusy = true;
    this.#say(["The proof is being read: the first time that takes some seconds …"]);
    try {
      const { step, statement } = await followTheorem(viewer.origin, moves);
      if (!step) {
        this.#say([`Nothing is proven after ${moves.at(-1)}. Choose another reply.`, statement]);
        announce(`Nothing is proven after ${moves.at(-1)}. Choose another reply.`);
        return false;
      }
      const made = [...moves, step.answer];
      const { position } = await fetchPosition(viewer.origin, made);
      this.steps.set(made.join(), step);
      this.showsThreat = false;
      viewer.update(position);
      this.isBusy = false;
      viewer.go(viewer.tree.mainEnd);
      this.#tell();
      announce(step.sentences.join(" "));
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.#say([error.message]);
      note(error.message, "bad");
      return false;
    } finally {
      this.isBusy = false;
      viewer.draw();
    }
  }

  async takeBack() {
    const { viewer } = this;
    const { moves } = viewer.tree.mainEnd;
    if (moves.length < 3 || this.isBusy) return;
    const { position } = await fetchPosition(viewer.origin, moves.slice(0, -2));
    viewer.update(position);
    viewer.go(viewer.tree.mainEnd);
    this.#tell();
  }

  async restart() {
    const { viewer } = this;
    if (this.isBusy) return;
    const { position } = await fetchPosition(viewer.origin, [FIRST]);
    viewer.update(position);
    viewer.go(viewer.tree.mainEnd);
    this.#tell();
  }

  toggleThreat() {
    if (!this.#step?.threat.length) return;
    this.showsThreat = !this.showsThreat;
    this.#showButtons();
    this.viewer.draw();
  }

  toggleReplies() {
    this.showsReplies = !this.showsReplies;
    this.#showButtons();
    this.viewer.draw();
  }

  /** Show as a variation what follows if one holds out longest. */
  showLine() {
    const step = this.#step;
    if (step && step.line.length > 1) this.viewer.tryLine(this.viewer.current, step.line.slice(1), true);
  }

  // What is said

  #tell() {
    const { viewer } = this;
    const { current, tree } = viewer;
    history.replaceState(null, "", `#/${theoremPlace(viewer.origin, tree.mainEnd.moves)}`);
    const step = this.#step;
    const over = current.position?.outcome;
    if (!current.isMain) this.status.show("A variation", "Not part of the game", "past");
    else if (over) this.status.show("The proof wins", over.text, "over");
    else if (current.ply < 2) this.status.show("You play second", "Reply anywhere");
    else if (step) this.status.show("You play second", leftWords(step));
    else this.status.show("You play second", "");
    if (step) this.#say(step.sentences);
    else if (current.isMain && current.ply < 2) this.#say(["The first stone is on 0,0. Where do you reply?"]);
    this.#showButtons();
  }

  #showButtons() {
    const step = this.#step;
    updateAttribute(this.replies, "aria-pressed", String(this.showsReplies));
    updateAttribute(this.threat, "aria-pressed", String(this.showsThreat));
    setEnabled(this.threat, Boolean(step?.threat.length));
    setEnabled(this.goOn, Boolean(step && step.line.length > 1));
  }

  /** @param {readonly string[]} sentences */
  #say(sentences) {
    const paragraphs = sentences.map((words) => h("p", {}, words));
    this.words.replaceChildren(...paragraphs);
  }

  close() {
    this.unbind();
    this.viewer.close();
  }
}

/** @param {TheoremStepView} step */
export function leftWords({ order, plies }) {
  return order ? `A threat of order ${order}, at most ${plies} plies left` : "";
}
