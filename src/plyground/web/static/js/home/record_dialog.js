// Opening a record or a position: from a file, or pasted.

import { openRecord } from "../game/position_page.js";
import { RequestError, readRecord } from "../server/api.js";
import { openDialog } from "../ui/dialog.js";
import { h, updateText } from "../ui/dom.js";

export function openRecordDialog() {
  const example = { placeholder: "squava c3 a1 b3", "aria-label": "Record or position" };
  const text = h("textarea", { rows: 7, spellcheck: "false", ...example });
  const problem = h("p", { class: "problem", role: "alert" });
  const accept = { accept: ".ply,.txt,text/plain", "aria-label": "File with a record or a position" };
  const file = h("input", { type: "file", ...accept });
  const open = h("button", { class: "solid", type: "button" }, "Open");
  const dialog = openDialog("Open a game", [
    h("p", { class: "soft" }, "A record of a game, or one line with a game’s name and its moves or its position."),
    file,
    text,
    problem,
    h("div", { class: "row end" }, open),
  ]);
  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
    read();
  });
  open.addEventListener("click", () => read());
  async function read() {
    try {
      const record = await readRecord(text.value);
      dialog.close();
      openRecord(record);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      updateText(problem, error.message);
    }
  }
}
