// A game on the server: playing it, or watching it.

import { showRules } from "../home/rules.js";
import { announce, note } from "../parts/announce.js";
import { catalogue, Refusal } from "../parts/api.js";
import { addressOf } from "../parts/copy.js";
import { confirmed } from "../parts/dialog.js";
import { h, keep, say } from "../parts/dom.js";
import { linesOf, rememberGame, rememberLines } from "../parts/keep.js";
import { bind } from "../parts/keys.js";
import { link } from "../parts/link.js";
import { capital } from "../parts/words.js";
import { tableFrame } from "./frame.js";
import { Invite } from "./invite.js";
import { Live } from "./live.js";
import { Pace } from "./pace.js";
import { openShare } from "./share.js";
import { Status } from "./status.js";
import { Table } from "./table.js";
import { allow, tableKeys, tool } from "./toolbar.js";
import { ViewMenu } from "./view_menu.js";

export async function openGame(id, token) {
  const live = new Live(id, token);
  await live.open();
  return new GamePage(live);
}

class GamePage {
  constructor(live) {
    this.live = live;
    const { position } = live.state;
    const { game, title } = position;
    this.title = title;
    this.table = new Table(position, this);
    this.view = new ViewMenu(this.table, position.has_hot);
    this.status = new Status({ accept: (kind) => live.command(kind), decline: () => live.command("decline") });
    this.invite = new Invite(live);
    this.pace = new Pace((body) => live.pace(body));
    this.connection = h("p", { class: "connection", role: "status", hidden: true });
    this.tools = this.#tools();
    this.end = h("section", { class: "after card", "aria-label": "After the game", hidden: true });
    const frame = tableFrame(this.table, {
      title,
      subtitle: game.includes(":") ? game.slice(game.indexOf(":") + 1).replaceAll(",", ", ") : "",
      status: this.status.element,
      tools: [...Object.values(this.tools), this.view.element],
      extras: [this.connection, this.invite.element, this.pace.element, this.end],
    });
    this.element = frame.element;
    this.watching = h("span", { class: "watching" });
    this.element.querySelector(".game-title").append(this.watching);
    this.unbind = bind("Game", [...tableKeys(this.table), ...this.#keys(), ...this.view.bindings]);
    live.addEventListener("change", () => this.#changed());
    this.#changed();
    this.table.story.graft(linesOf(live.id));
    this.table.draw();
  }

  get state() {
    return this.live.state;
  }

  #tools() {
    const { live } = this;
    return {
      undo: tool("Undo", "undo", () => live.command("undo"), "u"),
      redo: tool("Redo", "redo", () => live.command("redo"), "r"),
      hint: tool("Hint", "hint", () => this.table.askHint(), "h"),
      swap: tool("Swap", "swap", () => live.command("swap")),
      resign: tool("Resign", "flag", () => this.#resign()),
      share: tool("Share", "share", () => this.#share()),
      rules: tool("Rules", "list", () => this.#rules()),
    };
  }

  #keys() {
    const { live, pace } = this;
    const can = (name) => () => this.state.can[name];
    return [
      { keys: ["u"], show: ["u"], words: "Undo", when: can("undo"), run: () => live.command("undo") },
      { keys: ["r"], show: ["r"], words: "Redo", when: can("redo"), run: () => live.command("redo") },
      {
        keys: ["a"],
        show: ["a"],
        words: "Play again, after the end",
        when: can("again"),
        run: () => live.command("again"),
      },
      { keys: ["p"], show: ["p"], words: "Pause, when computers play", when: can("pace"), run: () => pace.toggle() },
      { keys: ["s"], show: ["s"], words: "One step, when paused", when: can("pace"), run: () => pace.step() },
    ];
  }

  // What the table asks

  mayPlay(node) {
    if (node !== this.table.story.tip) return "try";
    if (this.live.pending) return false;
    if (this.state.can.move) return "send";
    return this.state.you.sides.length || this.state.auto ? false : "try";
  }

  whyNot(node) {
    if (node.position?.outcome || this.state.over) return "The game is over.";
    if (this.live.pending) return `${this.live.pending.move} is on its way.`;
    return "It is not your turn.";
  }

  play(move) {
    return this.live.play(move);
  }

  bottom() {
    const { sides } = this.state.you;
    return sides.length === 1 ? sides[0] : 0;
  }

  seat(side) {
    const seat = this.state.seats[side];
    const alone = this.state.you.sides.length === 1;
    const person = seat.you ? (alone ? "You" : capital(this.table.sides[side])) : "Friend";
    const name = seat.kind === "computer" ? capital(seat.name) : person;
    return { name, ...this.#condition(seat, side) };
  }

  #condition(seat, side) {
    const { thinking } = this.state;
    if (thinking?.side === side) return { note: thinkingWords(thinking), state: "thinking" };
    if (!seat.taken) return { note: "not here yet", state: "away" };
    if (seat.kind === "person" && !seat.you && !seat.connected) return { note: "disconnected", state: "away" };
    if (seat.kind === "person" && !seat.you) return { note: "connected", state: "present" };
    return { note: "" };
  }

  changed() {
    rememberLines(this.live.id, this.table.story.variations);
    this.#headline();
  }

  // What the server says

  #changed() {
    const { state } = this;
    if (state.version !== this.version || !this.table.story.tip.position) {
      this.version = state.version;
      this.table.adopt(state.position);
      this.table.judge.moved();
    } else this.table.draw();
    this.#headline();
    this.status.showOffer(state.offer, state.offer && state.you.sides.includes(state.offer.side), state.position.sides);
    this.invite.show(state);
    this.pace.show(state);
    for (const name of ["undo", "redo", "swap", "resign"]) allow(this.tools[name], state.can[name]);
    allow(this.tools.hint, !state.over);
    for (const name of ["undo", "redo", "swap", "resign"]) keep(this.tools[name], "hidden", !state.you.sides.length);
    say(this.watching, state.watchers ? `${state.watchers} watching` : "");
    this.#connection();
    this.#ended();
    this.#goOn();
  }

  #connection() {
    const broken = link.condition === "offline" || (link.condition === "connecting" && this.wasOnline);
    this.wasOnline ||= link.condition === "online";
    keep(this.connection, "hidden", !broken && !this.live.pending);
    const kept = this.live.pending ? ` ${this.live.pending.move} will be sent.` : "";
    say(this.connection, broken ? `No connection. Trying again…${kept}` : "Sending…");
  }

  #headline() {
    const { state, table } = this;
    const { here, story } = table;
    if (here !== story.tip) {
      const where = here.main ? `Move ${here.ply} of ${story.tip.ply}` : "A variation";
      return this.status.show(where, here.position?.outcome?.text ?? here.frame?.caption ?? "", "past");
    }
    if (state.ending) {
      const [headline, reason] = splitEnding(state.ending.text);
      return this.status.show(
        this.#personal(state.ending) ?? headline,
        this.#personal(state.ending) ? state.ending.text : reason,
        "over",
      );
    }
    this.status.show(...this.#turnWords());
  }

  #personal({ winner }) {
    const { sides } = this.state.you;
    if (sides.length !== 1) return null;
    if (winner === null) return "A draw";
    return sides[0] === winner ? "You win" : "You lose";
  }

  #turnWords() {
    const { state } = this;
    const { sides, turn, moves } = state.position;
    const last = moves.length ? `Last move ${moves.at(-1)}` : "The first move";
    const seat = state.seats[turn];
    const both = state.you.sides.length === 2;
    if (!seat.taken) return ["Waiting for your friend", last];
    if (seat.you && !both) return ["Your turn", `${last} · you play ${sides[turn]}`];
    return [`${sides[turn]} to move`, state.paused && state.auto ? `${last} · paused` : last];
  }

  #ended() {
    const { state, end } = this;
    keep(end, "hidden", !state.over);
    if (!state.over || end.childElementCount) return;
    if (state.can.again || state.you.owner) {
      this.again = h(
        "button",
        { class: "solid", type: "button", onclick: () => this.live.command("again") },
        "Play again",
      );
      end.append(this.again);
    }
    end.append(
      h(
        "button",
        { class: "quiet", type: "button", onclick: () => this.table.judge.wholeGame() },
        "Report on the game",
      ),
    );
    announce(state.ending?.text ?? "The game is over.");
  }

  #goOn() {
    const { state } = this;
    if (this.again) keep(this.again, "disabled", !state.can.again);
    if (!state.next || this.left) return;
    this.left = true;
    if (!state.you.sides.length && !state.you.owner) return void note("The players have begun another game.");
    rememberGame(state.next, this.live.token);
    if (this.seenOpen) location.hash = `#/game/${state.next}`;
    else this.end.append(h("a", { class: "quiet button", href: `#/game/${state.next}` }, "To the next game"));
  }

  drawn() {
    this.seenOpen ||= !this.state.next;
  }

  // What a person asks for

  async #resign() {
    const yes = await confirmed("Resign?", "The game ends and the other side wins.", "Resign");
    if (yes) this.live.command("resign");
  }

  async #share() {
    try {
      const { watch } = await this.live.invitations();
      const { here, story } = this.table;
      const whole = here === story.tip ? () => this.live.export() : null;
      openShare(this.table, { watch: addressOf(`watch/${this.live.id}/${watch}`), export: whole });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      note(refusal.message, "bad");
    }
  }

  async #rules() {
    const { games } = await catalogue();
    const name = this.state.position.game.split(":")[0];
    const game =
      games.find((each) => each.name === name) ?? games.find((each) => this.state.position.game.startsWith(each.name));
    if (game) showRules(game);
  }

  close() {
    this.unbind();
    this.table.close();
    this.live.close();
  }
}

function thinkingWords({ phase, ahead }) {
  if (phase === "queued") return ahead ? `waiting, ${ahead} before it` : "waiting";
  return phase === "compiling" ? "getting ready, once" : "thinking";
}

function splitEnding(text) {
  const [headline, ...rest] = text.split(": ");
  return [capital(headline), capital(rest.join(": "))];
}
