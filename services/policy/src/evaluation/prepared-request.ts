import type { ReadOperation, SigningWallet } from '@wallet-service/chains';
import type { RulesInForce } from './rules-in-force.js';

/** What deciding about one request needs, read and computed once. */
export type Prepared = {
  readonly rules: RulesInForce;
  readonly wallet: SigningWallet;
  readonly read: ReadOperation;
  readonly payloadHashes: readonly Buffer[];
  readonly now: Date;
};
