// The engine's opinion: it follows the position that is looked at, and judges whole games.

import { reportParts } from "../analysis/report.js";
import { announce, note } from "../parts/announce.js";
import { put } from "../parts/dom.js";
import { link } from "../parts/link.js";

const SECONDS = 30;
const REPORT_SECONDS = 0.5;

export class Judge {
  constructor(table, panel) {
    this.table = table;
    this.panel = panel;
    this.on = false;
    this.report = null;
    this.asked = null; // { id, node }
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    link.addEventListener("analysis", ({ detail }) => this.#heard(detail), { signal });
    link.addEventListener("report", ({ detail }) => this.#reported(detail), { signal });
    link.addEventListener("error", ({ detail }) => detail.error && this.#failed(detail), { signal });
  }

  toggle() {
    this.on = !this.on;
    this.panel.turn(this.on);
    if (this.on) this.#ask();
    else link.stop("analyse");
    this.table.draw();
    announce(this.on ? "Analysis on" : "Analysis off");
  }

  /** The position that is looked at has changed. */
  moved() {
    if (this.on) this.#ask();
  }

  #ask() {
    const node = this.table.here;
    if (this.asked?.node === node && link.isCurrent("analyse", this.asked.id)) return;
    if (node.analysis?.phase === "done") {
      link.stop("analyse");
      return;
    }
    this.asked = { node, id: link.analyse(this.table.origin, node.moves, SECONDS) };
  }

  #heard(message) {
    if (message.id !== this.asked?.id) return;
    const { node } = this.asked;
    const empty = message.phase === "queued" || message.phase === "compiling";
    if (!(empty && node.analysis?.depth)) node.analysis = message;
    if (node !== this.table.here || !this.on) return;
    if (message.phase === "done" && message.sentence) announce(message.sentence);
    this.table.draw();
  }

  #failed({ id, error }) {
    if (id === this.asked?.id || link.isCurrent("report", id)) note(error.message, "bad");
  }

  /** Judge the game that was played, or the line that is looked at. */
  wholeGame() {
    const { story, origin } = this.table;
    const line = story.here.main ? story.main : story.line;
    if (line.length < 2) return note("There are no moves to judge yet.");
    if (!this.on) this.toggle();
    this.judged = line;
    this.report = { phase: "queued", done: 0, of: line.length, evaluations: [], mistakes: [], sentence: "" };
    this.reportId = link.report(origin, line.at(-1).moves, REPORT_SECONDS);
    this.table.draw();
  }

  #reported(message) {
    if (message.id !== this.reportId) return;
    this.report = message;
    if (message.phase === "done") {
      link.stop("report");
      announce(message.sentence);
    }
    this.table.draw();
  }

  /** Mistakes by ply, of the line that was judged. */
  get mistakes() {
    return new Map((this.report?.mistakes ?? []).map((mistake) => [mistake.ply, mistake]));
  }

  draw() {
    const { table, panel } = this;
    const node = table.here;
    const outcome = node.position?.outcome;
    const ended = outcome && { share: outcome.winner === null ? 0.5 : 1 - outcome.winner, value: "end", distance: 0 };
    const score = this.on ? (ended ?? node.score) : null;
    table.bar.show(score, table.sides, table.story.turnAt(node.ply));
    if (!this.on) return;
    panel.show(node.analysis);
    panel.chart.show(this.#scores(), node.ply, table.sides, this.mistakes);
    put(panel.judge, "disabled", this.report && this.report.phase !== "done");
    if (this.report === this.drawn) return;
    this.drawn = this.report;
    const go = (ply) => table.go(this.judged[ply]);
    const tryLine = (ply, moves) => {
      table.story.tryLine(this.judged[ply], moves, moves.length);
      table.leave();
    };
    panel.report.replaceChildren(...reportParts(this.report, { go, tryLine }));
  }

  #scores() {
    const known = new Map((this.report?.evaluations ?? []).map(({ ply, score }) => [ply, score]));
    return this.table.story.line.map(
      (node, ply) => node.score ?? (this.judged?.[ply] === node ? (known.get(ply) ?? null) : null),
    );
  }

  close() {
    this.listeners.abort();
    link.stop("analyse");
    link.stop("report");
  }
}
