// The board of a game in a frame, for notebooks: brings the moves that are made there to Python.

const KEPT = ["moves", "seats"];

/** The page with the game as it stands now, for a cell that is drawn again. */
function pageNow(model) {
  const start = Object.fromEntries(KEPT.map((name) => [name, model.get(name)]));
  const text = JSON.stringify(start).replaceAll("<", "\\u003c");
  return model.get("page").replace(/(<script type="text\/plain" id="start">)[^<]*/, (_, head) => head + text);
}

function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = model.get("title");
  frame.setAttribute("sandbox", model.get("sandbox"));
  frame.style.cssText = model.get("style");
  frame.srcdoc = pageNow(model);
  const receive = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== "plyground.game") return;
    for (const name of KEPT) model.set(name, data[name]);
    model.save_changes();
  };
  addEventListener("message", receive);
  el.append(frame);
  return () => removeEventListener("message", receive);
}

export default { render };
