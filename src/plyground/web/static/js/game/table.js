// A board with everything around it that concerns one position: where we are, and choosing a move there.
//
// A host says what a move at the end of the game means: a live game sends it, a shared position just goes on.

import { Bar } from "../analysis/bar.js";
import { AnalysisPanel } from "../analysis/panel.js";
import { BoardView } from "../board/board.js";
import { steer } from "../board/cursor.js";
import { markOf } from "../board/marks.js";
import { Pointer } from "../board/pointer.js";
import { Window } from "../board/viewport.js";
import { announce, note } from "../parts/announce.js";
import { ask } from "../parts/api.js";
import { h } from "../parts/dom.js";
import { set, setting } from "../parts/keep.js";
import { capital } from "../parts/words.js";
import { Judge } from "./judge.js";
import { Known } from "./known.js";
import { MoveList } from "./move_list.js";
import { Painter } from "./painter.js";
import { Picks } from "./picks.js";
import { SeatStrip } from "./seat_strip.js";
import { Story } from "./story.js";
import { carry } from "./tray_drag.js";
import { viewOf } from "./view_menu.js";

export class Table {
  /** `position` is any of the game. `host`: mayPlay(node), play(move), seat(side), changed(). */
  constructor(position, host) {
    this.game = position.game;
    this.origin = originOf(position);
    this.host = host;
    this.story = new Story([], position.first_turn);
    this.known = new Known(this.origin, this.story, (node, refusal) => this.#refused(node, refusal));
    this.hint = null;
    this.preview = null;
    this.hovered = null;
    this.board = new BoardView();
    this.bar = new Bar();
    const trayActions = { pick: (thing) => this.pick(thing), lift: (thing, event) => carry(this, thing, event) };
    this.strips = [new SeatStrip(trayActions), new SeatStrip(trayActions)];
    this.list = new MoveList({ go: (node) => this.go(node), forget: (node) => this.forget(node) });
    this.panel = new AnalysisPanel({
      toggle: () => this.judge.toggle(),
      preview: (line, steps) => this.showLine(line, steps),
      follow: (moves, steps) => this.followLine(moves, steps),
      go: (ply) => this.go(this.story.line[ply]),
      judge: () => this.judge.wholeGame(),
    });
    this.judge = new Judge(this, this.panel);
    this.painter = new Painter(this);
    new Pointer(this.board, {
      pick: (cell) => this.pick(cell),
      mayDrag: (cell) => this.mayPlay && Boolean(this.picks?.slides) && this.picks.next.has(cell),
      lift: (cell) => this.lift(cell),
      drop: (cell) => this.drop(cell),
      hover: (cell) => this.hover(cell),
    });
    steer(this.board, { pick: (cell) => this.pick(cell), visit: (cell) => this.hover(cell) });
    this.hall = h("div", { class: "board-hall" }, this.bar.element, this.board.element);
    this.stage = h(
      "section",
      { class: "stage", "aria-label": "Board" },
      this.strips[1].element,
      this.hall,
      this.strips[0].element,
    );
  }

  get here() {
    return this.story.here;
  }

  get position() {
    return this.known.position;
  }

  get sides() {
    return this.position?.sides ?? ["", ""];
  }

  get mayPlay() {
    return Boolean(this.here.position?.legal.length) && this.host.mayPlay(this.here);
  }

  // Where we are

  /** The game as it stands: moves and the position after the last of them. */
  adopt(position) {
    const before = this.story.tip;
    this.story.setMain(position.moves);
    const { tip } = this.story;
    this.known.adopt(position);
    if (tip !== before && before.ply > 0 && tip.ply > before.ply) announce(spoken(position));
    this.refresh();
  }

  go(node) {
    if (!this.story.go(node)) return;
    this.leave();
  }

  walk(step) {
    if (this.story[step]()) this.leave(true);
  }

  // After every change of the position that is looked at.
  leave(say = false) {
    this.hint = null;
    this.preview = null;
    this.speak = say;
    this.refresh();
    this.judge.moved();
    this.host.changed();
  }

  /** Show where we are, and fetch what is not known of it yet. */
  async refresh() {
    const node = this.here;
    if (!node.frame) await this.known.frames(node);
    if (node !== this.here) return;
    if (node.position !== this.picked || !this.picks) this.#deal(node);
    this.draw();
    if (this.speak && node.frame) announce(node.frame.caption);
    this.speak = false;
    if (!node.position && (await this.known.whole(node)) && node === this.here) return this.refresh();
    if ((await this.known.pointers(node)) && node === this.here) this.draw();
  }

  // A move that cannot be made leaves no trace.
  #refused(node, refusal) {
    if (refusal.code !== "illegal_move" || !node.parent) return;
    this.story.forget(node);
    this.story.here = node.parent;
    this.leave();
  }

  // Choosing a move

  #deal(node) {
    const isCell = (text) => this.board.geometry?.place(text) !== undefined;
    if (!this.board.geometry && node.frame) this.board.show(node.frame.picture, { view: this.view });
    this.picks = new Picks(node.position?.legal ?? [], isCell);
    this.picked = node.position;
  }

  pick(pick) {
    if (!this.mayPlay) return this.#cannot();
    const free = this.#isFree(pick);
    const move = this.picks.choose(pick) ?? (free ? pick : null);
    this.hint = null;
    if (move) this.play(move);
    else this.draw();
  }

  #cannot() {
    const words = this.host.whyNot?.(this.here);
    if (words) announce(words);
  }

  // On an endless field every empty cell may be asked for, listed or not.
  #isFree(pick) {
    const { position } = this.here;
    const cell = !position.complete && this.board.geometry.place(pick) !== undefined;
    return cell && !(pick in position.picture.marks) && !this.picks.next.has(pick);
  }

  play(move) {
    this.picks.clear();
    if (this.host.mayPlay(this.here) === "send") this.host.play(move);
    else {
      this.story.tryMove(move);
      this.leave(true);
    }
  }

  /** Take a piece up: it is picked, whatever was picked before. */
  lift(cell) {
    this.picks.clear();
    this.picks.choose(cell);
    this.draw();
  }

  drop(cell) {
    if (cell !== null && this.picks.next.has(cell)) return this.pick(cell);
    this.picks.clear();
    this.draw();
  }

  takeBackPick() {
    if (!this.picks?.path.length && !this.hint) return;
    this.picks.clear();
    this.hint = null;
    this.draw();
  }

  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.painter.ghost();
  }

  forget(node) {
    this.story.forget(node);
    this.leave();
  }

  // Help

  async askHint() {
    const node = this.here;
    if (!node.position?.legal.length) return note("The game is over here.");
    note("Looking for a good move…");
    try {
      const hint = await ask("api/hint", { ...this.origin, moves: node.moves });
      if (node !== this.here) return;
      this.hint = hint;
      note(capital(hint.text));
      this.draw();
    } catch (refusal) {
      note(refusal.message, "bad");
    }
  }

  /** Show a line as numbered steps on the board, or stop showing one. */
  async showLine(line, steps = 1) {
    this.previewed = line;
    if (!line) return this.#drawPath([]);
    const node = this.here;
    const cells = line.cells ?? (await this.known.cells(node, line.moves));
    if (this.previewed === line && node === this.here) this.#drawPath(cells.slice(0, Math.max(steps, 1)), line);
  }

  // A threat begins with the other side's move: then the line says whose turn it is.
  #drawPath(cells, line) {
    const { shapes = {} } = this.here.frame?.picture ?? {};
    const first = line?.turn ?? this.story.turnAt(this.here.ply);
    this.preview = cells.map((each, index) => {
      const side = this.sides[(first + index) % 2];
      return { cells: each, mark: each.length === 1 ? markOf(side, shapes) : null };
    });
    this.draw();
  }

  followLine(moves, steps) {
    this.story.tryLine(this.here, moves, steps);
    this.leave(true);
  }

  // Drawing

  get view() {
    return viewOf(this.game);
  }

  setView(view) {
    set("views", { ...setting("views"), [this.game]: view });
    this.draw();
  }

  get nextPicks() {
    return this.picks?.next ?? new Map();
  }

  draw() {
    if (!this.here.frame) return;
    this.painter.draw();
    this.list.show(this.story, this.judge.mistakes);
    this.judge.draw();
    this.host.drawn?.();
  }

  /** Bring the last move into the middle. */
  jump() {
    const { viewport, geometry } = this.board;
    if (!(viewport instanceof Window)) return;
    const last = this.here.frame?.last.at(-1);
    viewport.centre(last ? geometry.spotOf(last) : [0, 0]);
    this.board.moved();
  }

  zoom(factor) {
    if (!(this.board.viewport instanceof Window)) return;
    this.board.viewport.zoom(factor);
    this.board.moved();
  }

  close() {
    this.judge.close();
  }
}

/** Where a position begins: the game, and what was set up if anything was. */
export function originOf({ game, setup }) {
  return setup ? { game, setup } : { game };
}

function spoken(position) {
  return position.outcome ? `${position.moves.at(-1)}. ${position.caption}` : position.caption;
}
