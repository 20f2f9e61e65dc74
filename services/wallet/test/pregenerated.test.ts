import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashMessage, recoverAddress, type Hex } from 'viem';
import { applicationUnderTest, call, type ApplicationUnderTest } from './application-under-test.js';
import { formerHashOf } from '../src/pregenerated/email-hash.js';
import { realSuite, type RealSuite } from './real-suite.js';

// Two replicas of the wallet service; the provider may assert e-mail addresses in one application and not in the other.

let suite: RealSuite;
let replicas: readonly [ApplicationUnderTest, ApplicationUnderTest];
let app: ApplicationUnderTest;
let untrusted: ApplicationUnderTest;

beforeAll(async () => {
  suite = await realSuite('wallet_pregen');
  await Promise.all([suite.startPolicy(), suite.startSigner()]);
  await suite.startWallet(0);
  await suite.startWallet(1);
  const applicationId = randomUUID();
  const clients = [suite.client(0), suite.client(1)] as const;
  replicas = [
    applicationUnderTest(suite, clients[0], applicationId),
    applicationUnderTest(suite, clients[1], applicationId),
  ];
  [app] = replicas;
  untrusted = applicationUnderTest(suite, clients[0], randomUUID());
  const publisher = suite.client(0, 'trust-publisher');
  const trusting = suite.bundle([applicationId], {}, { assertsEmail: true });
  await publisher.call('PublishTrustBundle', { signedBundle: trusting }, call);
});
afterAll(() => suite.stop());

async function pregenerate(email: string, on = app) {
  const { results } = await on.client.call(
    'PregenerateWallets',
    { applicationId: on.applicationId, emails: [email] },
    call,
  );
  const wallet = results[0]?.wallet;
  if (!wallet) throw new Error(`no wallet for ${email}`);
  return wallet;
}

const statusOf = (email: string) =>
  app.client.call('GetPregeneratedWallet', { applicationId: app.applicationId, email }, call);

const withEmail = (subject: string, email: string, claims: object = {}, assertsEmail = true) =>
  app.user(subject, { assertsEmail, claims: { email, email_verified: true, ...claims } });

const logIn = (user: ReturnType<typeof withEmail>, on = app, chain = 'ETH') =>
  on.client.call('GetOrCreateWallet', { user, chain }, call);

const newEmail = (): string => `${randomUUID()}@example.com`;

async function signatureOf(user: ReturnType<typeof withEmail>, walletId = ''): Promise<string> {
  const operation = { message: { message: Buffer.from('mine'), format: 'eip191' } };
  const { resultJson } = await app.client.call('Sign', { user, walletId, chain: 'ETH', operation }, call);
  const { signature } = JSON.parse(resultJson) as { signature: Hex };
  return recoverAddress({ hash: hashMessage('mine'), signature });
}

describe('a pre-generated wallet', () => {
  it('is one for one address in its normal form, also under 100 concurrent calls over two replicas', async () => {
    const email = newEmail();
    const forms = [email, ` ${email.toUpperCase()} `, email.replace('example', 'Example')];
    const wallets = await Promise.all(
      Array.from({ length: 100 }, (_, index) => pregenerate(forms[index % 3] ?? email, replicas[index % 2])),
    );
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(1);
    expect(wallets[0]).toMatchObject({ status: 'unclaimed', timeClaimed: '0', interface: '' });
    expect(await statusOf(email)).toEqual(wallets[0]);
    const local = email.split('@')[0] ?? '';
    const others = await Promise.all(
      [`${local}+tag@example.com`, `${local}@example.org`].map((other) => pregenerate(other)),
    );
    expect(new Set([...others, ...wallets].map(({ address }) => address)).size).toBe(3);
  });

  it('is made in batches, in which what is no address is said so', async () => {
    const email = newEmail();
    const emails = [email, 'no address', newEmail(), email];
    const { results } = await app.client.call(
      'PregenerateWallets',
      { applicationId: app.applicationId, emails },
      call,
    );
    expect(results.map(({ malformed }) => malformed)).toEqual([false, true, false, false]);
    expect(results.map((one) => one.email)).toEqual(emails);
    expect(results[1]?.wallet).toBeNull();
    expect(results[3]?.wallet).toEqual(results[0]?.wallet);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => 'a@example.com')]])(
    'is not made in a batch of another size than 1 to 100',
    async (emails) => {
      const answer = app.client.call(
        'PregenerateWallets',
        { applicationId: app.applicationId, emails },
        call,
      );
      await expect(answer).rejects.toMatchObject({ code: 'request.invalid' });
    },
  );

  it('is not found for an address without one, nor in another application', async () => {
    await expect(statusOf(newEmail())).rejects.toMatchObject({ code: 'wallet.not-found' });
    await expect(statusOf('nobody')).rejects.toMatchObject({ code: 'request.invalid' });
    const email = newEmail();
    await pregenerate(email);
    const answer = untrusted.client.call(
      'GetPregeneratedWallet',
      { applicationId: untrusted.applicationId, email },
      call,
    );
    await expect(answer).rejects.toMatchObject({ code: 'wallet.not-found' });
  });

  it('leaves no address in the database', async () => {
    const email = newEmail();
    await pregenerate(email);
    const client = new pg.Client({ connectionString: suite.database.url });
    await client.connect();
    try {
      for (const table of ['wallets', 'journal_entries', 'journal_outbox']) {
        const { rows } = await client.query<{ text: string }>(
          `select row_to_json(t)::text as text from wallet.${table} t`,
        );
        expect(rows.filter(({ text }) => text.includes(email.split('@')[0] ?? ''))).toEqual([]);
      }
    } finally {
      await client.end();
    }
  });
});

describe('an address in the database', () => {
  const owner = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client({ connectionString: suite.database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  type Hashes = { email_hash: Buffer | null; email_mac: Buffer | null };
  const hashesOf = (walletId: string) =>
    owner(async (client) => {
      const { rows } = await client.query<Hashes>(
        'select email_hash, email_mac from wallet.wallets where wallet_id = $1',
        [walletId],
      );
      return rows[0];
    });
  /** As the row was before addresses were hashed with a key. */
  const putBack = (walletId: string, email: string) =>
    owner(async (client) => {
      await client.query('alter table wallet.wallets drop constraint wallets_email_keyed');
      await client.query('update wallet.wallets set email_mac = null, email_hash = $2 where wallet_id = $1', [
        walletId,
        formerHashOf(app.applicationId, email),
      ]);
      await client.query(
        'alter table wallet.wallets add constraint wallets_email_keyed check (email_hash is null) not valid',
      );
    });

  it('is an HMAC that nobody can compute without the signers', async () => {
    const email = newEmail();
    const [{ walletId }, elsewhere] = [await pregenerate(email), await pregenerate(email, untrusted)];
    const [mine, other] = [await hashesOf(walletId), await hashesOf(elsewhere.walletId)];
    expect(mine).toEqual({ email_hash: null, email_mac: expect.any(Buffer) as Buffer });
    expect(mine?.email_mac).not.toEqual(other?.email_mac);
    const guesses = [email, `${app.applicationId}${email}`, `${app.applicationId}\n${email}`].map((text) =>
      createHash('sha256').update(text).digest(),
    );
    for (const guess of [...guesses, formerHashOf(app.applicationId, email)])
      expect(mine?.email_mac).not.toEqual(guess);
  });

  it('that was hashed without a key is found on every replica, by status, pre-generation and claim', async () => {
    const emails = [newEmail(), newEmail(), newEmail()] as const;
    const [byStatus, byPregeneration, byClaim] = [
      await pregenerate(emails[0]),
      await pregenerate(emails[1]),
      await pregenerate(emails[2]),
    ];
    await putBack(byStatus.walletId, emails[0]);
    await putBack(byPregeneration.walletId, emails[1]);
    await putBack(byClaim.walletId, emails[2]);
    expect(await Promise.all([statusOf(emails[0]), statusOf(emails[0])])).toEqual([byStatus, byStatus]);
    const again = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pregenerate(emails[1], replicas[index % 2])),
    );
    expect(new Set(again.map(({ walletId }) => walletId))).toEqual(new Set([byPregeneration.walletId]));
    const user = withEmail(`late-${emails[2]}`, emails[2]);
    expect((await logIn(user, replicas[1])).address).toBe(byClaim.address);
    for (const { walletId } of [byStatus, byPregeneration, byClaim])
      expect(await hashesOf(walletId)).toEqual({ email_hash: null, email_mac: expect.any(Buffer) as Buffer });
  });

  it('is hashed without a key by nobody any more', async () => {
    const { walletId } = await pregenerate(newEmail());
    const former = owner((client) =>
      client.query('update wallet.wallets set email_hash = $2, email_mac = null where wallet_id = $1', [
        walletId,
        Buffer.alloc(32),
      ]),
    );
    await expect(former).rejects.toMatchObject({ constraint: 'wallets_email_keyed' });
  });
});

describe('claiming', () => {
  it('gives the user the wallet of his verified address, once, and he signs with it', async () => {
    const email = newEmail();
    const { address, walletId } = await pregenerate(email);
    const users = Array.from({ length: 20 }, () => withEmail(`claimer-${email}`, ` ${email.toUpperCase()}`));
    const wallets = await Promise.all(users.map((user, index) => logIn(user, replicas[index % 2])));
    expect(new Set(wallets.map((wallet) => wallet.address))).toEqual(new Set([address]));
    expect(wallets[0]).toMatchObject({ id: walletId, interface: 'express', origin: 'pregenerated' });
    expect(await statusOf(email)).toMatchObject({ status: 'claimed', address, interface: 'express' });
    expect(await signatureOf(app.user(`claimer-${email}`))).toBe(address);
    expect(await pregenerate(email)).toMatchObject({ address, status: 'claimed' });
    const told = (await app.events()).filter((event) => event.walletId === walletId);
    expect(told.map(({ type }) => type)).toEqual(['wallet.created', 'wallet.claimed', 'signature.created']);
  });

  it('lets one of two users with the same address have it', async () => {
    const email = newEmail();
    const { address } = await pregenerate(email);
    const wallets = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        logIn(withEmail(`rival-${index}-${email}`, email), replicas[index % 2]),
      ),
    );
    expect(wallets.filter((wallet) => wallet.address === address)).toHaveLength(1);
    expect(new Set(wallets.map((wallet) => wallet.address)).size).toBe(10);
  });

  it.each<[string, object, boolean]>([
    ['an address that is not verified', { email_verified: false }, true],
    ['an address that is verified as text', { email_verified: 'true' }, true],
    ['no word about verification', { email_verified: undefined }, true],
    ['another address', { email: 'other@example.com' }, true],
    ['a provider whom the application does not let assert addresses', {}, false],
  ])('takes no token with %s', async (_, claims, assertsEmail) => {
    const email = newEmail();
    const { address } = await pregenerate(email);
    const wallet = await logIn(withEmail(`u-${email}`, email, claims, assertsEmail));
    expect(wallet.address).not.toBe(address);
    expect(await statusOf(email)).toMatchObject({ status: 'unclaimed' });
  });

  it('is for ETH alone', async () => {
    const email = newEmail();
    await pregenerate(email);
    await logIn(withEmail(`u-${email}`, email), app, 'SOL');
    expect(await statusOf(email)).toMatchObject({ status: 'unclaimed' });
  });

  it('gives a user who has an ETH wallet the other one beside it: he signs with it on the Core interface', async () => {
    const email = newEmail();
    const subject = `early-${email}`;
    const first = await logIn(withEmail(subject, email));
    const { address, walletId } = await pregenerate(email);
    const again = await logIn(withEmail(subject, email), replicas[1]);
    expect(again).toEqual(first);
    expect(await statusOf(email)).toMatchObject({ status: 'claimed', walletId, interface: 'core' });
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

  it('waits for the bundle where the signer does not let the provider assert addresses yet', async () => {
    const { applicationId } = untrusted;
    const bundle = (version: number, assertsEmail: boolean) =>
      suite.bundle([app.applicationId, applicationId], { version }, { assertsEmail });
    const publisher = suite.client(0, 'trust-publisher');
    await publisher.call('PublishTrustBundle', { signedBundle: bundle(3, false) }, call);
    const email = newEmail();
    const { address } = await pregenerate(email, untrusted);
    const user = () => untrusted.user('x', { assertsEmail: true, claims: { email, email_verified: true } });
    await expect(logIn(user(), untrusted)).rejects.toMatchObject({ code: 'provider.not-trusted-yet' });
    await publisher.call('PublishTrustBundle', { signedBundle: bundle(4, true) }, call);
    expect((await logIn(user(), untrusted)).address).toBe(address);
  });
});

it('keeps an unclaimed wallet out of everybody’s hands', async () => {
  const { walletId } = await pregenerate(newEmail());
  const { applicationId, client } = app;
  await expect(signatureOf(app.user('anybody'), walletId)).rejects.toMatchObject({
    code: 'wallet.not-found',
  });
  await expect(client.call('GetWallet', { applicationId, walletId }, call)).rejects.toMatchObject({
    code: 'wallet.not-found',
  });
});
