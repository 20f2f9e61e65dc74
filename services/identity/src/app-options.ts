import type { KeyObject } from 'node:crypto';
import type { Approver, Grant } from '@wallet-service/grants';
import type { createPool } from '@wallet-service/postgres';
import type { Logger, RowAlarm } from '@wallet-service/runtime';
import type { RootInForce } from '@wallet-service/signer-protocol';
import type { Config } from './config.js';
import type { ObserveKeySet } from './witnesses/observe-key-set.js';
import type { ForgedRow } from './row-macs.js';
import type { AskWitness } from './witnesses/ask-witnesses.js';

export type AppOptions = {
  readonly pool: ReturnType<typeof createPool>;
  /** In the order of the configuration. */
  readonly witnesses: readonly AskWitness[];
  /** What the signers' image trusts. */
  readonly bakedRoot: RootInForce;
  readonly registrarKey: KeyObject;
  /** Wraps every question for a key set, to trace it. */
  readonly observing?: (observe: ObserveKeySet) => ObserveKeySet;
  readonly keySets: Config['keySets'];
  /** Undefined: no person can sign in. */
  readonly relyingParty?: Config['relyingParty'];
  /** Undefined: people sign in with passkeys alone. */
  readonly peopleIssuer?: Config['peopleIssuer'];
  readonly pepper: Buffer;
  readonly operatorKey: string;
  readonly signGrant: (grant: Grant) => Buffer;
  readonly signApprover: (approver: Approver) => Buffer;
  /** Throws `auth.grant-invalid`. */
  readonly verifyGrant: (bytes: Uint8Array) => Grant;
  /** Called for every row that was read and that identity did not write. */
  readonly onForged: (row: ForgedRow) => void;
  /** Until when rows without a MAC count as written before there were MACs. */
  readonly adoptRowsUntilMs: number | undefined;
  readonly onRowRefused: RowAlarm<'change' | 'event' | 'revision' | 'trust-document' | 'root-document'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
};
