// What a module takes from its host: mathematics that WebAssembly does not have, and whether a search may go on.

/** After this many nodes a search asks for the first time whether it may go on. */
export const NODES_AT_ONCE = 20_000;

/** Names in C's library and in Math alike. */
const SAME_NAME = [
  ..."acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot".split(" "),
  ..."log log10 log1p log2 pow sin sinh tan tanh".split(" "),
];

/**
 * The functions that a module imports, by their names: each for numbers of 64 bits, and with an `f` behind for 32.
 *
 * @param {() => boolean} goesOn asked by a search that has come to its limit of nodes: whether it has got a new one
 * @returns {Record<string, (...numbers: number[]) => number>}
 */
export function hostFunctions(goesOn) {
  /** @type {Record<string, (...numbers: number[]) => number>} */
  const functions = { fmod: (one, other) => one % other };
  for (const name of SAME_NAME) functions[name] = /** @type {any} */ (Math)[name];
  for (const [name, exact] of Object.entries(functions))
    functions[`${name}f`] = (...numbers) => Math.fround(exact(...numbers));
  functions.goes_on = () => Number(goesOn());
  return functions;
}
