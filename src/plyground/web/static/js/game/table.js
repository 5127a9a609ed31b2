// The board with everything around it that concerns one position: seats, moves, picks, analysis.
//
// A host says what a move at the end of the game means: a live game sends it, a shared position just goes on.

import { BoardView } from "../board/board.js";
import { steer } from "../board/cursor.js";
import { markOf } from "../board/marks.js";
import { Pointer } from "../board/pointer.js";
import { Window } from "../board/viewport.js";
import { AnalysisPanel } from "../analysis/panel.js";
import { Bar } from "../analysis/bar.js";
import { announce, note } from "../parts/announce.js";
import { ask, look } from "../parts/api.js";
import { h, keep } from "../parts/dom.js";
import { set, setting } from "../parts/keep.js";
import { Judge } from "./judge.js";
import { MoveList } from "./move_list.js";
import { Picks } from "./picks.js";
import { SeatStrip } from "./seat_strip.js";
import { Story } from "./story.js";
import { carry } from "./tray_drag.js";
import { losingPicks, pickValues } from "./values.js";
import { viewOf } from "./view_menu.js";

export class Table {
  /** `position` is any of the game. `host`: mayPlay(node), play(move), seat(side), changed(). */
  constructor(position, host) {
    this.game = position.game;
    this.origin = originOf(position);
    this.host = host;
    this.story = new Story([], position.first_turn);
    this.hint = null;
    this.preview = null;
    this.hovered = null;
    this.shown = null;
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
    new Pointer(this.board, {
      pick: (cell) => this.pick(cell),
      mayDrag: (cell) => this.mayPlay && Boolean(this.picks?.slides) && this.picks.next.has(cell),
      lift: (cell) => this.lift(cell),
      drop: (cell) => this.drop(cell),
      hover: (cell) => this.hover(cell),
    });
    steer(this.board, { pick: (cell) => this.pick(cell), visit: (cell) => this.hover(cell) });
    this.hall = h("div", { class: "board-hall" }, this.bar.element, this.board.element);
    this.stage = h("section", { class: "stage", "aria-label": "Board" }, this.strips[1].element, this.hall, this.strips[0].element);
  }

  get here() {
    return this.story.here;
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
    tip.position = position;
    tip.frame = position;
    this.position ??= position;
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
    if (!node.frame) await this.#frames(node);
    if (node !== this.here) return;
    if (node.position !== this.picked || !this.picks) this.#deal(node);
    this.draw();
    if (this.speak && node.frame) announce(node.frame.caption);
    this.speak = false;
    if (!node.position) await this.#position(node);
    if (setting("losing")) this.#losing(node);
  }

  async #frames(node) {
    const line = this.story.line;
    const until = line.slice(0, Math.max(node.ply, this.story.line.length - 1) + 1);
    try {
      const { frames, position } = await look(this.origin, until.at(-1).moves, { frames: true });
      frames.forEach((frame, ply) => (until[ply].frame ??= frame));
      until.at(-1).position ??= position;
      this.position ??= position;
    } catch (refusal) {
      this.#refused(node, refusal);
    }
  }

  async #position(node) {
    try {
      const { position } = await look(this.origin, node.moves);
      node.position = position;
      node.frame ??= position;
      this.position ??= position;
    } catch (refusal) {
      return this.#refused(node, refusal);
    }
    if (node === this.here) this.refresh();
  }

  // A move that cannot be made leaves no trace.
  #refused(node, refusal) {
    note(refusal.message, "bad");
    if (refusal.code !== "illegal_move" || !node.parent) return;
    this.story.forget(node);
    this.story.here = node.parent;
    this.leave();
  }

  async #losing(node) {
    if (node.losing || !node.position?.legal.length) return;
    try {
      const { position } = await look(this.origin, node.moves, { losing: true });
      node.losing = position.losing;
      if (node === this.here) this.draw();
    } catch {
      node.losing = null;
    }
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
    this.#ghost();
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
      note(`Hint: ${hint.move}. ${hint.sentence}`);
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
    let { cells } = line;
    if (!cells) {
      const { position } = await look(this.origin, [...node.moves, ...line.moves]).catch(() => ({}));
      cells = position?.played.slice(node.ply) ?? [];
    }
    if (this.previewed === line && node === this.here) this.#drawPath(cells.slice(0, Math.max(steps, 1)), line);
  }

  #drawPath(cells) {
    const { shapes = {} } = this.here.frame?.picture ?? {};
    this.preview = cells.map((each, index) => {
      const side = this.sides[this.story.turnAt(this.here.ply + index)];
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
    const node = this.here;
    if (!node.frame) return;
    const { picture } = node.frame;
    const slide = this.shown !== null && (this.shown === node.parent || this.shown?.parent === node);
    const playing = this.mayPlay;
    const next = this.nextPicks;
    const analysis = this.judge.on ? node.analysis : null;
    const values = analysis && !this.preview?.length ? pickValues(next, analysis.values) : new Map();
    const outcome = node.position?.outcome;
    const picked = this.picks?.path ?? [];
    const cells = (things) => new Map([...things].filter(([pick]) => this.board.geometry?.place(pick)));
    this.scene = {
      view: this.view,
      last: node.frame.last,
      line: outcome?.line ?? [],
      lineKind: losesBy(outcome) ? "loss" : "win",
      pickable: this.#pickable(node, next),
      picked,
      danger: setting("losing") && node.losing ? losingPicks(next, node.losing.moves) : new Set(),
      hint: this.hint ? this.hint.cells : [],
      values: cells(values),
      numbers: setting("numbers") ? numbersOf(node) : new Map(),
      path: this.preview ?? [],
      coordinates: setting("coordinates"),
      showPicks: setting("picks"),
      playable: playing,
    };
    this.board.show(picture, this.scene, { slide: slide && this.shown === node.parent });
    this.shown = node;
    const { box, margin } = this.board.viewport;
    this.stage.style.setProperty("--shape", box.width / box.height);
    this.hall.style.setProperty("--foot", this.board.geometry.endless ? 0 : margin / box.height);
    this.board.describe(`${node.position?.title ?? "Board"}, ${node.frame.caption}`);
    keep(this.board.element, "data-slides", Boolean(this.picks?.slides));
    this.#ghost();
    this.#revealLast(node);
    this.#seats(node, picture, playing, next, picked, values);
    this.list.show(this.story, this.judge.mistakes);
    this.judge.draw();
    this.host.drawn?.();
  }

  #pickable(node, next) {
    const listed = new Set([...next.keys()]);
    if (node.position?.complete !== false) return listed;
    const { marks } = node.position.picture;
    return { has: (name) => listed.has(name) || !(name in marks), [Symbol.iterator]: () => listed.values() };
  }

  #seats(node, picture, playing, next, picked, values) {
    const { sides } = this;
    const turn = this.story.turnAt(node.ply);
    const over = Boolean(node.position?.outcome);
    const strays = [...next.keys()].filter((pick) => !this.board.geometry.place(pick));
    const bottom = this.host.bottom?.() ?? 0;
    this.strips.forEach((strip, place) => {
      const side = place === 0 ? bottom : 1 - bottom;
      const mine = side === turn && playing;
      const tray = picture.trays?.[side] ?? (side === turn && strays.length ? strays : null);
      strip.show(
        {
          side: sides[side],
          ...this.host.seat(side),
          toMove: side === turn && !over,
          tray,
          pickable: mine ? new Set(next.keys()) : new Set(),
          picked: mine ? new Set(picked) : new Set(),
          values: mine ? values : null,
        },
        picture,
      );
    });
    keep(this.stage, "data-flipped", bottom === 1);
    const { shapes = {} } = picture;
    keep(this.stage, "data-first", shapes[markOf(sides[0], shapes)]);
    keep(this.stage, "data-second", shapes[markOf(sides[1], shapes)]);
  }

  // What a click would put on the cell under the pointer.
  #ghost() {
    const cell = this.hovered;
    const picture = this.here.frame?.picture;
    if (!picture) return;
    const show = cell !== null && this.mayPlay && this.scene.pickable.has(cell) && !(cell in picture.marks);
    const thing = this.picks?.path.find((pick) => !this.board.geometry.place(pick));
    const side = this.sides[this.story.turnAt(this.here.ply)];
    const text = thing ?? (this.picks?.slides ? null : markOf(side, picture.shapes));
    this.board.marks.ghost(show && text ? { cell, text, shape: (picture.shapes ?? {})[text] } : null, this.board.geometry);
  }

  // On an endless field the view follows a move that would be out of sight.
  #revealLast(node) {
    if (node === this.revealed || !(this.board.viewport instanceof Window)) return;
    this.revealed = node;
    const spot = node.frame.last.length && this.board.geometry.spotOf(node.frame.last.at(-1));
    if (!spot || this.board.viewport.shows(spot)) return;
    this.board.viewport.reveal(spot, 3);
    this.board.moved();
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

function losesBy(outcome) {
  return outcome ? (outcome.blames_loser ?? / loses: /.test(outcome.text)) : false;
}

function numbersOf(node) {
  const numbers = new Map();
  node.position?.played.forEach((cells, index) => numbers.set(cells.at(-1), index + 1));
  if (node.position) return numbers;
  for (let each = node; each.parent; each = each.parent) {
    const cell = each.frame?.last.at(-1);
    if (cell && !numbers.has(cell)) numbers.set(cell, each.ply);
  }
  return numbers;
}
