// What is known of the positions of a game, and fetching what is not: frames, legal moves, cells to point out.

import { note } from "../parts/announce.js";
import { look } from "../parts/api.js";
import { setting } from "../parts/keep.js";

export class Known {
  /** `refused(node, refusal)` is called for a node that cannot be looked at. */
  constructor(origin, story, refused) {
    this.origin = origin;
    this.story = story;
    this.refused = refused;
    this.position = null; // any position of the game: names and sides never change
  }

  /** The position after the last move that was played, told by the server. */
  adopt(position) {
    const { tip } = this.story;
    tip.position = position;
    tip.frame = position;
    this.position ??= position;
  }

  /** Pictures of the whole line that a node is on. */
  async frames(node) {
    const { line } = this.story;
    const until = line.slice(0, Math.max(node.ply, line.length - 1) + 1);
    try {
      const { frames, position } = await look(this.origin, until.at(-1).moves, { frames: true });
      for (const [ply, frame] of frames.entries()) until[ply].frame ??= frame;
      until.at(-1).position ??= position;
      this.position ??= position;
    } catch (refusal) {
      note(refusal.message, "bad");
      this.refused(node, refusal);
    }
  }

  /** Everything about one position; tells whether it is known now. */
  async whole(node) {
    try {
      const { position } = await look(this.origin, node.moves);
      node.position = position;
      node.frame ??= position;
      this.position ??= position;
      return true;
    } catch (refusal) {
      note(refusal.message, "bad");
      this.refused(node, refusal);
      return false;
    }
  }

  /** The cells that the switches ask to point out; tells whether there is something new. */
  async pointers(node) {
    if (!node.position?.legal.length) return false;
    const wanted = ["losing", "hot"].filter(
      (name) => setting(name) && !node[name] && (name !== "hot" || node.position.has_hot),
    );
    if (!wanted.length) return false;
    try {
      const { position } = await look(this.origin, node.moves, Object.fromEntries(wanted.map((name) => [name, true])));
      for (const name of wanted) node[name] = position[name];
      return true;
    } catch {
      return false;
    }
  }

  /** The cells of a line of moves that may be played after a node. */
  async cells(node, moves) {
    const { position } = await look(this.origin, [...node.moves, ...moves]).catch(() => ({}));
    return position?.played.slice(node.ply) ?? [];
  }
}
