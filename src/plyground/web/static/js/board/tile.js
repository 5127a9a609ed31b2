// How one cell looks and what a screen reader says of it.

const KINDS = { win: "wash-win", loss: "wash-loss", draw: "wash-draw", estimate: "wash-estimate" };

export function tileClass(name, scene) {
  const value = scene.values.get(name);
  return [
    "cell",
    scene.last.has(name) && "last",
    scene.line.has(name) && `line-${scene.lineKind}`,
    scene.picked.has(name) && "picked",
    scene.hint.has(name) && "hint",
    scene.danger.has(name) && "danger",
    scene.hot.has(name) && "hot",
    scene.playable && scene.pickable.has(name) && "pickable",
    value && KINDS[value.kind],
  ]
    .filter(Boolean)
    .join(" ");
}

export function labelOf(name, scene) {
  const value = scene.values.get(name);
  return [
    name,
    scene.picture.marks[name] ?? "empty",
    scene.last.has(name) && "last move",
    scene.line.has(name) && (scene.lineKind === "loss" ? "losing line" : "winning line"),
    scene.picked.has(name) && "picked",
    scene.hint.has(name) && "hint",
    scene.danger.has(name) && "loses at once",
    scene.hot.get(name),
    value?.words,
  ]
    .filter(Boolean)
    .join(", ");
}
