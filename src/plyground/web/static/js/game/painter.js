// Draws a table: the board with what is said about its cells, and the seats with their trays.

import { markOf } from "../board/marks.js";
import { Window } from "../board/viewport.js";
import { h, keep } from "../parts/dom.js";
import { setting } from "../parts/keep.js";
import { losingPicks, pickValues } from "./values.js";

export class Painter {
  constructor(table) {
    this.table = table;
    this.hotWords = h("p", { class: "hot-words", role: "note", hidden: true });
    this.shown = null; // the node that was drawn last
    this.scene = null;
  }

  draw() {
    const { table } = this;
    const { here: node, board } = table;
    const { picture } = node.frame;
    const next = table.nextPicks;
    const values = this.#values(node, next);
    this.scene = this.#scene(node, next, values);
    board.show(picture, this.scene, { slide: this.shown !== null && this.shown === node.parent });
    this.shown = node;
    const { box, margin } = board.viewport;
    table.stage.style.setProperty("--shape", box.width / box.height);
    table.hall.style.setProperty("--foot", board.geometry.endless ? 0 : margin / box.height);
    board.describe(`${node.position?.title ?? "Board"}, ${node.frame.caption}`);
    keep(board.element, "data-slides", Boolean(table.picks?.slides));
    this.ghost();
    this.#revealLast(node);
    this.#seats(node, picture, next, values);
    this.#hotWords();
  }

  #values(node, next) {
    const { judge, preview } = this.table;
    const analysis = judge.on ? node.analysis : null;
    return analysis && !preview?.length ? pickValues(next, analysis.values) : new Map();
  }

  #scene(node, next, values) {
    const { table } = this;
    const outcome = node.position?.outcome;
    const onBoard = [...values].filter(([pick]) => table.board.geometry?.place(pick));
    return {
      view: table.view,
      last: node.frame.last,
      line: outcome?.line ?? [],
      lineKind: losesBy(outcome) ? "loss" : "win",
      pickable: pickable(node, next),
      picked: table.picks?.path ?? [],
      danger: setting("losing") && node.losing ? losingPicks(next, node.losing.moves) : new Set(),
      hot: new Map(setting("hot") && node.hot ? Object.entries(node.hot) : []),
      hint: table.hint ? table.hint.cells : [],
      values: new Map(onBoard),
      numbers: setting("numbers") ? numbersOf(node) : new Map(),
      path: table.preview ?? [],
      coordinates: setting("coordinates"),
      showPicks: setting("picks"),
      playable: table.mayPlay,
    };
  }

  #hotWords() {
    const { hot } = this.scene;
    keep(this.hotWords, "hidden", !hot.size);
    if (this.hotShown === hot.size && !hot.size) return;
    this.hotShown = hot.size;
    const said = [...hot].map(([cell, words]) => h("span", {}, h("b", {}, cell), ` ${words}`));
    this.hotWords.replaceChildren(...said);
  }

  #seats(node, picture, next, values) {
    const { table } = this;
    const { sides, host, story, stage } = table;
    const turn = story.turnAt(node.ply);
    const over = Boolean(node.position?.outcome);
    const strays = [...next.keys()].filter((pick) => !table.board.geometry.place(pick));
    const bottom = host.bottom?.() ?? 0;
    table.strips.forEach((strip, place) => {
      const side = place === 0 ? bottom : 1 - bottom;
      const mine = side === turn && this.scene.playable;
      const tray = picture.trays?.[side] ?? (side === turn && strays.length ? strays : null);
      strip.show(
        {
          side: sides[side],
          ...host.seat(side),
          toMove: side === turn && !over,
          tray,
          pickable: mine ? new Set(next.keys()) : new Set(),
          picked: mine ? new Set(this.scene.picked) : new Set(),
          values: mine ? values : null,
        },
        picture,
      );
    });
    keep(stage, "data-flipped", bottom === 1);
    const { shapes = {} } = picture;
    keep(stage, "data-first", shapes[markOf(sides[0], shapes)]);
    keep(stage, "data-second", shapes[markOf(sides[1], shapes)]);
  }

  /** What a click would put on the cell under the pointer. */
  ghost() {
    const { table } = this;
    const cell = table.hovered;
    const picture = table.here.frame?.picture;
    if (!picture || !this.scene) return;
    const show = cell !== null && table.mayPlay && this.scene.pickable.has(cell) && !(cell in picture.marks);
    const thing = table.picks?.path.find((pick) => !table.board.geometry.place(pick));
    const side = table.sides[table.story.turnAt(table.here.ply)];
    const text = thing ?? (table.picks?.slides ? null : markOf(side, picture.shapes));
    table.board.marks.ghost(show && text ? { cell, text, shape: picture.shapes[text] } : null, table.board.geometry);
  }

  // On an endless field the view follows a move that would be out of sight.
  #revealLast(node) {
    const { board } = this.table;
    if (node === this.revealed || !(board.viewport instanceof Window)) return;
    this.revealed = node;
    const spot = node.frame.last.length && board.geometry.spotOf(node.frame.last.at(-1));
    if (!spot || board.viewport.shows(spot)) return;
    board.viewport.reveal(spot, 3);
    board.moved();
  }
}

// On an endless field every empty cell can be picked, listed or not.
function pickable(node, next) {
  const listed = new Set([...next.keys()]);
  if (node.position?.complete !== false) return listed;
  const { marks } = node.position.picture;
  return { has: (name) => listed.has(name) || !(name in marks), [Symbol.iterator]: () => listed.values() };
}

function losesBy(outcome) {
  return outcome ? (outcome.blames_loser ?? / loses: /.test(outcome.text)) : false;
}

function numbersOf(node) {
  const numbers = new Map();
  for (const [index, cells] of (node.position?.played ?? []).entries()) numbers.set(cells.at(-1), index + 1);
  if (node.position) return numbers;
  for (let each = node; each.parent; each = each.parent) {
    const cell = each.frame?.last.at(-1);
    if (cell && !numbers.has(cell)) numbers.set(cell, each.ply);
  }
  return numbers;
}
