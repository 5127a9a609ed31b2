// Share and keep: links, the record, the position, the picture.

import { pngBlob, svgText } from "../board/export.js";
import { note } from "../parts/announce.js";
import { ask } from "../parts/api.js";
import { addressOf, copyField, copyPicture, copyText, download } from "../parts/copy.js";
import { openDialog } from "../parts/dialog.js";
import { h } from "../parts/dom.js";

/** The place of the page that shows a position. */
export function lookPlace({ game, setup }, moves) {
  const end = setup ? `/${encodeURIComponent(setup)}` : "";
  return `look/${encodeURIComponent(game)}/${moves.map(encodeURIComponent).join("+")}${end}`;
}

/** `watch` is the link for watchers, `written()` asks the server for the texts. */
export async function openShare(table, { watch = null, export: written = null } = {}) {
  const { origin } = table;
  const { moves } = table.here;
  const texts = await (written?.() ?? ask("api/write", { ...origin, moves })).catch((refusal) =>
    note(refusal.message, "bad"),
  );
  if (!texts) return;
  const button = (words, onclick) => h("button", { class: "quiet", type: "button", onclick }, words);
  openDialog("Share and keep", [
    copyField("Address of this position", addressOf(lookPlace(origin, moves)), "Address"),
    watch && copyField("Link for watchers", watch, "Link"),
    group("Record of the game", [
      button("Download", () => download(`${texts.name}.ply`, texts.record, "text/plain")),
      button("Copy", () => copyText(texts.record, "Record")),
    ]),
    group("Position as text", [
      button("Download", () => download(`${texts.name}.txt`, `${texts.position}\n`, "text/plain")),
      button("Copy", () => copyText(texts.position, "Position")),
    ]),
    group("Picture", [
      button("Copy SVG", () => copyText(svgText(table.board), "SVG")),
      button("Copy PNG", async () => copyPicture(await pngBlob(table.board))),
      button("Save SVG", () => download(`${texts.name}.svg`, svgText(table.board), "image/svg+xml")),
      button("Save PNG", async () => download(`${texts.name}.png`, await pngBlob(table.board))),
    ]),
  ]);
}

function group(label, buttons) {
  return h(
    "div",
    { class: "share-group" },
    h("span", { class: "label" }, label),
    h("div", { class: "row wrap" }, buttons),
  );
}
