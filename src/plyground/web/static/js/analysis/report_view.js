// The report on a whole game: each mistake, what was better, and by how much.

/**
 * @import { ClaimView, MistakeView, ReportMessage } from "../server/types.js"
 *
 * @typedef {Omit<ReportMessage, "type" | "id">} Report
 *
 * @typedef {object} ReportActions
 * @property {(ply: number) => void} go goes to a mistake
 * @property {(ply: number, moves: string[]) => void} tryLine goes to what was better
 * @property {((ply: number, move: string) => Promise<ClaimView[]>) | null} explain says why a move is bad, where that can be said
 */

import { h, updateAttribute } from "../ui/dom.js";

const NAMES = { blunder: "Blunder", mistake: "Mistake", inaccuracy: "Inaccuracy" };

/** @param {Report} report @param {ReportActions} actions */
export function renderReport(report, actions) {
  const isDone = report.phase === "done";
  const head = isDone ? h("p", { class: "report-verdict" }, report.sentence) : renderProgress(report);
  const mistakes = report.mistakes.toSorted((one, two) => one.ply - two.ply);
  const rows = mistakes.map((mistake) => renderMistake(mistake, actions));
  return [head, h("ol", { class: "mistakes" }, rows)];
}

/** @param {Report} report */
function renderProgress({ done, of, phase, ahead }) {
  const isWaiting = phase === "queued" && ahead;
  const words = isWaiting ? `Waiting: ${ahead} before this one` : `Judged ${done} of ${of} positions`;
  const bar = h("progress", { max: of || 1, value: done, "aria-label": "Report" });
  return h("div", { class: "progress" }, bar, h("span", {}, words));
}

/** @param {MistakeView} mistake @param {ReportActions} actions */
function renderMistake(mistake, { go, tryLine, explain }) {
  const { ply, kind, better, line } = mistake;
  const button = { class: "quiet small", type: "button" };
  const see = h("button", { ...button, onclick: () => go(ply + 1) }, `See ${mistake.move}`);
  const onclick = () => tryLine(ply, line.length ? line : [better]);
  const attempt = better && h("button", { ...button, onclick }, `Try ${better}`);
  const reasons = h("ul", { class: "reasons", role: "status", hidden: true });
  const tell = async () => {
    const claims = explain ? await explain(ply, mistake.move) : [];
    reasons.replaceChildren(...claims.map((claim) => renderClaim(claim, () => tryLine(ply, claim.line))));
    updateAttribute(reasons, "hidden", false);
  };
  const why = explain && h("button", { ...button, "aria-label": `Why ${mistake.move} is bad`, onclick: tell }, "Why?");
  const loss = `−${Math.round(mistake.loss * 100)} %`;
  return h(
    "li",
    { class: `mistake ${kind}` },
    h(
      "div",
      { class: "row between" },
      h("span", { class: "mistake-kind" }, NAMES[kind]),
      h("span", { class: "mistake-loss" }, loss),
    ),
    h("p", {}, mistake.sentence),
    h("div", { class: "row" }, see, attempt, why),
    reasons,
  );
}

/** A sentence that holds, and a button for the line that shows it. @param {ClaimView} claim @param {() => void} onclick */
export function renderClaim(claim, onclick) {
  const name = `Show ${claim.line.join(" ")}`;
  const show =
    claim.line.length > 0 && h("button", { class: "link", type: "button", "aria-label": name, onclick }, "Show it");
  return h("li", { "data-proven": String(claim.proven) }, `${claim.sentence} `, show);
}
