// Questions to the server over HTTP. Addresses are relative to the page, so that a path prefix does no harm.

/** What the server said instead of an answer, or that it said nothing (`code` "offline"). */
export class Refusal extends Error {
  constructor({ code, message, state = null, retry_after: wait = null }) {
    super(message);
    this.code = code;
    this.state = state;
    this.wait = wait;
  }
}

const OFFLINE = { code: "offline", message: "The server does not answer. Check the connection." };
const PATIENCE = [400, 1200, 3000];

/** GET, or POST if there is a body. */
export async function ask(path, body = undefined, token = undefined) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const method = body === undefined ? "GET" : "POST";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Refusal(OFFLINE);
  }
  let content = null;
  try {
    content = await answer.json();
  } catch {
    if (answer.ok) throw new Refusal(OFFLINE);
  }
  if (answer.ok) return content;
  throw new Refusal(content?.error ? { state: content.state, ...content.error, ...waitOf(content) } : OFFLINE);
}

function waitOf(content) {
  const wait = content.retry_after ?? content.error.retry_after;
  return wait == null ? {} : { retry_after: wait };
}

/** The same, asked again if there was no answer: only for what the server never does twice. */
export async function insist(path, body, token) {
  for (const pause of PATIENCE) {
    try {
      return await ask(path, body, token);
    } catch (refusal) {
      if (!["offline", "busy", "too_many"].includes(refusal.code)) throw refusal;
      await new Promise((done) => setTimeout(done, refusal.wait ? refusal.wait * 1000 : pause));
    }
  }
  return ask(path, body, token);
}

let known = null;

/** The catalogue, asked for once. */
export function catalogue() {
  known ??= ask("api/catalogue").catch((refusal) => {
    known = null;
    throw refusal;
  });
  return known;
}

const looks = new Map();

/** The position after some moves. `origin` is { game } or { game, setup }. Positions never change: each is asked for once. */
export function look(origin, moves, extras = {}) {
  const key = JSON.stringify([origin, moves, extras]);
  if (!looks.has(key)) {
    if (looks.size > 600) looks.delete(looks.keys().next().value);
    const answer = insist("api/look", { ...origin, moves, ...extras });
    looks.set(key, answer);
    answer.catch(() => looks.delete(key));
  }
  return looks.get(key);
}
