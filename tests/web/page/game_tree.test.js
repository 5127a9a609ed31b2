// The tree of a game and its variations, walking through it, and the list of its moves.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { GameTree } from "../../../src/plyground/web/static/js/game/game_tree.js";
import { moveRows } from "../../../src/plyground/web/static/js/game/move_list.js";
import { moveNumbers, pickableCells } from "../../../src/plyground/web/static/js/game/renderer.js";

const moves = (nodes) => nodes.map(({ move }) => move);

describe("the game that was played", () => {
  it("goes on while its end is looked at", () => {
    const tree = new GameTree(["a", "b"]);
    tree.setMainLine(["a", "b", "c"]);
    assert.deepEqual(tree.current.moves, ["a", "b", "c"]);
    assert.equal(tree.current, tree.mainEnd);
  });

  it("leaves whoever looks at another position where they are", () => {
    const tree = new GameTree(["a", "b"]);
    tree.back();
    tree.setMainLine(["a", "b", "c"]);
    assert.deepEqual(tree.current.moves, ["a"]);
  });

  it("loses the moves that are taken back", () => {
    const tree = new GameTree(["a", "b", "c"]);
    tree.setMainLine(["a"]);
    assert.deepEqual(moves(tree.mainLine), ["", "a"]);
    assert.deepEqual(tree.mainEnd.children, []);
    assert.equal(tree.current, tree.mainEnd);
  });

  it("says whose turn it is, also where the second side began", () => {
    assert.deepEqual(
      [0, 1, 2].map((ply) => new GameTree().turnAt(ply)),
      [0, 1, 0],
    );
    assert.deepEqual(
      [0, 1, 2].map((ply) => new GameTree([], 1).turnAt(ply)),
      [1, 0, 1],
    );
  });
});

describe("walking", () => {
  it("goes to the ends and by single moves, and says whether anything changed", () => {
    const tree = new GameTree(["a", "b", "c"]);
    assert.equal(tree.forward(), false);
    assert.equal(tree.back(), true);
    assert.deepEqual(tree.current.moves, ["a", "b"]);
    assert.equal(tree.first(), true);
    assert.equal(tree.back(), false);
    assert.equal(tree.last(), true);
    assert.equal(tree.current, tree.mainEnd);
  });

  it("stays in a variation", () => {
    const tree = new GameTree(["a", "b"]);
    tree.tryLine(tree.root, ["x", "y", "z"]);
    tree.first();
    tree.tryMove("x");
    tree.last();
    assert.deepEqual(tree.current.moves, ["x", "y", "z"]);
  });
});

describe("variations", () => {
  it("follow a move that is known", () => {
    const tree = new GameTree(["a", "b"]);
    tree.first();
    tree.tryMove("a");
    assert.equal(tree.current.isMain, true);
    assert.deepEqual(tree.variations, []);
  });

  it("are kept when the game goes another way", () => {
    const tree = new GameTree(["a", "b"]);
    tree.tryLine(tree.root, ["a", "x"]);
    tree.setMainLine(["a", "c"]);
    assert.deepEqual(tree.variations, [["a", "x"]]);
    assert.deepEqual(moves(tree.mainLine), ["", "a", "c"]);
  });

  it("keep the moves that lead to them, however many of these are taken back", () => {
    const tree = new GameTree(["a", "b", "c", "d"]);
    tree.tryLine(tree.mainEnd, ["x"]);
    tree.setMainLine([]);
    assert.deepEqual(tree.variations, [["a", "b", "c", "d", "x"]]);
    assert.deepEqual(tree.current.moves, ["a", "b", "c", "d", "x"]);
  });

  it("come back from storage, while the game is looked at where it stands", () => {
    const tree = new GameTree(["a", "b"]);
    tree.addVariations([["a", "x", "y"], ["c"]]);
    assert.equal(tree.current, tree.mainEnd);
    assert.deepEqual(tree.variations, [["a", "x", "y"], ["c"]]);
  });

  it("are removed from where they leave the game", () => {
    const tree = new GameTree(["a", "b"]);
    tree.tryLine(tree.root, ["a", "x", "y", "z"]);
    tree.removeVariation(tree.current);
    assert.deepEqual(tree.current.moves, ["a"]);
    assert.deepEqual(tree.variations, []);
  });

  it("are removed without moving whoever looks at the game", () => {
    const tree = new GameTree(["a", "b"]);
    tree.tryLine(tree.mainEnd, ["x"]);
    const variation = tree.current;
    tree.first();
    tree.removeVariation(variation);
    assert.equal(tree.current, tree.root);
    assert.deepEqual(tree.variations, []);
  });

  it("lose only their last move if that cannot be made", () => {
    const tree = new GameTree(["a"]);
    tree.tryLine(tree.mainEnd, ["x", "y"]);
    tree.removeMove(tree.current);
    assert.deepEqual(tree.current.moves, ["a", "x"]);
    assert.deepEqual(tree.variations, [["a", "x"]]);
  });

  it("never take the game itself with them", () => {
    const tree = new GameTree(["a", "b"]);
    tree.removeVariation(tree.mainEnd);
    assert.deepEqual(moves(tree.mainLine), ["", "a", "b"]);
  });
});

describe("the list of moves", () => {
  const text = (tree) =>
    moveRows(tree).map(({ depth, variation, parts }) => {
      const words = parts.map((part) => part.count ?? part.node?.move ?? "_").join(" ");
      return `${"  ".repeat(depth)}${words}${variation ? " x" : ""}`;
    });

  it("has pairs of moves", () => {
    assert.deepEqual(text(new GameTree(["a", "b", "c"])), ["1. a b", "2. c"]);
    assert.deepEqual(text(new GameTree()), []);
  });

  it("leaves the first place free where the second side began", () => {
    assert.deepEqual(text(new GameTree(["a", "b"], 1)), ["1… _ a", "2. b"]);
  });

  it("has variations under the moves that they replace, each to be removed", () => {
    const tree = new GameTree(["a", "b", "c"]);
    tree.addVariations([
      ["a", "x", "y", "z"],
      ["a", "x", "v"],
    ]);
    assert.deepEqual(text(tree), ["1. a b", "  1… x 2. y x", "    2. v", "  2… z", "2. c"]);
  });
});

describe("move numbers", () => {
  it("stand on the cells that hold the moves, the last where there are more", () => {
    const node = { position: { played: [["a1"], ["b2", "a1"], ["c3"]] }, path: [] };
    assert.deepEqual(
      [...moveNumbers(node)],
      [
        ["a1", 2],
        ["c3", 3],
      ],
    );
  });

  it("come from the frames where no position is known", () => {
    const tree = new GameTree(["a", "b"]);
    tree.mainEnd.frame = { last: ["b2"] };
    assert.deepEqual([...moveNumbers(tree.mainEnd)], [["b2", 2]]);
  });
});

describe("cells that can be picked", () => {
  const next = new Map([["1,1", []]]);

  it("are those listed on a board", () => {
    const cells = pickableCells({ position: { complete: true, picture: { marks: {} } } }, next);
    assert.deepEqual([cells.has("1,1"), cells.has("2,2")], [true, false]);
  });

  it("are all empty cells on an endless field", () => {
    const cells = pickableCells({ position: { complete: false, picture: { marks: { "0,0": "X" } } } }, next);
    assert.deepEqual([cells.has("2,2"), cells.has("0,0")], [true, false]);
    assert.deepEqual([...cells], ["1,1"]);
  });
});
