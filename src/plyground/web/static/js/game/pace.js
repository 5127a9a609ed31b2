// Watching computers play: pause, step, and the time between moves.

import { h, icon, keep, say } from "../parts/dom.js";

export class Pace {
  /** `command(body)` sends a new pace. */
  constructor(command) {
    this.command = command;
    this.pause = h("button", { class: "tool", type: "button", onclick: () => this.toggle() });
    this.stepper = h(
      "button",
      { class: "tool", type: "button", onclick: () => this.step() },
      icon("step"),
      h("span", {}, "Step"),
    );
    this.slider = h("input", { type: "range", min: 0, max: 5, step: 0.25, "aria-label": "Seconds between moves" });
    this.words = h("output", {});
    this.slider.addEventListener("input", () => this.#describe(Number(this.slider.value)));
    this.slider.addEventListener("change", () => this.command({ delay: Number(this.slider.value) }));
    const delay = h("label", { class: "delay" }, h("span", {}, "Delay"), this.slider, this.words);
    this.element = h(
      "section",
      { class: "pace card", "aria-label": "Pace", hidden: true },
      this.pause,
      this.stepper,
      delay,
    );
  }

  show(state) {
    keep(this.element, "hidden", !state.auto || state.over || !state.can.pace);
    this.paused = state.paused;
    const key = state.paused ? "play" : "pause";
    if (this.pause.dataset.key !== key) {
      this.pause.dataset.key = key;
      this.pause.replaceChildren(icon(key), h("span", {}, state.paused ? "Go on" : "Pause"));
    }
    keep(this.stepper, "disabled", !state.paused);
    if (document.activeElement !== this.slider) this.slider.value = state.delay;
    this.#describe(state.delay);
  }

  #describe(delay) {
    say(this.words, delay ? `${delay} s` : "none");
    keep(this.slider, "aria-valuetext", delay ? `${delay} seconds` : "none");
  }

  toggle() {
    this.command({ paused: !this.paused });
  }

  step() {
    this.command({ step: true });
  }
}
