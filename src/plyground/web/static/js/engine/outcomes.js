// What `outcome` says, seen from the side to move.

export const LOST = -1;
export const DRAWN = 0;
export const WON = 1;
export const OPEN = 2;
