// A game in one piece of bytes: what plyground.export.pack in Python writes. Deflated; inside, the length of a JSON
// text in 4 bytes (the lowest first), the text with the game's data and its module's layout, and the module.

/**
 * @import { Layout } from "../engine/module_memory.js"
 * @import { GameData } from "./game_data.js"
 *
 * @typedef {{ data: GameData, layout: Layout, module: Uint8Array<ArrayBuffer> }} PackedGame
 * @typedef {{ data: GameData, layout: Layout, changes: ([at: number, length: number] | string)[] }} PackedVariant
 *   its module is made of pieces of another module, and of bytes in base 64 (plyground.export.module_changes)
 */

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<PackedGame>} */
export async function readPack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const whole = await new Response(stream).arrayBuffer();
  const end = 4 + new DataView(whole).getUint32(0, true);
  const { data, layout } = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, end - 4)));
  return { data, layout, module: new Uint8Array(whole, end).slice() };
}

/** A variant of a game that is told by its differences. @param {PackedGame} base @param {PackedVariant} variant @returns {PackedGame} */
export function readVariant(base, { data, layout, changes }) {
  const parts = changes.map((change) => {
    if (typeof change === "string") return readBase64(change);
    const [at, length] = change;
    return base.module.subarray(at, at + length);
  });
  const module = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    module.set(part, at);
    at += part.length;
  }
  return { data, layout, module };
}

/** A text that was deflated. @param {Uint8Array<ArrayBuffer>} bytes */
export function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** @param {string} text in base 64 */
export function readBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
