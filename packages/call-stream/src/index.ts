export { CallError, createCallClient } from './call-client.js';
export type { CallClient, CallClientOptions, CallFailure, CallOptions } from './call-client.js';
export { startCallServer } from './call-server.js';
export type { Call, CallServer, CallServerOptions, RefusalReason } from './call-server.js';
export { decodeCallFrames, decodeReplyFrames, encodeCallFrames, encodeReplyFrames } from './frames.js';
export { healthService } from './health.js';
export type { Tls } from './tls.js';
