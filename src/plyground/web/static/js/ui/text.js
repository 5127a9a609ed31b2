// Small helpers for texts.

/**
 * The text with a large first letter.
 * @param {string} text
 */
export function capitalize(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
