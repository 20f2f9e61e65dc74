import { createHash } from 'node:crypto';
import pg from 'pg';
import { formerHashOf } from '../src/wallets/email-hash.js';
import { call, type ApplicationUnderTest } from './application-under-test.js';
import {
  logIn,
  newEmail,
  pregenerate,
  pregenerationWorld,
  statusOf,
  type PregenerationWorld,
} from './pregeneration-world.js';
import type { RealSuite } from './real-suite.js';

// Wallets that are made for an e-mail address before anybody signs in with it, and what the database contains of the
// address.

let suite: RealSuite;
let onReplica: PregenerationWorld['onReplica'];
let app: ApplicationUnderTest;
let untrusted: ApplicationUnderTest;
let withEmail: PregenerationWorld['withEmail'];

beforeAll(async () => {
  ({ suite, onReplica, app, untrusted, withEmail } = await pregenerationWorld('wallet_pregen'));
});
afterAll(() => suite.stop());

describe('a pre-generated wallet', () => {
  it('is the same for an address in any spelling, also under 100 concurrent calls over two replicas', async () => {
    const email = newEmail();
    const forms = [email, ` ${email.toUpperCase()} `, email.replace('example', 'Example')];
    const wallets = await Promise.all(
      Array.from({ length: 100 }, (_, index) => pregenerate(onReplica(index), forms[index % 3] ?? email)),
    );
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(1);
    expect(wallets[0]).toMatchObject({ status: 'unclaimed', timeClaimed: '0', interface: '' });
    expect(await statusOf(app, email)).toEqual(wallets[0]);
    const local = email.split('@')[0] ?? '';
    const others = await Promise.all(
      [`${local}+tag@example.com`, `${local}@example.org`].map((other) => pregenerate(app, other)),
    );
    expect(new Set([...others, ...wallets].map(({ address }) => address)).size).toBe(3);
  });

  it('is made in batches, which report entries that are not addresses', async () => {
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
    'is made in batches of 1 to 100 only',
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
    await expect(statusOf(app, newEmail())).rejects.toMatchObject({ code: 'wallet.not-found' });
    await expect(statusOf(app, 'nobody')).rejects.toMatchObject({ code: 'request.invalid' });
    const email = newEmail();
    await pregenerate(app, email);
    await expect(statusOf(untrusted, email)).rejects.toMatchObject({ code: 'wallet.not-found' });
  });

  it('leaves no address in the database', async () => {
    const email = newEmail();
    await pregenerate(app, email);
    const client = new pg.Client({ connectionString: suite.database.url });
    await client.connect();
    try {
      for (const table of ['wallets', 'journal_entries', 'journal_pending']) {
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
  /** The row as it was before addresses were hashed with a key. */
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
    const [{ walletId }, elsewhere] = [await pregenerate(app, email), await pregenerate(untrusted, email)];
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
      await pregenerate(app, emails[0]),
      await pregenerate(app, emails[1]),
      await pregenerate(app, emails[2]),
    ];
    await putBack(byStatus.walletId, emails[0]);
    await putBack(byPregeneration.walletId, emails[1]);
    await putBack(byClaim.walletId, emails[2]);
    expect(await Promise.all([statusOf(onReplica(0), emails[0]), statusOf(onReplica(1), emails[0])])).toEqual(
      [byStatus, byStatus],
    );
    const again = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pregenerate(onReplica(index), emails[1])),
    );
    expect(new Set(again.map(({ walletId }) => walletId))).toEqual(new Set([byPregeneration.walletId]));
    const user = withEmail(`late-${emails[2]}`, emails[2]);
    expect((await logIn(onReplica(1), user)).address).toBe(byClaim.address);
    for (const { walletId } of [byStatus, byPregeneration, byClaim])
      expect(await hashesOf(walletId)).toEqual({ email_hash: null, email_mac: expect.any(Buffer) as Buffer });
  });

  it('is never again hashed without a key', async () => {
    const { walletId } = await pregenerate(app, newEmail());
    const former = owner((client) =>
      client.query('update wallet.wallets set email_hash = $2, email_mac = null where wallet_id = $1', [
        walletId,
        Buffer.alloc(32),
      ]),
    );
    await expect(former).rejects.toMatchObject({ constraint: 'wallets_email_keyed' });
  });
});
