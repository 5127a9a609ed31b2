// Watching computers play: pause, step, and the time between moves.

/** @import { PaceRequest, GameState } from "../server/types.js" */

import { h, icon, updateAttribute, updateText } from "../ui/dom.js";

export class PaceControls {
  /** @param {(pace: PaceRequest) => void} send */
  constructor(send) {
    this.send = send;
    this.isPaused = false;
    this.pause = h("button", { class: "tool", type: "button", onclick: () => this.toggle() });
    const step = { class: "tool", type: "button", onclick: () => this.step() };
    this.stepper = h("button", step, icon("step"), h("span", {}, "Step"));
    this.slider = h("input", { type: "range", min: 0, max: 5, step: 0.25, "aria-label": "Seconds between moves" });
    this.words = h("output", {});
    this.slider.addEventListener("input", () => this.#describe(Number(this.slider.value)));
    this.slider.addEventListener("change", () => this.send({ delay: Number(this.slider.value) }));
    const delay = h("label", { class: "delay" }, h("span", {}, "Delay"), this.slider, this.words);
    const section = { class: "pace card", "aria-label": "Pace", hidden: true };
    this.element = h("section", section, this.pause, this.stepper, delay);
  }

  /** @param {GameState} state */
  show(state) {
    updateAttribute(this.element, "hidden", !state.auto || state.over || !state.can.pace);
    this.isPaused = state.paused;
    const key = state.paused ? "play" : "pause";
    if (this.pause.dataset.key !== key) {
      this.pause.dataset.key = key;
      this.pause.replaceChildren(icon(key), h("span", {}, state.paused ? "Go on" : "Pause"));
    }
    updateAttribute(this.stepper, "disabled", !state.paused);
    if (document.activeElement !== this.slider) this.slider.value = String(state.delay);
    this.#describe(state.delay);
  }

  /** @param {number} delay */
  #describe(delay) {
    updateText(this.words, delay ? `${delay} s` : "none");
    updateAttribute(this.slider, "aria-valuetext", delay ? `${delay} seconds` : "none");
  }

  toggle() {
    this.send({ paused: !this.isPaused });
  }

  step() {
    this.send({ step: true });
  }
}
