// Draws a game viewer: the board with what is said about its cells, and the seats with their trays.

/**
 * @import { CellValue, Extras, Names } from "../board/scene.js"
 * @import { FrameView, PictureView } from "../server/types.js"
 * @import { GameNode } from "./game_tree.js"
 * @import { GameViewer } from "./game_viewer.js"
 * @import { NextPicks } from "./move_picker.js"
 */

import { markOf } from "../board/marks.js";
import { FieldWindow } from "../board/viewport.js";
import { setting } from "../storage.js";
import { h, updateAttribute } from "../ui/dom.js";
import { losingPicks, pickValues } from "./pick_values.js";

const PLACES = /** @type {const} */ (["first", "second"]);
const UPSIDE_DOWN = 2; // quarter turns

export class Renderer {
  /** @param {GameViewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.hotWords = h("p", { class: "hot-words", role: "note", hidden: true });
    /** The node that was drawn last. @type {GameNode | null} */
    this.shown = null;
    /** The node whose last move was brought into view. @type {GameNode | null} */
    this.revealed = null;
    /** @type {Extras | null} */
    this.extras = null;
  }

  /** @param {GameNode} node @param {FrameView} frame its frame */
  draw(node, frame) {
    const { viewer } = this;
    const { board, nextPicks } = viewer;
    const values = this.#values(node, nextPicks);
    const extras = this.#extras(node, frame, nextPicks, values);
    this.extras = extras;
    board.show(frame.picture, extras, { slide: this.shown !== null && this.shown === node.parent });
    this.shown = node;
    const { box, margin } = board.viewport;
    viewer.stage.style.setProperty("--shape", String(box.width / box.height));
    viewer.hall.style.setProperty("--foot", String(board.geometry.endless ? 0 : margin / box.height));
    board.describe(`${node.position?.title ?? "Board"}, ${frame.caption}`);
    updateAttribute(board.element, "data-slides", viewer.picker.hasSlides);
    updateAttribute(board.element, "data-variation", viewer.isInVariation);
    this.drawGhost();
    this.#revealLastMove(node, frame);
    this.#drawSeats(node, frame.picture, extras, values);
    this.#drawHotWords(extras.hot);
  }

  /** @param {GameNode} node @param {NextPicks} nextPicks @returns {Map<string, CellValue>} */
  #values(node, nextPicks) {
    const { analysis, preview } = this.viewer;
    if (!analysis.isOn || !node.analysis || preview.length) return new Map();
    return pickValues(nextPicks, node.analysis.values);
  }

  /**
   * @param {GameNode} node
   * @param {FrameView} frame
   * @param {NextPicks} nextPicks
   * @param {Map<string, CellValue>} values
   * @returns {Extras}
   */
  #extras(node, frame, nextPicks, values) {
    const { viewer } = this;
    const outcome = node.position?.outcome;
    return {
      view: viewer.view,
      last: frame.last,
      line: outcome?.line ?? [],
      lineKind: outcome?.blames_loser ? "loss" : "win",
      pickable: pickableCells(node, nextPicks),
      picked: viewer.tapped === null ? viewer.picker.picked : [...viewer.picker.picked, viewer.tapped],
      losing: setting("losing") && node.losing ? losingPicks(nextPicks, node.losing.moves) : new Set(),
      hot: new Map(setting("hot") && node.hot ? Object.entries(node.hot) : []),
      hint: viewer.hint?.cells ?? [],
      values: new Map([...values].filter(([pick]) => viewer.isCell(pick))),
      numbers: setting("numbers") ? moveNumbers(node) : new Map(),
      path: viewer.preview,
      coordinates: setting("coordinates"),
      showPicks: setting("picks"),
      playable: Boolean(viewer.moveMeaning),
      ...viewer.host.extras?.(),
    };
  }

  /** @param {Map<string, string>} hot */
  #drawHotWords(hot) {
    updateAttribute(this.hotWords, "hidden", !hot.size);
    const words = [...hot].map(([cell, text]) => h("span", {}, h("b", {}, cell), ` ${text}`));
    this.hotWords.replaceChildren(...words);
  }

  /** @param {GameNode} node @param {PictureView} picture @param {Extras} extras @param {Map<string, CellValue>} values */
  #drawSeats(node, picture, extras, values) {
    const { viewer } = this;
    const { sides, host, tree, stage } = viewer;
    const turn = tree.turnAt(node.ply);
    const isOver = Boolean(node.position?.outcome);
    const picks = new Set(viewer.nextPicks.keys());
    const things = [...picks].filter((pick) => !viewer.isCell(pick));
    const isTurned = viewer.view.turns === UPSIDE_DOWN;
    const near = host.bottomSide?.() ?? 0;
    const bottom = isTurned ? 1 - near : near;
    for (const [place, strip] of viewer.strips.entries()) {
      const side = place === 0 ? bottom : 1 - bottom;
      const isPlaying = side === turn && extras.playable;
      const tray = picture.trays[side] ?? (side === turn && things.length ? things : null);
      const seat = {
        side: sides[side],
        place: PLACES[side],
        ...host.seat(side),
        isToMove: side === turn && !isOver,
        tray,
      };
      const active = { pickable: picks, picked: new Set(extras.picked), values };
      const idle = { pickable: new Set(), picked: new Set(), values: new Map() };
      strip.show({ ...seat, ...(isPlaying ? active : idle) }, picture.shapes);
    }
    const { shapes } = picture;
    const [first, second] = sides.map((side) => shapes[markOf(side, shapes) ?? ""]);
    updateAttribute(stage, "data-flipped", bottom === 1);
    updateAttribute(stage, "data-first", first);
    updateAttribute(stage, "data-second", second);
  }

  /** Show what a click would put on the cell under the pointer. */
  drawGhost() {
    const { viewer } = this;
    const { board, picker, tree } = viewer;
    const cell = viewer.hovered ?? viewer.tapped;
    const picture = viewer.current.frame?.picture;
    if (!picture || !this.extras) return;
    const isShown = viewer.moveMeaning && cell !== null && this.extras.pickable.has(cell) && !(cell in picture.marks);
    const thing = picker.picked.find((pick) => !viewer.isCell(pick));
    const side = viewer.sides[tree.turnAt(viewer.current.ply)];
    const text = thing ?? (picker.hasSlides ? null : markOf(side, picture.shapes));
    board.markLayer.showGhost(isShown && text ? { cell, text, shape: picture.shapes[text] } : null, board.geometry);
  }

  /**
   * On an endless field the view follows a move that would be out of sight.
   * @param {GameNode} node
   * @param {FrameView} frame
   */
  #revealLastMove(node, frame) {
    const { viewport, geometry } = this.viewer.board;
    if (node === this.revealed || !(viewport instanceof FieldWindow)) return;
    this.revealed = node;
    const last = frame.last.at(-1);
    const spot = last && geometry.spotOf(last);
    if (!spot || viewport.shows(spot)) return;
    viewport.reveal(spot, 3);
    this.viewer.board.redraw();
  }
}

/**
 * On an endless field every empty cell can be picked, listed or not.
 * @param {GameNode} node
 * @param {NextPicks} nextPicks
 * @returns {Names}
 */
export function pickableCells({ position }, nextPicks) {
  const listed = new Set(nextPicks.keys());
  if (!position || position.complete) return listed;
  const { marks } = position.picture;
  return { has: (name) => listed.has(name) || !(name in marks), [Symbol.iterator]: () => listed.values() };
}

/**
 * The cells that hold a move, with its number; of a cell with more than one, the last.
 * @param {GameNode} node
 * @returns {Map<string, number>}
 */
export function moveNumbers({ position, path }) {
  const played = position?.played ?? path.slice(1).map(({ frame }) => frame?.last ?? []);
  return new Map(
    played.flatMap((cells, index) => {
      const cell = cells.at(-1);
      return cell === undefined ? [] : [[cell, index + 1]];
    }),
  );
}
