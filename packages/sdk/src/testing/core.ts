import { toBase64 } from '../core/encoding.js';
import type { CreateWalletRequest, RotateAccessKeyRequest } from '../generated/schemas.js';
import { isOwnedBy, ownerOf } from './express.js';
import { onePage } from './list.js';
import { networkOf } from './network.js';
import { idempotencyKeyOf, once } from './once.js';
import { openKey } from './open-key.js';
import { invalid, Refusal } from './refusal.js';
import { assertBody, assertOnChain, sign, type SigningKind } from './sign.js';
import type { Answer, Handler, Received, State, TestWallet } from './state.js';
import { readToken, type TokenClaims } from './token.js';

const longestOperationSeconds = 300;

/** Wallets with an access key, which the application holds for its users. */
export const coreHandlers = () =>
  ({
    createWallet: (state, { id, headers, body }) => {
      const { auth_jwt: jwt, ...asked } = body as CreateWalletRequest;
      const owner = ownerOf(readToken(jwt, state.application, state.now()));
      return once(state, idempotencyKeyOf(headers), { id, owner, asked }, () =>
        newWallet(state, owner, asked),
      );
    },
    getWallet: (state, { path }) => ({ body: { data: shownWallet(walletOf(state, path['id'])) } }),
    listWallets: ({ wallets }, { query }) => {
      const core = wallets.filter((each) => each.interface === 'core' && matches(each, query));
      const { items, next } = onePage(core.reverse(), query, 50);
      return { body: { data: items.map(shownWallet), next } };
    },
    rotateAccessKey: (state, { id, headers, body }) => {
      const { op_jwt: jwt, ...asked } = body as RotateAccessKeyRequest;
      const claims = operationToken(state, jwt);
      assertAccessKey(asked.access_key);
      const key = idempotencyKeyOf(headers);
      const wallet = walletOf(state, asked.wallet_id);
      assertOwner(wallet, claims);
      return once(state, key, { id, owner: ownerOf(claims), asked }, async () => {
        assertAccess(wallet, asked.access_key);
        const accessKey = await accessKeyOf(`${wallet.id} after ${asked.access_key}`);
        if (wallet.accessKey !== asked.access_key) throw new Refusal('wallet.changed-meanwhile');
        wallet.accessKey = accessKey;
        wallet.rotatedAt = state.now();
        return shownWithKey(wallet);
      });
    },
    coreSignData: signing('hash'),
    coreSignMessage: signing('message'),
    coreSignTransaction: signing('transaction'),
  }) satisfies Partial<Record<Received['id'], Handler>>;

type Credentials = { readonly op_jwt: string; readonly access_key?: string; readonly wallet_id: string };

function signing(kind: SigningKind): Handler {
  return async (state, { id, headers, body }) => {
    const { op_jwt: jwt, ...asked } = body as Credentials;
    const { access_key: accessKey, wallet_id: walletId, ...what } = asked;
    const claims = operationToken(state, jwt);
    assertBody(kind, what, headers);
    if (accessKey !== undefined) assertAccessKey(accessKey);
    const idempotencyKey = idempotencyKeyOf(headers);
    const wallet = walletOf(state, walletId);
    assertOnChain(kind, what, wallet.chain, '/wallet_id');
    assertOwner(wallet, claims);
    if (accessKey === undefined) throw invalid('/access_key', 'is required');
    const request = {
      ...{ wallet, claims, idempotencyKey, asked: { id, owner: ownerOf(claims), asked } },
      assertAccess: () => {
        assertAccess(wallet, accessKey);
      },
    };
    return sign(state, request, kind, what as never);
  };
}

function operationToken({ application, now }: State, jwt: string): TokenClaims {
  return readToken(jwt, application, now(), longestOperationSeconds);
}

function walletOf({ wallets }: State, walletId: string | undefined): TestWallet {
  const wallet = wallets.find((each) => each.interface === 'core' && each.id === walletId);
  if (!wallet) throw new Refusal('wallet.not-found');
  return wallet;
}

function assertOwner(wallet: TestWallet, claims: TokenClaims): void {
  if (!isOwnedBy(wallet, ownerOf(claims))) throw new Refusal('wallet.owner-mismatch');
}

/** Whether it can be the access key of any wallet. */
function assertAccessKey(accessKey: string): void {
  if (!/^ak_[\w-]{43}$/.test(accessKey)) throw new Refusal('wallet.access-key-invalid');
}

function assertAccess(wallet: TestWallet, accessKey: string): void {
  if (wallet.accessKey !== accessKey) throw new Refusal('wallet.access-key-invalid');
}

async function newWallet(
  { wallets, groups, nextId, now }: State,
  owner: TestWallet['owner'],
  { network, wallet_group_id: groupId, metadata }: Omit<CreateWalletRequest, 'auth_jwt'>,
): Promise<Answer> {
  if (groupId !== undefined && !groups.some(({ id }) => id === groupId))
    throw new Refusal('wallet-group.not-found');
  const { chain } = networkOf(network);
  const id = nextId();
  const accessKey = await accessKeyOf(id);
  const key = await openKey(chain, id, network);
  const wallet: TestWallet = {
    ...{ id, interface: 'core', chain, network, owner, key, accessKey },
    ...{ groupId: groupId ?? null, resourceId: metadata?.resource_id, createdAt: now(), rotatedAt: null },
  };
  wallets.push(wallet);
  return shownWithKey(wallet);
}

async function accessKeyOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`access key of ${text}`));
  const base64 = toBase64(new Uint8Array(bytes));
  return `ak_${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Whether the wallet is one of those that the query of a list names. */
export function matches(wallet: TestWallet, query: Readonly<Record<string, string>>): boolean {
  const facts: Readonly<Record<string, string | null | undefined>> = {
    wallet_group_id: wallet.groupId,
    network: wallet.network,
    resource_id: wallet.resourceId,
    public_address: addressName(wallet.key.address),
    issuer: wallet.owner.issuer,
    subject: wallet.owner.subject,
    interface: wallet.interface,
    chain: wallet.chain,
  };
  return Object.entries(query).every(([name, value]) => {
    if (!Object.hasOwn(facts, name)) return true;
    return facts[name] === (name === 'public_address' ? addressName(value) : value);
  });
}

/** EVM addresses are equal in any case. */
function addressName(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}

/** What every list shows of a wallet. */
export function walletFacts({ createdAt, rotatedAt, network, groupId, resourceId, chain, key }: TestWallet) {
  return {
    time_created: createdAt,
    time_updated: rotatedAt,
    network,
    wallet_group_id: groupId,
    metadata: resourceId === undefined ? {} : { resource_id: resourceId },
    key_type: chain === 'SOL' ? 'ed25519' : 'secp256k1',
    public_address: key.address,
    public_key: key.publicKey,
  };
}

function shownWallet(wallet: TestWallet) {
  return {
    uuid: wallet.id,
    ...walletFacts(wallet),
    caip2: networkOf(wallet.network).caip2,
    ...{ origin: 'created', access_key_required: true, recoverable: true, owner: wallet.owner },
  };
}

function shownWithKey(wallet: TestWallet): Answer {
  const { id, key, accessKey } = wallet;
  const { caip2 } = networkOf(wallet.network);
  const data = { uuid: id, ...walletFacts(wallet), caip2, access_key: accessKey };
  return { body: { data, wallet_id: id, wallet_address: key.address }, wallet };
}
