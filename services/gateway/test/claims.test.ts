import { AppError } from '@wallet-service/errors';
import { expectProblem } from './expect-problem.js';
import {
  application,
  gatewayUnderTest,
  keySet,
  provider,
  userHeaders,
  userToken,
  type FakeAnswers,
} from './gateway-under-test.js';

// What the gateway tells the wallet service about claims, and its users about warnings.

async function firstWallet(headers: Record<string, string> = {}, answers: FakeAnswers = {}) {
  const gateway = await gatewayUnderTest({ answers });
  const sent = { ...userHeaders(await userToken()), ...headers };
  const answer = await gateway.send({ method: 'POST', url: '/v2/wallet', headers: sent });
  const asked = gateway.asked.find(({ method }) => method === 'GetOrCreateWallet')?.request;
  return { answer, asked };
}

const withSettings = (settings: object, features = application.features): FakeAnswers => ({
  AuthenticateUser: () => ({
    revision: '8',
    application: { ...application, features, settings: { ...application.settings, ...settings } },
    provider,
    keySetJson: JSON.stringify(keySet),
  }),
});
const wallet = { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', publicKey: Buffer.alloc(33) };

it('a claim is skipped only by the header or the setting', async () => {
  expect((await firstWallet()).asked).toMatchObject({ skipClaim: false, pregenerates: true });
  expect((await firstWallet({ 'x-claim': 'skip' })).asked).toMatchObject({ skipClaim: true });
  const setting = withSettings({ claimPossible: 'skip' }, { pregeneratedWallets: false });
  expect((await firstWallet({}, setting)).asked).toMatchObject({ skipClaim: true, pregenerates: false });
});

it.each(['', 'Skip', 'skip, skip', 'claim', 'true'])('X-Claim may not be %j', async (value) => {
  const { answer, asked } = await firstWallet({ 'x-claim': value });
  expect(expectProblem(answer, 422, 'request.invalid').errors).toEqual([
    { path: 'header X-Claim', message: 'must be skip, or absent' },
  ]);
  expect(asked).toBeUndefined();
});

it('a possible claim is 409, with what to do about it', async () => {
  const { answer } = await firstWallet(
    {},
    {
      GetOrCreateWallet: () => {
        throw new AppError('wallet.claim-possible', 'put the provider into email_provider_ids');
      },
    },
  );
  expectProblem(answer, 409, 'wallet.claim-possible');
});

it('a new wallet of a token that proves no address comes with a warning, and no other does', async () => {
  for (const addressUnproven of [true, false]) {
    const { answer } = await firstWallet({}, { GetOrCreateWallet: () => ({ ...wallet, addressUnproven }) });
    const { warnings } = answer.json() as { warnings?: object[] };
    expect(warnings?.length).toBe(addressUnproven ? 1 : undefined);
    if (addressUnproven)
      expect(warnings?.[0]).toEqual({
        code: 'wallet.address-unverified',
        field: 'header Authorization',
        remedy: expect.stringContaining('email_provider_ids') as string,
      });
  }
});
