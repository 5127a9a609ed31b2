// Pages from a disk have no Workers in some browsers, and the search of this site asks for one. Here it is run in a hidden
// frame of the same page instead: the script of the Worker sees a window that posts to the page and hears from it.

if (location.protocol === "file:") {
  globalThis.Worker = class extends EventTarget {
    #waiting = [];
    #frame = document.createElement("iframe");

    constructor(address) {
      super();
      const script = new URL(address, location.href).href;
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => this.#receive(data);
      inside.importScripts = (...scripts) => this.#load(inside, scripts);
      this.#load(inside, [script]).then(() => this.#deliver(inside));
    }

    postMessage(data) {
      if (this.#waiting) this.#waiting.push(data);
      else this.#send(data);
    }

    terminate() {
      this.#frame.remove();
    }

    #receive(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }

    #send(data) {
      const inside = this.#frame.contentWindow;
      inside?.dispatchEvent(new inside.MessageEvent("message", { data }));
    }

    #deliver() {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      for (const data of waiting) this.#send(data);
    }

    async #load(inside, scripts) {
      for (const src of scripts) {
        await new Promise((resolve, reject) => {
          const element = inside.document.createElement("script");
          Object.assign(element, { src, onload: resolve, onerror: reject });
          inside.document.body.append(element);
        });
      }
    }
  };
}
