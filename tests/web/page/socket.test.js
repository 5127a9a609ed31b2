// The socket: what is sent when it opens, and how it comes back after a break.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { openNewPage, page } from "./stubs.js";

const { PageSocket } = await import("../../../src/plyground/web/static/js/server/socket.js");

const last = () => page.sockets.at(-1);
const types = (socket) => socket.sent.map(({ type }) => type);
const never = new AbortController().signal;

beforeEach(() => {
  openNewPage();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(Math, "random", () => 0);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

describe("a socket", () => {
  it("opens beside the page, whatever the page's address, when there is something to ask", () => {
    const socket = new PageSocket();
    assert.deepEqual([page.sockets.length, socket.status], [0, "idle"]);
    socket.follow("abc", "token", () => undefined);
    assert.equal(last().address, "wss://example.org/play/api/socket");
    assert.equal(socket.status, "connecting");
  });

  it("sends what was asked for as soon as it is open, and only once", () => {
    const socket = new PageSocket();
    socket.follow("abc", "token", () => 7);
    socket.analyse({ game: "squava" }, ["c3"], 30);
    assert.deepEqual(last().sent, []);
    last().open();
    assert.equal(socket.status, "online");
    assert.deepEqual(types(last()), ["follow", "analyse"]);
    const [follow, analyse] = last().sent;
    assert.deepEqual([follow.game, follow.token, follow.version], ["abc", "token", 7]);
    assert.deepEqual([analyse.game, analyse.moves, analyse.seconds], ["squava", ["c3"], 30]);
    assert.equal(page.sockets.length, 1);
  });

  it("sends no version where none is known", () => {
    const socket = new PageSocket();
    socket.follow("abc", "token", () => undefined);
    last().open();
    assert.equal("version" in last().sent[0], false);
  });

  it("gives messages to those who listen to their type, as long as they listen", () => {
    const socket = new PageSocket();
    const listening = new AbortController();
    const received = [];
    socket.onMessage("state", (message) => received.push(message), listening.signal);
    socket.follow("abc", "token", () => undefined);
    last().open();
    last().receive({ type: "state", state: { id: "abc" } });
    last().receive({ type: "same", version: 3 });
    listening.abort();
    last().receive({ type: "state", state: { id: "abc" } });
    assert.deepEqual(received, [{ type: "state", state: { id: "abc" } }]);
  });

  it("knows which analysis was asked for last, and stops it", () => {
    const socket = new PageSocket();
    const first = socket.analyse({ game: "squava" }, [], 30);
    const second = socket.analyse({ game: "squava" }, ["c3"], 30);
    assert.deepEqual([socket.isCurrent("analyse", first), socket.isCurrent("analyse", second)], [false, true]);
    assert.equal(socket.isCurrent("report", undefined), false);
    last().open();
    assert.deepEqual(types(last()), ["analyse"]);
    socket.stop("analyse");
    assert.deepEqual(last().sent.at(-1), { type: "stop", id: second });
    assert.equal(socket.isCurrent("analyse", second), false);
  });

  it("shows that it is there, as long as it is open", () => {
    const socket = new PageSocket();
    socket.follow("abc", "token", () => 1);
    last().open();
    mock.timers.tick(40_000);
    assert.deepEqual(types(last()), ["follow", "ping", "ping"]);
    const broken = last();
    broken.close();
    mock.timers.tick(60_000);
    assert.equal(types(broken).filter((type) => type === "ping").length, 2);
  });
});

describe("after a break", () => {
  const follow = () => {
    const socket = new PageSocket();
    socket.follow("abc", "token", () => 1);
    return socket;
  };

  it("it opens again and asks for the same, with the version that is known by then", () => {
    const socket = new PageSocket();
    let version = 1;
    socket.follow("abc", "token", () => version);
    socket.analyse({ game: "squava" }, [], 30);
    last().open();
    version = 5;
    last().close();
    assert.equal(socket.status, "offline");
    mock.timers.tick(500);
    assert.equal(page.sockets.length, 2);
    last().open();
    assert.deepEqual(types(last()), ["follow", "analyse"]);
    assert.equal(last().sent[0].version, 5);
  });

  it("it waits longer each time, ten seconds at most, and not after it was open", () => {
    follow();
    for (const wait of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const count = page.sockets.length;
      last().close(1006);
      mock.timers.tick(wait - 1);
      assert.equal(page.sockets.length, count, `before ${wait}`);
      mock.timers.tick(1);
      assert.equal(page.sockets.length, count + 1, `after ${wait}`);
    }
    last().open();
    last().close(1006);
    mock.timers.tick(500);
    assert.equal(last().readyState, 0);
  });

  it("it waits ten seconds if there are too many sockets", () => {
    follow();
    last().close(4429);
    mock.timers.tick(9999);
    assert.equal(page.sockets.length, 1);
    mock.timers.tick(1);
    assert.equal(page.sockets.length, 2);
  });

  it("it opens at once when the network is back or the page is seen again", () => {
    follow();
    last().close(1006);
    page.window.dispatchEvent(new Event("online"));
    assert.equal(page.sockets.length, 2);
    last().close(1006);
    page.document.dispatchEvent(new Event("visibilitychange"));
    assert.equal(page.sockets.length, 3);
  });

  it("it does not open if nobody needs it", () => {
    const socket = follow();
    last().open();
    socket.unfollow("abc");
    assert.deepEqual(types(last()), ["follow", "unfollow"]);
    last().close();
    mock.timers.tick(60_000);
    assert.deepEqual([page.sockets.length, socket.status], [1, "idle"]);
  });

  it("it goes on following another game when one is left", () => {
    const socket = follow();
    last().open();
    socket.follow("next", "token", () => 1);
    socket.unfollow("abc");
    assert.deepEqual(types(last()), ["follow", "follow"]);
  });

  it("it says how things stand", () => {
    const socket = new PageSocket();
    const seen = [];
    socket.onStatus((status) => seen.push(status), never);
    socket.follow("abc", "token", () => 1);
    last().open();
    last().close();
    mock.timers.tick(500);
    last().open();
    assert.deepEqual(seen, ["connecting", "online", "offline", "connecting", "online"]);
  });
});

describe("a move", () => {
  const body = { ply: 1, move: "a1" };
  const state = { id: "abc", version: 4 };
  let requests = [];
  let socket;

  beforeEach(() => {
    requests = [];
    mock.method(globalThis, "fetch", async (path) => {
      requests.push(path);
      return new Response(JSON.stringify(state));
    });
    socket = new PageSocket();
    socket.follow("abc", "token", () => undefined);
  });

  it("goes over an open socket, and its answer is the state with its number", async () => {
    last().open();
    const sending = socket.move("abc", body, "token");
    const { id, ...sent } = last().sent.at(-1);
    assert.deepEqual(sent, { type: "move", game: "abc", ply: 1, move: "a1" });
    last().receive({ type: "state", state: { id: "abc", version: 3 } });
    last().receive({ type: "state", id, state });
    assert.deepEqual(await sending, state);
    assert.deepEqual(requests, []);
  });

  it("is refused with the state of a game that has gone on", async () => {
    last().open();
    const sending = socket.move("abc", body, "token");
    const { id } = last().sent.at(-1);
    last().receive({ type: "error", id, error: { code: "conflict", message: "the game has gone on", state } });
    await assert.rejects(sending, { code: "conflict", state });
    assert.deepEqual(requests, []);
  });

  it("is a request where the socket is closed, breaks, gives no answer, or is for another game", async () => {
    assert.deepEqual(await socket.move("abc", body, "token"), state);
    last().open();
    const broken = socket.move("abc", body, "token");
    last().close(1006);
    assert.deepEqual(await broken, state);
    mock.timers.tick(10_000);
    last().open();
    const silent = socket.move("abc", body, "token");
    mock.timers.tick(10_000);
    assert.deepEqual(await silent, state);
    assert.deepEqual(await socket.move("other", body, "token"), state);
    const path = "api/games/abc/moves";
    assert.deepEqual(requests, [path, path, path, "api/games/other/moves"]);
  });
});
