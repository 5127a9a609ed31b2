// A position or a game without seats: from an address, a record, a variation. Everything can be tried.

/**
 * @import { PositionView, ReadAnswer } from "../server/types.js"
 */

import { labPlace, positionPlace, setupPlace } from "../address.js";
import { fetchPosition, writeRecord } from "../server/api.js";
import { backend } from "../server/backend.js";
import { recordFor } from "../setup/record.js";
import { openSetup } from "../setup/setup_dialog.js";
import { updateAttribute } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { capitalize } from "../ui/text.js";
import { GameViewer, originOf } from "./game_viewer.js";
import { gameLayout } from "./layout.js";
import { openShare } from "./share.js";
import { Status } from "./status.js";
import { theoremTool } from "./theorem_link.js";
import { gameKeys, tool } from "./toolbar.js";
import { ViewMenu } from "./view_menu.js";

/**
 * Open a record that the server has read. The browser's history keeps it, through a reload and the way back.
 * @param {ReadAnswer} record
 */
export function openRecord(record) {
  const state = record.kind === "record" ? { record } : null;
  history.pushState(state, "", `#/${positionPlace(record, record.moves)}`);
  dispatchEvent(new Event("hashchange"));
}

/** @param {{ game: string, setup: string }} origin @param {string[]} moves */
export async function openPosition(origin, moves) {
  const record = /** @type {ReadAnswer | undefined} */ (history.state?.record) ?? null;
  const { position } = await fetchPosition(originOf(origin), record?.moves ?? moves);
  const page = new PositionPage(position, record);
  if (record) page.show(moves);
  return page;
}

class PositionPage {
  /** @param {PositionView} position @param {ReadAnswer | null} record */
  constructor(position, record) {
    this.title = position.title;
    this.record = record;
    this.hasGame = record !== null;
    const viewer = new GameViewer(position, this);
    this.viewer = viewer;
    const viewMenu = new ViewMenu(viewer, position.has_hot);
    this.status = new Status(() => viewer.go(viewer.tree.mainEnd));
    const recordHere = () => recordFor(record, position.game, position.setup, viewer.current.moves);
    const layout = gameLayout(viewer, {
      title: position.title,
      subtitle: [record ? record.players.join(" – ") : "Analysis board", position.goal].filter(Boolean).join(", "),
      status: this.status.element,
      tools: [
        tool("Hint", "hint", () => viewer.requestHint(), "h"),
        tool("Set up", "pencil", () => this.#setUp()),
        ...(backend().isRemote ? [tool("Lab", "tree", () => this.#openLab())] : []),
        theoremTool(position.game),
        tool("Play on", "play", () => openSetup(position.game, recordHere())),
        tool("Share", "share", () => openShare(viewer, { write: () => writeRecord(recordHere()) })),
        viewMenu.element,
      ],
    });
    this.element = layout.element;
    this.unbind = bindKeys("Board", [...gameKeys(viewer), ...viewMenu.bindings]);
    viewer.update(position, record ?? undefined);
    this.#showHeadline();
    updateAttribute(this.element, "data-look", true);
  }

  /** Show the position after these moves. @param {string[]} moves */
  show(moves) {
    const { viewer } = this;
    if (moves.join() !== viewer.current.moves.join()) viewer.tryLine(viewer.tree.root, moves);
  }

  /** Search this position step by step. */
  #openLab() {
    const { origin, current } = this.viewer;
    location.hash = `#/${labPlace(origin, current.moves)}`;
  }

  /** Change this position by hand. */
  #setUp() {
    const { origin, current } = this.viewer;
    if (current.position) location.hash = `#/${setupPlace({ game: origin.game, setup: current.position.text })}`;
  }

  /** @returns {"try"} */
  moveMeaning() {
    return "try";
  }

  /** @param {number} side */
  seat(side) {
    return { name: capitalize(this.record?.players[side] ?? this.viewer.sides[side]) };
  }

  /** The address follows the position, so that it can be sent on or reloaded. */
  onPositionChange() {
    history.replaceState(history.state, "", `#/${positionPlace(this.viewer.origin, this.viewer.current.moves)}`);
    this.#showHeadline();
  }

  onDraw() {
    this.#showHeadline();
  }

  #showHeadline() {
    const { viewer } = this;
    const { position, frame } = viewer.current;
    const outcome = position?.outcome;
    const words = outcome?.text ?? frame?.caption ?? "";
    if (viewer.isInVariation) return this.status.show("A variation", `Not part of the game · ${words}`, "past");
    const joint = outcome ? ": " : ", ";
    const [headline, ...rest] = words.split(joint);
    this.status.show(headline, rest.join(joint), outcome ? "over" : "");
  }

  close() {
    this.unbind();
    this.viewer.close();
  }
}
