// A game on the server: playing it, or watching it.

/**
 * @import { OutcomeView, SeatView, GameState, ThinkingView } from "../server/types.js"
 * @import { KeyBinding } from "../ui/keys.js"
 * @import { GameNode } from "./game_tree.js"
 * @import { MoveMeaning } from "./game_viewer.js"
 * @import { Match } from "./match.js"
 */

import { fetchCatalogue, RequestError } from "../server/api.js";
import { backend } from "../server/backend.js";
import { socket } from "../server/socket.js";
import { showRules } from "../setup/rules_dialog.js";
import { savedVariations, saveGame, saveVariations } from "../storage.js";
import { announce, note } from "../ui/announce.js";
import { addressOf } from "../ui/clipboard.js";
import { askConfirmation } from "../ui/dialog.js";
import { h, updateAttribute, updateText } from "../ui/dom.js";
import { bindKeys } from "../ui/keys.js";
import { capitalize } from "../ui/text.js";
import { ForcedMoves } from "./forced_moves.js";
import { GameViewer } from "./game_viewer.js";
import { Invite } from "./invite.js";
import { gameLayout } from "./layout.js";
import { openMatch } from "./match.js";
import { PaceControls } from "./pace.js";
import { reachWords } from "./reach.js";
import { ScorecardLine } from "./scorecard.js";
import { openShare } from "./share.js";
import { Status } from "./status.js";
import { theoremTool } from "./theorem_link.js";
import { gameKeys, setEnabled, tool } from "./toolbar.js";
import { ViewMenu } from "./view_menu.js";

const PERSON = "human"; // a person without a name
const SEAT_COMMANDS = /** @type {const} */ (["undo", "redo", "swap", "resign"]);

/** @param {string} id @param {string} token */
export async function openGame(id, token) {
  return new GamePage(await openMatch(id, token));
}

class GamePage {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.hasGame = true;
    const { position } = match.state;
    const { game, title } = position;
    this.title = title;
    this.version = -1;
    this.wasOnline = false;
    this.hasLeft = false; // for the next game
    this.hasSaidPlain = false; // that the computer plays without its engine
    this.wasOpenBefore = false; // before there was a next game
    /** @type {HTMLButtonElement | null} */
    this.againButton = null;
    this.viewer = new GameViewer(position, this);
    const viewMenu = new ViewMenu(this.viewer, position.has_hot);
    const leave = () => this.viewer.go(this.viewer.tree.mainEnd);
    this.status = new Status(leave, {
      accept: (kind) => match.command(kind),
      decline: () => match.command("decline"),
    });
    this.invite = new Invite(match);
    this.scorecard = new ScorecardLine(match.id);
    this.forced = new ForcedMoves(this.viewer, (move) => this.play(move));
    this.pace = new PaceControls((pace) => match.setPace(pace));
    this.connection = h("p", { class: "connection", role: "status", hidden: true });
    this.tools = this.#makeTools();
    this.end = h("section", { class: "after card", "aria-label": "After the game", hidden: true });
    const layout = gameLayout(this.viewer, {
      title,
      subtitle: [...game.split(":").slice(1).join(":").split(","), position.goal].filter(Boolean).join(", "),
      status: this.status.element,
      tools: [...Object.values(this.tools), theoremTool(game), viewMenu.element],
      extras: [this.connection, this.invite.element, this.pace.element, this.end, this.scorecard.element],
    });
    this.element = layout.element;
    this.watchers = layout.watchers;
    this.unbind = bindKeys("Game", [...gameKeys(this.viewer), ...this.#keys(), ...viewMenu.bindings]);
    match.addEventListener("change", () => this.#update());
    this.#update();
    this.viewer.tree.addVariations(savedVariations(match.id));
    this.viewer.draw();
  }

  get state() {
    return this.match.state;
  }

  #makeTools() {
    return {
      undo: tool("Undo", "undo", () => this.#changeGame("undo"), "u"),
      redo: tool("Redo", "redo", () => this.#changeGame("redo"), "r"),
      hint: tool("Hint", "hint", () => this.viewer.requestHint(), "h"),
      swap: tool("Swap", "swap", () => this.#changeGame("swap")),
      resign: tool("Resign", "flag", () => this.#resign()),
      share: tool("Share", "share", () => this.#share()),
      rules: tool("Rules", "list", () => this.#showRules()),
    };
  }

  /** @returns {KeyBinding[]} */
  #keys() {
    const { match, pace } = this;
    const can = (/** @type {"undo" | "redo" | "again" | "pace"} */ name) => () => this.state.can[name];
    const again = { words: "Play again, after the end", when: can("again"), run: () => match.command("again") };
    return [
      { keys: ["u"], show: ["u"], words: "Undo", when: can("undo"), run: () => this.#changeGame("undo") },
      { keys: ["r"], show: ["r"], words: "Redo", when: can("redo"), run: () => this.#changeGame("redo") },
      { keys: ["a"], show: ["a"], ...again },
      { keys: ["p"], show: ["p"], words: "Pause, when computers play", when: can("pace"), run: () => pace.toggle() },
      { keys: ["s"], show: ["s"], words: "One step, when paused", when: can("pace"), run: () => pace.step() },
    ];
  }

  // What the game viewer asks

  /** @param {GameNode} node @returns {MoveMeaning} */
  moveMeaning(node) {
    if (node !== this.viewer.tree.mainEnd) return "try";
    if (this.match.pending) return false;
    if (this.state.can.move) return "send";
    return this.state.you.sides.length || this.state.auto ? false : "try";
  }

  /** @param {GameNode} node */
  whyNot(node) {
    if (node.position?.outcome || this.state.over) return "The game is over.";
    if (this.match.pending) return `${this.match.pending.move} is on its way.`;
    return "It is not your turn.";
  }

  /** @param {string} move */
  play(move) {
    this.match.play(move);
  }

  ownSides() {
    const { sides } = this.state.you;
    return sides.length ? [...sides] : [0, 1];
  }

  bottomSide() {
    const { sides } = this.state.you;
    return sides.length === 1 ? sides[0] : 0;
  }

  /** @param {number} side */
  seat(side) {
    const seat = this.state.seats[side];
    const isAlone = this.state.you.sides.length === 1;
    const other = seat.name === PERSON ? "Friend" : seat.name;
    const person = seat.you ? (isAlone ? "You" : capitalize(this.viewer.sides[side])) : other;
    const name = seat.kind === "computer" ? capitalize(seat.name) : person;
    return { name, ...this.#seatCondition(seat, side) };
  }

  /** @param {SeatView} seat @param {number} side */
  #seatCondition(seat, side) {
    const { thinking } = this.state;
    if (thinking?.side === side) return { note: thinkingWords(thinking), state: "thinking" };
    if (!seat.taken) return { note: "not here yet", state: "away" };
    if (seat.kind === "computer" || seat.you) return { note: "" };
    return seat.connected ? { note: "connected", state: "present" } : { note: "disconnected", state: "away" };
  }

  onPositionChange() {
    saveVariations(this.match.id, this.viewer.tree.variations);
    this.#showHeadline();
    this.#updateTools(this.state);
  }

  onDraw() {
    this.wasOpenBefore ||= !this.state.next;
    if (this.state.thinking?.phase === "plain" && !this.hasSaidPlain) {
      this.hasSaidPlain = true;
      note("The engine is being compiled, once. Until then the computer plays in plain Python, and weaker.");
    }
    this.#showHeadline();
    const isAsked = this.state.can.move && !this.match.pending && !this.state.undone.length;
    if (isAsked && this.#isAtEnd) this.forced.consider();
  }

  // What the server says

  #update() {
    const { state } = this;
    if (state.version !== this.version) {
      this.version = state.version;
      this.viewer.update(state.position, state);
      this.viewer.analysis.follow();
    } else this.viewer.draw();
    this.#showHeadline();
    const isMine = state.offer !== null && state.you.sides.includes(state.offer.side);
    this.status.showOffer(state.offer, isMine, state.position.sides);
    this.invite.show(state);
    this.pace.show(state);
    this.#updateTools(state);
    updateText(this.watchers, state.watchers ? `${state.watchers} watching` : "");
    this.#showConnection();
    this.#showEnd(state);
    this.scorecard.show(state.over);
    this.#showNextGame(state);
  }

  /** @param {GameState} state */
  #updateTools(state) {
    for (const name of SEAT_COMMANDS) {
      setEnabled(this.tools[name], state.can[name] && (this.#isAtEnd || name === "resign"));
      updateAttribute(this.tools[name], "hidden", !state.you.sides.length);
    }
    setEnabled(this.tools.hint, !state.over);
  }

  #showConnection() {
    const { pending } = this.match;
    const isBroken = socket.status === "offline" || (socket.status === "connecting" && this.wasOnline);
    this.wasOnline ||= socket.status === "online";
    updateAttribute(this.connection, "hidden", !isBroken && !pending);
    const later = pending ? ` ${pending.move} will be sent.` : "";
    updateText(this.connection, isBroken ? `No connection. Trying again…${later}` : "Sending…");
  }

  #showHeadline() {
    const { state } = this;
    const { current, tree } = this.viewer;
    if (current !== tree.mainEnd) {
      const where = current.isMain ? `Move ${current.ply} of ${tree.mainEnd.ply}` : "A variation";
      const caption = current.position?.outcome?.text ?? current.frame?.caption ?? "";
      this.status.show(where, current.isMain ? caption : `Not part of the game · ${caption}`, "past");
    } else if (state.ending) {
      const personal = this.#personalEnding(state.ending);
      const [headline, reason] = splitEnding(state.ending.text);
      this.status.show(personal ?? headline, personal ? state.ending.text : reason, "over");
    } else this.status.show(...this.#turnWords());
  }

  /** @param {OutcomeView} ending */
  #personalEnding({ winner }) {
    const { sides } = this.state.you;
    if (sides.length !== 1) return null;
    if (winner === null) return "A draw";
    return sides[0] === winner ? "You win" : "You lose";
  }

  /** @returns {[string, string]} */
  #turnWords() {
    const { state } = this;
    const { sides, turn, moves } = state.position;
    const last = moves.length ? `Last move ${moves.at(-1)}` : "The first move";
    const seat = state.seats[turn];
    if (!seat.taken) return ["Waiting for your friend", last];
    if (seat.you && state.you.sides.length !== 2) return ["Your turn", `${last} · you play ${sides[turn]}`];
    return [`${sides[turn]} to move`, state.paused && state.auto ? `${last} · paused` : last];
  }

  /** @param {GameState} state */
  #showEnd(state) {
    const { end, match } = this;
    updateAttribute(end, "hidden", !state.over);
    if (this.againButton) setEnabled(this.againButton, state.can.again);
    if (!state.over || end.childElementCount) return;
    if (state.can.again || state.you.owner) {
      const onclick = () => match.command("again");
      this.againButton = h("button", { class: "solid", type: "button", onclick }, "Play again");
      setEnabled(this.againButton, state.can.again);
      end.append(this.againButton);
    }
    const onclick = () => this.viewer.analysis.requestReport();
    end.append(h("button", { class: "quiet", type: "button", onclick }, "Report on the game"));
    announce(state.ending?.text ?? "The game is over.");
  }

  /** @param {GameState} state */
  #showNextGame({ next, you }) {
    if (!next || this.hasLeft) return;
    this.hasLeft = true;
    if (!you.sides.length && !you.owner) return note("The players have begun another game.");
    saveGame(next, this.match.token);
    if (this.wasOpenBefore) location.hash = `#/game/${next}`;
    else this.end.append(h("a", { class: "quiet button", href: `#/game/${next}` }, "To the next game"));
  }

  // What a person asks for

  get #isAtEnd() {
    return this.viewer.current === this.viewer.tree.mainEnd;
  }

  /**
   * Moves are taken back at the end of the game only: elsewhere one would not see what changes.
   * @param {"undo" | "redo" | "swap"} command
   */
  #changeGame(command) {
    if (this.#isAtEnd) return this.match.command(command);
    note("This is not how the game stands. Back to the game first.");
  }

  async #resign() {
    const isSure = await askConfirmation("Resign?", "The game ends and the other side wins.", "Resign");
    if (isSure) this.match.command("resign");
  }

  async #share() {
    const { current, tree } = this.viewer;
    const write = current === tree.mainEnd ? () => this.match.export() : undefined;
    if (!backend().isRemote) return openShare(this.viewer, { write });
    try {
      const answer = await this.match.fetchInvitations();
      const { watch } = answer;
      const place = `watch/${this.match.id}/${watch}`;
      openShare(this.viewer, { watch: addressOf(place), reach: reachWords(answer, place, "Link for watchers"), write });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      note(error.message, "bad");
    }
  }

  async #showRules() {
    const { games } = await fetchCatalogue();
    const { game } = this.state.position;
    const entry =
      games.find(({ name }) => name === game.split(":")[0]) ?? games.find(({ name }) => game.startsWith(name));
    if (entry) showRules(entry);
  }

  close() {
    this.unbind();
    this.viewer.close();
    this.match.close();
  }
}

/** @param {ThinkingView} thinking */
function thinkingWords({ phase, ahead }) {
  if (phase === "queued") return ahead ? `waiting, ${ahead} before it` : "waiting";
  if (phase === "plain") return "thinking in plain Python, until the engine is compiled";
  return phase === "compiling" ? "getting ready, once" : "thinking";
}

/** @param {string} text */
function splitEnding(text) {
  const [headline, ...rest] = text.split(": ");
  return [headline, rest.join(": ")];
}
