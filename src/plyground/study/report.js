// Games to play through in the report of a study.
for (const replay of document.querySelectorAll(".study .replay:not([data-ready])")) {
  replay.dataset.ready = "yes";
  const data = JSON.parse(replay.querySelector("script").textContent);
  const board = replay.querySelector(".board");
  const slider = replay.querySelector("input");
  const move = replay.querySelector(".move");
  const cursor = replay.querySelector(".cursor");
  const show = (ply) => {
    const at = Math.min(Math.max(ply, 0), data.moves.length);
    slider.value = String(at);
    board.innerHTML = data.frames[at];
    move.textContent = at ? `${at}. ${data.moves[at - 1]}` : "start";
    slider.setAttribute("aria-valuetext", move.textContent);
    if (cursor) {
      const x = Number(cursor.dataset.left) + at * Number(cursor.dataset.step);
      cursor.setAttribute("x1", String(x));
      cursor.setAttribute("x2", String(x));
    }
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const button of replay.querySelectorAll("button")) {
    button.addEventListener("click", () => show(Number(slider.value) + Number(button.dataset.by)));
  }
}
