// Whether hints and analyses may be asked for here: a teacher can take them away.

const changes = new EventTarget();
let allowed = true;
/** The token that a teacher's page sends with questions, as the teacher always may. */
let token = "";

export function isHelpAllowed() {
  return allowed;
}

/** @param {boolean} isAllowed */
export function setHelpAllowed(isAllowed) {
  if (isAllowed === allowed) return;
  allowed = isAllowed;
  document.documentElement.toggleAttribute("data-no-help", !allowed);
  changes.dispatchEvent(new Event("change"));
}

/** @param {() => unknown} listener @param {AbortSignal} signal ends it */
export function onHelpChange(listener, signal) {
  changes.addEventListener("change", listener, { signal });
}

export function helpToken() {
  return token || undefined;
}

/** @param {string} teacher */
export function setHelpToken(teacher) {
  token = teacher;
}
