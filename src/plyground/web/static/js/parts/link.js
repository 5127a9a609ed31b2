// The one socket of the page: it follows a game, streams analysis, and comes back by itself.

const PING = 20_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const CROWDED = 4429;

class Link extends EventTarget {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = null;
  #ping = null;
  #ids = 0;
  #followed = null;
  #wishes = new Map(); // "analyse" and "report": what to ask again after a break
  condition = "idle"; // then "connecting", "online", "offline"

  constructor() {
    super();
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#socket?.close());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  /** Hear everything about a game; `version()` says what is known already. */
  follow(game, token, version) {
    this.#followed = { game, token, version };
    this.#say({ type: "follow", id: ++this.#ids, game, token, ...versionOf(version) });
    this.#open();
  }

  unfollow() {
    if (this.#followed) this.#say({ type: "unfollow" });
    this.#followed = null;
  }

  analyse(origin, moves, seconds) {
    return this.#wish("analyse", { ...origin, moves, seconds });
  }

  report(origin, moves, seconds) {
    return this.#wish("report", { ...origin, moves, seconds });
  }

  stop(type) {
    const wish = this.#wishes.get(type);
    this.#wishes.delete(type);
    if (wish) this.#say({ type: "stop", id: wish.id });
  }

  /** Whether a message belongs to what was asked last. */
  isCurrent(type, id) {
    return this.#wishes.get(type)?.id === id;
  }

  #wish(type, body) {
    const wish = { type, id: ++this.#ids, ...body };
    this.#wishes.set(type, wish);
    this.#say(wish);
    this.#open();
    return wish.id;
  }

  #open() {
    if (this.#socket || this.#timer) return;
    const address = new URL("api/socket", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    this.#become("connecting");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#heard(event.data));
    socket.addEventListener("close", (event) => this.#closed(event));
  }

  #opened() {
    this.#wait = FIRST_WAIT;
    this.#become("online");
    this.#ping = setInterval(() => this.#say({ type: "ping" }), PING);
    if (this.#followed) {
      const { game, token, version } = this.#followed;
      this.#say({ type: "follow", id: ++this.#ids, game, token, ...versionOf(version) });
    }
    for (const wish of this.#wishes.values()) this.#say(wish);
  }

  #heard(data) {
    const message = JSON.parse(data);
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  #closed({ code }) {
    clearInterval(this.#ping);
    this.#socket = null;
    this.#become("offline");
    const wait = code === CROWDED ? LONGEST_WAIT : this.#wait;
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.#retry(), wait * (1 + Math.random() * 0.3));
  }

  #retry() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#followed || this.#wishes.size) this.#open();
    else this.#become("idle");
  }

  #hurry() {
    if (!this.#timer) return;
    this.#wait = FIRST_WAIT;
    this.#retry();
  }

  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #become(condition) {
    if (condition === this.condition) return;
    this.condition = condition;
    this.dispatchEvent(new CustomEvent("condition", { detail: condition }));
  }
}

function versionOf(version) {
  const known = version();
  return known == null ? {} : { version: known };
}

export const link = new Link();
