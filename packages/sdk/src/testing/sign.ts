import { fromBase64, toBase64 } from '../core/encoding.js';
import type { Chain } from '../wallets.js';
import { networkOf } from './network.js';
import { once } from './once.js';
import { assertStepUp, takeNext } from './plan.js';
import { invalid, Refusal, untested } from './refusal.js';
import type { Answer, State, TestWallet } from './state.js';
import type { AuthorizationBody, EthereumKey, HashBody } from './test-key.js';
import type { TokenClaims } from './token.js';

/** The body of each operation that signs, without the credentials of the Core interface. */
export type SigningBodies = {
  readonly message: { readonly message_base64: string; readonly format?: string };
  readonly transaction: { readonly payload: unknown };
  readonly typedData: { readonly typed_data: unknown; readonly version?: string };
  readonly authorization: AuthorizationBody;
  readonly hash: HashBody;
};
export type SigningKind = keyof SigningBodies;

/** What is wrong with the body on any chain. */
export function assertBody(kind: SigningKind, body: unknown, headers: Headers): void {
  if (/(^|[,;\s])receipt/i.test(headers.get('prefer') ?? '')) throw untested('receipts');
  if (kind === 'message') messageOf((body as SigningBodies['message']).message_base64);
}

/** What is wrong with it on this chain. `field`: where the request names the chain. */
export function assertOnChain(kind: SigningKind, body: unknown, chain: Chain, field: string): void {
  const isEverywhere = kind === 'message' || kind === 'transaction';
  if (chain !== 'ETH' && !isEverywhere) {
    const fields = [{ path: field, message: 'must be ETH for this operation' }];
    throw new Refusal('chain.operation-unsupported', { fields });
  }
  const { format, payload } = body as { readonly format?: string; readonly payload?: unknown };
  if (kind === 'transaction' && chain !== 'ETH' && (typeof payload !== 'string' || !canonical(payload)))
    throw invalid('/payload', 'must be base64 of the standard alphabet with padding');
  if (format !== undefined && chain !== 'BTC')
    throw invalid('/format', 'must be absent: only BTC has formats');
}

type Request = {
  readonly wallet: TestWallet;
  readonly claims: TokenClaims;
  /** The request without its token. */
  readonly asked: object;
  readonly idempotencyKey: string | undefined;
  /** The last check of the signer. */
  readonly assertAccess: () => void;
};

/** Signs if nothing is against it, and once for an Idempotency-Key. */
export async function sign<Kind extends SigningKind>(
  state: State,
  { wallet, claims, asked, idempotencyKey, assertAccess }: Request,
  kind: Kind,
  body: SigningBodies[Kind],
): Promise<Answer> {
  // Nobody gets it before all is checked. So a body that cannot be signed is refused first, as by the service.
  const answer = await works[kind](wallet, body);
  // The key of a signature counts for one user. Others count for the application.
  const key = idempotencyKey && JSON.stringify([wallet.interface, wallet.owner, idempotencyKey]);
  return once(state, key, asked, () => {
    assertChainId(wallet, body as { readonly payload?: unknown; readonly typed_data?: unknown });
    const isBareHash = kind === 'hash' && !('payload' in body || 'typed_data' in body);
    assertAllowed(state, wallet.chain, claims, isBareHash);
    assertAccess();
    return Promise.resolve({ body: wallet.interface === 'core' ? { data: answer } : answer, wallet });
  });
}

type Works = {
  readonly [Kind in SigningKind]: (wallet: TestWallet, body: SigningBodies[Kind]) => Promise<object>;
};

const works: Works = {
  message: ({ key }, { message_base64: base64, format }) => key.message(messageOf(base64), format),
  transaction: ({ key }, { payload }) => key.transaction(payload),
  typedData: ({ key }, { typed_data: typedData, version }) => ethereum(key).typedData(typedData, version),
  authorization: ({ key }, body) => ethereum(key).authorization(body),
  hash: ({ key }, body) => ethereum(key).hash(body),
};

function ethereum(key: TestWallet['key']): EthereumKey {
  if ('typedData' in key) return key;
  throw new Error('the operation was refused on this chain');
}

const maxMessageBytes = 65_536;

function messageOf(base64: string): Uint8Array {
  const bytes = canonical(base64);
  if (bytes === undefined)
    throw invalid('/message_base64', 'must be base64 of the standard alphabet with padding');
  if (bytes.length > maxMessageBytes)
    throw invalid('/message_base64', `must encode at most ${maxMessageBytes} bytes`);
  return bytes;
}

function canonical(base64: string): Uint8Array | undefined {
  try {
    const bytes = fromBase64(base64);
    return toBase64(bytes) === base64 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A Core wallet of a network that has a chain id signs for this id alone. */
function assertChainId(
  { interface: its, network, key }: TestWallet,
  { payload, typed_data: typedData }: { readonly payload?: unknown; readonly typed_data?: unknown },
): void {
  const only = /^eip155:(\d+)$/.exec(networkOf(network).caip2 ?? '')?.[1];
  if (its !== 'core' || only === undefined || !('chainIdOf' in key)) return;
  const { domain } = ((typeof typedData === 'string' ? JSON.parse(typedData) : typedData) ?? {}) as Domain;
  const asked = payload === undefined ? domain?.chainId : (key.chainIdOf(payload) ?? 0);
  if (asked !== undefined && BigInt(asked) !== BigInt(only))
    throw new Refusal('policy.chain-id-refused', { details: { reason: 'chain_id' } });
}

type Domain = { readonly domain?: { readonly chainId?: string | number } };

/** The test decides. Policies are stored and never evaluated, so without a decision of the test nothing is signed. */
function assertAllowed(
  { plan, policies, now }: State,
  chain: Chain,
  claims: TokenClaims,
  isBareHash: boolean,
): void {
  const covering = [...policies.values()].filter(({ policy }) => policy.is_active && policy.chain === chain);
  if (isBareHash && covering.length > 0) throw new Refusal('policy.raw-hash-refused');
  if (plan.stepUp) assertStepUp(plan.stepUp, claims, now());
  const decision = takeNext(plan.decisions, 'signature');
  if (decision instanceof Refusal) throw decision;
  if (decision === undefined && covering.length > 0)
    throw untested('evaluating policies. Say what they decide with `allowNext` or `denyNext`');
}
