// A game as a tree: the line that was played, and the variations that somebody tried.

class Node {
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    this.main = false;
    this.tried = false; // part of a variation, to be kept when the game goes another way
    this.frame = null; // { picture, last, caption }
    this.position = null; // all there is to know, legal moves too
    this.analysis = null;
    this.comment = "";
  }

  /** The moves that lead here. */
  get moves() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  child(move) {
    return this.children.find((child) => child.move === move);
  }

  get score() {
    return this.analysis?.score ?? null;
  }
}

export class Story {
  /** `firstTurn` is the side that makes the first move, 1 in some positions that were set up. */
  constructor(moves = [], firstTurn = 0) {
    this.firstTurn = firstTurn;
    this.root = new Node(null, null);
    this.root.main = true;
    this.here = this.root;
    this.tip = this.root; // the end of the line that was played
    this.setMain(moves);
  }

  /** The game as it was played. Whoever looked at its end looks at its new end. */
  setMain(moves) {
    const atTip = this.here === this.tip;
    for (const node of this.#all()) node.main = false;
    let node = this.root;
    node.main = true;
    for (const move of moves) {
      node = node.child(move) ?? this.#grow(node, move);
      node.main = true;
    }
    this.tip = node;
    this.#prune(this.root);
    if (atTip || !this.#all().includes(this.here)) this.here = this.tip;
  }

  #grow(parent, move) {
    const node = new Node(parent, move);
    parent.children.push(node);
    return node;
  }

  // Moves taken back go, unless a variation needs them.
  #prune(node) {
    node.children = node.children.filter((child) => this.#prune(child) || child.main || child.tried);
    node.children.sort((one, two) => two.main - one.main);
    return node.children.some((child) => child.main || child.tried);
  }

  #all(node = this.root) {
    return [node, ...node.children.flatMap((child) => this.#all(child))];
  }

  /** Try a move here: follow it if it is known, begin a variation if not. */
  tryMove(move) {
    const node = this.here.child(move) ?? this.#grow(this.here, move);
    if (!node.main) node.tried = true;
    this.here = node;
    return node;
  }

  /** Try a whole line from a node, and go to the end of it or of its first moves. */
  tryLine(from, moves, steps = moves.length) {
    this.here = from;
    for (const move of moves.slice(0, steps)) this.tryMove(move);
  }

  /** Drop the variation that a node belongs to, from where it leaves the game. */
  forget(node) {
    let top = node;
    while (top.parent && !top.parent.main) top = top.parent;
    if (top.main) return;
    if (this.line.includes(top)) this.here = top.parent;
    top.parent.children = top.parent.children.filter((child) => child !== top);
  }

  /** Whose turn it is after so many moves. */
  turnAt(ply) {
    return (this.firstTurn + ply) % 2;
  }

  /** From the start through here to the end of this line. */
  get line() {
    const line = [];
    for (let node = this.here; node; node = node.parent) line.unshift(node);
    for (let node = this.here.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The line that was played, from the start. */
  get main() {
    const line = [];
    for (let node = this.tip; node; node = node.parent) line.unshift(node);
    return line;
  }

  go(node) {
    if (!node || node === this.here) return false;
    this.here = node;
    return true;
  }

  back() {
    return this.go(this.here.parent);
  }

  forward() {
    return this.go(this.here.children[0]);
  }

  first() {
    return this.go(this.root);
  }

  last() {
    return this.go(this.line.at(-1));
  }

  /** Every variation as moves from the start, to be kept. */
  get variations() {
    return this.#all()
      .filter((node) => node.tried && !node.children.length)
      .map((node) => node.moves);
  }

  /** Put kept variations back. */
  graft(variations) {
    const { here } = this;
    for (const moves of variations) this.tryLine(this.root, moves);
    this.here = here;
  }
}
