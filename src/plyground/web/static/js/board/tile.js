// How one cell looks and what a screen reader says of it.

/** @import { Scene } from "./scene.js" */

/** @param {string} name @param {Scene} scene */
export function tileClass(name, scene) {
  const value = scene.values.get(name);
  return joinTexts(" ", [
    "cell",
    scene.last.includes(name) && "last",
    scene.line.includes(name) && `line-${scene.lineKind}`,
    scene.picked.includes(name) && "picked",
    scene.hint.includes(name) && "hint",
    scene.losing.has(name) && "danger",
    scene.hot.has(name) && "hot",
    scene.playable && scene.pickable.has(name) && "pickable",
    value && `wash-${value.kind}`,
  ]);
}

/** @param {string} name @param {Scene} scene */
export function tileLabel(name, scene) {
  return joinTexts(", ", [
    name,
    scene.picture.marks[name] ?? "empty",
    scene.last.includes(name) && "last move",
    scene.line.includes(name) && (scene.lineKind === "loss" ? "losing line" : "winning line"),
    scene.picked.includes(name) && "picked",
    scene.hint.includes(name) && "hint",
    scene.losing.has(name) && "loses at once",
    scene.hot.get(name),
    scene.values.get(name)?.words,
  ]);
}

/** @param {string} joint @param {(string | false | undefined)[]} texts */
function joinTexts(joint, texts) {
  return texts.filter(Boolean).join(joint);
}
