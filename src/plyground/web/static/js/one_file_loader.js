// Brings back the scripts of a page in one file, which stand in it deflated, and starts them: a plain script.

/** @param {string} id of the element that holds a text, deflated and in base 64 */
async function inflateText(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

(async () => {
  const main = document.getElementById("main");
  if (!("DecompressionStream" in globalThis)) {
    main?.append("This browser is too old for this page: it needs one of 2023 or later.");
    return;
  }
  const [code, worker] = await Promise.all([inflateText("code"), inflateText("worker")]);
  const holder = document.getElementById("worker");
  if (holder) holder.textContent = worker;
  const script = document.createElement("script");
  script.textContent = code;
  document.body.append(script);
})();
