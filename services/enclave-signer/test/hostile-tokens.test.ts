import { createServer } from 'node:net';
import { once } from 'node:events';
import { encodeTrustBundle, Refused, type PublicJwk } from '@wallet-service/signer-protocol';
import {
  hostileKeySet,
  hostileTokens,
  makeHostileKeys,
  type HostileKit,
} from '../../../packages/jwt/test/hostile-tokens.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  audience,
  issuer,
  makeTrustKit,
  makeWallet,
  nowSeconds,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';

const keys = makeHostileKeys();
const trust = makeTrustKit();
// A bundle lists signing keys only, so the encryption key is not in it.
const jwks = { keys: hostileKeySet(keys).keys.filter(({ use }) => use === 'sig') as unknown as PublicJwk[] };
const provider = { issuer, audience, embeddedWallet: false, assertsEmail: false, jwks };
const hostile = { id: 'app-a', expressJwtMaxLifetimeSeconds: 3600, providers: [provider] };
let signer: SignerProcess;
let wallet: TestWallet;
let connections = 0;
const listener = createServer(() => (connections += 1));
let attackerUrl = '';

beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  attackerUrl = `http://127.0.0.1:${(listener.address() as { port: number }).port}/`;
  signer = await startSigner({
    trustBundle: encodeTrustBundle({ ...trust.bundle, applications: [hostile] }),
  });
  const kit = { ...trust, token: () => hostileTokens[0]?.build(kitNow(300)) ?? '' };
  wallet = await makeWallet(signer, kit, { chain: 'ETH' });
});
afterAll(async () => {
  await signer.stop();
  listener.close();
});

const kitNow = (maxLifetimeSeconds: number): HostileKit => ({
  keys,
  issuer,
  audience,
  subject: 'alice',
  now: nowSeconds(),
  maxLifetimeSeconds,
  attackerUrl,
});

describe.each([
  ['core', 300],
  ['express', 3600],
])('as a token for %s', (tokenUse, maxLifetimeSeconds) => {
  it.each(hostileTokens.map(({ no, title, answer, build }) => [no, title, answer, build] as const))(
    '%d: %s: %s',
    async (no, _title, expected, build) => {
      const jwt = build(kitNow(maxLifetimeSeconds));
      const request = { ...signRequest(trust, wallet, [new Uint8Array(32)]), jwt, tokenUse };
      const answer = await signer.call('Sign', withVerdict(request, trust.policyKey));
      const refusal = answer instanceof Refused ? answer.refusal : 'none';
      // Row 71 has a look-alike of the wallet's owner as its subject: a good token, of somebody else.
      if (expected === 'pass') expect(refusal).toBe(no === 71 ? 'context-mismatch' : 'none');
      // The token of 1 MB is larger than a request may be.
      else expect(refusal).toMatch(no === 64 ? /^malformed-request$/ : /^token-|^key-not-trusted$/);
      const created = await signer.call('CreateWallet', { context: wallet.context, jwt, tokenUse });
      expect(created instanceof Refused).toBe(expected === 'refused');
    },
  );
});

it('opened no connection to an address that a token named', () => {
  expect(connections).toBe(0);
});
