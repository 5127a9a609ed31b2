// Fetching what is not known of the positions of a game, and the analysis that follows them.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { FakeElement, lastNote, page, storage } from "./stubs.js";

storage.set("plyground.switches", { losing: true, hot: true });

const JS = "../../../src/plyground/web/static/js";
const { installNotes } = await import(`${JS}/ui/announce.js`);
const { GameAnalysis } = await import(`${JS}/game/game_analysis.js`);
const { GameTree } = await import(`${JS}/game/game_tree.js`);
const { Positions } = await import(`${JS}/game/positions.js`);

installNotes();

let games = 0;
let requests = [];

const position = (moves) => ({
  moves,
  sides: ["X", "O"],
  caption: `after ${moves.length}`,
  played: moves.map((move) => [move]),
  legal: [{ move: "e5" }],
  losing: null,
  hot: null,
  has_hot: false,
  picture: {
    columns: ["a", "b", "c"],
    rows: ["1", "2", "3"],
    joint: "",
    marks: {},
    shapes: {},
    trays: [],
    endless: false,
  },
});

/** A move that takes the stone of the move before it. */
const frameChange = (move, ply) => ({
  marks: move ? { [move]: "X", ...(ply > 1 && { a1: "" }) } : { c3: "O" },
  trays: [],
  last: move ? [move] : [],
  caption: `frame ${ply}`,
});

/** The server of a game in which "z9" is always illegal. */
beforeEach(() => {
  games += 1; // positions are fetched once, so each test has a game of its own
  requests = [];
  mock.method(globalThis, "fetch", async (_path, { body }) => {
    const question = JSON.parse(body);
    requests.push(question);
    const { moves, frames, losing } = question;
    if (moves.includes("z9")) {
      const error = { code: "illegal_move", message: "there is no z9" };
      return new Response(JSON.stringify({ error }), { status: 400 });
    }
    const content = { position: { ...position(moves), losing: losing ? { moves: ["e5"] } : null } };
    if (frames) content.frames = ["", ...moves].map((move, ply) => frameChange(move, ply));
    return new Response(JSON.stringify(content));
  });
});

afterEach(() => mock.restoreAll());

function setUp(moves) {
  const tree = new GameTree(moves);
  const errors = [];
  const positions = new Positions({ game: `game ${games}` }, tree, (node, { code }) => errors.push([node.move, code]));
  return { tree, positions, errors };
}

describe("positions", () => {
  it("get frames for the whole line at once", async () => {
    const { tree, positions } = setUp(["a1", "b2"]);
    tree.first();
    await positions.fetchFrames(tree.current);
    assert.deepEqual(
      tree.mainLine.map(({ frame }) => frame.caption),
      ["frame 0", "frame 1", "frame 2"],
    );
    assert.deepEqual(
      tree.mainLine.map(({ frame }) => frame.picture.marks),
      [{ c3: "O" }, { c3: "O", a1: "X" }, { c3: "O", b2: "X" }],
    );
    assert.deepEqual(tree.root.frame.picture.columns, ["a", "b", "c"]);
    assert.deepEqual(tree.mainEnd.position.moves, ["a1", "b2"]);
    assert.deepEqual(positions.any.sides, ["X", "O"]);
    assert.equal(requests.length, 1);
  });

  it("get frames although the line goes on with a move that cannot be made", async () => {
    const { tree, positions, errors } = setUp(["a1"]);
    tree.addVariations([["a1", "z9"]]);
    tree.first();
    await positions.fetchFrames(tree.current);
    assert.equal(tree.root.frame.caption, "frame 0");
    assert.deepEqual(errors, []);
  });

  it("are named if they cannot be reached", async () => {
    const { tree, positions, errors } = setUp(["a1"]);
    tree.tryMove("z9");
    await positions.fetchFrames(tree.current);
    assert.equal(await positions.fetchWhole(tree.current), false);
    assert.deepEqual(errors, [
      ["z9", "illegal_move"],
      ["z9", "illegal_move"],
    ]);
    assert.equal(lastNote(), "there is no z9");
  });

  it("get warnings once, if the settings ask for them and the game has them", async () => {
    const { tree, positions } = setUp(["a1"]);
    await positions.fetchWhole(tree.current);
    assert.equal(await positions.fetchWarnings(tree.current), true);
    assert.deepEqual(tree.current.losing, { moves: ["e5"] });
    assert.equal(requests.at(-1).losing, true);
    assert.equal("hot" in requests.at(-1), false);
    assert.equal(await positions.fetchWarnings(tree.current), false);
  });

  it("give the cells of a line, or none if it cannot be played", async () => {
    const { tree, positions } = setUp(["a1"]);
    assert.deepEqual(await positions.fetchLineCells(tree.current, ["b2", "c3"]), [["b2"], ["c3"]]);
    assert.deepEqual(await positions.fetchLineCells(tree.current, ["z9"]), []);
  });
});

describe("the analysis", () => {
  let viewer;
  let analysis;

  beforeEach(() => {
    const tree = new GameTree(["a1", "b2"]);
    viewer = { tree, origin: { game: "squava" }, draw() {} };
    Object.defineProperty(viewer, "current", { get: () => tree.current });
    analysis = new GameAnalysis(viewer, { setOn() {}, report: new FakeElement() });
  });

  afterEach(() => {
    analysis.close();
  });

  const receive = (message) => page.sockets.at(-1).receive(message);

  it("belongs to the position that it was asked for", () => {
    analysis.toggle();
    const { id } = analysis.request;
    const before = viewer.current;
    viewer.tree.back();
    analysis.follow();
    receive({ type: "analysis", id, phase: "searching", depth: 3 });
    assert.equal(before.analysis, null);
    receive({ type: "analysis", id: analysis.request.id, phase: "searching", depth: 4 });
    assert.equal(viewer.current.analysis.depth, 4);
  });

  it("is not lost while it waits for a core again", () => {
    analysis.toggle();
    const { id } = analysis.request;
    receive({ type: "analysis", id, phase: "searching", depth: 4 });
    receive({ type: "analysis", id, phase: "queued", depth: 0 });
    assert.equal(viewer.current.analysis.depth, 4);
  });

  it("makes a report on the game, and another one after an error", () => {
    analysis.requestReport();
    assert.equal(analysis.report.phase, "queued");
    receive({ type: "error", id: analysis.reportId, error: { code: "busy", message: "too much to do" } });
    assert.equal(analysis.report, null);
    assert.equal(lastNote(), "too much to do");
    analysis.requestReport();
    receive({ type: "report", id: analysis.reportId, phase: "done", mistakes: [{ ply: 1, kind: "blunder" }] });
    assert.deepEqual([...analysis.mistakes.keys()], [1]);
  });

  it("leaves errors alone that are about something else", () => {
    analysis.requestReport();
    const before = lastNote();
    receive({ type: "error", id: 12345, error: { code: "bad_request", message: "something else" } });
    receive({ type: "error", error: { code: "bad_request", message: "something else" } });
    assert.equal(lastNote(), before);
  });
});
