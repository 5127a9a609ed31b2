// The memory of a module: where things lie in it, and arrays that look into it.

/**
 * @typedef {[address: number, size: number]} Region
 *
 * What stands beside a module when it is built (`Layout` in wasm/layout.py).
 * @typedef {{
 *   rules: number,
 *   position: Region,
 *   view: number | null,
 *   search_rules: number,
 *   search_position: number,
 *   endless: number,
 *   out: number,
 *   work: number,
 *   table_shift: number,
 *   run: number,
 *   proof_work: number | null,
 *   arrays: Record<string, Region>,
 *   run_arrays: Record<string, Region>,
 *   proof_arrays: Record<string, Region>,
 *   numbers: Record<"counts" | "proof_counts" | "run" | "tasks" | "steps" | "levels", Record<string, number>>,
 *   repetition: number,
 * }} Layout
 */

/** A tuple of arrays in a module: the workspace of the search, that of proofs, or the state of a run. */
export class Workspace {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {Record<string, Region>} arrays
   * @param {Record<string, number>} places names of the numbers in its main array
   * @param {string} main
   */
  constructor(memory, arrays, places, main = "counts") {
    this.memory = memory;
    this.arrays = arrays;
    this.places = places;
    this.counts = this.numbers(main);
  }

  /** An array of 64-bit numbers. @param {string} name */
  numbers(name) {
    const [address, length] = this.arrays[name];
    return new BigInt64Array(this.memory.buffer, address, length);
  }

  /** An array of bytes. @param {string} name */
  bytes(name) {
    const [address, length] = this.arrays[name];
    return new Uint8Array(this.memory.buffer, address, length);
  }

  /** One of the counts. @param {string} name */
  count(name) {
    return Number(this.counts[this.places[name]]);
  }

  /** @param {string} name @param {number | bigint} value */
  setCount(name, value) {
    this.counts[this.places[name]] = BigInt(value);
  }
}
