export { isUuid, uuidV7 } from './uuid-v7.js';
