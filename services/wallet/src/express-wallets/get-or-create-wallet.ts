import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { Change } from '../journal/change-store.js';
import { walletEvent } from '../journal/wallet-event.js';
import type { ClaimWallet } from '../pregenerated/claim-wallet.js';
import type { RefuseClaimable } from '../pregenerated/refuse-claimable.js';
import type { VerifiedWallets } from '../wallets/verified-wallets.js';
import type { CallScope } from '../signer/signer-client.js';
import { findOrCreate, type CreationLock, type FindOrCreateDeps } from '../wallets/find-or-create.js';
import type { Tampered } from '../wallets/tampering.js';
import {
  newExpressWallet,
  ownerKey,
  pregeneratedChain,
  type MintedKey,
  type Owner,
  type Wallet,
} from '../wallets/wallet.js';
import { expressMark, mark } from '../wallets/wallet-marks-store.js';
import { fillPlaceholder, type WalletStore } from '../wallets/wallet-store.js';

export type WalletRequest = {
  readonly owner: Owner;
  readonly chain: Chain;
  /** The signer takes the owner from it. */
  readonly jwt: string;
  /** The normalised e-mail address that the token proves, if its provider is trusted to verify addresses. */
  readonly provenEmail: string | undefined;
  /** The same, whether or not its provider is trusted. */
  readonly statedEmail: string | undefined;
  /** A new wallet is made even if one waits for the address that the token states. */
  readonly skipClaim: boolean;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly traceId: string;
};

export type WalletsDeps = FindOrCreateDeps & {
  readonly store: WalletStore;
  readonly change: Change;
  /** Has the signer make the wallet's key. */
  readonly mint: (walletId: string, request: WalletRequest) => Promise<MintedKey>;
  readonly verified: VerifiedWallets;
  readonly tampered: Tampered;
  readonly claim: ClaimWallet;
  readonly refuseClaimable: RefuseClaimable;
  /**
   * Called when a user's pre-generated wallet could not be claimed next to their Express wallet. They can
   * still claim it later.
   */
  readonly onClaimFailed: (error: unknown) => void;
  readonly rememberedWallets?: number;
};

/** `isNew`: it was made for this request, or for one that ran at the same time. */
export type FoundOrMade = { readonly wallet: Wallet; readonly isNew: boolean };

export type Wallets = {
  readonly find: (owner: Owner, chain: Chain, scope: CallScope) => Promise<Wallet | undefined>;
  readonly getOrCreate: (request: WalletRequest) => Promise<FoundOrMade>;
  /** Forgets a wallet that the signer refused, so that it is read again. */
  readonly forget: (owner: Owner, chain: Chain) => void;
  readonly forgetAll: () => void;
};

/**
 * One wallet for each owner and chain, across all replicas. Only one address is ever returned, and only one
 * key is created as long as its process lives. Wallets are cached, which is safe because an Express wallet
 * never changes. Only wallets that a signer has verified are cached.
 */
export function createWallets(deps: WalletsDeps): Wallets {
  const { store, change, mint, verified, claim, refuseClaimable, now, tampered, onClaimFailed } = deps;
  const known = new RecentlyUsed<string, Wallet>('wallet.express-wallets', deps.rememberedWallets ?? 50_000);
  const singleFlight = createSingleFlight<FoundOrMade>();

  async function find(owner: Owner, chain: Chain, scope: CallScope): Promise<Wallet | undefined> {
    const key = ownerKey(owner, chain);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const wallet = await store.find(owner, chain);
    if (wallet) known.set(key, await verified.verify(wallet, scope));
    return wallet;
  }

  async function getOrCreate(request: WalletRequest): Promise<FoundOrMade> {
    const { owner, chain } = request;
    const remembered = known.get(ownerKey(owner, chain));
    const found = remembered ? { wallet: remembered, isNew: false } : await createOnce(request);
    // A wallet that waits for the user's e-mail address becomes theirs too, next to their Express wallet.
    if (request.provenEmail !== undefined && chain === pregeneratedChain)
      await claim(request, 'core', undefined).catch(onClaimFailed);
    return found;
  }

  async function createOnce(request: WalletRequest): Promise<FoundOrMade> {
    for (;;) {
      const { outcome, shared } = singleFlight(ownerKey(request.owner, request.chain), () => create(request));
      try {
        return await outcome;
      } catch (error) {
        // The other request may have failed because of its token or deadline. This request has its own.
        const mayDoBetter = error instanceof AppError && !['unavailable', 'internal'].includes(error.kind);
        if (!shared || !mayDoBetter || now() >= request.deadline) throw error;
      }
    }
  }

  async function create(request: WalletRequest): Promise<FoundOrMade> {
    const { owner, chain } = request;
    let made: Wallet | undefined;
    const wallet = await findOrCreate(
      deps,
      {
        find: () => find(owner, chain, request),
        acquire: (ids, lockMs) => store.acquire(owner, chain, ids, lockMs),
        fill: async (lock, deadline) => {
          const claimed = await claimFirst(lock, { ...request, deadline });
          return claimed ?? (made = await make(lock, { ...request, deadline }));
        },
        release: (lock) => store.release(owner.applicationId, lock),
      },
      request.deadline,
    );
    known.set(ownerKey(owner, chain), await verified.verify(wallet, request));
    return { wallet, isNew: made !== undefined };
  }

  /** A wallet that waits for the user's address comes before a new one. */
  async function claimFirst(lock: CreationLock, request: WalletRequest): Promise<Wallet | undefined> {
    const { owner, chain, provenEmail, statedEmail, skipClaim, deadline, traceId } = request;
    if (chain !== pregeneratedChain) return undefined;
    if (provenEmail !== undefined) return claim(request, 'express', lock);
    const { applicationId } = owner;
    if (statedEmail !== undefined && !skipClaim)
      await refuseClaimable({ applicationId, email: statedEmail, deadline, traceId });
    return undefined;
  }

  async function make(lock: CreationLock, request: WalletRequest): Promise<Wallet | undefined> {
    const { owner, chain } = request;
    const { applicationId } = owner;
    const key = await mint(lock.walletId, request);
    return change(applicationId, async (transaction, emit) => {
      const made = newExpressWallet(lock.walletId, owner, chain);
      const wallet = await fillPlaceholder(transaction, lock, made, key);
      if (!wallet) return undefined;
      if (!(await mark(transaction, applicationId, expressMark(owner, chain), wallet.id)))
        throw tampered('wallet-missing', { applicationId, placeholder: wallet.id });
      await emit(walletEvent('wallet.created', wallet, request));
      verified.remember(wallet);
      return wallet;
    });
  }

  function forget(owner: Owner, chain: Chain): void {
    known.delete(ownerKey(owner, chain));
  }

  return { find, getOrCreate, forget, forgetAll: known.clear.bind(known) };
}
