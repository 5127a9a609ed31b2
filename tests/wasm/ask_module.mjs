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
    search: String(game.searchFingerprint()),
    proof: isOpen ? game.proof() : 0,
    moves: isOpen ? game.moves().map(String) : [],
    candidates: isOpen ? game.candidates().map(String) : [],
    marks: game.hasMarks ? game.marks() : [],
    hot: isOpen ? game.hot().map(({ move, side, words }) => [String(move), side, words]) : [],
    ending: isOpen || !game.hasEnding ? null : endingOf(game.ending(last)),
  };
}

function endingOf({ rows, ...rest }) {
  return { ...rest, rows: rows.map((row) => row.map(String)) };
}

/** A move out of JSON, where it is text because it may be too large for a number. */
const moveOf = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

/** Lines with moves as text. */
const written = ({ lines, ...info }) => ({
  ...info,
  lines: lines.map(({ line, ...rest }) => ({ ...rest, line: line.map(String) })),
});

const answers = {
  /** What the rules say of every position of a game, and whether taking each move back restores it. */
  walk({ moves }) {
    game.reset();
    const seen = [look(-1)];
    for (const move of moves.map(moveOf)) {
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
    game.search({ ...limits, earlier: earlier.map(BigInt) }, ({ seconds, ...info }) => told.push(written(info)));
    return told;
  },
  threats({ nodes }) {
    const plies = game.task(layout.numbers.tasks.FIND_WIN, nodes);
    const move = plies > 0 ? String(game.outward(BigInt(game.work.count("THREAT_MOVE")))) : null;
    return { plies, move, nodes: game.work.count("THREAT_NODES") };
  },
  /** The move of a level. */
  choose({ choice: { level, seed, played, earlier } }) {
    const { lines } = game.choose({ level, seed, played: played.map(moveOf), earlier: earlier.map(BigInt) });
    return String(lines[0].line[0]);
  },
  /** What a search says of the position with the other side to move. */
  passed({ limits }) {
    game.pass();
    const { lines } = written(game.search(limits));
    return { outcome: game.outcome(), lines };
  },
  prove: ({ exact }) => game.prove({ exact }),
};

for (const question of questions) {
  game.reset();
  game.clear();
  for (const move of question.before ?? []) game.play(moveOf(move));
  console.log(JSON.stringify(answers[question.ask](question)));
}
