// What `outcome` says, seen from the side to move.

export const LOST = -1;
export const DRAWN = 0;
export const WON = 1;
export const OPEN = 2;

/** A win in n plies is counted as WIN - n, a loss as n - WIN. */
export const WIN = 30_000;
