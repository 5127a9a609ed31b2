// Share and keep: links, the record, the position, the picture.

import { pngBlob, svgText } from "../board/export.js";
import { ask } from "../parts/api.js";
import { note } from "../parts/announce.js";
import { addressOf, copyField, copyPicture, copyText, download } from "../parts/copy.js";
import { openDialog } from "../parts/dialog.js";
import { h } from "../parts/dom.js";

export function lookPlace(game, moves) {
  return `look/${encodeURIComponent(game)}/${moves.map(encodeURIComponent).join("+")}`;
}

/** `watch` is the link for watchers, `written()` asks the server for the texts. */
export async function openShare(table, { watch = null, export: written = null } = {}) {
  const { game } = table;
  const { moves } = table.here;
  const texts = await (written?.() ?? ask("api/write", { game, moves })).catch((refusal) => note(refusal.message, "bad"));
  if (!texts) return;
  const position = `${game} ${moves.join(" ")}`.trim();
  const button = (words, onclick) => h("button", { class: "quiet", type: "button", onclick }, words);
  openDialog("Share and keep", [
    copyField("Address of this position", addressOf(lookPlace(game, moves)), "Address"),
    watch && copyField("Link for watchers", watch, "Link"),
    group("Record of the game", [
      button("Download", () => download(`${texts.name}.ply`, texts.record, "text/plain")),
      button("Copy", () => copyText(texts.record, "Record")),
    ]),
    group("Position as text", [
      button("Download", () => download(`${texts.name}.txt`, `${position}\n`, "text/plain")),
      button("Copy", () => copyText(position, "Position")),
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
  return h("div", { class: "share-group" }, h("span", { class: "label" }, label), h("div", { class: "row wrap" }, buttons));
}
