import { createHash, randomUUID } from 'node:crypto';
import type { JournalEntry } from '@wallet-service/journal-format';
import { encodeVerdict, type Verdict } from '@wallet-service/signer-protocol';
import type { SignDeps, SigningEvent, SigningRequest } from '../src/signatures/signing-request.js';
import type { Wallet } from '../src/wallets/wallet.js';

// One request to sign, and what it needs.

export const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
export const applicationId = randomUUID();
export const owner = { applicationId, issuer: 'https://issuer.example', subject: 'alice' };
export const wallet: Wallet = {
  id: randomUUID(),
  applicationId,
  owner,
  interface: 'express',
  chain: 'SOL',
  network: 'SOL_MAINNET',
  recordVersion: 1,
  sealed: new Uint8Array(100),
  accessKeyRequired: false,
  recoverable: false,
  recoveryRecord: undefined,
  publicKey: new Uint8Array(32),
  address: '11111111111111111111111111111111',
  groupId: undefined,
  resourceId: undefined,
  origin: 'created',
  timeCreated: 1_700_000_000,
  timeUpdated: undefined,
};
export const message = Buffer.from('hello');
export const request: SigningRequest = {
  owner,
  choice: { interface: 'express', chain: 'SOL' },
  requested: { kind: 'message', message },
  wantsReceipt: false,
  jwt: 'header.claims.signature',
  jwtMode: 'observe',
  deadline: Date.now() + 10_000,
  traceId: 'trace',
};

/** The verdict of a decision, as bytes and as what they say. */
export function verdictOf(changes: Partial<Verdict> = {}) {
  const permission: Verdict = {
    applicationId: wallet.applicationId,
    walletId: wallet.id,
    chain: 'SOL',
    network: 'SOL_MAINNET',
    publicKey: wallet.publicKey,
    issuer: owner.issuer,
    subject: owner.subject,
    operation: 'message',
    payloadHashes: [sha256(message)],
    jwtHash: sha256(request.jwt),
    recordVersion: 1,
    policyRevision: '1',
    mfa: null,
    issuedAt: 1_700_000_000,
    expiresAt: 1_700_000_020,
    ...changes,
  };
  return { verdict: encodeVerdict(permission), permission };
}

/** That the policy service made a verdict. Nobody checks them here. */
export const proofs = {
  mac: new Uint8Array(32),
  mandate: new Uint8Array(1),
  releaseMac: new Uint8Array(32),
};

export const receipt = {
  statement: Buffer.from('statement'),
  signature: new Uint8Array(64),
  publicKey: new Uint8Array(32),
};

/** Everything goes well unless a test says otherwise. Records what happened. */
export function world(changes: Partial<SignDeps> = {}) {
  const journal: JournalEntry[] = [];
  const events: SigningEvent[] = [];
  const released: string[] = [];
  let signatures = 0;
  const deps: SignDeps = {
    findExpressWallet: () => Promise.resolve(wallet),
    findCoreWallet: () => Promise.resolve(undefined),
    exportKey: () => Promise.reject(new Error('not asked for')),
    journal: (entry) => Promise.resolve(void journal.push(entry)),
    evaluate: () =>
      Promise.resolve({
        ...verdictOf(),
        ...proofs,
        record: '{"action":"allow"}',
        reservationId: 'reserved',
        denialDetail: 'brief',
      }),
    untilSignerKnown: () => Promise.resolve(),
    releaseReservation: ({ reservationId }) => Promise.resolve(void released.push(reservationId)),
    isTokenReused: () => Promise.resolve(false),
    signWithKey: (order) => {
      signatures += 1;
      const one = { signature: new Uint8Array(64).fill(7), recoveryId: 0 };
      return Promise.resolve({ signatures: [one], receipt: order.wantsReceipt ? receipt : undefined });
    },
    now: () => 1_700_000_000_000,
    newId: randomUUID,
    observe: (event) => events.push(event),
    ...changes,
  };
  return { deps, journal, events, released, signatures: () => signatures };
}
