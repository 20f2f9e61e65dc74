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

// HTTP cannot carry line breaks in a header, and strips blanks around the value. Those tokens never arrive unchanged.
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
        /^auth\.token-(invalid|expired|missing|lifetime-too-long|provider-unknown)$|^request\.headers-too-large$/,
      ) as string,
    });
    expect(gateway.asked.filter(({ service }) => service === 'wallet')).toEqual([]);
  },
);

it('the answer names the broken rule, and repeats nothing of the token', async () => {
  for (const { no, answer: expected, build } of carried) {
    const token = build(kit);
    if (expected === 'pass' || token === '' || token.length > 16_384) continue;
    const received = await gateway.send({
      method: 'POST',
      url: '/v2/wallet',
      headers: userHeaders(token),
    });
    const { detail, reason } = received.json() as { detail: string; reason: string };
    expect({ no, detail, reason }).toEqual({
      no,
      detail: expect.stringMatching(/^the token is refused: [^"]+$/) as string,
      reason: expect.stringMatching(/^token-[a-z-]+$/) as string,
    });
    expect({ no, challenge: received.headers['www-authenticate'] }).toEqual({
      no,
      challenge: `Bearer error="invalid_token", error_description="${detail}"`,
    });
    for (const part of token.split('.').filter(({ length }) => length > 8))
      expect(received.body).not.toContain(part);
  }
});
