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
  /** What a search tells on its way, but for times. */
  search({ limits, earlier }) {
    const told = [];
    game.search({ ...limits, earlier: earlier.map(BigInt) }, ({ seconds, ...info }) => told.push(info));
    return told;
  },
  threats({ nodes }) {
    const plies = game.task(layout.numbers.tasks.FIND_WIN, nodes);
    return { plies, move: plies > 0 ? game.work.count("THREAT_MOVE") : null, nodes: game.work.count("THREAT_NODES") };
  },
  /** The move of a level. */
  choose: ({ choice }) => game.choose({ ...choice, earlier: choice.earlier.map(BigInt) }).lines[0].line[0],
  prove: ({ exact }) => game.prove({ exact }),
};

for (const question of questions) {
  game.reset();
  game.clear();
  for (const move of question.before ?? []) game.play(move);
  console.log(JSON.stringify(answers[question.ask](question)));
}
