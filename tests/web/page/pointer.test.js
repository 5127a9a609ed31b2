// Mouse and touch: clicks, drags, panning and pinching, on a board that is only a stand-in.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Geometry } from "../../../src/plyground/web/static/js/board/geometry.js";
import { Pointer } from "../../../src/plyground/web/static/js/board/pointer.js";
import { FieldWindow, WholeBoard } from "../../../src/plyground/web/static/js/board/viewport.js";
import { FakeElement } from "./stubs.js";

const SIZE = 20; // pixels of a cell
const BOARD = new Geometry({ columns: ["a", "b", "c"], rows: ["1", "2", "3"], joint: "", endless: false });
const FIELD = new Geometry({ columns: ["0"], rows: ["0"], joint: ",", endless: true });

/** A board whose cells are SIZE pixels wide, with the first cell of the screen's origin in the origin. */
class FakeBoard {
  element = new FakeElement();
  svg = Object.assign(new FakeElement(), { captured: [], clientWidth: 300 });
  redraws = 0;

  constructor(geometry) {
    this.geometry = geometry;
    this.viewport = geometry.endless ? new FieldWindow(geometry) : new WholeBoard(geometry);
    this.svg.setPointerCapture = (id) => this.svg.captured.push(id);
  }

  spotAt(x, y) {
    const { x: left = 0, y: top = 0 } = this.viewport;
    return [x / SIZE + left, y / SIZE + top];
  }

  cellAt(x, y) {
    const spot = this.spotAt(x, y).map(Math.round);
    const name = this.geometry.nameAt(spot);
    return this.geometry.place(name) ? name : null;
  }

  redraw() {
    this.redraws += 1;
  }
}

let board;
let calls;

function setUp(geometry, pieces = []) {
  board = new FakeBoard(geometry);
  calls = [];
  const note = (name) => (cell) => void calls.push(`${name} ${cell}`);
  const hover = () => {};
  const mayDrag = (cell) => pieces.includes(cell);
  new Pointer(board, { pick: note("pick"), tap: note("tap"), lift: note("lift"), drop: note("drop"), hover, mayDrag });
}

function send(type, x, y, more = {}) {
  const event = Object.assign(new Event(`pointer${type}`), {
    button: 0,
    pointerId: 1,
    pointerType: "mouse",
    clientX: x,
    clientY: y,
    ...more,
  });
  board.svg.dispatchEvent(event);
}

describe("on a board", () => {
  beforeEach(() => setUp(BOARD, ["a1"]));

  it("a click picks the cell", () => {
    send("down", 21, -19);
    send("up", 23, -18);
    assert.deepEqual(calls, ["pick b2"]);
  });

  it("a finger taps the cell", () => {
    send("down", 21, -19, { pointerType: "touch" });
    send("up", 23, -18, { pointerType: "touch" });
    assert.deepEqual(calls, ["tap b2"]);
  });

  it("a click may tremble, but not go elsewhere", () => {
    send("down", 20, -20);
    send("move", 24, -24);
    send("up", 24, -24);
    send("down", 20, -20);
    send("move", 40, -20);
    send("up", 40, -20);
    assert.deepEqual(calls, ["pick b2"]);
  });

  it("other buttons do nothing", () => {
    send("down", 20, -20, { button: 2 });
    send("up", 20, -20, { button: 2 });
    assert.deepEqual(calls, []);
  });

  it("a piece is lifted and dropped", () => {
    send("down", 0, 0);
    send("move", 3, 0);
    assert.deepEqual(calls, []);
    send("move", 20, -20);
    send("up", 20, -20);
    assert.deepEqual(calls, ["lift a1", "drop b2"]);
    assert.deepEqual(board.svg.captured, [1]);
  });

  it("a piece is dropped outside, or where it was when the system interrupts", () => {
    send("down", 0, 0);
    send("move", -40, 0);
    send("up", -40, 0);
    send("down", 0, 0);
    send("move", 20, 0);
    send("cancel", 20, 0);
    assert.deepEqual(calls, ["lift a1", "drop null", "lift a1", "drop null"]);
  });
});

describe("on an endless field", () => {
  beforeEach(() => setUp(FIELD));

  it("a click picks, a drag pans", () => {
    send("down", 40, -20);
    send("up", 40, -20);
    assert.deepEqual(calls, ["pick 2,1"]);
    send("down", 40, -20);
    send("move", 100, -20);
    send("up", 100, -20);
    assert.deepEqual(calls, ["pick 2,1"]);
    assert.equal(board.viewport.x, -3);
    assert.equal(board.viewport.y, 0);
    assert.equal(board.redraws, 1);
  });

  it("two fingers zoom, and pick nothing", () => {
    const { across } = board.viewport;
    send("down", 0, 0, { pointerId: 1 });
    send("down", 40, 0, { pointerId: 2 });
    send("move", 80, 0, { pointerId: 2 });
    assert.equal(board.viewport.across, Math.max(7, across / 2));
    send("up", 80, 0, { pointerId: 2 });
    send("up", 0, 0, { pointerId: 1 });
    assert.deepEqual(calls, []);
  });

  it("the wheel pans, and zooms with Ctrl", () => {
    const wheel = (more) => {
      const event = Object.assign(new Event("wheel", { cancelable: true }), {
        deltaX: 0,
        deltaY: 0,
        clientX: 0,
        ...more,
      });
      board.svg.dispatchEvent(Object.assign(event, { clientY: 0 }));
      return event;
    };
    assert.equal(wheel({ deltaX: 40 }).defaultPrevented, true);
    assert.equal(board.viewport.x, 2);
    wheel({ deltaY: 100, ctrlKey: true });
    assert.ok(board.viewport.across > 15);
  });
});
