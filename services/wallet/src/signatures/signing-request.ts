import type { Chain } from '@wallet-service/addresses';
import type { Operation, RawSignature } from '@wallet-service/chains';
import type { Decision, Evaluation } from '../clients/policy-client.js';
import type { SealedKey } from '../clients/sealed-key.js';
import type { CallScope } from '../clients/signer-client.js';
import type { TokenUse } from '../clients/token-use.js';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { Owner, Wallet } from '../wallets/wallet.js';
import type { JwtMode, NoticeReuseDeps, TokenEvent } from './notice-reuse.js';
import type { SignedReceipt } from './signed-receipt.js';

/** Which wallet is asked for: on the Express interface the owner's of a chain, on the Core interface one by its id. */
export type WalletChoice =
  | { readonly interface: 'express'; readonly chain: Chain }
  /** `accessKey`: empty for a wallet that has none. */
  | { readonly interface: 'core'; readonly walletId: string; readonly accessKey: Uint8Array };

export type SigningRequest = {
  readonly owner: Owner;
  readonly choice: WalletChoice;
  readonly operation: Operation;
  /** What the caller takes the wallet's address to be; empty = he does not say. */
  readonly expectedAddress: string;
  /** Of a transaction on ETH too the bare signature is wanted, as of a hash. */
  readonly signatureOnly: boolean;
  /** The signer is to say, signed, what it did and by what right. */
  readonly wantsReceipt: boolean;
  /** The operation JWT, as received. */
  readonly jwt: string;
  readonly jwtMode: JwtMode;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly traceId: string;
};

/** What the signer is asked for, once everybody else has agreed. */
export type KeyOrder = {
  readonly wallet: Wallet;
  readonly owner: Owner;
  /** Empty on the Express interface. */
  readonly accessKey: Uint8Array;
  readonly jwt: string;
  readonly tokenUse: TokenUse;
  readonly operation: Operation['kind'];
  readonly decision: Decision;
  /** The verdict demands evidence of multi-factor authentication. */
  readonly demandsMfa: boolean;
  readonly wantsReceipt: boolean;
};

/** What the signer gives for an order to sign. `receipt`: when it was asked for. */
export type KeySignatures = {
  readonly signatures: readonly RawSignature[];
  readonly receipt: SignedReceipt | undefined;
};

/** Told of what happened to requests that came as far as a wallet. */
export type SigningEvent =
  | {
      readonly event: 'signed' | 'denied' | 'failed';
      readonly chain: Chain;
      readonly operation: Operation['kind'];
    }
  | { readonly event: 'result-not-journaled' | 'reservation-stands'; readonly error: unknown }
  | TokenEvent;

export type SignDeps = {
  /** Both: as a signer has vouched for it. */
  readonly findExpressWallet: (owner: Owner, chain: Chain, scope: CallScope) => Promise<Wallet | undefined>;
  readonly findCoreWallet: (
    applicationId: string,
    walletId: string,
    scope: CallScope,
  ) => Promise<Wallet | undefined>;
  /** MUST resolve only when the entry is durable. */
  readonly journal: (entry: JournalEntry) => Promise<void>;
  readonly evaluate: (evaluation: Omit<Evaluation, 'signer'>, scope: CallScope) => Promise<Decision>;
  /** Resolves when it is known which signer is asked next. Rejects with SignerGone when it is not known in time. */
  readonly untilSignerKnown: (scope: CallScope) => Promise<void>;
  /** Rejects when the signer that may use the verdict does not say that it never will. */
  readonly releaseReservation: (decision: Decision, scope: CallScope) => Promise<void>;
  readonly isTokenReused: NoticeReuseDeps['isTokenReused'];
  readonly signWithKey: (
    order: KeyOrder,
    payloads: readonly Uint8Array[],
    scope: CallScope,
  ) => Promise<KeySignatures>;
  readonly exportKey: (
    order: KeyOrder,
    recipientPublicKey: Uint8Array,
    scope: CallScope,
  ) => Promise<SealedKey>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly observe: (event: SigningEvent) => void;
};

/** `result`: the fields of the answer, or of an export the sealed key. */
export type SigningAnswer = {
  readonly requestId: string;
  readonly wallet: Wallet;
  readonly result: object;
  readonly receipt: SignedReceipt | undefined;
};
