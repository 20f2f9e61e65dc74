import { hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import type { Logger } from '@wallet-service/runtime';
import { inSpan, untraced } from '@wallet-service/tracing';
import { newUuidV7 } from '@wallet-service/values';
import type { AppOptions } from './app-options.js';
import { attestationHandlers } from './attestation/attestation-handlers.js';
import { createCheckpointKeyOf } from './attestation/attested-checkpoint-key.js';
import { startBackgroundWork, type WalletWork } from './background-work.js';
import { applicationKeysOf, keysOf } from './compose-keys.js';
import { composeLists } from './compose-lists.js';
import type { SignerKeys } from './keys/signer-keys.js';
import type { Evaluation } from './policy/policy-client.js';
import { releaseReservation } from './signatures/release-reservation.js';
import { untilSignerKnown } from './signer/until-signer-known.js';
import type { CallScope } from './signer/signer-client.js';
import { recoverAccessKey, rotateAccessKey } from './core-wallets/change-access-key.js';
import { coreWalletHandlers } from './core-wallets/core-wallet-handlers.js';
import { coreWalletStore } from './core-wallets/core-wallet-store.js';
import { createCoreWallet } from './core-wallets/create-core-wallet.js';
import { walletGroupHandlers } from './groups/wallet-group-handlers.js';
import { walletGroupStore } from './groups/wallet-group-store.js';
import { idempotencyStore } from './idempotency/idempotency-store.js';
import { createRepeatable, type Repeatable } from './idempotency/repeatable.js';
import { createAppendBeside, type AppendBeside } from './journal/append-beside-store.js';
import { createCollectChanges } from './journal/collect-changes.js';
import { createRecordTrust } from './journal/applied-trust-store.js';
import { createChange, type Change } from './journal/change-store.js';
import { createJournal } from './journal/journal.js';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { JournalMacs } from './journal/journal-macs.js';
import { checkpointRound } from './checkpoints/checkpoint-round.js';
import { composeCheckpoints } from './compose-checkpoints.js';
import { insertPending } from './journal/pending-store.js';
import { renewLogs } from './journal/renew-logs-store.js';
import { createSequencer, type Sequencer } from './journal/sequencer.js';
import { gatherMs } from './journal/sequencer-rhythm.js';
import { createClaimWallet } from './pregenerated/claim-wallet.js';
import { createRefuseClaimable } from './pregenerated/refuse-claimable.js';
import { createHashEmail, type HashEmail } from './wallets/email-hash.js';
import { pregenerateWallet } from './pregenerated/pregenerate-wallet.js';
import { pregeneratedHandlers } from './pregenerated/pregenerated-handlers.js';
import { pregeneratedStore } from './pregenerated/pregenerated-store.js';
import { sign } from './signatures/sign.js';
import { signRepeatably } from './signatures/sign-repeatably.js';
import type { NoticeReuseDeps } from './signatures/notice-reuse.js';
import { signatureHandlers } from './signatures/signature-handlers.js';
import type { SignerUseRequest } from './keys/signer-use-request.js';
import { isReusedForAnotherPayload } from './signatures/token-pins.js';
import { appliedTrust } from './trust/applied-trust.js';
import { rememberChanges, rememberEntry, rememberVerified } from './durability/remember.js';
import { createBringTrust } from './trust/bring-trust.js';
import { createTrustStatusReader } from './trust/get-trust-status.js';
import { applicationKeyStore } from './wallets/application-key-store.js';
import { createWallets, type Wallets } from './express-wallets/get-or-create-wallet.js';
import type { FindOrCreateDeps } from './wallets/find-or-create.js';
import { createTampered, isOfJournal, type Tampered } from './wallets/tampering.js';
import { createVerifiedWallets, findVerified, type VerifiedWallets } from './wallets/verified-wallets.js';
import { newExpressWallet } from './wallets/wallet.js';
import { walletHandlers } from './express-wallets/wallet-handlers.js';
import { walletStore } from './wallets/wallet-store.js';

export type App = {
  readonly handlers: Handlers<WalletDefinition>;
  /** Nothing may be believed that was read before. */
  readonly dropCaches: () => void;
  /** Since when journals have waited for a checkpoint, by application (Unix seconds). */
  readonly journalsWaiting: ReadonlyMap<string, number>;
  /** By service: since when not all of its changes could be brought to the journals (Unix milliseconds). */
  readonly changesWaiting: ReadonlyMap<string, number | undefined>;
  /** Gives what is stored MACs of the event key. Resolves to how many logs had another. */
  readonly renewMacs: () => Promise<number>;
  readonly startBackgroundWork: (logger: Pick<Logger, 'warn'>) => WalletWork;
};

const rootTimeoutMs = 30_000;

/** What every part of the service needs. */
type Shared = {
  readonly options: AppOptions;
  readonly keys: SignerKeys;
  readonly change: Change;
  readonly once: FindOrCreateDeps;
  readonly verified: VerifiedWallets;
  readonly hashEmail: HashEmail;
  readonly wallets: Wallets;
  readonly tampered: Tampered;
  readonly macs: JournalMacs;
  readonly refusal: Sequencer['refusal'];
  /** Resolves when the entry is durable. */
  readonly append: (entry: JournalEntry) => Promise<void>;
};

/** The whole service, composed from its dependencies. */
export function createApp(options: AppOptions): App {
  const { database, macs, signer, now } = options;
  const { asking } = options.continuity;
  const newId = (): string => newUuidV7(now());
  const once = { newId, now, sleep: (ms: number) => sleep(ms), onLateKey: options.onLateKey };
  const tampered = createTampered((finding, about) => {
    options.onTampered(finding, about);
    if (isOfJournal(finding)) options.continuity.stopJournal(about['applicationId'] ?? '', finding, {});
  });
  const sequencer = createSequencer({
    database,
    macs,
    checkpointKeyOf: createCheckpointKeyOf(signer, applicationKeyStore(database, tampered).find),
    waitMs: gatherMs,
    now,
    tampered,
    onRefused: options.onRowRefused,
    onIntegrated: options.observeIntegration,
  });
  const { refusal, append, changes } = journaling(options, sequencer);
  const change = rememberChanges(createChange({ database, macs, now, newId }), asking);
  const recordTrust = createRecordTrust({ database, macs, now, newId });
  const trust = createBringTrust({
    ...options,
    ...options.identity,
    updateTrust: signer.updateTrust,
    recordTrust: (applicationId, applied) => recordTrust(applicationId, appliedTrust(applied)),
  });
  const applicationKeys = applicationKeysOf(options, tampered, trust);
  const keys = keysOf(options, applicationKeys, trust);
  const verified = createVerifiedWallets(rememberVerified(keys.verifyRecord, asking, now));
  const hashEmail = createHashEmail(keys.hashEmail);
  const making = { options, keys, change, once, verified, hashEmail, tampered, macs, refusal, append };
  const shared = { ...making, wallets: walletsOf(making) };
  const rounds = composeCheckpoints(options, keys, macs);
  const idempotency = idempotencyStore(database);
  const repeatable = createRepeatable({ store: idempotency, newId, random: randomBytes });

  return {
    handlers: {
      ...walletHandlers(shared.wallets, pregeneratedStore(options.database, shared.tampered)),
      ...signing(shared, repeatable),
      ...core(shared, repeatable),
      ...pregenerated(shared),
      ...composeLists({
        options,
        verified,
        tampered,
        macs,
        trust,
        integrate: sequencer.integrate,
        collectChanges: changes.collect,
      }),
      ...attestationHandlers({
        attestations: signer.attestations,
        findApplicationKey: applicationKeyStore(database, tampered).find,
      }),
      CheckPeers: options.checkPeers,
      GetTrustStatus: createTrustStatusReader({ trust, statuses: signer.statuses, now }),
    },
    dropCaches: () => {
      for (const cache of [applicationKeys, verified, shared.wallets]) cache.forgetAll();
    },
    journalsWaiting: rounds.waiting,
    changesWaiting: changes.waiting,
    renewMacs: () => renewLogs(database, macs),
    startBackgroundWork: (logger) =>
      startBackgroundWork({
        bringRoot: () => trust.checkNow('', { deadline: now() + rootTimeoutMs, traceId: '' }),
        sequence: sequencer.turn,
        tidyUp: idempotency.purge,
        makeCheckpoints: () => checkpointRound(rounds),
        importChains: sequencer.importChains,
        collectChanges: () => changes.collect(''),
        logger,
      }),
  };
}

function walletsOf(shared: Omit<Shared, 'wallets'>): Wallets {
  const { options, keys, change, once, verified, hashEmail, tampered } = shared;
  const { database, policy, now } = options;
  const waiting = pregeneratedStore(database, tampered);
  return createWallets({
    ...once,
    store: walletStore(database, tampered),
    change,
    verified,
    tampered,
    mint: (walletId, { owner, chain, jwt, ...scope }) => {
      const wallet = newExpressWallet(walletId, owner, chain);
      return keys.create(wallet, { jwt, tokenUse: 'express' }, scope);
    },
    claim: createClaimWallet({
      store: waiting,
      keys,
      hashEmail,
      change,
      tampered,
      now,
      setMinimumRecordVersion: policy.setMinimumRecordVersion,
    }),
    refuseClaimable: createRefuseClaimable({ store: waiting, hashEmail }),
    onClaimFailed: options.onClaimFailed,
  });
}

/**
 * A batch belongs to all requests that wait for it. So each of them records its own wait, and none records
 * the batch.
 */
const journalSpan = {
  name: 'append to the journal',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
} as const;

function journaling(options: AppOptions, sequencer: Pick<Sequencer, 'refusal'>) {
  const { journalDatabase, macs, observeJournalBatch, continuity } = options;
  const refusal: Sequencer['refusal'] = (id) => continuity.refusal(id) ?? sequencer.refusal(id);
  const journal = createJournal({
    insert: (entries) => insertPending(journalDatabase, macs, entries),
    refusal,
    onBatch: observeJournalBatch,
  });
  const append: Shared['append'] = (entry) =>
    rememberEntry(continuity.asking, entry, () => journal.append(entry));
  const { changeSources: sources, onNotCollected: onFailed, now } = options;
  return { refusal, append, changes: createCollectChanges({ sources, append, onFailed, now }) };
}

function appendingBeside({ options, macs, refusal }: Omit<Shared, 'wallets'>): AppendBeside {
  const { database, continuity } = options;
  const appendBeside = createAppendBeside({ database, macs, refusal });
  return (entry, besides) => rememberEntry(continuity.asking, entry, () => appendBeside(entry, besides));
}

function signing(shared: Shared, repeatable: Repeatable) {
  const { options, keys, once, verified, wallets, tampered, append } = shared;
  const { newId } = once;
  const { database, policy, now } = options;
  const appendBeside = appendingBeside(shared);
  const deps = {
    findExpressWallet: wallets.find,
    findCoreWallet: findVerified(coreWalletStore(database, tampered), verified),
    journal: (entry: JournalEntry) => inSpan(journalSpan, () => untraced(() => append(entry))),
    evaluate: (evaluation: Omit<Evaluation, 'signer' | 'exchangeKey'>, scope: CallScope) => {
      const { nextSigner, exchangeKey } = options.signer;
      return policy.evaluate({ ...evaluation, signer: nextSigner(), exchangeKey: exchangeKey() }, scope);
    },
    untilSignerKnown: (scope: CallScope) => untilSignerKnown(options.signer, now, scope),
    releaseReservation: releaseReservation(options.signer, policy, now),
    isTokenReused: tokenReuse(options),
    signWithKey: (use: SignerUseRequest, ...rest: [readonly Uint8Array[], CallScope]) =>
      keys.sign(use, ...rest).catch(forgetWallet(wallets, use)),
    exportKey: (use: SignerUseRequest, ...rest: [Uint8Array, CallScope]) =>
      keys.export(use, ...rest).catch(forgetWallet(wallets, use)),
    now,
    newId,
    observe: options.observeSigning,
  };
  const repeating = {
    ...deps,
    repeatable,
    tampered,
    appendBeside,
  };
  return signatureHandlers({
    sign: (request) => sign(deps, request),
    signRepeatably: (request, idempotency) => signRepeatably(repeating, request, idempotency),
    sealKeyOf: (keyHash) =>
      Buffer.from(hkdfSync('sha256', options.eventKey, keyHash, 'wallet-service/kept-signature/1', 32)),
  });
}

function tokenReuse({ sharedStore, now }: AppOptions): NoticeReuseDeps['isTokenReused'] {
  return (use) => isReusedForAnotherPayload(sharedStore, use, now());
}

/** The stored wallet may be wrong and may be repaired, so the next request reads it again. */
function forgetWallet({ forget }: Wallets, { owner, wallet }: SignerUseRequest) {
  return (error: unknown): never => {
    forget(owner, wallet.chain);
    throw error;
  };
}

function core(shared: Shared, repeatable: Repeatable) {
  const { options, keys, change, once, verified, tampered } = shared;
  const { database, policy, now } = options;
  const { newId } = once;
  const store = coreWalletStore(database, tampered);
  const groups = walletGroupStore(database);
  const { setMinimumRecordVersion } = policy;
  const tokens = { isTokenReused: tokenReuse(options), observe: options.observeSigning };
  const common = { findWallet: findVerified(store, verified), keys, change, repeatable, tampered, ...tokens };
  const creation = { ...common, findGroup: groups.find, verified, newId };
  const accessKeys = { ...common, setMinimumRecordVersion };
  return {
    ...walletGroupHandlers({ store: groups, repeatable, newId, now, appendBeside: appendingBeside(shared) }),
    ...coreWalletHandlers({
      store,
      verify: verified.verify,
      create: (request, scope) => createCoreWallet(creation, request, scope),
      importPublicKey: keys.importPublicKey,
      rotate: (request, scope) => rotateAccessKey(accessKeys, request, scope),
      recover: (request, scope) => recoverAccessKey(accessKeys, request, scope),
    }),
  };
}

function pregenerated({ options, keys, change, once, verified, hashEmail, tampered }: Shared) {
  const store = pregeneratedStore(options.database, tampered);
  const { release } = walletStore(options.database, tampered);
  const making = { ...once, store, release, keys, hashEmail, change, tampered };
  return pregeneratedHandlers({
    pregenerate: (applicationId, email, scope) => pregenerateWallet(making, applicationId, email, scope),
    find: async (applicationId, email, scope) =>
      store.find(applicationId, await hashEmail(applicationId, email, scope)),
    verify: verified.verify,
  });
}
