import type { User } from './credentials.js';
import { idempotencyKeyOf } from './once.js';
import { openKey } from './open-key.js';
import { Refusal } from './refusal.js';
import { assertBody, assertOnChain, sign, type SigningKind } from './sign.js';
import type { Handler, Owner, Received, State, TestWallet } from './state.js';
import type { TokenClaims } from './token.js';

const networks = { ETH: 'ETH_MAINNET', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' };

/** Wallets of users, of which each has one per chain. */
export const expressHandlers = () =>
  ({
    getOrCreateWallet: async (state, received) => {
      const { chain, claims } = userOf(received);
      const owner = ownerOf(claims);
      const wallet = walletOf(state, received) ?? (await newWallet(state, owner, chain));
      return { body: { public_address: wallet.key.address, public_key: wallet.key.publicKey } };
    },
    signData: signing('hash'),
    signMessage: signing('message'),
    signEip7702: signing('authorization'),
    signTransaction: signing('transaction'),
    signTypedData: signing('typedData'),
  }) satisfies Partial<Record<Received['id'], Handler>>;

export function ownerOf({ iss, sub }: TokenClaims): Owner {
  return { issuer: iss, subject: sub };
}

export function isOwnedBy({ owner }: TestWallet, { issuer, subject }: Owner): boolean {
  return owner.issuer === issuer && owner.subject === subject;
}

function signing(kind: SigningKind): Handler {
  return async (state, received) => {
    const { id, headers, body } = received;
    const { chain, claims } = userOf(received);
    assertBody(kind, body, headers);
    const idempotencyKey = idempotencyKeyOf(headers);
    assertOnChain(kind, body, chain, 'header X-Service-Chain');
    const wallet = walletOf(state, received);
    if (!wallet) throw new Refusal('wallet.not-found');
    const asked = { id, owner: ownerOf(claims), chain, body };
    const request = { wallet, claims, asked, idempotencyKey, assertAccess: () => undefined };
    return sign(state, request, kind, body as never);
  };
}

function walletOf({ wallets }: State, received: Received): TestWallet | undefined {
  const { chain, claims } = userOf(received);
  const owner = ownerOf(claims);
  return wallets.find(
    (each) => each.interface === 'express' && each.chain === chain && isOwnedBy(each, owner),
  );
}

async function newWallet(state: State, owner: Owner, chain: User['chain']): Promise<TestWallet> {
  const { wallets, nextId, now } = state;
  const network = networks[chain];
  const key = await openKey(chain, JSON.stringify(['express', owner.issuer, owner.subject]), network);
  const made = { ...{ chain, network, owner, key }, groupId: null, resourceId: undefined, accessKey: '' };
  // Another request may have made it meanwhile.
  const present = wallets.find(
    (each) => each.interface === 'express' && each.chain === chain && isOwnedBy(each, owner),
  );
  if (present) return present;
  const wallet: TestWallet = {
    id: nextId(),
    interface: 'express',
    ...made,
    createdAt: now(),
    rotatedAt: null,
  };
  wallets.push(wallet);
  return wallet;
}

function userOf({ user }: Received): User {
  if (user === undefined) throw new Error('an operation of users has a user');
  return user;
}
