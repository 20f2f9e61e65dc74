export { createClient, type Client, type ClientOptions, type WalletOptions } from './user/client.js';
export type { OnStepUp, UserToken } from './core/token.js';
export type { CallerOptions } from './core/call.js';
export {
  isErrorOf,
  WalletServiceError,
  type ClientErrorCode,
  type CodeOf,
  type FieldError,
  type StepUpChallenge,
} from './core/error.js';
export type { Hex } from './core/encoding.js';
export type * from './wallets.js';
export type { Operations } from './generated/operations.js';
