// Why a game ended, in words: templates of a game, filled in with what its compiled half found.
// The same as plyground.ending_words in Python.

const BLAMES_LOSER = "!";
const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/**
 * The ending that a template tells, with the names of the deciding cells.
 * @param {string} template
 * @param {string[][]} rows the names of the cells of each deciding row
 * @param {number[]} numbers
 * @param {string} mover
 * @param {string} other
 */
export function fillIn(template, rows, numbers, mover, other) {
  const blamesLoser = template.startsWith(BLAMES_LOSER);
  let text = (blamesLoser ? template.slice(1) : template).replaceAll("{mover}", mover).replaceAll("{other}", other);
  text = text.replace(/\{(\d+)(?::([^}]*))?\}/g, (_, index, noun) => numberText(numbers[Number(index)], noun));
  if (text.includes("{row}")) {
    const told = rows.map((row) =>
      text.replaceAll("{row}", row.join(" ")).replaceAll("{length}", numberWord(row.length)),
    );
    text = told.join(" and ");
  }
  return { reason: text, line: [...new Set(rows.flat())], blamesLoser };
}

/** @param {number} number */
function numberWord(number) {
  return NUMBER_WORDS[number] ?? String(number);
}

/** @param {number} number @param {string | undefined} noun */
function numberText(number, noun) {
  if (noun === undefined) return String(number);
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
