import {
  hostileKeySet,
  hostileTokens,
  makeHostileKeys,
  type HostileKit,
} from '../../../packages/jwt/test/hostile-tokens.js';
import {
  application,
  audience,
  gatewayUnderTest,
  issuer,
  provider,
  userHeaders,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const keys = makeHostileKeys();
const now = Math.floor(Date.now() / 1000);
const kit: HostileKit = {
  keys,
  issuer,
  audience,
  subject: 'user-1',
  now,
  maxLifetimeSeconds: 86_400,
  attackerUrl: 'http://127.0.0.1:9/jwks',
};
const answer = {
  revision: '1',
  unchanged: false,
  application,
  provider,
  keySetJson: JSON.stringify(hostileKeySet(keys)),
};

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest({
    answers: { AuthenticateUser: () => answer, RefreshKeySet: () => answer },
    now: () => new Date(now * 1000),
  });
});
afterAll(() => gateway.app.close());

// HTTP cannot carry line breaks in a header, and strips blanks around it: those tokens never arrive as they are.
const carried = hostileTokens.filter(({ build }) => /^[\x21-\x7e]*$/.test(build(kit)));

it('HTTP carries nearly all of the hostile tokens', () => {
  expect(carried.length).toBeGreaterThanOrEqual(hostileTokens.length - 3);
});

it.each(carried.map(({ no, title, answer: expected, build }) => [no, title, expected, build] as const))(
  '%d: %s: %s',
  async (_no, _title, expected, build) => {
    gateway.asked.length = 0;
    const received = await gateway.send({
      method: 'POST',
      url: '/v2/wallet',
      headers: userHeaders(build(kit)),
    });
    if (expected === 'pass') {
      expect(received.status).toBe(200);
      return;
    }
    expect([401, 431]).toContain(received.status);
    expect(received.json()).toMatchObject({
      code: expect.stringMatching(
        /^auth\.token-(invalid|expired|missing)$|^request\.headers-too-large$/,
      ) as string,
    });
    expect(gateway.asked.filter(({ service }) => service === 'wallet')).toEqual([]);
  },
);

it('the answer does not tell which check failed', async () => {
  const details = new Set<unknown>();
  for (const { no, answer: expected, build } of carried) {
    if (expected === 'pass' || build(kit) === '' || build(kit).length > 8_192) continue;
    const received = await gateway.send({
      method: 'POST',
      url: '/v2/wallet',
      headers: userHeaders(build(kit)),
    });
    const { detail } = received.json() as { detail: string };
    details.add(detail);
    expect({ no, challenge: received.headers['www-authenticate'] }).toEqual({
      no,
      challenge: expect.stringMatching(/^Bearer error="invalid_token", error_description="[^"]*"$/) as string,
    });
  }
  expect([...details].sort()).toEqual([
    'the token has expired',
    'the token is not valid for this application and provider',
  ]);
});
