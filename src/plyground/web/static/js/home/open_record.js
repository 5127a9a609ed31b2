// Opening a record or a position: from a file, or pasted.

import { showRecord } from "../game/look_page.js";
import { ask } from "../parts/api.js";
import { openDialog } from "../parts/dialog.js";
import { h, say } from "../parts/dom.js";

export function openRecordDialog() {
  const text = h("textarea", {
    rows: 7,
    spellcheck: "false",
    placeholder: "squava c3 a1 b3",
    "aria-label": "Record or position",
  });
  const problem = h("p", { class: "problem", role: "alert" });
  const file = h("input", {
    type: "file",
    accept: ".ply,.txt,text/plain",
    "aria-label": "File with a record or a position",
  });
  const open = h("button", { class: "solid", type: "button" }, "Open");
  const dialog = openDialog("Open a game", [
    h("p", { class: "soft" }, "A record of a game, or one line with a game’s name and its moves or its position."),
    file,
    text,
    problem,
    h("div", { class: "row end" }, open),
  ]);
  file.addEventListener("change", async () => {
    text.value = (await file.files[0]?.text()) ?? "";
    read();
  });
  open.addEventListener("click", () => read());
  async function read() {
    try {
      const record = await ask("api/read", { text: text.value });
      dialog.close();
      showRecord(record);
    } catch (refusal) {
      say(problem, refusal.message);
    }
  }
}
