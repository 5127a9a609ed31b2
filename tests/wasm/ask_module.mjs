// `node ask_module.mjs FILE`: answer the questions of a test with the module of a game, as JSON on one line each.
// The file is JSON: where the module is, its layout, and the questions in order.

import { readFileSync } from "node:fs";
import { OPEN, openGame } from "../../src/plyground/web/static/js/engine/module_game.js";

const { code, layout, questions } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const game = await openGame(readFileSync(code), layout);

/** Everything that the rules say of the position. */
function look(last) {
  const outcome = game.outcome();
  const isOpen = outcome === OPEN;
  return {
    outcome,
    evaluate: game.evaluate(),
    key: String(game.key()),
    fingerprint: String(game.fingerprint()),
    proof: isOpen ? game.proof() : 0,
    moves: isOpen ? game.moves() : [],
    candidates: isOpen ? game.candidates() : [],
    marks: game.hasMarks ? game.marks() : [],
    ending: isOpen || !game.hasEnding ? null : game.ending(last),
  };
}

const answers = {
  /** What the rules say of every position of a game, and whether taking each move back restores it. */
  walk({ moves }) {
    game.reset();
    const seen = [look(-1)];
    for (const move of moves) {
      const before = game.save();
      game.play(move);
      if (layout.arrays_in_position) {
        game.undo(move);
        if (!Buffer.from(before).equals(Buffer.from(game.save()))) throw new Error(`undo of ${move} leaves traces`);
        game.play(move);
      }
      seen.push(look(move));
    }
    return seen;
  },
  perft: ({ depth }) => game.perft(depth),
  /** A search by the kernel itself: the same moves, depths and windows as asked natively. */
  kernel({ roots, depth }) {
    const { work } = game;
    const found = [];
    for (const [i, move] of roots.entries()) game.roots[i] = BigInt(move);
    for (let plies = 1; plies <= depth; plies++) {
      const here = game.save();
      const numbers = [plies, -32000, 32000, 0, roots.length].map(BigInt);
      const score = Number(game.entries.search(game.rules, game.pos, layout.work, ...numbers));
      game.load(here);
      const line = Array.from(work.numbers("pv").subarray(0, Number(work.numbers("pv_lengths")[0])), Number);
      found.push({ score, line, nodes: work.count("NODES"), settled: work.bytes("settled")[0] !== 0 });
    }
    return found;
  },
  threats({ nodes }) {
    const here = game.save();
    const plies = Number(game.entries.threats(game.rules, game.pos, layout.work, BigInt(nodes)));
    game.load(here);
    return { plies, move: plies > 0 ? game.work.count("THREAT_MOVE") : null, nodes: game.work.count("THREAT_NODES") };
  },
  prove: ({ exact }) => game.prove({ exact }),
};

for (const question of questions) {
  game.reset();
  game.clear();
  for (const move of question.before ?? []) game.play(move);
  console.log(JSON.stringify(answers[question.ask](question)));
}
