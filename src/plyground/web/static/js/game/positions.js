// What is known of the positions of a game, and fetching what is not: frames, legal moves, cells to point out.

/**
 * @import { Origin, PositionParts } from "../server/api.js"
 * @import { FrameChange, FrameView, PictureView, PositionView } from "../server/types.js"
 * @import { GameNode, GameTree } from "./game_tree.js"
 */

import { fetchPosition, RequestError } from "../server/api.js";
import { setting } from "../storage.js";
import { note } from "../ui/announce.js";

/**
 * Frames with whole pictures. The server sends what changes from one to the next, from an empty board on.
 * @param {FrameChange[]} changes
 * @param {PictureView} picture the last one, whose labels all get
 * @returns {FrameView[]}
 */
export function wholeFrames(changes, picture) {
  /** @type {Record<string, string>} */
  const marks = {};
  return changes.map((change) => {
    for (const [cell, mark] of Object.entries(change.marks)) {
      if (mark) marks[cell] = mark;
      else delete marks[cell];
    }
    const { trays, last, caption } = change;
    return { picture: { ...picture, marks: { ...marks }, trays }, last, caption };
  });
}

export class Positions {
  /**
   * @param {Origin} origin
   * @param {GameTree} tree
   * @param {(node: GameNode, error: RequestError) => void} onError is called for a node that cannot be shown
   */
  constructor(origin, tree, onError) {
    this.origin = origin;
    this.tree = tree;
    this.onError = onError;
    /** Any position of the game: names and sides never change. @type {PositionView | null} */
    this.any = null;
  }

  /**
   * Store the position at the end of the main line, which the server has sent.
   * @param {PositionView} position
   */
  setMainEnd(position) {
    this.#store(this.tree.mainEnd, position);
    this.tree.mainEnd.frame = position;
  }

  /** @param {GameNode} node @param {PositionView} position */
  #store(node, position) {
    node.position = position;
    node.frame ??= position;
    this.any ??= position;
  }

  /**
   * Fetch the frames of the line that the current node is on; if that goes wrong further on, those that lead to it.
   * @param {GameNode} node the current one
   */
  async fetchFrames(node) {
    const line = this.tree.currentLine;
    await this.#try(node, () =>
      this.#fetchLine(line).catch((error) => {
        if (error.code !== "illegal_move" || line.length === node.path.length) throw error;
        return this.#fetchLine(node.path);
      }),
    );
  }

  /** @param {GameNode[]} line */
  async #fetchLine(line) {
    const end = line[line.length - 1];
    const { frames = [], position } = await fetchPosition(this.origin, end.moves, { frames: true });
    for (const [ply, frame] of wholeFrames(frames, position.picture).entries()) line[ply].frame ??= frame;
    if (!end.position) this.#store(end, position);
  }

  /**
   * Fetch everything about one position. Returns whether it is known now.
   * @param {GameNode} node
   */
  fetchWhole(node) {
    return this.#try(node, async () => {
      const { position } = await fetchPosition(this.origin, node.moves);
      this.#store(node, position);
    });
  }

  /** @param {GameNode} node @param {() => Promise<void>} work */
  async #try(node, work) {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      note(error.message, "bad");
      this.onError(node, error);
      return false;
    }
  }

  /**
   * Fetch the losing and the hot cells, if the settings ask for them. Returns whether there is something new.
   * @param {GameNode} node
   */
  async fetchWarnings(node) {
    if (!node.position?.legal.length) return false;
    const losing = setting("losing") && !node.losing;
    const hot = setting("hot") && !node.hot && node.position.has_hot;
    if (!losing && !hot) return false;
    /** @type {PositionParts} */
    const parts = { ...(losing && { losing }), ...(hot && { hot }) };
    const answer = await fetchPosition(this.origin, node.moves, parts).catch(() => null);
    if (!answer) return false;
    node.losing ??= answer.position.losing;
    node.hot ??= answer.position.hot;
    return true;
  }

  /**
   * The cells of moves that may be played after a node; none where they are not known.
   * @param {GameNode} node
   * @param {string[]} moves
   */
  async fetchLineCells(node, moves) {
    const answer = await fetchPosition(this.origin, [...node.moves, ...moves]).catch(() => null);
    return answer?.position.played.slice(node.ply) ?? [];
  }
}
