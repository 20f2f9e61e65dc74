import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import {
  suiteWithApplications,
  call,
  idempotencyOf,
  made,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { hpkeRecipient, hpkeSealTo } from '@wallet-service/test-kit/hpke';
import { issuer, type RealSuite } from './real-suite.js';

// No sequence of user requests may leave a wallet that its owner cannot use, or that somebody else can. Real signer,
// policy service and Postgres.

let suite: RealSuite;
let app: ApplicationUnderTest;

beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_lifecycle', { assertsEmail: true }));
});
afterAll(() => suite.stop());

const users = ['alice', 'bob', 'carol'] as const;
type Subject = (typeof users)[number];

type KnownWallet = {
  readonly id: string;
  readonly owner: Subject;
  readonly address: string;
  readonly recoverable: boolean;
  /** Undefined when the wallet needs none. */
  accessKey: Buffer | undefined;
  /** Access keys that must be dead. */
  readonly dead: Buffer[];
};

/** What must be true, and what the users have. `round` keeps the runs apart. */
type World = {
  readonly round: string;
  readonly wallets: KnownWallet[];
  readonly express: Map<Subject, string>;
  readonly pregenerated: Map<Subject, { walletId: string; address: string; claimed: boolean }>;
};

type Step =
  | { readonly kind: 'create'; readonly user: Subject; readonly recoverable: boolean }
  | { readonly kind: 'import' | 'log-in' | 'pregenerate'; readonly user: Subject }
  | {
      readonly kind: 'sign' | 'rotate' | 'recover' | 'export' | 'use-dead-key';
      readonly wallet: number;
      readonly by: Subject;
    };

const subject = fc.constantFrom(...users);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), user: subject, recoverable: fc.boolean() }),
  fc.record({
    kind: fc.constantFrom('import' as const, 'log-in' as const, 'pregenerate' as const),
    user: subject,
  }),
  fc.record({
    kind: fc.constantFrom(
      'sign' as const,
      'rotate' as const,
      'recover' as const,
      'export' as const,
      'use-dead-key' as const,
    ),
    wallet: fc.nat(20),
    by: subject,
  }),
);

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : 'no AppError'),
  );

const noKey = Buffer.alloc(0);
const personOf = (world: World, user: Subject): string => `${user}-${world.round}`;
const emailOf = (world: World, user: Subject): string => `${user}-${world.round}@example.com`;

async function take(world: World, step: Step): Promise<void> {
  switch (step.kind) {
    case 'create':
      return create(world, step.user, step.recoverable);
    case 'import':
      return importKey(world, step.user);
    case 'log-in':
      return logIn(world, step.user);
    case 'pregenerate':
      return pregenerate(world, step.user);
    default: {
      const wallet = world.wallets[step.wallet % Math.max(1, world.wallets.length)];
      if (wallet) await useWallet(world, step.kind, wallet, step.by);
    }
  }
}

async function create(world: World, user: Subject, recoverable: boolean): Promise<void> {
  const { wallet, accessKey } = await app.create(personOf(world, user), { recoverable });
  const { id, address } = wallet;
  world.wallets.push({ id, address, owner: user, recoverable, accessKey, dead: [] });
}

async function importKey(world: World, user: Subject): Promise<void> {
  const [person, network] = [personOf(world, user), 'ETH_MAINNET'];
  const privateKey = randomBytes(32);
  const { applicationId, client } = app;
  const key = await client.call('GetImportKey', { applicationId, issuer, subject: person, network }, call);
  const sealed = await hpkeSealTo(key, privateKey);
  const imported = made(
    await client.call(
      'ImportPrivateKey',
      { user: app.user(person), network, ...sealed, idempotency: idempotencyOf(randomUUID()) },
      call,
    ),
  );
  const { id, address } = imported.wallet;
  expect(address).toBe(privateKeyToAccount(`0x${privateKey.toString('hex')}`).address);
  world.wallets.push({
    id,
    address,
    owner: user,
    recoverable: false,
    accessKey: imported.accessKey,
    dead: [],
  });
}

async function pregenerate(world: World, user: Subject): Promise<void> {
  const { applicationId, client } = app;
  const emails = [emailOf(world, user)];
  const { results } = await client.call('PregenerateWallets', { applicationId, emails }, call);
  const made = results[0]?.wallet;
  if (!made) throw new Error('no wallet was pre-generated');
  const known = world.pregenerated.get(user);
  if (known) expect(made.address).toBe(known.address);
  else world.pregenerated.set(user, { walletId: made.walletId, address: made.address, claimed: false });
}

async function logIn(world: World, user: Subject): Promise<void> {
  const claims = { email: emailOf(world, user), email_verified: true };
  const wallet = await app.client.call(
    'GetOrCreateWallet',
    { user: app.user(personOf(world, user), { assertsEmail: true, claims }), chain: 'ETH' },
    call,
  );
  const first = world.express.get(user);
  if (first !== undefined) expect(wallet.address).toBe(first);
  const waiting = world.pregenerated.get(user);
  if (waiting && !waiting.claimed) {
    waiting.claimed = true;
    if (first === undefined) expect(wallet.address).toBe(waiting.address);
    else {
      const { walletId: id, address } = waiting;
      world.wallets.push({ id, address, owner: user, recoverable: false, accessKey: undefined, dead: [] });
    }
  }
  world.express.set(user, wallet.address);
}

async function useWallet(
  world: World,
  kind: 'sign' | 'rotate' | 'recover' | 'export' | 'use-dead-key',
  wallet: KnownWallet,
  by: Subject,
): Promise<void> {
  const person = personOf(world, by);
  const { id: walletId, accessKey = noKey } = wallet;
  const isOwner = by === wallet.owner;
  if (kind === 'sign') {
    const signed = app.signerOf(person, walletId, accessKey);
    if (isOwner) expect(await signed).toBe(wallet.address);
    else expect(await codeOf(signed)).toBe('wallet.owner-mismatch');
  } else if (kind === 'use-dead-key') {
    const key = wallet.dead.at(-1);
    if (key && isOwner)
      expect(await codeOf(app.signerOf(person, walletId, key))).toBe('wallet.access-key-invalid');
  } else if (kind === 'export') {
    const { publicKey: recipientPublicKey } = await hpkeRecipient();
    const request = { user: app.user(person), walletId, accessKey, recipientPublicKey };
    const exported = app.client.call('ExportPrivateKey', request, call);
    if (isOwner) expect((await exported).address).toBe(wallet.address);
    else expect(await codeOf(exported)).toBe('wallet.owner-mismatch');
  } else await newAccessKey(kind, wallet, person, isOwner);
}

async function newAccessKey(
  kind: 'rotate' | 'recover',
  wallet: KnownWallet,
  person: string,
  isOwner: boolean,
): Promise<void> {
  const { id: walletId, accessKey = noKey } = wallet;
  const user = app.user(person);
  const idempotency = idempotencyOf(randomUUID());
  const answer =
    kind === 'rotate'
      ? app.client.call('RotateAccessKey', { user, walletId, accessKey, idempotency }, call)
      : app.client.call('RecoverAccessKey', { user, walletId, idempotency }, call);
  const allowed = isOwner && wallet.accessKey !== undefined && (kind === 'rotate' || wallet.recoverable);
  if (!allowed) {
    expect(await codeOf(answer)).toMatch(/^(wallet\.(owner-mismatch|not-recoverable)|request\.invalid)$/);
    return;
  }
  const renewed = made(await answer);
  expect(renewed.wallet.address).toBe(wallet.address);
  wallet.dead.push(accessKey);
  wallet.accessKey = renewed.accessKey;
}

/** Every wallet works for its owner, and for nobody else. */
async function assertEverythingHolds(world: World): Promise<void> {
  for (const { id, owner, address, accessKey = noKey, dead } of world.wallets) {
    expect(await app.signerOf(personOf(world, owner), id, accessKey)).toBe(address);
    for (const user of users)
      if (user !== owner)
        expect(await codeOf(app.signerOf(personOf(world, user), id, accessKey))).toBe(
          'wallet.owner-mismatch',
        );
    for (const key of dead)
      expect(await codeOf(app.signerOf(personOf(world, owner), id, key))).toBe('wallet.access-key-invalid');
  }
  for (const [user, { walletId, claimed }] of world.pregenerated) {
    if (claimed) continue;
    const asked = app.signerOf(personOf(world, user), walletId, noKey);
    expect(await codeOf(asked)).toBe('wallet.not-found');
  }
}

it('leaves every wallet to its owner alone, whatever is requested in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 16 }), async (sequence) => {
      const world: World = {
        round: randomUUID(),
        wallets: [],
        express: new Map(),
        pregenerated: new Map(),
      };
      for (const step of sequence) await take(world, step);
      await assertEverythingHolds(world);
    }),
    { numRuns: Number(process.env['LIFECYCLE_RUNS'] ?? 25), endOnFailure: true },
  );
});

it('does so, too, when users rotate, recover and sign concurrently', async () => {
  const round = randomUUID();
  const person = `alice-${round}`;
  const { wallet, accessKey } = await app.create(person);
  const user = () => app.user(person);
  const walletId = wallet.id;
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? app.client.call('RotateAccessKey', { user: user(), walletId, accessKey }, call)
        : index % 3 === 1
          ? app.client.call('RecoverAccessKey', { user: user(), walletId }, call)
          : app.signerOf(person, walletId, accessKey).then(() => undefined),
    ),
  );
  const keys = answers.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const usable = [];
  for (const key of keys)
    if ((await codeOf(app.signerOf(person, walletId, key.accessKey))) === 'ok') usable.push(key);
  // Only one of the returned keys works: the last one.
  expect(usable).toHaveLength(1);
});
