export { RecentlyUsed } from './recently-used.js';
export { isUuid, uuidV7 } from './uuid-v7.js';
