// A game on the server: what a move does that is on its way, and what is done about errors.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { lastNote, page, settle } from "./stubs.js";

const JS = "../../../src/plyground/web/static/js";
const { installNotes } = await import(`${JS}/ui/announce.js`);
const { Match } = await import(`${JS}/game/match.js`);

const seats = [
  { name: "you", connected: true },
  { name: "friend", connected: false },
];
const state = (version, moves = []) => ({
  id: "abc",
  version,
  seats,
  watchers: 0,
  thinking: null,
  position: { ply: moves.length, moves },
});

let answers = [];
let requests = [];
let match;
let changes = 0;

installNotes();

beforeEach(() => {
  answers = [];
  requests = [];
  changes = 0;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(globalThis, "fetch", async (path, options) => {
    requests.push({ path, body: JSON.parse(options.body) });
    const answer = answers.shift();
    if (!answer) throw new TypeError("broken");
    return new Response(JSON.stringify(answer.content), { status: answer.status ?? 200 });
  });
  match = new Match(state(3, ["c3"]), "token");
  match.addEventListener("change", () => {
    changes += 1;
  });
});

afterEach(() => {
  match.close();
  mock.timers.reset();
  mock.restoreAll();
});

/** Let all retries pass. */
async function waitForRetries() {
  for (const pause of [400, 1200, 3000]) {
    await settle();
    mock.timers.tick(pause);
  }
  await settle();
}

describe("a state", () => {
  it("is taken if it is new, and not if it is old", () => {
    match.update(state(4, ["c3", "a1"]));
    match.update(state(2));
    assert.equal(match.state.version, 4);
    assert.equal(changes, 1);
  });

  it("comes over the socket, as do connections and thinking, of this game only", () => {
    const socket = page.sockets.at(-1);
    socket.receive({ type: "state", state: state(5) });
    socket.receive({ type: "state", state: { ...state(9), id: "other" } });
    assert.equal(match.state.version, 5);
    socket.receive({ type: "here", game: "abc", connected: [true, true], watchers: 2 });
    socket.receive({ type: "thinking", game: "abc", thinking: { side: 1 } });
    socket.receive({ type: "thinking", game: "other", thinking: null });
    assert.equal(match.state.seats[1].connected, true);
    assert.equal(match.state.watchers, 2);
    assert.deepEqual(match.state.thinking, { side: 1 });
  });

  it("is no longer taken when the page is closed", () => {
    match.close();
    page.sockets.at(-1).receive({ type: "state", state: state(5) });
    assert.equal(match.state.version, 3);
  });
});

describe("a move", () => {
  it("is pending until the server has it", async () => {
    answers = [{ content: state(4, ["c3", "a1"]) }];
    const sending = match.play("a1");
    assert.deepEqual(match.pending, { ply: 1, move: "a1" });
    await sending;
    assert.deepEqual(requests, [{ path: "api/games/abc/moves", body: { ply: 1, move: "a1" } }]);
    assert.equal(match.pending, null);
    assert.equal(match.state.version, 4);
  });

  it("is no longer pending if it comes back over the socket first", () => {
    match.play("a1");
    page.sockets.at(-1).receive({ type: "state", state: state(4, ["c3", "a1"]) });
    assert.equal(match.pending, null);
  });

  it("is kept without a connection, and sent when that is back", async () => {
    const sending = match.play("a1");
    await waitForRetries();
    await sending;
    assert.deepEqual(match.pending, { ply: 1, move: "a1" });
    assert.match(lastNote(), /^a1 is kept/);
    const socket = page.sockets.at(-1);
    socket.open();
    await settle();
    const { type, id, game, ply, move } = socket.sent.at(-1);
    assert.deepEqual([type, game, ply, move], ["move", "abc", 1, "a1"]);
    socket.receive({ type: "state", id, state: state(4, ["c3", "a1"]) });
    await settle();
    assert.equal(match.pending, null);
    assert.equal(match.state.version, 4);
    socket.close();
  });

  it("is forgotten if the game has gone another way, which is then shown", async () => {
    const error = { code: "conflict", message: "the game has gone on" };
    answers = [{ status: 409, content: { error, state: state(6, ["b2", "b3"]) } }];
    await match.play("a1");
    assert.equal(match.pending, null);
    assert.equal(match.state.version, 6);
    assert.match(lastNote(), /moved on/);
  });

  it("is forgotten if it is illegal", async () => {
    answers = [{ status: 400, content: { error: { code: "illegal_move", message: "a1 is taken" } } }];
    await match.play("a1");
    assert.equal(match.pending, null);
    assert.equal(lastNote(), "a1 is taken");
    assert.equal(match.state.version, 3);
  });
});

describe("a command", () => {
  it("is about the version that is seen", async () => {
    answers = [{ content: state(4) }];
    await match.command("undo");
    assert.deepEqual(requests, [{ path: "api/games/abc/undo", body: { version: 3 } }]);
    assert.equal(match.state.version, 4);
  });

  it("says what is wrong", async () => {
    answers = [{ status: 403, content: { error: { code: "not_yours", message: "only players may" } } }];
    await match.command("resign");
    assert.equal(lastNote(), "only players may");
  });
});

describe("the pace", () => {
  it("is about a version only if it is a step", async () => {
    answers = [{ content: state(4) }, { content: state(5) }];
    await match.setPace({ delay: 2 });
    await match.setPace({ step: true });
    assert.deepEqual(
      requests.map(({ body }) => body),
      [{ delay: 2 }, { version: 4, step: true }],
    );
  });
});
