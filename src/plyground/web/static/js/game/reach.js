// Who can open a link, where the page was opened at an address that means this machine alone.

/** @import { InvitationsAnswer } from "../server/types.js" */

import { addressOf, copyField } from "../ui/clipboard.js";
import { h } from "../ui/dom.js";

/** @param {string} host */
export function isLoopback(host) {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}

/**
 * What to say below a link, and links that others can open; nothing where the link itself is good for others.
 * @param {Pick<InvitationsAnswer, "addresses" | "only_here">} answer
 * @param {string} place what the link shows
 * @param {string} label
 */
export function reachWords({ addresses, only_here }, place, label) {
  const host = location.hostname;
  if (!isLoopback(host)) return [];
  const only = `Only this machine can open that link: ${host} is its name for itself.`;
  if (!addresses.length) return [words(`${only} It has no address in a network.`)];
  if (only_here) {
    const there = addresses.map((address) => new URL(address).host).join(" or ");
    const how = "The server does not listen to others. Started with --host 0.0.0.0";
    return [words(`${only} ${how}, it would be found at ${there}.`)];
  }
  const fields = addresses.map((address) => {
    const { hash } = new URL(addressOf(place));
    return copyField(`${label}, for others in the network of ${new URL(address).hostname}`, address + hash, "Link");
  });
  return [words(`${only} Others can open these:`), ...fields];
}

/** @param {string} text */
function words(text) {
  return h("p", { class: "reach soft small-text" }, text);
}
