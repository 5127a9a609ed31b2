// The engine's analysis of the position that is shown, and its report on the whole game.

/**
 * @import { AnalysisPanel } from "../analysis/analysis_panel.js"
 * @import { Report } from "../analysis/report_view.js"
 * @import { AnalysisMessage, ClaimView, ErrorMessage, ReportMessage } from "../server/types.js"
 * @import { GameNode } from "./game_tree.js"
 * @import { GameViewer } from "./game_viewer.js"
 */

import { renderReport } from "../analysis/report_view.js";
import { fetchExplanation } from "../server/api.js";
import { backend } from "../server/backend.js";
import { isHelpAllowed, onHelpChange } from "../server/help.js";
import { socket } from "../server/socket.js";
import { announce, note } from "../ui/announce.js";
import { h, updateAttribute } from "../ui/dom.js";

export const NO_HELP = "Your teacher has taken hints and analysis away.";
const SECONDS = 30;
const REPORT_SECONDS = 0.5;
const EXPLAIN_SECONDS = 3;

export class GameAnalysis {
  /** @param {GameViewer} viewer @param {AnalysisPanel} panel */
  constructor(viewer, panel) {
    this.viewer = viewer;
    this.panel = panel;
    this.isOn = false;
    /** @type {{ id: number, node: GameNode } | null} */
    this.request = null;
    /** @type {Report | null} */
    this.report = null;
    /** @type {Report | null} */
    this.shownReport = null;
    /** @type {number | null} */
    this.reportId = null;
    /** The line that the report is on. @type {GameNode[]} */
    this.reportLine = [];
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    socket.onMessage("analysis", (message) => this.#updateAnalysis(message), signal);
    socket.onMessage("report", (message) => this.#updateReport(message), signal);
    socket.onMessage("error", (message) => this.#showError(message), signal);
    onHelpChange(() => this.isOn && !isHelpAllowed() && this.toggle(), signal);
  }

  toggle() {
    if (!this.isOn && !isHelpAllowed()) return note(NO_HELP);
    this.isOn = !this.isOn;
    this.panel.setOn(this.isOn);
    if (this.isOn) this.#start();
    else socket.stop("analyse");
    this.viewer.draw();
    announce(this.isOn ? "Analysis on" : "Analysis off");
  }

  /** Follow the position that is shown, after it has changed. */
  follow() {
    if (this.isOn) this.#start();
  }

  #start() {
    const node = this.viewer.current;
    if (this.request?.node === node && socket.isCurrent("analyse", this.request.id)) return;
    if (node.analysis?.phase === "done") return socket.stop("analyse");
    this.request = { node, id: socket.analyse(this.viewer.origin, node.moves, SECONDS) };
  }

  /** @param {AnalysisMessage} message */
  #updateAnalysis(message) {
    if (!this.request || message.id !== this.request.id) return;
    const { node } = this.request;
    const isEmpty = message.phase === "queued" || message.phase === "compiling";
    if (!(isEmpty && node.analysis?.depth)) node.analysis = message;
    if (node !== this.viewer.current || !this.isOn) return;
    if (message.phase === "done" && message.sentence) announce(message.sentence);
    this.viewer.draw();
  }

  /** @param {ErrorMessage} message */
  #showError({ id, error }) {
    const isReport = socket.isCurrent("report", id);
    if (isReport || socket.isCurrent("analyse", id)) note(error.message, "bad");
    if (!isReport) return;
    socket.stop("report");
    this.report = null;
    this.panel.report.replaceChildren();
    this.viewer.draw();
  }

  /** Ask for a report on the game that was played, or on the variation that is shown. */
  requestReport() {
    const { tree, origin } = this.viewer;
    const line = tree.current.isMain ? tree.mainLine : tree.currentLine;
    if (!isHelpAllowed()) return note(NO_HELP);
    if (line.length < 2) return note("There are no moves to judge yet.");
    if (!this.isOn) this.toggle();
    this.reportLine = line;
    this.report = { phase: "queued", ahead: 0, done: 0, of: line.length, evaluations: [], mistakes: [], sentence: "" };
    this.reportId = socket.report(origin, line[line.length - 1].moves, REPORT_SECONDS);
    this.viewer.draw();
    this.#revealReport();
  }

  /** Scroll to the report: it stands below the lines and the chart, often out of sight. */
  #revealReport() {
    this.panel.report.scrollIntoView({ block: "start" });
  }

  /** @param {ReportMessage} message */
  #updateReport(message) {
    if (message.id !== this.reportId) return;
    this.report = message;
    if (message.phase === "done") {
      socket.stop("report");
      announce(message.sentence);
    }
    this.viewer.draw();
  }

  /** Mistakes by ply, of the line that the report is on. */
  get mistakes() {
    return new Map((this.report?.mistakes ?? []).map((mistake) => [mistake.ply, mistake]));
  }

  draw() {
    const { viewer, panel } = this;
    const node = viewer.current;
    const outcome = this.isOn && node.position?.outcome;
    if (outcome) viewer.bar.showOutcome(outcome, viewer.sides);
    else viewer.bar.showScore(this.isOn ? node.score : null, viewer.sides);
    if (!this.isOn) return;
    panel.show(node.analysis);
    panel.chart.show(this.#scores(), node.ply, viewer.sides, this.mistakes);
    updateAttribute(panel.reportButton, "disabled", this.report !== null && this.report.phase !== "done");
    this.#drawReport();
  }

  #drawReport() {
    const { viewer, panel, report } = this;
    if (!report || report === this.shownReport) return;
    this.shownReport = report;
    const elements = renderReport(report, {
      go: (ply) => viewer.go(this.reportLine[ply]),
      tryLine: (ply, moves) => viewer.tryLine(this.reportLine[ply], moves),
      explain: backend().isRemote ? (ply, move) => this.#explain(ply, move) : null,
    });
    panel.report.replaceChildren(...elements, ...this.#learnButtons(report));
  }

  /** Why a move of the line was bad. @param {number} ply @param {string} move @returns {Promise<ClaimView[]>} */
  async #explain(ply, move) {
    note(`Looking at ${move}…`);
    const moves = this.reportLine[ply].moves;
    const body = { ...this.viewer.origin, moves, move, seconds: EXPLAIN_SECONDS };
    const answer = await fetchExplanation(body).catch((error) => note(error.message, "bad"));
    return answer ? [...answer.claims] : [];
  }

  /** @param {Report} report */
  #learnButtons({ phase, mistakes }) {
    const { viewer } = this;
    if (phase !== "done") return [];
    const own = viewer.host.ownSides?.() ?? [0, 1];
    return own.flatMap((side) => {
      const mine = mistakes.filter((mistake) => mistake.side === side);
      const whose = own.length === 1 ? "your mistakes" : `the mistakes of ${viewer.sides[side]}`;
      const onclick = () => viewer.trainer.start(mine, this.reportLine, whose);
      const words = `Learn from ${whose}`;
      return mine.length ? [h("button", { class: "quiet small", type: "button", onclick }, words)] : [];
    });
  }

  /** The scores of the line that is shown, by ply. */
  #scores() {
    const reported = new Map((this.report?.evaluations ?? []).map(({ ply, score }) => [ply, score]));
    return this.viewer.tree.currentLine.map((node, ply) => {
      if (node.score) return node.score;
      return (this.reportLine[ply] === node && reported.get(ply)) || null;
    });
  }

  close() {
    this.listeners.abort();
    socket.stop("analyse");
    socket.stop("report");
  }
}
