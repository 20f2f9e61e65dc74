import { hashMessage, recoverAddress, type Hex } from 'viem';
import { call, type ApplicationUnderTest, type User } from './application-under-test.js';
import {
  logIn,
  newEmail,
  pregenerate,
  pregenerationWorld,
  statusOf,
  type PregenerationWorld,
} from './pregeneration-world.js';
import type { RealSuite } from './real-suite.js';

// The wallet for an e-mail address goes to its verified owner, as stated by a provider that may do so, and to nobody
// before.

let suite: RealSuite;
let onReplica: PregenerationWorld['onReplica'];
let app: ApplicationUnderTest;
let untrusted: ApplicationUnderTest;
let withEmail: PregenerationWorld['withEmail'];

beforeAll(async () => {
  ({ suite, onReplica, app, untrusted, withEmail } = await pregenerationWorld('wallet_claims'));
});
afterAll(() => suite.stop());

async function signatureOf(user: User, walletId = ''): Promise<string> {
  const operation = { message: { message: Buffer.from('mine'), format: 'eip191' } };
  const { signature } = await app.client.call('Sign', { user, walletId, chain: 'ETH', operation }, call);
  return recoverAddress({ hash: hashMessage('mine'), signature: signature?.signature as Hex });
}

describe('claiming', () => {
  it('gives users the wallet of their verified address, once, and they can sign with it', async () => {
    const email = newEmail();
    const { address, walletId } = await pregenerate(app, email);
    const users = Array.from({ length: 20 }, () => withEmail(`claimer-${email}`, ` ${email.toUpperCase()}`));
    const wallets = await Promise.all(users.map((user, index) => logIn(onReplica(index), user)));
    expect(new Set(wallets.map((wallet) => wallet.address))).toEqual(new Set([address]));
    expect(wallets[0]).toMatchObject({ id: walletId, interface: 'express', origin: 'pregenerated' });
    expect(await statusOf(app, email)).toMatchObject({ status: 'claimed', address, interface: 'express' });
    expect(await signatureOf(app.user(`claimer-${email}`))).toBe(address);
    expect(await pregenerate(app, email)).toMatchObject({ address, status: 'claimed' });
    const told = (await app.events()).filter((event) => event.walletId === walletId);
    expect(told.map(({ type }) => type)).toEqual(['wallet.created', 'wallet.claimed', 'signature.created']);
  });

  it('gives the wallet to only one of two users with the same address', async () => {
    const email = newEmail();
    const { address } = await pregenerate(app, email);
    const wallets = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        logIn(onReplica(index), withEmail(`rival-${index}-${email}`, email)),
      ),
    );
    expect(wallets.filter((wallet) => wallet.address === address)).toHaveLength(1);
    expect(new Set(wallets.map((wallet) => wallet.address)).size).toBe(10);
  });

  it.each<[string, object, boolean]>([
    ['an address that is not verified', { email_verified: false }, true],
    ['an address that is verified as text', { email_verified: 'true' }, true],
    ['no statement about verification', { email_verified: undefined }, true],
    ['no address', { email: undefined }, true],
    ['another address', { email: 'other@example.com' }, false],
  ])('refuses a token with %s', async (_, claims, isUnproven) => {
    const email = newEmail();
    const { address } = await pregenerate(app, email);
    for (const assertsEmail of [true, false]) {
      const wallet = await logIn(
        app,
        withEmail(`u-${email}-${String(assertsEmail)}`, email, claims, assertsEmail),
      );
      expect(wallet.address).not.toBe(address);
      expect(wallet.addressUnproven).toBe(isUnproven);
      expect(await statusOf(app, email)).toMatchObject({ status: 'unclaimed' });
    }
  });

  const untrustedLogIn = (email: string, more: object = {}, chain = 'ETH', subject = `u-${email}`) =>
    logIn(app, withEmail(subject, email, {}, false), chain, more);
  const claimPossible = { code: 'wallet.claim-possible' };

  it('is possible later for a user whose provider may not assert addresses yet: no other wallet is made', async () => {
    const email = newEmail();
    const { address } = await pregenerate(app, email);
    for (const index of [0, 1])
      await expect(
        logIn(onReplica(index), withEmail(`u-${email}`, ` ${email.toUpperCase()} `, {}, false)),
      ).rejects.toMatchObject(claimPossible);
    expect(await statusOf(app, email)).toMatchObject({ status: 'unclaimed' });
    expect((await logIn(app, withEmail(`u-${email}`, email))).address).toBe(address);
  });

  it('is refused to 20 requests at once, of which one that skips it makes the wallet of all', async () => {
    const email = newEmail();
    const { address } = await pregenerate(app, email);
    const skipping = Array.from({ length: 20 }, (_, index) => index === 7);
    const answers = await Promise.allSettled(
      skipping.map((skipClaim, index) =>
        logIn(onReplica(index), withEmail(`u-${email}`, email, {}, false), 'ETH', { skipClaim }),
      ),
    );
    const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.address] : []));
    expect(answers[7]?.status).toBe('fulfilled');
    expect(new Set(made).size).toBe(1);
    expect(made).not.toContain(address);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject(claimPossible);
  });

  it('can be skipped knowingly, and the wallet that waits then becomes a Core wallet', async () => {
    const email = newEmail();
    const { address } = await pregenerate(app, email);
    const made = await untrustedLogIn(email, { skipClaim: true });
    expect(made.address).not.toBe(address);
    expect(made.addressUnproven).toBe(false);
    // A user who has a wallet is not asked again.
    expect((await untrustedLogIn(email)).address).toBe(made.address);
    expect(await statusOf(app, email)).toMatchObject({ status: 'unclaimed' });
    expect((await logIn(app, withEmail(`u-${email}`, email))).address).toBe(made.address);
    expect(await statusOf(app, email)).toMatchObject({ status: 'claimed', interface: 'core' });
  });

  it('is not skipped where it is possible', async () => {
    const email = newEmail();
    const { address } = await pregenerate(app, email);
    const wallet = await logIn(app, withEmail(`u-${email}`, email), 'ETH', { skipClaim: true });
    expect(wallet.address).toBe(address);
  });

  it('is no matter for other chains, other applications, and addresses that nothing waits for', async () => {
    const email = newEmail();
    await pregenerate(app, email);
    await untrustedLogIn(email, {}, 'SOL');
    await untrustedLogIn(newEmail());
    await logIn(app, withEmail(`owner-${email}`, email));
    // It is claimed: nothing waits any more.
    await untrustedLogIn(email, {}, 'ETH', `second-${email}`);
  });

  it('tells nobody who does not prove an address whether a wallet waits for it', async () => {
    const email = newEmail();
    await pregenerate(app, email);
    const answers = await Promise.all(
      [email, newEmail()].map((claimed) =>
        logIn(app, withEmail(`x-${claimed}`, claimed, { email_verified: false }, false)),
      ),
    );
    for (const answer of answers) expect(answer.addressUnproven).toBe(true);
    // Only new ETH wallets say so.
    const again = await logIn(app, withEmail(`x-${email}`, email, { email_verified: false }, false));
    expect([again.address, again.addressUnproven]).toEqual([answers[0]?.address, false]);
    expect((await logIn(app, withEmail(`y-${email}`, email, { email: 7 }), 'SOL')).addressUnproven).toBe(
      false,
    );
  });

  it('is only for ETH', async () => {
    const email = newEmail();
    await pregenerate(app, email);
    await logIn(app, withEmail(`u-${email}`, email), 'SOL');
    expect(await statusOf(app, email)).toMatchObject({ status: 'unclaimed' });
  });

  it('gives a user who has an ETH wallet the other one as a Core wallet, and they can sign with it', async () => {
    const email = newEmail();
    const subject = `early-${email}`;
    const first = await logIn(app, withEmail(subject, email));
    const { address, walletId } = await pregenerate(app, email);
    const again = await logIn(onReplica(1), withEmail(subject, email));
    expect(again).toEqual(first);
    expect(await statusOf(app, email)).toMatchObject({ status: 'claimed', walletId, interface: 'core' });
    const wallet = await app.client.call('GetWallet', { applicationId: app.applicationId, walletId }, call);
    expect(wallet).toMatchObject({ address, interface: 'core', accessKeyRequired: false, subject });
    expect(await signatureOf(app.user(subject), walletId)).toBe(address);
    await expect(app.signerOf(subject, walletId, Buffer.alloc(32))).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(signatureOf(app.user('mallory'), walletId)).rejects.toMatchObject({
      code: 'wallet.owner-mismatch',
    });
  });

  it('waits for the bundle when the signer does not yet let the provider assert addresses', async () => {
    const { applicationId } = untrusted;
    suite.trust([applicationId], { assertsEmail: false });
    const email = newEmail();
    const { address } = await pregenerate(untrusted, email);
    const user = () => untrusted.user('x', { assertsEmail: true, claims: { email, email_verified: true } });
    await expect(logIn(untrusted, user())).rejects.toMatchObject({ code: 'provider.not-trusted-yet' });
    suite.trust([applicationId], { assertsEmail: true });
    expect((await logIn(untrusted, user())).address).toBe(address);
  });
});

it('lets nobody use an unclaimed wallet', async () => {
  const { walletId } = await pregenerate(app, newEmail());
  const { applicationId, client } = app;
  await expect(signatureOf(app.user('anybody'), walletId)).rejects.toMatchObject({
    code: 'wallet.not-found',
  });
  await expect(client.call('GetWallet', { applicationId, walletId }, call)).rejects.toMatchObject({
    code: 'wallet.not-found',
  });
});
