// A game as a tree: the line that was played, and the variations that somebody tried.

/**
 * @import { AnalysisMessage, FrameView, LosingMovesView, PositionView } from "../server/types.js"
 */

export class GameNode {
  /** @param {GameNode | null} parent @param {string} move the move that leads here, "" at the root */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.ply = plyAfter(parent);
    /** @type {GameNode[]} */
    this.children = [];
    this.isMain = false;
    this.isTried = false; // part of a variation, to be kept when the game goes another way
    /** @type {FrameView | null} */
    this.frame = null;
    /** @type {PositionView | null} */
    this.position = null;
    /** @type {LosingMovesView | null} */
    this.losing = null;
    /** @type {Record<string, string> | null} */
    this.hot = null;
    /** @type {AnalysisMessage | null} */
    this.analysis = null;
    this.comment = "";
  }

  /** The nodes from the root to this one. */
  get path() {
    /** @type {GameNode[]} */
    const path = [];
    for (let node = /** @type {GameNode | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The moves that lead here. */
  get moves() {
    return this.path.slice(1).map(({ move }) => move);
  }

  /** @param {string} move */
  child(move) {
    return this.children.find((child) => child.move === move);
  }

  get score() {
    return this.analysis?.score ?? null;
  }
}

/** @param {GameNode | null} parent @returns {number} */
function plyAfter(parent) {
  return parent ? parent.ply + 1 : 0;
}

export class GameTree {
  /**
   * @param {string[]} moves
   * @param {number} firstTurn the side that makes the first move, 1 in some positions that were set up
   */
  constructor(moves = [], firstTurn = 0) {
    this.firstTurn = firstTurn;
    this.root = new GameNode(null, "");
    this.root.isMain = true;
    this.current = this.root;
    this.mainEnd = this.root;
    this.setMainLine(moves);
  }

  /**
   * Set the game as it was played. Whoever looked at its end looks at its new end.
   * @param {string[]} moves
   */
  setMainLine(moves) {
    const wasAtEnd = this.current === this.mainEnd;
    for (const node of this.#nodes()) node.isMain = false;
    let node = this.root;
    node.isMain = true;
    for (const move of moves) {
      node = node.child(move) ?? this.#add(node, move);
      node.isMain = true;
    }
    this.mainEnd = node;
    this.#prune(this.root);
    if (wasAtEnd || !this.#nodes().includes(this.current)) this.current = this.mainEnd;
  }

  /**
   * Set what the record says of the game, and of each move of the main line.
   * @param {string} comment
   * @param {string[]} comments
   */
  setComments(comment, comments) {
    for (const [ply, node] of this.mainLine.entries()) node.comment = (ply ? comments[ply - 1] : comment) ?? "";
  }

  /** @param {GameNode} parent @param {string} move */
  #add(parent, move) {
    const node = new GameNode(parent, move);
    parent.children.push(node);
    return node;
  }

  /**
   * Remove moves that were taken back, unless a variation needs them. Returns whether anything is left below.
   * @param {GameNode} node
   * @returns {boolean}
   */
  #prune(node) {
    node.children = node.children.filter((child) => this.#prune(child) || child.isMain || child.isTried);
    node.children.sort((one, two) => Number(two.isMain) - Number(one.isMain));
    return node.children.length > 0;
  }

  /** @returns {GameNode[]} */
  #nodes(node = this.root) {
    return [node, ...node.children.flatMap((child) => this.#nodes(child))];
  }

  /**
   * Try a move: follow it if it is known, begin a variation if not.
   * @param {string} move
   */
  tryMove(move) {
    const node = this.current.child(move) ?? this.#add(this.current, move);
    if (!node.isMain) node.isTried = true;
    this.current = node;
  }

  /**
   * Try a line from a node, and go to the end of it.
   * @param {GameNode} from
   * @param {string[]} moves
   */
  tryLine(from, moves) {
    this.current = from;
    for (const move of moves) this.tryMove(move);
  }

  /**
   * Remove the variation that a node belongs to, from where it leaves the game.
   * @param {GameNode} node
   */
  removeVariation(node) {
    const top = node.path.find(({ isMain }) => !isMain);
    if (top) this.removeMove(top);
  }

  /**
   * Remove a move and all that follows it. Whoever looked at any of that looks at the position before it.
   * @param {GameNode} node
   */
  removeMove(node) {
    const { parent } = node;
    if (!parent) return;
    if (this.current.path.includes(node)) this.current = parent;
    parent.children = parent.children.filter((child) => child !== node);
  }

  /**
   * Whose turn it is at a ply.
   * @param {number} ply
   */
  turnAt(ply) {
    return (this.firstTurn + ply) % 2;
  }

  /** From the start through the current node to the end of its line. */
  get currentLine() {
    const line = this.current.path;
    for (let node = this.current.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The line that was played, from the start. */
  get mainLine() {
    return this.mainEnd.path;
  }

  /**
   * Returns whether that is somewhere else.
   * @param {GameNode | null | undefined} node
   */
  go(node) {
    if (!node || node === this.current) return false;
    this.current = node;
    return true;
  }

  back() {
    return this.go(this.current.parent);
  }

  forward() {
    return this.go(this.current.children[0]);
  }

  first() {
    return this.go(this.root);
  }

  last() {
    return this.go(this.currentLine.at(-1));
  }

  /** Every variation as moves from the start, to be stored. */
  get variations() {
    return this.#nodes()
      .filter((node) => node.isTried && !node.children.length)
      .map((node) => node.moves);
  }

  /**
   * Put stored variations back.
   * @param {string[][]} variations
   */
  addVariations(variations) {
    const { current } = this;
    for (const moves of variations) this.tryLine(this.root, moves);
    this.current = current;
  }
}
