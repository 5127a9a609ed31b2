// A position or a game without seats: from an address, a record, a variation. Everything can be tried.

import { openSetup } from "../home/setup.js";
import { look } from "../parts/api.js";
import { keep, say } from "../parts/dom.js";
import { bind } from "../parts/keys.js";
import { capital } from "../parts/words.js";
import { tableFrame } from "./frame.js";
import { lookPlace, openShare } from "./share.js";
import { Status } from "./status.js";
import { originOf, Table } from "./table.js";
import { tableKeys, tool } from "./toolbar.js";
import { ViewMenu } from "./view_menu.js";

let carried = null; // a record that was read just now: { place, players, comments, ending }

/** Open a record that `api/read` gave. */
export function showRecord(record) {
  const place = lookPlace(record, record.moves);
  carried = { place, ...record };
  location.hash = `#/${place}`;
}

export async function openLook(game, moves, setup = "") {
  const { position } = await look(originOf({ game, setup }), moves);
  const record = carried?.place === lookPlace({ game, setup }, moves) ? carried : null;
  return new LookPage(position, record);
}

class LookPage {
  constructor(position, record) {
    this.title = position.title;
    this.record = record;
    this.table = new Table(position, this);
    this.view = new ViewMenu(this.table, position.has_hot);
    this.status = new Status({ accept: () => {}, decline: () => {} });
    const { table } = this;
    const frame = tableFrame(table, {
      title: position.title,
      subtitle: record?.players ? record.players.join(" – ") : "Analysis board",
      status: this.status.element,
      tools: [
        tool("Hint", "hint", () => table.askHint(), "h"),
        tool("Play on", "play", () => openSetup(position.game, { moves: table.here.moves, setup: position.setup })),
        tool("Share", "share", () => openShare(table)),
        this.view.element,
      ],
    });
    this.comment = frame.comment;
    this.element = frame.element;
    this.unbind = bind("Board", [...tableKeys(table), ...this.view.bindings]);
    table.adopt(position);
    this.#comments();
    this.#headline();
    keep(this.element, "data-look", true);
  }

  #comments() {
    if (!this.record?.comments) return;
    this.table.story.main.forEach((node, ply) => {
      if (ply > 0) node.comment = this.record.comments[ply - 1] ?? "";
    });
    this.table.story.root.comment = this.record.comment ?? "";
  }

  mayPlay() {
    return "try";
  }

  seat(side) {
    return { name: capital(this.record?.players?.[side] ?? this.table.sides[side]) };
  }

  // The address follows the position, so that it can be sent on or reloaded.
  changed() {
    history.replaceState(null, "", `#/${lookPlace(this.table.origin, this.table.here.moves)}`);
    this.#headline();
  }

  drawn() {
    this.#headline();
  }

  #headline() {
    const { here } = this.table;
    const outcome = here.position?.outcome;
    const words = outcome?.text ?? here.frame?.caption ?? "";
    const joint = outcome ? ": " : ", ";
    const [headline, ...rest] = words.split(joint);
    this.status.show(capital(headline), capital(rest.join(joint)), outcome ? "over" : "");
    keep(this.comment, "hidden", !here.comment);
    say(this.comment, here.comment ?? "");
  }

  close() {
    this.unbind();
    this.table.close();
  }
}
