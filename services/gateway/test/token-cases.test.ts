import type { TokenFault } from '@wallet-service/jwt';
import { settingsOfCase, tokenCases, type TokenCase } from '../../../packages/jwt/test/token-cases.js';
import { makeKey, publicJwkOf } from '../../../packages/jwt/test/token-maker.js';
import {
  application,
  audience,
  gatewayUnderTest,
  issuer,
  provider,
  secretKey,
  userHeaders,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const key = makeKey('k1', 'ES256');
const keySetJson = JSON.stringify({ keys: [publicJwkOf(key)] });
const now = Math.floor(Date.now() / 1000);
const kit = { key, issuer, audience, subject: 'user-1', now };

let gateway: GatewayUnderTest;
let current: TokenCase | undefined;
let revision = 0;
beforeAll(async () => {
  const ofCase = () => ({ ...provider, tokenSettings: current && settingsOfCase(current) });
  const common = () => ({ revision: String((revision += 1)), unchanged: false, application });
  const forUser = () => ({ ...common(), provider: ofCase(), keySetJson, maxStalenessMs: 0 });
  gateway = await gatewayUnderTest({
    answers: {
      AuthenticateUser: forUser,
      RefreshKeySet: forUser,
      AuthenticateSecretKey: () => ({
        ...common(),
        secretKeyId: 'k',
        scopes: [],
        afterApproval: [],
        providers: [ofCase()],
        grants: null,
      }),
    },
    now: () => new Date(now * 1000),
  });
});

const codes: Partial<Record<TokenFault, RegExp>> = {
  expired: /^(auth\.token-expired|TOKEN_EXPIRED)$/,
  issuer: /^(auth\.token-provider-unknown|TOKEN_PROVIDER_UNKNOWN)$/,
  audience: /^(auth\.token-provider-unknown|TOKEN_PROVIDER_UNKNOWN)$/,
};
const invalid = /^(auth\.token-invalid|INVALID_TOKEN)$/;

describe.each(tokenCases.map((each) => [each.title, each] as const))('%s', (_title, each) => {
  const { answer, says, build } = each;
  beforeEach(() => {
    current = each;
    gateway.asked.length = 0;
  });

  it(`Express: ${answer}`, async () => {
    const headers = userHeaders(build(kit));
    const received = await gateway.send({ method: 'POST', url: '/v2/wallet', headers });
    expect(received.status).toBe(answer === 'pass' ? 200 : 401);
    if (answer === 'pass') return;
    const { code, reason, detail } = received.json() as Record<string, string>;
    expect({ code, reason, detail }).toEqual({
      code: expect.stringMatching(codes[answer] ?? invalid) as string,
      reason: `token-${answer}`,
      detail: expect.stringMatching(says ?? /^the token is refused: /) as string,
    });
    expect(received.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", error_description="${detail ?? ''}"`,
    );
    expect(gateway.asked.filter(({ service }) => service === 'wallet')).toEqual([]);
  });

  it(`Core: ${answer}`, async () => {
    const received = await gateway.send({
      method: 'POST',
      url: '/v2/api/wallet',
      headers: { 'x-service-secret-key': secretKey, 'content-type': 'application/json' },
      payload: { auth_jwt: build(kit), network: 'EVM' },
    });
    // Longer ones are refused by the form of the body.
    if (build(kit).length > 16_384) {
      expect(received.status).toBe(400);
      return;
    }
    expect(received.status).toBe(answer === 'pass' ? 200 : 401);
    if (answer === 'pass') return;
    const { error } = received.json() as {
      error: { code: string; message: string; details: { reason: string } };
    };
    expect(error).toMatchObject({
      code: expect.stringMatching(codes[answer] ?? invalid) as string,
      message: expect.stringMatching(says ?? /^the token is refused: /) as string,
      details: { reason: `token-${answer}` },
    });
  });
});
