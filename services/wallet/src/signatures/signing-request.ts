import type { Chain } from '@wallet-service/addresses';
import type { Answer, Operation, RequestedOperation } from '@wallet-service/chains';
import type { Decision, Evaluation } from '../policy/policy-client.js';
import type { CallScope } from '../signer/signer-client.js';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { Owner, Wallet } from '../wallets/wallet.js';
import type { JwtMode } from '../users/user-on-the-wire.js';
import type { NoticeReuseDeps, TokenEvent } from './notice-reuse.js';
import type {
  SignerUseRequest,
  KeySignatures,
  SealedKey,
  SignedReceipt,
} from '../keys/signer-use-request.js';

/**
 * The wallet of the request: on the Express interface the owner's wallet of a chain, on the Core interface a
 * wallet by its id.
 */
export type WalletChoice =
  | { readonly interface: 'express'; readonly chain: Chain }
  /** `accessKey` is empty for a wallet that has none. */
  | { readonly interface: 'core'; readonly walletId: string; readonly accessKey: Uint8Array };

export type SigningRequest = {
  readonly owner: Owner;
  readonly choice: WalletChoice;
  /** What it means depends on the chain of the wallet. */
  readonly requested: RequestedOperation;
  /** The caller wants a signed statement of what the signer did and on what authority. */
  readonly wantsReceipt: boolean;
  /** The operation JWT, as received. */
  readonly jwt: string;
  readonly jwtMode: JwtMode;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly traceId: string;
};

/** Called with the outcome of requests that got as far as a wallet. */
export type SigningEvent =
  | {
      readonly event: 'signed' | 'denied' | 'failed';
      readonly chain: Chain;
      readonly operation: Operation['kind'];
    }
  | { readonly event: 'result-not-journaled' | 'reservation-stands'; readonly error: unknown }
  | TokenEvent;

export type SignDeps = {
  /** Both return only wallets that a signer has verified. */
  readonly findExpressWallet: (owner: Owner, chain: Chain, scope: CallScope) => Promise<Wallet | undefined>;
  readonly findCoreWallet: (
    applicationId: string,
    walletId: string,
    scope: CallScope,
  ) => Promise<Wallet | undefined>;
  /** MUST resolve only when the entry is durable. */
  readonly journal: (entry: JournalEntry) => Promise<void>;
  readonly evaluate: (
    evaluation: Omit<Evaluation, 'signer' | 'exchangeKey'>,
    scope: CallScope,
  ) => Promise<Decision>;
  /** Resolves when the next signer is known. Rejects with SignerGone if it is not known in time. */
  readonly untilSignerKnown: (scope: CallScope) => Promise<void>;
  /** Rejects if the signer that may use the verdict does not state that it never will. */
  readonly releaseReservation: (decision: Decision, scope: CallScope) => Promise<void>;
  readonly isTokenReused: NoticeReuseDeps['isTokenReused'];
  readonly signWithKey: (
    use: SignerUseRequest,
    payloads: readonly Uint8Array[],
    scope: CallScope,
  ) => Promise<KeySignatures>;
  readonly exportKey: (
    use: SignerUseRequest,
    recipientPublicKey: Uint8Array,
    scope: CallScope,
  ) => Promise<SealedKey>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly observe: (event: SigningEvent) => void;
};

/** `result` is the signatures or, for an export, the sealed key. */
export type SigningAnswer = {
  readonly requestId: string;
  readonly wallet: Wallet;
  readonly result: Answer | SealedKey;
  readonly receipt: SignedReceipt | undefined;
};
