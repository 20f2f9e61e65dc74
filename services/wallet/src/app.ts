import type { Pool } from 'pg';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import type { Refused } from '@wallet-service/signer-protocol';
import { uuidV7 } from '@wallet-service/values';
import type { PolicyClient } from './clients/policy-client.js';
import type { SignerClient } from './clients/signer-client.js';
import { createJournal } from './journal/journal.js';
import { eventHandlers } from './journal/event-handlers.js';
import { journalFeed } from './journal/journal-feed-store.js';
import { journalStore } from './journal/journal-store.js';
import { sign, type SigningEvent } from './signatures/sign.js';
import { signatureHandlers } from './signatures/signature-handlers.js';
import { createKeyUse } from './signatures/use-key.js';
import { createMfaReceipts, type ReceiptStore } from './signatures/mfa-receipts.js';
import { isReusedForAnotherPayload, type PinStore } from './signatures/token-pins.js';
import { createTrustAwaiter } from './trust/await-trust.js';
import { createTrustStatusReader } from './trust/get-trust-status.js';
import type { NewestBundle } from './trust/newest-bundle.js';
import { fetchNewerBundle, publishTrustBundle } from './trust/publish-trust-bundle.js';
import { trustBundleStore } from './trust/trust-bundle-store.js';
import { trustHandlers } from './trust/trust-handlers.js';
import { applicationKeyStore } from './wallets/application-key-store.js';
import { createApplicationKeys } from './wallets/application-keys.js';
import { createWallets } from './wallets/get-or-create-wallet.js';
import { walletHandlers } from './wallets/wallet-handlers.js';
import { walletStore } from './wallets/wallet-store.js';

export type AppOptions = Listeners & {
  readonly database: Pool;
  /** Connections of the journal's own: a rush of new users must not make signatures wait. */
  readonly journalDatabase: Pool;
  /** Shared by all replicas. */
  readonly sharedStore: PinStore & ReceiptStore;
  readonly policy: PolicyClient;
  readonly signer: SignerClient;
  /** The one that greets the signer's streams. */
  readonly bundles: NewestBundle;
  readonly trustWaitMs: number;
  readonly now: () => number;
};

/** Told of what happens. MUST NOT throw. */
export type Listeners = {
  readonly observeSigning: (event: SigningEvent) => void;
  readonly observeJournalBatch: (entries: number, seconds: number) => void;
  readonly onSignerRefused: (refused: Refused, traceId: string) => void;
  readonly onBundleRefused: (version: number, error: Error) => void;
  readonly onReceiptStoreError: (error: unknown) => void;
  readonly onLateKey: (walletId: string) => void;
};

export type App = {
  readonly handlers: Handlers<WalletDefinition>;
  /** Brings a trust bundle that another replica published to the signers. To be called again and again. */
  readonly fetchNewerBundle: () => Promise<void>;
};

const offerTimeoutMs = 5_000;

/** Everything that the service does, on its dependencies. */
export function createApp(options: AppOptions): App {
  const { database, sharedStore, signer, bundles, policy, now, trustWaitMs } = options;
  const newId = (): string => uuidV7(now(), randomBytes(10));
  const awaitTrust = createTrustAwaiter({ bundles, now, trustWaitMs, onRefused: options.onSignerRefused });
  const applicationKeys = createApplicationKeys({
    store: applicationKeyStore(database),
    createApplicationKey: (id, scope) => awaitTrust(() => signer.createApplicationKey(id, scope), scope),
  });
  const mfaReceipts = createMfaReceipts(sharedStore, options.onReceiptStoreError);
  const { mint, signWithKey } = createKeyUse({ applicationKeys, signer, awaitTrust, mfaReceipts });
  const wallets = createWallets({
    store: walletStore(database),
    mint,
    newId,
    now,
    sleep: (ms) => sleep(ms),
    onLateKey: options.onLateKey,
  });
  const journal = createJournal({
    store: journalStore(options.journalDatabase),
    onBatch: options.observeJournalBatch,
  });
  const bundleStore = trustBundleStore(database);
  const distribution = {
    store: bundleStore,
    bundles,
    offer: signer.offerTrustBundle,
    onRefused: options.onBundleRefused,
  };
  const trustStatus = createTrustStatusReader({ bundles, store: bundleStore, statuses: signer.statuses });

  return {
    handlers: {
      ...walletHandlers(wallets),
      ...signatureHandlers({
        sign: (request) =>
          sign(
            {
              findWallet: wallets.find,
              journal: journal.append,
              evaluate: policy.evaluate,
              releaseReservation: policy.release,
              isTokenReused: (token, fingerprint) =>
                isReusedForAnotherPayload(sharedStore, token, fingerprint, now()),
              signWithKey,
              now,
              newId,
              observe: options.observeSigning,
            },
            request,
          ),
      }),
      ...eventHandlers(journalFeed(database)),
      ...trustHandlers({
        publish: (signed, scope) => publishTrustBundle(distribution, signed, scope),
        status: trustStatus,
      }),
    } as Handlers<WalletDefinition>,
    fetchNewerBundle: () => fetchNewerBundle(distribution, { deadline: now() + offerTimeoutMs, traceId: '' }),
  };
}
