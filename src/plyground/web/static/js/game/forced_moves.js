// Moves that leave no choice, played for whoever wants that.

/** @import { GameViewer } from "./game_viewer.js" */

import { fetchPosition, RequestError } from "../server/api.js";
import { setting } from "../storage.js";
import { note } from "../ui/announce.js";

const PAUSE = 500; // milliseconds in which the move before is seen

export class ForcedMoves {
  /** @param {GameViewer} viewer @param {(move: string) => void} play */
  constructor(viewer, play) {
    this.viewer = viewer;
    this.play = play;
    /** The position that was asked about last. @type {object | null} */
    this.asked = null;
  }

  /** Play the move of the position that is shown, if it is the only one. */
  async consider() {
    const { viewer } = this;
    const node = viewer.current;
    if (!setting("forced") || this.asked === node) return;
    this.asked = node;
    const answer = await fetchPosition(viewer.origin, node.moves, { forced: true }).catch((error) => {
      if (!(error instanceof RequestError)) throw error;
      return null; // then the person moves
    });
    if (!answer?.forced) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (node !== viewer.current || viewer.moveMeaning !== "send" || !setting("forced")) return;
    note(`${answer.forced} was forced, and is played for you.`);
    this.play(answer.forced);
  }
}
