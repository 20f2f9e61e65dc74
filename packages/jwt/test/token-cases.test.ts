import { prepareKeySet, verifyUserToken } from '../src/index.js';
import { settingsOfCase, tokenCases, type TokenCaseKit } from './token-cases.js';
import { makeKey, publicJwkOf } from './token-maker.js';

const key = makeKey('k1', 'ES256');
const prepared = prepareKeySet({ keys: [publicJwkOf(key)] });
const kit: TokenCaseKit = {
  key,
  issuer: 'https://id.example.com/',
  audience: 'app1',
  subject: 'alice',
  now: 1_800_000_000,
};

it.each(tokenCases.map((each) => [each.title, each.answer, each] as const))(
  '%s: %s',
  async (_title, answer, each) => {
    const provider = {
      issuer: kit.issuer,
      audience: kit.audience,
      keys: prepared.ok ? prepared.keys : new Map(),
      tokenSettings: settingsOfCase(each),
    };
    const rules = { now: kit.now, maxLifetimeSeconds: 300 };
    const result = await verifyUserToken(each.build(kit), [provider], rules);
    expect(result.ok ? 'pass' : result.fault).toBe(answer);
    if (each.says) expect(result).toMatchObject({ rule: expect.stringMatching(each.says) as string });
    if (!result.ok) expect(result.rule).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{10,1000}$/);
  },
);
