export { acting, actFor } from './acting.js';
export { operatorScoped, scoped, scopedOrOperator } from './access.js';
export type { Access, GrantCheck, Need } from './access.js';
export { connect, toAppError } from './connect.js';
export type { Client, ClientCallOptions, ConnectOptions } from './connect.js';
export { definitions } from './definitions.js';
export type {
  Definition,
  IdentityDefinition,
  PolicyDefinition,
  ReceivedRequestOf,
  ReceivedResponseOf,
  RequestOf,
  ResponseOf,
  UnaryMethod,
  WalletDefinition,
  WebhooksDefinition,
  WitnessDefinition,
} from './definitions.js';
export { serve } from './serve.js';
export type { CallContext, Handlers, ServeOptions } from './serve.js';
export { spansOf } from './spans-of.js';
export { statusOfKind } from './status.js';
export { healthOfServers } from '@wallet-service/call-stream';
export type { ServerHealth } from '@wallet-service/call-stream';
export type { CallServer, Tls } from '@wallet-service/call-stream';
