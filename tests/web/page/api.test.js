// Requests: what is sent, what an error becomes, what is sent again and what is fetched once.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  fetchCatalogue,
  fetchGame,
  fetchPosition,
  RequestError,
  request,
  requestWithRetries,
} from "../../../src/plyground/web/static/js/server/api.js";
import { settle } from "./stubs.js";

let answers = [];
let requests = [];

/** An answer of the server; an Error stands for a broken connection. */
const json = (content, status = 200) => new Response(JSON.stringify(content), { status });
const problem = (status, code, more = {}) => json({ error: { code, message: `it is ${code}` }, ...more }, status);

beforeEach(() => {
  answers = [];
  requests = [];
  mock.method(globalThis, "fetch", async (path, options) => {
    requests.push({ path, ...options });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

async function refusal(promise) {
  const error = await promise.then(
    () => assert.fail("there should be an error"),
    (reason) => reason,
  );
  assert.ok(error instanceof RequestError, String(error));
  return error;
}

describe("a request", () => {
  it("is a GET without a body, with the token in its header", async () => {
    answers = [json({ fine: true })];
    assert.deepEqual(await request("api/games/x", undefined, "secret"), { fine: true });
    const [{ path, method, headers, body }] = requests;
    assert.deepEqual([path, method, body], ["api/games/x", "GET", undefined]);
    assert.deepEqual(headers, { Authorization: "Bearer secret" });
  });

  it("is a POST with a body", async () => {
    answers = [json({})];
    await request("api/look", { game: "squava" });
    const [{ method, headers, body }] = requests;
    assert.deepEqual([method, body], ["POST", '{"game":"squava"}']);
    assert.deepEqual(headers, { "Content-Type": "application/json" });
  });

  it("fails with what the server says, and with the state of the game if it sends that", async () => {
    answers = [problem(409, "conflict", { state: { version: 7 } })];
    const error = await refusal(request("api/games/x/undo", {}));
    assert.deepEqual([error.code, error.message, error.state], ["conflict", "it is conflict", { version: 7 }]);
  });

  it("fails with how long to wait", async () => {
    answers = [problem(429, "too_many", { retry_after: 3 })];
    assert.equal((await refusal(request("api/look"))).wait, 3);
  });

  for (const [what, answer] of [
    ["the connection is broken", new TypeError("failed to fetch")],
    ["a proxy answers with a page", new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["the answer is cut off", new Response('{"posi', { status: 200 })],
    ["an error has another shape", json({ detail: "?" }, 500)],
  ]) {
    it(`is offline if ${what}`, async () => {
      answers = [answer];
      assert.equal((await refusal(request("api/look"))).code, "offline");
    });
  }

  it("stays below the address of its game, whatever the id is", async () => {
    answers = [json({})];
    await fetchGame("../catalogue", "token");
    assert.equal(requests[0].path, "api/games/..%2Fcatalogue");
  });
});

describe("a request with retries", () => {
  async function pass(milliseconds) {
    await settle();
    mock.timers.tick(milliseconds);
    await settle();
  }

  it("is sent again after a pause, until there is an answer", async () => {
    answers = [new TypeError("broken"), problem(503, "busy"), json({ fine: true })];
    const answer = requestWithRetries("api/look", {});
    await pass(399);
    assert.equal(requests.length, 1);
    await pass(1);
    assert.equal(requests.length, 2);
    await pass(1200);
    assert.deepEqual(await answer, { fine: true });
  });

  it("waits as long as the server asks", async () => {
    answers = [problem(429, "too_many", { retry_after: 5 }), json({ fine: true })];
    const answer = requestWithRetries("api/look", {});
    await pass(4999);
    assert.equal(requests.length, 1);
    await pass(1);
    assert.deepEqual(await answer, { fine: true });
  });

  it("gives up after four", async () => {
    answers = Array.from({ length: 9 }, () => new TypeError("broken"));
    const answer = refusal(requestWithRetries("api/look", {}));
    for (const pause of [400, 1200, 3000]) await pass(pause);
    assert.equal((await answer).code, "offline");
    assert.equal(requests.length, 4);
  });

  it("is not sent again if the server refuses it", async () => {
    answers = [problem(400, "illegal_move")];
    assert.equal((await refusal(requestWithRetries("api/look", {}))).code, "illegal_move");
    assert.equal(requests.length, 1);
  });
});

describe("what never changes", () => {
  it("is fetched once: positions", async () => {
    answers = [json({ position: 1 }), json({ position: 2 })];
    const first = await fetchPosition({ game: "squava" }, ["c3"]);
    assert.equal(await fetchPosition({ game: "squava" }, ["c3"]), first);
    await fetchPosition({ game: "squava" }, ["c3"], { losing: true });
    assert.equal(requests.length, 2);
  });

  it("is fetched again after an error: positions", async () => {
    answers = [problem(400, "illegal_move"), json({ position: 1 })];
    await refusal(fetchPosition({ game: "squava" }, ["z9"]));
    assert.deepEqual(await fetchPosition({ game: "squava" }, ["z9"]), { position: 1 });
  });

  it("is fetched once, or again after an error: the catalogue", async () => {
    answers = [new TypeError("broken"), json({ games: [] })];
    await refusal(fetchCatalogue());
    const catalogue = await fetchCatalogue();
    assert.equal(await fetchCatalogue(), catalogue);
    assert.equal(requests.length, 2);
  });
});
