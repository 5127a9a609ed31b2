// A Worker that thinks, one job after the other. It is made when it is first needed, and ended to stop it.

/**
 * @import { Job, Thought } from "./jobs.js"
 * @import { PackedGame } from "./pack.js"
 *
 * @typedef {object} GameSource a game as a Worker needs it
 * @property {string} game name and variant
 * @property {PackedGame["module"]} module
 * @property {PackedGame["layout"]} layout
 *
 * @typedef {{ id: number, job: Job, game: string } & Partial<Omit<GameSource, "game">>} Question
 * @typedef {{ id: number, thought?: Thought, result?: unknown, error?: string }} Answer
 * @typedef {Pick<Worker, "postMessage" | "terminate" | "addEventListener">} AnyWorker
 */

/** A job that was ended before it was done. */
export class Stopped extends Error {}

export class Thinker {
  /** @type {AnyWorker | null} */
  #worker = null;
  #ids = 0;
  /** The games that the Worker has. @type {Set<string>} */
  #known = new Set();
  /** @type {Map<number, { onThought: (thought: Thought) => void, resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #jobs = new Map();

  /** @param {() => AnyWorker} openWorker */
  constructor(openWorker) {
    this.openWorker = openWorker;
  }

  /**
   * Have a job done.
   * @param {GameSource} source
   * @param {Job} job
   * @param {(thought: Thought) => void} onThought is called for everything found on the way
   * @returns {Promise<any>}
   */
  run({ game, module, layout }, job, onThought = () => {}) {
    const worker = this.#open();
    this.#ids += 1;
    const id = this.#ids;
    const isNew = !this.#known.has(game);
    this.#known.add(game);
    /** @type {Question} */
    const question = { id, game, job, ...(isNew && { module, layout }) };
    return new Promise((resolve, reject) => {
      this.#jobs.set(id, { onThought, resolve, reject });
      worker.postMessage(question);
    });
  }

  /** End whatever is under way. */
  stop() {
    if (this.#jobs.size) this.#end(new Stopped("stopped"));
  }

  #open() {
    if (this.#worker) return this.#worker;
    const worker = this.openWorker();
    worker.addEventListener("message", ({ data }) => this.#take(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || "the Worker cannot be started here"));
    });
    this.#worker = worker;
    return worker;
  }

  /** @param {Answer} answer */
  #take({ id, thought, result, error }) {
    const job = this.#jobs.get(id);
    if (!job) return;
    if (thought) return job.onThought(thought);
    this.#jobs.delete(id);
    if (error === undefined) job.resolve(result);
    else job.reject(new Error(error));
  }

  /** @param {Error} error */
  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#known.clear();
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    for (const { reject } of jobs) reject(error);
  }
}
