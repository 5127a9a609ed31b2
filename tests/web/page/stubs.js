// Small stand-ins for what a browser gives a page. Import this before a module of the page that needs them.

/** The sockets that were opened, and who listens to the window and to the document. */
export const page = { sockets: [], window: new EventTarget(), document: new EventTarget() };

/** Forget the sockets and the listeners of earlier tests. */
export function openNewPage() {
  Object.assign(page, { sockets: [], window: new EventTarget(), document: new EventTarget() });
}

/** An element that remembers its text and attributes, and nothing more. */
export class FakeElement extends EventTarget {
  attributes = new Map();
  children = [];
  textContent = "";
  style = { setProperty() {} };
  classList = { toggle() {}, remove() {} };

  append(...children) {
    this.children.push(...children);
    this.textContent += children.filter((child) => typeof child === "string").join("");
  }

  replaceChildren(...children) {
    this.children = children;
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  remove() {}

  scrollIntoView() {}
}

/** A socket that a test opens, answers and closes. */
export class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(address) {
    super();
    this.address = String(address);
    page.sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  receive(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close(code = 1000) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const document = {
  addEventListener: (type, listener) => page.document.addEventListener(type, listener),
  baseURI: "https://example.org/play/#/game/abc",
  visibilityState: "visible",
  body: new FakeElement(),
  createElement: () => new FakeElement(),
  createElementNS: () => new FakeElement(),
  querySelector: () => null,
};

/** The store of the browser; `set` gives it a content, whatever that may be. */
export const storage = {
  content: new Map(),
  isFull: false,
  set(key, value) {
    this.content.set(key, typeof value === "string" ? value : JSON.stringify(value));
  },
  get(key) {
    return JSON.parse(this.content.get(key) ?? "null");
  },
};

const localStorage = {
  getItem: (key) => storage.content.get(key) ?? null,
  setItem(key, value) {
    if (storage.isFull) throw new Error("QuotaExceededError");
    storage.content.set(key, value);
  },
};

Object.assign(globalThis, {
  document,
  localStorage,
  WebSocket: FakeSocket,
  addEventListener: (type, listener, options) => page.window.addEventListener(type, listener, options),
  requestAnimationFrame: (run) => run(),
});

/** The text of the note that was shown last. */
export function lastNote() {
  const [, notes] = document.body.children;
  return notes?.children.at(-1)?.textContent ?? "";
}

/** Let promises that are settled run on. */
export async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
