// The report on a whole game: each mistake, what was better, and by how much.

import { h } from "../parts/dom.js";

const NAMES = { blunder: "Blunder", mistake: "Mistake", inaccuracy: "Inaccuracy" };

/** The report as elements; `go(ply)` goes to a mistake, `tryLine(ply, moves)` to what was better. */
export function reportParts(report, { go, tryLine }) {
  if (!report) return [];
  const under = report.phase === "done" ? null : progress(report);
  const verdict = h("p", { class: "report-verdict" }, report.phase === "done" ? report.sentence : "");
  const rows = report.mistakes.toSorted((one, two) => one.ply - two.ply).map((mistake) => row(mistake, go, tryLine));
  return [under, report.phase === "done" && verdict, h("ol", { class: "mistakes" }, rows)].filter(Boolean);
}

function progress({ done, of, phase, ahead }) {
  const words = phase === "queued" && ahead ? `Waiting: ${ahead} before this one` : `Judged ${done} of ${of} positions`;
  return h(
    "div",
    { class: "progress" },
    h("progress", { max: of || 1, value: done, "aria-label": "Report" }),
    h("span", {}, words),
  );
}

function row(mistake, go, tryLine) {
  return h(
    "li",
    { class: `mistake ${mistake.kind}` },
    h(
      "div",
      { class: "row between" },
      h("span", { class: "mistake-kind" }, NAMES[mistake.kind] ?? mistake.kind),
      h("span", { class: "mistake-loss" }, `−${Math.round(mistake.loss * 100)} %`),
    ),
    h("p", {}, mistake.sentence),
    h(
      "div",
      { class: "row" },
      h("button", { class: "quiet small", type: "button", onclick: () => go(mistake.ply + 1) }, `See ${mistake.move}`),
      mistake.better &&
        h(
          "button",
          {
            class: "quiet small",
            type: "button",
            onclick: () => tryLine(mistake.ply, mistake.line?.length ? mistake.line : [mistake.better]),
          },
          `Try ${mistake.better}`,
        ),
    ),
  );
}
