import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { BoundedMap } from '../bounded-map.js';
import { createSingleFlight } from '../single-flight.js';
import { ownerKey, type MintedKey, type Owner, type Wallet } from './wallet.js';
import type { Lease, WalletStore } from './wallet-store.js';

export type WalletRequest = {
  readonly owner: Owner;
  readonly chain: Chain;
  /** The signer takes the owner from it. */
  readonly jwt: string;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly traceId: string;
};

export type WalletsDeps = {
  readonly store: WalletStore;
  /** Has the signer make the wallet's key. */
  readonly mint: (walletId: string, request: WalletRequest) => Promise<MintedKey>;
  readonly newId: () => string;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Told of what was done about a failure that the caller is not told of. */
  readonly onLateKey?: (walletId: string) => void;
  readonly leaseMs?: number;
  readonly rememberedWallets?: number;
};

export type Wallets = {
  readonly find: (owner: Owner, chain: Chain) => Promise<Wallet | undefined>;
  readonly getOrCreate: (request: WalletRequest) => Promise<Wallet>;
};

const firstWaitMs = 5;
const longestWaitMs = 200;

/**
 * One wallet for one owner and chain, over all replicas: one address is ever returned, and one key is minted while its minter lives. Remembers
 * wallets, which is right because an Express wallet never changes.
 */
export function createWallets({
  store,
  mint,
  newId,
  now,
  sleep,
  onLateKey,
  leaseMs = 10_000,
  rememberedWallets = 50_000,
}: WalletsDeps): Wallets {
  const known = new BoundedMap<string, Wallet>(rememberedWallets);
  const singleFlight = createSingleFlight<Wallet>();

  async function find(owner: Owner, chain: Chain): Promise<Wallet | undefined> {
    const key = ownerKey(owner, chain);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const wallet = await store.find(owner, chain);
    if (wallet) known.set(key, wallet);
    return wallet;
  }

  async function getOrCreate(request: WalletRequest): Promise<Wallet> {
    const remembered = known.get(ownerKey(request.owner, request.chain));
    if (remembered) return remembered;
    for (;;) {
      const { outcome, shared } = singleFlight(ownerKey(request.owner, request.chain), () => create(request));
      try {
        return await outcome;
      } catch (error) {
        // The other's token or deadline may be what failed, and this request has its own.
        const mayDoBetter = error instanceof AppError && !['unavailable', 'internal'].includes(error.kind);
        if (!shared || !mayDoBetter || now() >= request.deadline) throw error;
      }
    }
  }

  async function create(request: WalletRequest): Promise<Wallet> {
    const { owner, chain } = request;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const existing = await find(owner, chain);
      if (existing) return existing;
      const lease = await store.reserve(owner, chain, { walletId: newId(), leaseId: newId() }, leaseMs);
      if (lease) {
        const wallet = await fill(lease, request);
        if (wallet) {
          known.set(ownerKey(owner, chain), wallet);
          return wallet;
        }
        continue;
      }
      if (now() + waitMs >= request.deadline)
        throw new AppError('service.deadline-exceeded', 'the wallet is still being made; ask again');
      await sleep(waitMs);
    }
  }

  /** Undefined when the lease was lost meanwhile. */
  async function fill(lease: Lease, request: WalletRequest): Promise<Wallet | undefined> {
    const { applicationId } = request.owner;
    let key: MintedKey;
    try {
      // Not longer than the lease: after it somebody else may be minting.
      const deadline = Math.min(request.deadline, now() + leaseMs - leaseMs / 10);
      key = await mint(lease.walletId, { ...request, deadline });
    } catch (error) {
      // If this fails too, the lease ends by itself.
      await store.release(applicationId, lease).catch(() => undefined);
      throw error;
    }
    const wallet = await store.fill(applicationId, lease, key);
    if (!wallet) onLateKey?.(lease.walletId);
    return wallet;
  }

  return { find, getOrCreate };
}
