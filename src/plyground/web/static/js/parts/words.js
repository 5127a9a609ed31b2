// Small helpers for texts.

/** The text with a large first letter. */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
