// A game in one piece of bytes: what plyground.export.pack in Python writes. Deflated; inside, the length of a JSON
// text in 4 bytes (the lowest first), the text with the game's data and its module's layout, and the module.

/**
 * @import { Layout } from "../engine/module_memory.js"
 * @import { GameData } from "./game_data.js"
 *
 * @typedef {{ data: GameData, layout: Layout, module: Uint8Array<ArrayBuffer> }} PackedGame
 */

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<PackedGame>} */
export async function readPack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const whole = await new Response(stream).arrayBuffer();
  const end = 4 + new DataView(whole).getUint32(0, true);
  const { data, layout } = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, end - 4)));
  return { data, layout, module: new Uint8Array(whole, end).slice() };
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
