// The memory of a module: where things lie in it, and arrays that look into it.

/**
 * @typedef {[address: number, size: number]} Region
 *
 * What stands beside a module when it is built (`Layout` in wasm/builder.py).
 * @typedef {{
 *   rules: number,
 *   position: Region,
 *   out: number,
 *   work: number,
 *   proof_work: number | null,
 *   arrays: Record<string, Region>,
 *   proof_arrays: Record<string, Region>,
 *   counts: Record<string, number>,
 *   proof_counts: Record<string, number>,
 *   repetition: number,
 * }} Layout
 */

/** One of the two workspaces of a module: that of the search, or that of proofs. */
export class Workspace {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {Record<string, Region>} arrays
   * @param {Record<string, number>} places names of the numbers in `counts`
   */
  constructor(memory, arrays, places) {
    this.memory = memory;
    this.arrays = arrays;
    this.places = places;
    this.counts = this.numbers("counts");
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
