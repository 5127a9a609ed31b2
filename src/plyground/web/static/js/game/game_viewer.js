// A board with everything around it that concerns one position: which one is shown, and choosing a move there.

/**
 * @import { Extras } from "../board/scene.js"
 * @import { View } from "../board/geometry.js"
 * @import { Origin, RequestError } from "../server/api.js"
 * @import { HintAnswer, LineView, PositionView, ThreatView } from "../server/types.js"
 * @import { GameNode } from "./game_tree.js"
 * @import { NextPicks } from "./move_picker.js"
 *
 * @typedef {"send" | "try" | false} MoveMeaning whether a move is sent to the server, tried here, or not allowed
 * @typedef {{ name: string, note?: string, state?: string }} SeatInfo
 *
 * @typedef {object} Host the page, which says what a move means: a match sends it, a shared position just goes on
 * @property {boolean} hasGame whether there is a game that variations leave
 * @property {(node: GameNode) => MoveMeaning} moveMeaning
 * @property {(side: number) => SeatInfo} seat
 * @property {() => void} onPositionChange
 * @property {(move: string) => void} [play]
 * @property {(node: GameNode) => string} [whyNot]
 * @property {() => number} [bottomSide]
 * @property {() => void} [onDraw]
 * @property {() => Partial<Extras>} [extras] what else is to be shown on the board
 * @property {() => number[]} [ownSides] the sides that a person plays here, if not both
 */

import { AnalysisPanel } from "../analysis/analysis_panel.js";
import { EvaluationBar } from "../analysis/evaluation_bar.js";
import { BoardView } from "../board/board_view.js";
import { addKeyboard } from "../board/keyboard.js";
import { markOf } from "../board/marks.js";
import { hasTouch, Pointer } from "../board/pointer.js";
import { FieldWindow } from "../board/viewport.js";
import { fetchHint } from "../server/api.js";
import { isHelpAllowed } from "../server/help.js";
import { saveSetting, setting } from "../storage.js";
import { announce, note } from "../ui/announce.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { capitalize } from "../ui/text.js";
import { GameAnalysis, NO_HELP } from "./game_analysis.js";
import { GameTree } from "./game_tree.js";
import { MistakeTrainer } from "./mistake_trainer.js";
import { MoveList } from "./move_list.js";
import { MovePicker } from "./move_picker.js";
import { Positions } from "./positions.js";
import { Renderer } from "./renderer.js";
import { SeatStrip } from "./seat_strip.js";
import { startTrayDrag } from "./tray_drag.js";
import { viewOf } from "./view_menu.js";

const FINGER = 36; // pixels

export class GameViewer {
  /** @param {PositionView} position any of the game @param {Host} host */
  constructor(position, host) {
    this.game = position.game;
    this.origin = originOf(position);
    this.host = host;
    this.tree = new GameTree([], position.first_turn);
    this.positions = new Positions(this.origin, this.tree, (node, error) => this.#removeIllegal(node, error));
    this.picker = new MovePicker([], () => false);
    /** The position that the picker is for. @type {PositionView | null} */
    this.pickerPosition = null;
    /** @type {HintAnswer | null} */
    this.hint = null;
    /** The line that is to be shown on the board. @type {LineView | ThreatView | null} */
    this.previewLine = null;
    /** @type {Extras["path"]} */
    this.preview = [];
    /** @type {string | null} */
    this.hovered = null;
    /** The cell that was tapped once and plays if it is tapped again. @type {string | null} */
    this.tapped = null;
    this.isAnnounced = true;
    this.board = new BoardView();
    this.bar = new EvaluationBar();
    const trayActions = {
      pick: (/** @type {string} */ thing) => this.pick(thing),
      drag: (/** @type {string} */ thing, /** @type {PointerEvent} */ event) => startTrayDrag(this, thing, event),
    };
    this.strips = [new SeatStrip(trayActions), new SeatStrip(trayActions)];
    this.moveList = new MoveList({ go: (node) => this.go(node), remove: (node) => this.removeVariation(node) });
    this.panel = new AnalysisPanel({
      toggle: () => this.analysis.toggle(),
      preview: (line, steps) => this.showLine(line, steps),
      follow: (moves, steps) => this.tryLine(this.current, moves.slice(0, steps), true),
      go: (ply) => this.go(this.tree.currentLine[ply]),
      report: () => this.analysis.requestReport(),
    });
    this.analysis = new GameAnalysis(this, this.panel);
    this.renderer = new Renderer(this);
    this.trainer = new MistakeTrainer(this);
    this.comment = h("p", { class: "comment", hidden: true });
    new Pointer(this.board, {
      pick: (cell) => this.pick(cell),
      tap: (cell) => this.tap(cell),
      mayDrag: (cell) => Boolean(this.moveMeaning) && this.picker.hasSlides && this.nextPicks.has(cell),
      lift: (cell) => this.lift(cell),
      drop: (cell) => this.drop(cell),
      hover: (cell) => this.hover(cell),
    });
    addKeyboard(this.board, { pick: (cell) => this.pick(cell), visit: (cell) => this.hover(cell) });
    this.hall = h("div", { class: "board-hall" }, this.bar.element, this.board.element);
    this.stage = h(
      "section",
      { class: "stage", "aria-label": "Board" },
      this.strips[1].element,
      this.hall,
      this.strips[0].element,
    );
  }

  get current() {
    return this.tree.current;
  }

  get sides() {
    return this.positions.any?.sides ?? ["", ""];
  }

  /** Whether what is shown is not part of the game: a board without a game has no variations. */
  get isInVariation() {
    return this.host.hasGame && !this.current.isMain;
  }

  /** @returns {MoveMeaning} */
  get moveMeaning() {
    return this.current.position?.legal.length ? this.host.moveMeaning(this.current) : false;
  }

  // Which position is shown

  /**
   * Set the game as it stands: its moves, the position after the last of them, and what its record says.
   * @param {PositionView} position
   * @param {{ comment: string, comments: string[] }} remarks
   */
  update(position, { comment, comments } = { comment: "", comments: [] }) {
    const before = this.tree.mainEnd;
    this.tree.setMainLine(position.moves);
    this.tree.setComments(comment, comments);
    const { mainEnd } = this.tree;
    this.positions.setMainEnd(position);
    if (before.ply > 0 && mainEnd.ply > before.ply) announce(announcementOf(position));
    this.refresh();
  }

  /** @param {GameNode | undefined} node */
  go(node) {
    if (this.tree.go(node)) this.#changePosition();
  }

  /** @param {"first" | "back" | "forward" | "last"} step */
  walk(step) {
    if (this.tree[step]()) this.#changePosition(true);
  }

  /** @param {GameNode} from @param {string[]} moves */
  tryLine(from, moves, announced = false) {
    this.tree.tryLine(from, moves);
    this.#changePosition(announced);
  }

  /** @param {GameNode} node */
  removeVariation(node) {
    this.tree.removeVariation(node);
    this.#changePosition();
  }

  // After every change of the position that is shown.
  #changePosition(announced = false) {
    this.hint = null;
    this.tapped = null;
    this.previewLine = null;
    this.preview = [];
    this.isAnnounced = !announced;
    this.refresh();
    this.analysis.follow();
    this.host.onPositionChange();
  }

  /** Show the current position, and fetch what is not known of it yet. @returns {Promise<void>} */
  async refresh() {
    const node = this.current;
    if (!node.frame) await this.positions.fetchFrames(node);
    if (node !== this.current) return;
    if (node.position !== this.pickerPosition) this.#resetPicker(node);
    this.draw();
    if (!this.isAnnounced && node.frame) announce(node.frame.caption);
    this.isAnnounced = true;
    if (!node.position && (await this.positions.fetchWhole(node)) && node === this.current) return this.refresh();
    if ((await this.positions.fetchWarnings(node)) && node === this.current) this.draw();
  }

  // A move that cannot be made leaves no trace.
  #removeIllegal(/** @type {GameNode} */ node, /** @type {RequestError} */ error) {
    if (error.code !== "illegal_move" || node.isMain) return;
    this.tree.removeMove(node);
    this.#changePosition();
  }

  // Choosing a move

  /** @returns {NextPicks} */
  get nextPicks() {
    return this.picker.nextPicks;
  }

  #resetPicker(/** @type {GameNode} */ node) {
    if (this.board.isBlank && node.frame) this.board.show(node.frame.picture, { view: this.view });
    this.picker = new MovePicker(node.position?.legal ?? [], (pick) => this.isCell(pick));
    this.pickerPosition = node.position;
    this.tapped = null;
  }

  /** @param {string} pick */
  isCell(pick) {
    return this.board.geometry.place(pick) !== undefined;
  }

  /** @param {string} pick */
  pick(pick) {
    const { position } = this.current;
    if (!position || !this.moveMeaning) return this.#announceWhyNot();
    const isFree = this.#isFree(pick, position);
    const move = this.picker.pick(pick) ?? (isFree ? pick : null);
    this.hint = null;
    this.tapped = null;
    if (move) this.play(move);
    else this.draw();
  }

  /** Whether a finger has to tap twice to move: by default where it would cover more than one cell. */
  get confirmsTaps() {
    return setting("confirm") ?? (hasTouch() && this.board.cellSize < FINGER);
  }

  /** @param {string} cell */
  tap(cell) {
    const isAsked = this.confirmsTaps && this.tapped !== cell && this.moveMeaning === "send";
    if (!isAsked || !this.#completesMove(cell)) return this.pick(cell);
    this.tapped = cell;
    note(`Tap ${cell} again to play it.`);
    this.draw();
  }

  #completesMove(/** @type {string} */ cell) {
    const { position } = this.current;
    const moves = this.nextPicks.get(cell) ?? [];
    const isLast = moves.some(({ picks }) => picks.length === this.picker.picked.length + 1);
    return isLast || (position !== null && this.#isFree(cell, position));
  }

  #announceWhyNot() {
    const words = this.host.whyNot?.(this.current);
    if (words) announce(words);
  }

  // On an endless field every empty cell may be asked for, listed or not.
  #isFree(/** @type {string} */ pick, /** @type {PositionView} */ position) {
    if (position.complete || !this.isCell(pick)) return false;
    return !(pick in position.picture.marks) && !this.nextPicks.has(pick);
  }

  /** @param {string} move */
  play(move) {
    this.picker.clear();
    if (this.host.moveMeaning(this.current) === "send") this.host.play?.(move);
    else if (this.trainer.isAsking) this.trainer.attempt(move);
    else this.tryLine(this.current, [move], true);
  }

  /**
   * Take a piece up: it is picked, whatever was picked before.
   * @param {string} cell
   */
  lift(cell) {
    this.picker.clear();
    this.picker.pick(cell);
    this.draw();
  }

  /** @param {string | null} cell */
  drop(cell) {
    if (cell !== null && this.nextPicks.has(cell)) return this.pick(cell);
    this.picker.clear();
    this.draw();
  }

  clearPicks() {
    if (!this.picker.picked.length && !this.hint && !this.tapped) return;
    this.picker.clear();
    this.hint = null;
    this.tapped = null;
    this.draw();
  }

  /** @param {string | null} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.renderer.drawGhost();
  }

  // Help

  async requestHint() {
    const node = this.current;
    if (!isHelpAllowed()) return note(NO_HELP);
    if (!node.position?.legal.length) return note("The game is over here.");
    note("Looking for a good move…");
    const hint = await fetchHint(this.origin, node.moves).catch((error) => note(error.message, "bad"));
    if (!hint || node !== this.current) return;
    this.hint = hint;
    note(capitalize(hint.text));
    this.draw();
  }

  /** Make the move that the engine finds best, wherever a move can be made or tried. */
  async playBest() {
    const node = this.current;
    if (!isHelpAllowed()) return note(NO_HELP);
    if (!this.moveMeaning) return this.#announceWhyNot();
    note("The engine looks for its move…");
    const hint = await fetchHint(this.origin, node.moves).catch((error) => note(error.message, "bad"));
    if (!hint || node !== this.current || !this.moveMeaning) return;
    note(`The engine’s move: ${hint.text.replace(/^hint: /, "")}`);
    this.play(hint.move);
  }

  /**
   * Show a line as numbered steps on the board, or stop showing one.
   * @param {LineView | ThreatView | null} line
   */
  async showLine(line, steps = 1) {
    if (!line && !this.previewLine) return;
    this.previewLine = line;
    if (!line) return this.#showSteps([], 0);
    const node = this.current;
    const cells = line.cells ?? (await this.positions.fetchLineCells(node, line.moves));
    if (this.previewLine !== line || node !== this.current) return;
    // A threat begins with the other side's move: then the line says whose turn it is.
    const first = "turn" in line ? line.turn : this.tree.turnAt(node.ply);
    this.#showSteps(cells.slice(0, Math.max(steps, 1)), first);
  }

  #showSteps(/** @type {string[][]} */ steps, /** @type {number} */ first) {
    const { shapes = {} } = this.current.frame?.picture ?? {};
    this.preview = steps.map((cells, index) => {
      const side = this.sides[(first + index) % 2];
      return { cells, mark: cells.length === 1 ? markOf(side, shapes) : null };
    });
    this.draw();
  }

  // Drawing

  /** Which way round the board is shown. */
  get view() {
    return viewOf(this.game);
  }

  /** @param {View} view */
  setView(view) {
    saveSetting("views", { ...setting("views"), [this.game]: view });
    this.draw();
  }

  draw() {
    const { frame, comment } = this.current;
    if (!frame) return;
    updateAttribute(this.comment, "hidden", !comment);
    updateText(this.comment, comment);
    this.renderer.draw(this.current, frame);
    this.moveList.show(this.tree, this.analysis.mistakes);
    this.analysis.draw();
    this.host.onDraw?.();
  }

  /** Bring the last move into the middle. */
  centreLastMove() {
    const { viewport, geometry } = this.board;
    if (!(viewport instanceof FieldWindow)) return;
    const last = this.current.frame?.last.at(-1);
    viewport.centre((last && geometry.spotOf(last)) || [0, 0]);
    this.board.redraw();
  }

  /** @param {number} factor */
  zoom(factor) {
    if (!(this.board.viewport instanceof FieldWindow)) return;
    this.board.viewport.zoom(factor);
    this.board.redraw();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    if (!(this.board.viewport instanceof FieldWindow)) return;
    this.board.viewport.pan(dx, dy);
    this.board.redraw();
  }

  close() {
    this.analysis.close();
  }
}

/**
 * Where a position begins: the game, and what was set up if anything was.
 * @param {{ game: string, setup: string }} position
 * @returns {Origin}
 */
export function originOf({ game, setup }) {
  return setup ? { game, setup } : { game };
}

/** @param {PositionView} position */
function announcementOf(position) {
  return position.outcome ? `${position.moves.at(-1)}. ${position.caption}` : position.caption;
}
