// The page as its own server: positions, games, records and analyses of a game that it plays by itself.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { catalogue, data, StandInModule } from "./stand_in_game.js";
import { settle, storage } from "./stubs.js";

const JS = "../../../src/plyground/web/static/js";
const { LocalBackend } = await import(`${JS}/local/local_backend.js`);
const { runJob } = await import(`${JS}/local/jobs.js`);

/** A Worker that does its jobs in this thread, when a test lets it. */
class FakeWorker extends EventTarget {
  static workers = [];
  waiting = [];
  isEnded = false;

  constructor() {
    super();
    FakeWorker.workers.push(this);
  }

  postMessage(question) {
    this.waiting.push(question);
    if (!FakeWorker.isHeld) this.work();
  }

  work() {
    for (const { id, job } of this.waiting.splice(0)) {
      const module = new StandInModule();
      const send = (message) => this.dispatchEvent(Object.assign(new Event("message"), { data: message }));
      const result = runJob(module, job, (thought) => send({ id, thought }));
      queueMicrotask(() => send({ id, result: result ?? null }));
    }
  }

  terminate() {
    this.isEnded = true;
  }
}

let backend;
let remembered = [];

beforeEach(() => {
  storage.content.clear();
  FakeWorker.workers = [];
  FakeWorker.isHeld = false;
  remembered = [];
  backend = openPage();
});

function openPage() {
  return new LocalBackend({
    catalogue,
    load: async () => ({ data, module: new Uint8Array(), layout: {} }),
    open: async () => new StandInModule(),
    openWorker: () => new FakeWorker(),
    remembered: () => remembered,
  });
}

const post = (path, body = {}) => backend.request(`api/${path}`, body);
const look = (moves, parts = {}) => post("look", { game: "three", moves, ...parts });

/** Open a channel; the messages that come over it. */
async function connect(...requests) {
  const messages = [];
  const channel = backend.connect();
  channel.addEventListener("message", ({ data }) => messages.push(JSON.parse(data)));
  await settle();
  for (const request of requests) channel.send(JSON.stringify(request));
  await pause();
  return { channel, messages };
}

/** Let everything that does not wait for a clock happen. */
async function pause() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

async function newGame(request = {}) {
  const { state } = await post("games", { game: "three", seats: ["me", "3"], ...request });
  remembered.push(state.id);
  return state;
}

describe("a position", () => {
  it("says what stands where, whose turn it is and what can be played", async () => {
    const { position, frames } = await look(["b2", "a1"], { frames: true });
    assert.deepEqual(position.picture.marks, { a1: "O", b2: "X" });
    assert.equal(position.caption, "X to move, last move a1");
    assert.equal(position.legal.length, 7);
    assert.deepEqual(
      frames.map(({ marks }) => marks),
      [{}, { b2: "X" }, { a1: "O" }],
    );
  });

  it("tells how a game ended", async () => {
    const { position } = await look(["a1", "a2", "b1", "b2", "c1"]);
    const { text, winner, line } = position.outcome;
    assert.deepEqual([text, winner, line], ["X wins: three in a row a1 b1 c1", 0, ["a1", "b1", "c1"]]);
    assert.deepEqual(position.legal, []);
  });

  it("names the moves that lose at once", async () => {
    const { position } = await look(["a1", "b2", "a2"], { losing: true });
    assert.equal(position.losing.seen, 6);
    assert.deepEqual(position.losing.moves.includes("a3"), false);
    assert.equal(position.losing.moves.length, 5);
  });

  it("is refused with the reason", async () => {
    await assert.rejects(look(["b2", "b2"]), { code: "illegal_move", message: "move 2: b2 is taken" });
    await assert.rejects(look(["z9"]), { code: "illegal_move", message: /^move 1: z9 is no move of this game/ });
    await assert.rejects(post("look", { game: "four" }), { code: "unknown_game" });
    await assert.rejects(look(["a1", "a2", "b1", "b2", "c1", "c2"]), { message: /comes too late: the game is over/ });
  });
});

describe("a game", () => {
  it("goes on with the level's move once somebody follows it", async () => {
    const state = await newGame();
    const { messages } = await connect({ type: "follow", game: state.id, token: "here", version: 1 });
    assert.equal(messages[0].type, "same");
    const after = await post(`games/${state.id}/moves`, { ply: 0, move: "b2" });
    assert.deepEqual(after.position.moves, ["b2"]);
    await pause();
    const { state: last } = messages.filter(({ type }) => type === "state").at(-1);
    assert.equal(last.position.ply, 2);
    assert.equal(last.can.move, true);
    assert.equal(last.times.length, 2);
    assert.ok(messages.some(({ type, thinking }) => type === "thinking" && thinking.side === 1));
  });

  it("is played once where a move is sent twice, and refuses another one there", async () => {
    const state = await newGame({ seats: ["me", "me"] });
    await post(`games/${state.id}/moves`, { ply: 0, move: "b2" });
    const again = await post(`games/${state.id}/moves`, { ply: 0, move: "b2" });
    assert.equal(again.position.ply, 1);
    await assert.rejects(post(`games/${state.id}/moves`, { ply: 0, move: "a1" }), { code: "conflict" });
    await assert.rejects(post(`games/${state.id}/undo`, { version: 1 }), { code: "conflict" });
  });

  it("is there again after a reload, with everything that was taken back", async () => {
    const state = await newGame({ seats: ["me", "me"] });
    await post(`games/${state.id}/moves`, { ply: 0, move: "b2" });
    await post(`games/${state.id}/moves`, { ply: 1, move: "a1" });
    await post(`games/${state.id}/undo`, { version: 3 });
    backend = openPage();
    const { position, undone, can } = await backend.request(`api/games/${state.id}`);
    assert.deepEqual([position.moves, undone, can.redo], [["b2"], ["a1"], true]);
    const after = await post(`games/${state.id}/redo`, { version: 4 });
    assert.deepEqual([after.position.moves, after.undone], [["b2", "a1"], []]);
  });

  it("takes back the person's move with the answer to it, and stops a computer that thinks", async () => {
    const state = await newGame();
    await connect({ type: "follow", game: state.id, token: "here" });
    await post(`games/${state.id}/moves`, { ply: 0, move: "b2" });
    await pause();
    const { version } = await backend.request(`api/games/${state.id}`);
    const after = await post(`games/${state.id}/undo`, { version });
    assert.equal(after.position.ply, 0);
    FakeWorker.isHeld = true;
    const moved = await post(`games/${state.id}/moves`, { ply: 0, move: "a1" });
    await pause();
    await post(`games/${state.id}/undo`, { version: moved.version });
    assert.ok(FakeWorker.workers.some(({ isEnded }) => isEnded));
  });

  it("can be given up, taken back and played again with sides changed", async () => {
    const { id } = await newGame();
    const over = await post(`games/${id}/resign`, { version: 1 });
    assert.deepEqual([over.result, over.ending.text, over.resigned], ["0-1", "O wins: X resigned", 0]);
    assert.equal((await post(`games/${id}/undo`, { version: 2 })).over, false);
    await post(`games/${id}/resign`, { version: 3 });
    const { next } = await post(`games/${id}/again`, { version: 4 });
    const following = await backend.request(`api/games/${next}`);
    assert.deepEqual(
      following.seats.map(({ who }) => who),
      ["3", "human"],
    );
  });

  it("between computers goes on by steps while it is paused", async () => {
    const { id } = await newGame({ seats: ["1", "2"], paused: true });
    await connect({ type: "follow", game: id, token: "here" });
    await pause();
    assert.equal((await backend.request(`api/games/${id}`)).position.ply, 0);
    const after = await post(`games/${id}/pace`, { version: 1, step: true });
    assert.equal(after.position.ply, 1);
  });

  it("of another page in the same browser is neither shown nor forgotten", async () => {
    const mine = await newGame();
    const other = { ...storage.get(`plyground.local.${mine.id}`), id: "other", game: "four" };
    storage.set("plyground.local.other", other);
    const { games } = await post("mine", { games: [{ id: mine.id }, { id: "other" }, { id: "gone" }] });
    assert.deepEqual(
      games.map(({ id, found }) => [id, found]),
      [
        [mine.id, true],
        ["gone", false],
      ],
    );
  });

  it("is refused with a friend, who would need a server", async () => {
    await assert.rejects(newGame({ seats: ["me", "friend"] }), { code: "bad_request" });
  });
});

describe("an analysis", () => {
  it("values every move, and the hint agrees with it", async () => {
    const { messages } = await connect({ type: "analyse", id: 5, game: "three", moves: ["a1", "b1"], seconds: 1 });
    const last = messages.at(-1);
    assert.deepEqual([last.type, last.id, last.phase, last.values.length], ["analysis", 5, "done", 7]);
    assert.equal(last.sentence, "Proven: X wins in 5 plies.");
    const hint = await post("hint", { game: "three", moves: ["a1", "b1"] });
    assert.equal(hint.move, last.lines[0].move);
    assert.match(hint.text, /^hint: \w\d \(proven: X wins in 5 plies\), line /);
  });

  it("of a finished game says how it ended", async () => {
    const moves = ["a1", "a2", "b1", "b2", "c1"];
    const { messages } = await connect({ type: "analyse", id: 1, game: "three", moves });
    assert.deepEqual([messages[0].phase, messages[0].sentence], ["done", "X wins: three in a row a1 b1 c1."]);
  });

  it("ends with its Worker when another position is asked for", async () => {
    FakeWorker.isHeld = true;
    const first = { type: "analyse", id: 1, game: "three", moves: [] };
    const { channel } = await connect(first);
    channel.send(JSON.stringify({ ...first, id: 2, moves: ["b2"] }));
    await pause();
    assert.deepEqual(
      FakeWorker.workers.map(({ isEnded }) => isEnded),
      [true, false],
    );
  });
});

describe("a report", () => {
  it("names the move that gave the game away, and a better one", async () => {
    const moves = ["a1", "b1", "b2", "c3", "a3", "c1", "a2"];
    const { messages } = await connect({ type: "report", id: 9, game: "three", moves });
    const last = messages.at(-1);
    assert.deepEqual([last.phase, last.done, last.of], ["done", 8, 8]);
    const [mistake] = last.mistakes;
    assert.deepEqual([mistake.ply, mistake.kind], [1, "blunder"]);
    assert.match(mistake.sentence, /^1… b1 by O \(proven: X wins in 5 plies\); \w\d would have held the draw\.$/);
    assert.equal(last.sentence, "X made no mistake, O made 1 mistake.");
  });
});

describe("a move tried in place of a mistake", () => {
  const before = { value: "draw", distance: null, exact_distance: true, estimate: null };
  const attempt = (move) => post("attempt", { game: "three", moves: ["a1"], move, made: "b1", better: "b2", before });

  it("holds or does not", async () => {
    assert.equal((await attempt("b1")).sentence, "b1 is the move that was made (proven: X wins in 5 plies).");
    assert.equal((await attempt("b2")).sentence, "b2 is the better move (proven: a draw).");
    const { holds, sentence } = await attempt("c1");
    assert.deepEqual([holds, sentence], [false, "c1 does not hold (proven: X wins in 5 plies)."]);
  });
});

describe("a scorecard", () => {
  it("counts the finished games with the same opponent", async () => {
    const first = await newGame();
    await post(`games/${first.id}/resign`, { version: 1 });
    const second = await newGame({ seats: ["3", "me"] });
    await newGame({ seats: ["me", "1"] });
    const games = remembered.map((id) => ({ id, token: "here" }));
    const card = await post("scorecard", { id: second.id, games });
    assert.deepEqual([card.opponent, card.games, card.losses], ["level 3", 1, 1]);
    const text = "you against level 3: 0 wins, 0 draws, 1 loss in 1 game (as X 0-0-1, as O 0-0-0; the newest first: L)";
    assert.equal(card.text, text);
  });
});

describe("a forced move", () => {
  it("is the only one that does not lose at once", async () => {
    assert.equal((await look(["a1", "b2", "a2"], { forced: true })).forced, "a3");
    assert.equal((await look(["a1"], { forced: true })).forced, null);
  });
});
