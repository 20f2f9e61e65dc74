export { emulatedPcrs, makeNsmAuthority } from './nsm-authority.js';
export type { EmulatedDocument, NsmAuthority } from './nsm-authority.js';
export { startNsm } from './nsm-server.js';
export type { EmulatedNsm, NsmServerOptions } from './nsm-server.js';
