export { FairShares, ShareExceeded, unitsOf } from './fair-shares.js';
export type { Asker, FairSharesOptions, Release } from './fair-shares.js';
export { RecentlyUsed } from './recently-used.js';
export { isUuid, uuidV7 } from './uuid-v7.js';
export { mapInTurn } from './in-turn.js';
export { createRowMac } from './row-mac.js';
export type { MacPart, RowMac } from './row-mac.js';
