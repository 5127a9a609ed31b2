// Share and keep: links, the record, the position, the picture.

/**
 * @import { WriteAnswer } from "../server/types.js"
 * @import { GameViewer } from "./game_viewer.js"
 */

import { positionPlace } from "../address.js";
import { pngBlob, svgText } from "../board/image.js";
import { writeRecord } from "../server/api.js";
import { note } from "../ui/announce.js";
import { addressOf, copyField, copyPicture, copyText, download, downloadText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";

/**
 * @param {GameViewer} viewer
 * @param {{ watch?: string, reach?: HTMLElement[], write?: () => Promise<WriteAnswer> }} options
 *   `watch` is the link for watchers, `reach` says who can open it, `write` asks the server for the texts of the whole game
 */
export async function openShare(viewer, { watch, reach, write } = {}) {
  const { origin, board } = viewer;
  const { moves } = viewer.current;
  const answer = write ? write() : writeRecord({ ...origin, moves });
  const texts = await answer.catch((error) => note(error.message, "bad"));
  if (!texts) return;
  const { name, record, position } = texts;
  openDialog("Share and keep", [
    copyField("Address of this position", addressOf(positionPlace(origin, moves)), "Address"),
    watch && copyField("Link for watchers", watch, "Link"),
    reach,
    group("Record of the game", [
      button("Download", () => downloadText(`${name}.ply`, record, "text/plain")),
      button("Copy", () => copyText(record, "Record")),
    ]),
    group("Position as text", [
      button("Download", () => downloadText(`${name}.txt`, `${position}\n`, "text/plain")),
      button("Copy", () => copyText(position, "Position")),
    ]),
    group("Picture", [
      button("Copy SVG", () => copyText(svgText(board), "SVG")),
      button("Copy PNG", async () => copyPicture(await pngBlob(board))),
      button("Save SVG", () => downloadText(`${name}.svg`, svgText(board), "image/svg+xml")),
      button("Save PNG", async () => download(`${name}.png`, await pngBlob(board))),
    ]),
  ]);
}

/** @param {string} words @param {() => unknown} onclick */
function button(words, onclick) {
  return h("button", { class: "quiet", type: "button", onclick }, words);
}

/** @param {string} label @param {HTMLElement[]} buttons */
function group(label, buttons) {
  const row = h("div", { class: "row wrap" }, buttons);
  return h("div", { class: "share-group" }, h("span", { class: "label" }, label), row);
}
