// The work of a server, done in the page: positions, games, records, and thinking in Workers.

/**
 * @import { Backend, Channel } from "../server/backend.js"
 * @import * as types from "../server/types.js"
 * @import { Move } from "../engine/module_game.js"
 * @import { Start } from "./find_position.js"
 * @import { Layout } from "../engine/module_memory.js"
 * @import { GameModule } from "./game_data.js"
 * @import { PackedGame } from "./pack.js"
 * @import { PagePuzzle } from "./page_puzzles.js"
 * @import { AnyWorker, GameSource } from "./thinker.js"
 * @import { Played } from "./record.js"
 *
 * @typedef {object} Shelf where the games of this page are
 * @property {types.CatalogueAnswer & { others?: string[] }} catalogue `others` are games that only the puzzles use
 * @property {(name: string) => Promise<PackedGame>} load
 * @property {(module: PackedGame["module"], layout: Layout) => Promise<GameModule>} open
 * @property {() => AnyWorker} openWorker
 * @property {() => string[]} remembered the ids of the games that this browser remembers
 * @property {() => Promise<types.LessonAnswer[]>} [lessons] the lessons that this page can run
 * @property {() => Promise<PagePuzzle[]>} [puzzles] the puzzles of its games
 * @property {boolean} [hasOthers] whether games can be loaded that the catalogue does not name
 *
 * @typedef {{ game: LocalGame, source: GameSource }} OpenGame
 * @typedef {{ game: string, setup?: string, moves?: string[] | string }} BoardRequest
 */

import { RequestError } from "../server/request_error.js";
import { findPosition, startAfter, writtenStart } from "./find_position.js";
import { GameReport, judgeAttempt } from "./game_report.js";
import { LocalBoard } from "./local_board.js";
import { LocalChannel } from "./local_channel.js";
import { LocalGame } from "./local_game.js";
import { LocalMatch, MOST_MOVES, newMatch, PERSON } from "./local_match.js";
import { dailyPuzzle, proofJob, puzzlesOf } from "./page_puzzles.js";
import { hintFrom, PositionAnalysis } from "./position_analysis.js";
import { readPosition } from "./position_text.js";
import { proofLines } from "./proof_words.js";
import { readRecordText, resignationOf, resultOf, winnerOf, writeRecordText, writtenFrom } from "./record.js";
import { scoreForParent, scoreWords } from "./score.js";
import { scorecardOf } from "./scorecard.js";
import { changedMatch, forgetOthers, loadMatch, storeMatch } from "./store.js";
import { Stopped, Thinker } from "./thinker.js";

const HINT_SECONDS = 1;
const REPORT_SECONDS = 0.5;
const PROOF_SECONDS = 20;
const ANALYSIS_SECONDS = 30;
const THREAT_SECONDS = 2;
const THREAT_SHARE = 0.1;
const MOST_VALUES = 200;
const PAUSE = 100; // milliseconds between two messages
const DEMO_LEVEL = "3";
const DEMO = { seed: 7, most: 40 };
/** Every game of this page belongs to whoever uses it. */
export const TOKEN = "here";
const COMMANDS = /** @type {const} */ (["undo", "redo", "swap", "resign", "decline"]);

/** @implements {Backend} */
export class LocalBackend {
  isRemote = false;
  /** @type {Map<string, Promise<OpenGame>>} */
  #games = new Map();
  /** @type {Map<string, Promise<LocalMatch>>} */
  #matches = new Map();
  /** @type {Map<string, Promise<types.DemoAnswer>>} */
  #demos = new Map();
  /** @type {Set<LocalChannel>} */
  #channels = new Set();
  /** @type {PositionAnalysis | null} */
  #analysis = null;
  /** @type {Promise<PagePuzzle[]> | null} */
  #allPuzzles = null;
  /** The game whose computer thinks. @type {{ id: string, version: number } | null} */
  #turn = null;

  /** @param {Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
    const thinker = () => new Thinker(() => shelf.openWorker());
    this.thinkers = {
      play: thinker(),
      analyse: thinker(),
      report: thinker(),
      hint: thinker(),
      demo: thinker(),
      threat: thinker(),
    };
    addEventListener("storage", (event) => this.#takeFromOtherWindow(changedMatch(event)));
  }

  /**
   * @param {string} path
   * @param {any} [body]
   * @returns {Promise<any>}
   */
  async request(path, body) {
    const [place, query] = path.split("?");
    const [, first, ...rest] = place.split("/").map(decodeURIComponent);
    switch (first) {
      case "catalogue":
        return rest.length ? this.#demo(rest[0]) : this.shelf.catalogue;
      case "lessons":
        return this.#lessons(rest[0]);
      case "puzzles":
        return rest.length ? this.#proof(rest[0]) : this.#listPuzzles(new URLSearchParams(query).get("game") ?? "");
      case "look":
        return this.#look(body);
      case "setup":
        return this.#setup(body);
      case "hint":
        return this.#hint(body);
      case "attempt":
        return this.#attempt(body);
      case "scorecard":
        return this.#scorecard(body);
      case "read":
        return this.#read(body);
      case "write":
        return this.#write(body);
      case "mine":
        return this.#mine(body);
      case "games":
        return rest.length ? this.#gameRequest(rest[0], rest[1] ?? "", body) : this.#create(body);
      default:
        throw new RequestError({ code: "not_found", message: "this page cannot do that without a server" });
    }
  }

  /** @returns {Channel} */
  connect() {
    const channel = new LocalChannel(
      (message) => this.#receive(channel, message),
      () => this.#disconnect(channel),
    );
    this.#channels.add(channel);
    return channel;
  }

  /** All lessons, or the one with this name. @param {string | undefined} name */
  async #lessons(name) {
    const lessons = (await this.shelf.lessons?.()) ?? [];
    if (!name) return { lessons };
    const lesson = lessons.find((each) => each.name === name);
    if (lesson) return lesson;
    throw new RequestError({ code: "not_found", message: `this page has no lesson '${name}'` });
  }

  // Puzzles

  get #puzzles() {
    this.#allPuzzles ??= this.shelf.puzzles?.() ?? Promise.resolve([]);
    return this.#allPuzzles;
  }

  /** @param {string} game @returns {Promise<types.PuzzlesAnswer>} */
  async #listPuzzles(game) {
    const puzzles = puzzlesOf(await this.#puzzles, game);
    return { puzzles, daily: dailyPuzzle(puzzles, Date.now()) };
  }

  /** @param {string} id @returns {Promise<types.ProofAnswer>} */
  async #proof(id) {
    const puzzle = (await this.#puzzles).find((each) => each.id === id);
    if (!puzzle) throw new RequestError({ code: "not_found", message: "there is no such puzzle here" });
    const { board, source } = await this.#board({ game: puzzle.game, setup: puzzle.position });
    this.thinkers.hint.stop();
    const job = { ...proofJob(board.game, puzzle, PROOF_SECONDS), ...originOf(board) };
    return { lines: proofLines(board.game, puzzle, await this.thinkers.hint.run(source, job)) };
  }

  // Games and positions

  /** @param {string} name @returns {Promise<OpenGame>} */
  #open(name) {
    const known = this.#games.get(name);
    if (known) return known;
    const names = this.shelf.catalogue.games.map((game) => game.name);
    const others = this.shelf.catalogue.others ?? [];
    if (!names.includes(name) && !others.includes(name) && !this.shelf.hasOthers) {
      const message = `this page has no game '${name}'; it has ${names.join(", ")}`;
      throw new RequestError({ code: "unknown_game", message });
    }
    const opening = this.#load(name);
    this.#games.set(name, opening);
    opening.catch(() => this.#games.delete(name));
    return opening;
  }

  /** @param {string} name @returns {Promise<OpenGame>} */
  async #load(name) {
    const { data, module, layout } = await this.shelf.load(name);
    const game = new LocalGame(data, await this.shelf.open(module, layout));
    for (const puzzle of await this.#puzzles) {
      if (puzzle.game === name && puzzle.start) game.written.set(puzzle.position, puzzle.start);
    }
    return { game, source: { game: name, module, layout } };
  }

  /** @param {BoardRequest} request */
  async #board({ game: name, setup, moves = [] }) {
    const { game, source } = await this.#open(name);
    const line = typeof moves === "string" ? moves.split(/\s+/).filter(Boolean) : moves;
    const start = setup ? await this.#start(game, setup) : undefined;
    const made = line.length + (start?.line?.length ?? 0);
    if (made > MOST_MOVES) {
      const message = `a game may have ${MOST_MOVES} moves here, not ${made}`;
      throw new RequestError({ code: "bad_request", message });
    }
    return { board: new LocalBoard(game, line, start), source };
  }

  /** Whether this page finds the position that a text stands for. @param {string} name @param {string} setup */
  async hasPosition(name, setup) {
    const { game } = await this.#open(name);
    return this.#start(game, setup).then(
      () => true,
      () => false,
    );
  }

  /** The position that a text stands for. @param {LocalGame} game @param {string} text @returns {Promise<Start>} */
  async #start(game, text) {
    const known = game.known.get(text);
    if (known) return known;
    const written = game.written.get(text);
    if (written) return writtenStart(game, text, written);
    if (!game.data.position_form) return startAfter(game, new LocalBoard(game, text.split(/\s+/)).history);
    const start = await findPosition(game, readPosition(game, text));
    if (start.text) game.remember(start);
    return start;
  }

  /** @param {types.SetupRequest} request @returns {Promise<types.SetupAnswer>} */
  async #setup({ game: name, marks, side = 0 }) {
    const { game } = await this.#open(name);
    const { setup_marks: all, unique_marks: unique, start_marks: usual } = game.data;
    const answer = {
      marks: all,
      unique,
      picture: game.picture(usual, new LocalBoard(game).positions[0]),
      problem: "",
      setup: "",
    };
    try {
      const start = await findPosition(game, { marks: marks ?? usual, side, plies: null });
      if (start.text) game.remember(start);
      return { ...answer, setup: start.text };
    } catch (error) {
      return { ...answer, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** @param {types.LookRequest} request @returns {Promise<types.LookAnswer>} */
  async #look(request) {
    const { board } = await this.#board(request);
    const position = board.view();
    /** @type {types.LookAnswer} */
    const answer = { position };
    if (request.losing) position.losing = await board.losingMoves();
    if (request.hot) position.hot = board.hotCells();
    if (request.frames) answer.frames = board.frames();
    if (request.forced) answer.forced = await board.forcedMove();
    return answer;
  }

  /** @param {string} name */
  #demo(name) {
    const known = this.#demos.get(name) ?? this.#playDemo(name);
    this.#demos.set(name, known);
    known.catch(() => this.#demos.delete(name));
    return known;
  }

  /** @param {string} name @returns {Promise<types.DemoAnswer>} */
  async #playDemo(name) {
    const { game, source } = await this.#open(name);
    /** @type {Move[]} */
    const numbers = await this.thinkers.demo.run(source, {
      kind: "demo",
      played: [],
      level: game.level(DEMO_LEVEL),
      ...DEMO,
    });
    const board = new LocalBoard(game);
    /** @returns {types.FrameView} */
    const frame = () => ({
      picture: game.picture(board.marks, board.positions[board.ply]),
      last: board.lastCells,
      caption: board.caption,
    });
    const frames = [frame()];
    for (const number of numbers) {
      board.pushNumber(number);
      frames.push(frame());
    }
    return { ready: true, frames };
  }

  /** @param {types.HintRequest} request @returns {Promise<types.HintAnswer>} */
  async #hint(request) {
    const { board, source } = await this.#board(request);
    const { outcome } = board;
    if (outcome) throw new RequestError({ code: "not_now", message: `the game is over: ${outcome.text}` });
    if (this.#analysis?.isAbout(board) && this.#analysis.hint) return this.#analysis.hint;
    this.thinkers.hint.stop();
    const seconds = request.seconds ?? HINT_SECONDS;
    const job = /** @type {const} */ ({ kind: "think", ...originOf(board), seconds, lines: 1 });
    const { lines, score } = await this.thinkers.hint.run(source, job).catch(explain);
    return hintFrom(board, { ...lines[0], score });
  }

  /** @param {types.AttemptRequest} request @returns {Promise<types.AttemptAnswer>} */
  async #attempt(request) {
    const { board, source } = await this.#board(request);
    board.push(request.move);
    const { outcome } = board;
    const seconds = request.seconds ?? HINT_SECONDS;
    this.thinkers.hint.stop();
    const job = /** @type {const} */ ({ kind: "think", ...originOf(board), seconds, lines: 1 });
    const after = outcome
      ? finalScore(outcome.winner, board.turn)
      : (await this.thinkers.hint.run(source, job).catch(explain)).score;
    const words = outcome?.text ?? scoreWords(after, board.mover, board.other);
    const { value = null, distance = null, exact_distance: exact = false, estimate = null } = request.before;
    return judgeAttempt(request, { value, distance, exact, estimate }, scoreForParent(after), words, 1 - board.turn);
  }

  /**
   * The move that a level makes after some moves.
   * @param {BoardRequest} request
   * @param {string} who
   * @param {number | null} seconds
   */
  async chooseMove(request, who, seconds) {
    const { board, source } = await this.#board(request);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
    const level = board.game.level(who);
    const job = /** @type {const} */ ({ kind: "choose", ...originOf(board), level, seed, seconds });
    return board.game.move(await this.thinkers.play.run(source, job)).text;
  }

  // Records

  /** @param {types.ReadRequest} request @returns {Promise<types.ReadAnswer>} */
  async #read({ text }) {
    if (/^[\ufeff\s]*plyground record/.test(text)) {
      const open = async (/** @type {string} */ game, /** @type {string} */ setup) => {
        return (await this.#board({ game, setup })).board;
      };
      const { record, board } = await readRecordText(text, open);
      const { moves, position: setup, ...rest } = record;
      return {
        kind: "record",
        setup,
        ...rest,
        moves: moves.map(({ move }) => move),
        times: moves.map(({ seconds }) => seconds),
        comments: moves.map(({ comment }) => comment),
        position: board.view(),
      };
    }
    const [name, ...words] = text.split(/\s+/).filter(Boolean);
    if (!name) {
      const example = this.shelf.catalogue.games[0].name;
      const message = `the text is empty; send a record or a line with moves, beginning with '${example}'`;
      throw new RequestError({ code: "bad_record", message });
    }
    const board = await this.#readLine(name, words);
    const moves = board.history;
    return {
      kind: "position",
      game: name,
      setup: board.start.text,
      moves,
      players: [PERSON, PERSON],
      times: moves.map(() => null),
      comments: moves.map(() => ""),
      comment: "",
      ...resultOf(board.outcome),
      began: "",
      position: board.view(),
    };
  }

  /** The board after these moves, or with this position. @param {string} name @param {string[]} words */
  async #readLine(name, words) {
    try {
      return (await this.#board({ game: name, moves: words })).board;
    } catch (error) {
      const { code, message } = /** @type {RequestError} */ (error);
      if (code !== "illegal_move") throw error;
      try {
        return (await this.#board({ game: name, setup: words.join(" ") })).board;
      } catch (other) {
        const why = other instanceof Error ? other.message : String(other);
        const words = `this is neither moves (${message}) nor a position (${why})`;
        throw new RequestError({ code: "bad_record", message: words });
      }
    }
  }

  /** @param {types.WriteRequest} request @returns {Promise<types.WriteAnswer>} */
  async #write(request) {
    const { board } = await this.#board(request);
    const { resigned } = request;
    const sides = board.game.sides;
    const given = typeof resigned === "number" && { winner: 1 - resigned, reason: resignationOf(sides[resigned]) };
    const end = resultOf(board.outcome ?? (given || null));
    return textsOf(board, {
      game: request.game,
      ...writtenFrom(board, playedMoves(board, request)),
      players: [0, 1].map((side) => request.players?.[side] ?? PERSON),
      result: request.result ?? end.result,
      reason: request.result ? (request.reason ?? "") : end.reason,
      began: request.began ?? "",
      comment: request.comment ?? "",
    });
  }

  // Games under way

  /** @param {types.NewGameRequest} request @returns {Promise<types.EntryAnswer>} */
  async #create(request) {
    const { board } = await this.#board(request);
    const players = this.shelf.catalogue.games.find(({ name }) => name === request.game)?.players ?? [];
    const known = ["me", ...players.map(({ who }) => who)];
    const stranger = request.seats?.find((who) => !known.includes(who));
    if (stranger) {
      const message = `there is no player '${stranger}'; there are ${known.join(", ")}`;
      throw new RequestError({ code: "bad_request", message });
    }
    const { result, reason = "" } = request;
    const end = result && result !== "*" && !board.isOver ? { winner: winnerOf(result), reason } : null;
    if (!board.start.line) {
      const message = "this page can only look at that position: it knows no game that leads to it";
      throw new RequestError({ code: "bad_request", message });
    }
    const saved = newMatch(request, request.game, playedMoves(board, request), end, board.start.line);
    forgetOthers([...this.shelf.remembered(), saved.id]);
    storeMatch(saved);
    const match = await this.#match(saved.id);
    return { token: TOKEN, state: match.state() };
  }

  /** The game with this id, as it is stored now. @param {string} id @returns {Promise<LocalMatch>} */
  async #match(id) {
    const saved = loadMatch(id);
    const known = await this.#matches.get(id);
    if (saved && known?.saved.version === saved.version) return known;
    if (!saved) throw new RequestError({ code: "not_found", message: "this browser has no such game" });
    const opening = this.#open(saved.game).then(({ game }) => new LocalMatch(game, saved));
    this.#matches.set(id, opening);
    opening.catch(() => this.#matches.delete(id));
    return opening;
  }

  /** @param {string} id @param {string} name @param {any} body */
  async #gameRequest(id, name, body) {
    const match = await this.#match(id);
    switch (name) {
      case "":
        return match.state();
      case "export":
        return textsOf(match.board, match.record);
      case "moves":
        return this.#move(match, body);
      case "pace":
        return this.#setPace(match, body);
      case "again":
        return this.#again(match, body);
    }
    const command = COMMANDS.find((each) => each === name);
    if (!command) throw new RequestError({ code: "not_found", message: `there is no '${name}' here` });
    this.#checkVersion(match, body);
    match.command(command);
    return this.#changed(match);
  }

  /** @param {LocalMatch} match @param {types.MoveRequest} body */
  #move(match, { ply, move }) {
    const made = match.board.history;
    const side = match.board.sideAt(ply);
    if (ply < made.length && made[ply] === move && match.people.includes(side)) return match.state();
    if (ply !== made.length) throw conflict(match);
    if (!match.people.includes(side)) {
      const message = `that is ${match.sides[side]}'s move, and not your seat`;
      throw new RequestError({ code: "not_yours", message });
    }
    match.push(move, match.elapsed);
    return this.#changed(match);
  }

  /** @param {LocalMatch} match @param {types.PaceRequest} body */
  async #setPace(match, body) {
    this.#checkVersion(match, body);
    match.setPace(body);
    const state = this.#changed(match);
    if (body.step && match.saved.paused) await this.#think(match, true);
    return body.step ? match.state() : state;
  }

  /** @param {LocalMatch} match @param {types.VersionRequest} body */
  #again(match, body) {
    this.#checkVersion(match, body);
    storeMatch(match.again());
    return this.#changed(match);
  }

  /** @param {LocalMatch} match @param {{ version?: number | null }} body */
  #checkVersion(match, { version }) {
    if (version !== undefined && version !== null && version !== match.saved.version) throw conflict(match);
  }

  /** Store a game that has changed, and say so to whoever follows it. @param {LocalMatch} match */
  #changed(match) {
    match.saved.version += 1;
    match.saved.updated = new Date().toISOString();
    match.thinking = null;
    storeMatch(match.saved);
    this.#sendState(match);
    this.#think(match);
    return match.state();
  }

  /** @param {{ games: types.GameKey[] }} request @returns {Promise<types.MineAnswer>} */
  async #mine({ games }) {
    const names = this.shelf.catalogue.games.map(({ name }) => name);
    const answers = games.map(async ({ id }) => {
      const saved = loadMatch(id);
      if (!saved) return /** @type {types.MissingGame} */ ({ id, found: false });
      // Another page of the same browser has this game.
      return names.includes(saved.game) ? summaryOf(await this.#match(id)) : null;
    });
    return { games: (await Promise.all(answers)).filter((game) => game !== null) };
  }

  /** @param {types.ScorecardRequest} request @returns {Promise<types.ScorecardAnswer>} */
  async #scorecard({ id, games }) {
    const one = await this.#match(id);
    const same = games.filter((game) => loadMatch(game.id)?.game === one.saved.game);
    return scorecardOf(one, await Promise.all(same.map((game) => this.#match(game.id))));
  }

  // Messages

  /** @param {LocalChannel} channel @param {types.FromPage} message */
  async #receive(channel, message) {
    const id = message.id ?? undefined;
    try {
      switch (message.type) {
        case "follow":
          channel.followed = message.game;
          return await this.#follow(channel, message);
        case "unfollow":
          channel.followed = null;
          return this.#stopUnfollowed();
        case "analyse":
          return await this.#analyse(channel, message);
        case "report":
          return await this.#report(channel, message);
        case "stop":
          return this.#stop(channel, id);
        case "ping":
          return channel.receive({ type: "pong", id });
      }
    } catch (error) {
      if (error instanceof Stopped) return;
      const { code = "broken", message: words } = /** @type {RequestError} */ (error);
      channel.receive({ type: "error", id, error: { code, message: words } });
    }
  }

  /** @param {LocalChannel} channel */
  #disconnect(channel) {
    this.#channels.delete(channel);
    this.#stop(channel);
    this.#stopUnfollowed();
  }

  /** @param {LocalChannel} channel @param {types.FollowRequest} message */
  async #follow(channel, { id, game, version }) {
    const match = await this.#match(game);
    const answer = { id: id ?? undefined };
    if (version === match.saved.version) channel.receive({ type: "same", ...answer, version });
    else channel.receive({ type: "state", ...answer, state: match.state() });
    this.#think(match);
  }

  /** @param {LocalMatch} match */
  #sendState(match) {
    for (const channel of this.#followers(match)) channel.receive({ type: "state", state: match.state() });
  }

  /** @param {LocalMatch} match */
  #followers({ saved }) {
    return [...this.#channels].filter((channel) => channel.followed === saved.id);
  }

  #stopUnfollowed() {
    const turn = this.#turn;
    if (turn && ![...this.#channels].some(({ followed }) => followed === turn.id)) this.#stopThinking();
  }

  #stopThinking() {
    this.#turn = null;
    this.thinkers.play.stop();
  }

  /** @param {string | null} id */
  async #takeFromOtherWindow(id) {
    if (!id || ![...this.#channels].some(({ followed }) => followed === id)) return;
    this.#sendState(await this.#match(id));
  }

  // Thinking

  /**
   * Let the computer to move think, if there is one and somebody looks on.
   * @param {LocalMatch} match
   * @param {boolean} isStep whether this is one move of a game that is paused
   */
  async #think(match, isStep = false) {
    const { saved, computer, board } = match;
    if (this.#turn?.id === saved.id && this.#turn.version === saved.version) return;
    if (this.#turn) this.#stopThinking();
    if (!computer || !this.#followers(match).length || (match.isAuto && saved.paused && !isStep)) return;
    const turn = { id: saved.id, version: saved.version };
    this.#turn = turn;
    try {
      if (match.isAuto && !isStep) await new Promise((resolve) => setTimeout(resolve, saved.delay * 1000));
      if (this.#turn !== turn) return;
      this.#showThinking(match, { phase: "searching" });
      const { source } = await this.#open(saved.game);
      const { seed, seconds } = saved;
      const level = board.game.level(computer);
      const job = /** @type {const} */ ({ kind: "choose", ...originOf(board), level, seed, seconds });
      const number = await this.thinkers.play.run(source, job);
      if (this.#turn !== turn) return;
      this.#turn = null;
      match.push(board.game.move(number).text, match.elapsed);
      this.#changed(match);
    } catch (error) {
      if (error instanceof Stopped || this.#turn !== turn) return;
      this.#turn = null;
      this.#showThinking(match, { phase: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @param {LocalMatch} match @param {Pick<types.ThinkingView, "phase" | "message">} thinking */
  #showThinking(match, thinking) {
    match.thinking = { side: match.board.turn, ahead: 0, since: new Date().toISOString(), ...thinking };
    const message = /** @type {const} */ ({ type: "thinking", game: match.saved.id, thinking: match.thinking });
    for (const channel of this.#followers(match)) channel.receive(message);
  }

  /** @param {LocalChannel} channel @param {types.AnalyseRequest} message */
  async #analyse(channel, message) {
    const { board, source } = await this.#board(message);
    this.thinkers.analyse.stop();
    const id = message.id ?? undefined;
    channel.streams.analyse = id;
    const analysis = new PositionAnalysis(board);
    this.#analysis = analysis;
    const every = Math.min(board.legal.length, MOST_VALUES);
    let sent = 0;
    /** @type {Promise<void>} */
    let threat = Promise.resolve();
    this.thinkers.threat.stop();
    if (!board.isOver) {
      const seconds = message.seconds ?? ANALYSIS_SECONDS;
      threat = this.#findThreat(analysis, source, Math.min(THREAT_SECONDS, seconds * THREAT_SHARE));
      const job = /** @type {const} */ ({ kind: "analyse", ...originOf(board), seconds, every });
      await this.thinkers.analyse.run(source, job, (thought) => {
        analysis.add(thought);
        if (performance.now() - sent < PAUSE) return;
        sent = performance.now();
        channel.receive({ ...analysis.message("searching"), id });
      });
    }
    await threat;
    channel.receive({ ...analysis.message("done"), id });
  }

  /**
   * Find what the other side would do, in a Worker of its own beside the analysis.
   * @param {PositionAnalysis} analysis
   * @param {GameSource} source
   * @param {number} seconds
   */
  async #findThreat(analysis, source, seconds) {
    if (!analysis.board.game.module.canPass) return;
    const job = /** @type {const} */ ({ kind: "threat", ...originOf(analysis.board), seconds });
    analysis.threat = await this.thinkers.threat.run(source, job).catch(() => null);
  }

  /** @param {LocalChannel} channel @param {types.ReportRequest} message */
  async #report(channel, message) {
    const { board, source } = await this.#board(message);
    this.thinkers.report.stop();
    const id = message.id ?? undefined;
    channel.streams.report = id;
    const report = new GameReport(board);
    const position = board.copy();
    const seconds = message.seconds ?? REPORT_SECONDS;
    for (let ply = board.ply; ply >= 0; ply -= 1) {
      const { outcome } = position;
      if (outcome) report.add(position, finalScore(outcome.winner, position.turn), null);
      else {
        const job = /** @type {const} */ ({ kind: "think", ...originOf(position), seconds, lines: 1 });
        const { lines, score } = await this.thinkers.report.run(source, job);
        report.add(position, score, lines[0]);
      }
      channel.receive({ ...report.message(ply ? "searching" : "done"), id });
      position.pop();
    }
  }

  /** End the analysis or the report with this id, or both. @param {LocalChannel} channel @param {number | string} [id] */
  #stop({ streams }, id) {
    for (const kind of /** @type {const} */ (["analyse", "report"])) {
      if (streams[kind] === undefined || (id !== undefined && streams[kind] !== id)) continue;
      streams[kind] = undefined;
      this.thinkers[kind].stop();
      if (kind === "analyse") this.thinkers.threat.stop();
    }
  }
}

/** Where a search begins and what was played from there. @param {LocalBoard} board */
function originOf({ start, numbers }) {
  return { played: [...numbers], ...(start.text && { start: start.position }) };
}

/** @param {unknown} error @returns {never} */
function explain(error) {
  const message = error instanceof Error ? error.message : String(error);
  throw new RequestError({ code: "busy", message: `no hint: ${message}` });
}

/** @param {LocalMatch} match */
function conflict(match) {
  return new RequestError({ code: "conflict", message: "the game has gone on since then", state: match.state() });
}

/** What a game that is over is worth to the side to move. @param {number | null} winner @param {number} turn */
function finalScore(winner, turn) {
  /** @type {"win" | "loss" | "draw"} */
  const value = winner === null ? "draw" : winner === turn ? "win" : "loss";
  return { estimate: null, value, distance: winner === null ? null : 0, exact: true };
}

/** @param {LocalBoard} board @param {{ times?: (number | null)[], comments?: string[] }} request @returns {Played[]} */
function playedMoves(board, { times = [], comments = [] }) {
  return board.history.map((move, index) => {
    return { move, seconds: times[index] ?? null, comment: comments[index] ?? "" };
  });
}

/**
 * A game as texts to keep. Where only Python can write a position, its moves stand for it, which Plyground reads as well.
 * @param {LocalBoard} board
 * @param {Parameters<typeof writeRecordText>[0]} record
 * @returns {types.WriteAnswer}
 */
function textsOf(board, record) {
  const { data } = board.game;
  const position = `${data.game} ${board.text}`.trimEnd();
  return { record: writeRecordText(record), position, svg: "", name: data.name };
}

/** @param {LocalMatch} match @returns {types.GameSummary} */
function summaryOf(match) {
  const { position, id, over, you, can, updated, next } = match.state();
  const { game, title, sides, ply, turn, caption, picture, last } = position;
  return {
    ...{ id, game, title, sides, ply, turn, over, updated, picture, last, next },
    found: true,
    seats: match.saved.names,
    you: you.sides,
    text: caption,
    your_turn: can.move,
  };
}
