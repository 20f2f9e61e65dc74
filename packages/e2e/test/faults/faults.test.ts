import pg from 'pg';
import {
  allFaults,
  brokenInvariants,
  chaosReport,
  injectFault,
  startChaosSetup,
  type Sample,
} from '@wallet-service/chaos';

// Some of the faults of `pnpm chaos`, shortened, and proof that the harness would notice.

const injected = [
  // Before a wallet process dies, which the others would wait for.
  'postgres-restart',
  'kill-gateway',
  'kill-identity',
  'kill-policy',
  'kill-wallet',
  'kill-signer',
  'kill-webhooks',
  'slowloris',
  'roll',
];

let setup: Awaited<ReturnType<typeof startChaosSetup>>;

beforeAll(async () => {
  setup = await startChaosSetup();
});
afterAll(async () => {
  await setup.stop();
});

it.each(injected)('%s: every invariant holds', async (name) => {
  const fault = allFaults.find((each) => each.name === name);
  if (!fault) throw new Error(`there is no fault ${name}`);
  const outcome = await injectFault(fault, setup, { warmUpMs: 500, quietMs: 1_500 });
  expect(outcome.requests).toBeGreaterThan(0);
  expect(outcome.broken).toEqual([]);
  expect(chaosReport([outcome])).toContain('held');
});

describe('the harness', () => {
  const sample = (more: Partial<Sample>): Sample => ({
    kind: 'sign',
    user: setup.users[0]?.name ?? '',
    traceId: 'f'.repeat(32),
    endedAt: Date.now(),
    ms: 1,
    status: 200,
    code: '',
    address: undefined,
    ...more,
  });
  const broken = (...samples: readonly Sample[]): Promise<readonly string[]> =>
    brokenInvariants(setup, samples, { mayFail: undefined });

  it('accepts a service error with its proper code, and no other', async () => {
    expect(await broken(sample({ status: 503, code: 'service.unavailable' }))).toEqual([]);
    for (const [status, code] of [
      [500, 'internal'],
      [502, 'no code'],
      [401, 'auth.token-invalid'],
      [0, 'ECONNRESET'],
    ] as const)
      expect(await broken(sample({ status, code }))).toEqual([
        `an error that nothing explains: sign was answered ${status} ${code}`,
      ]);
    expect(
      await brokenInvariants(setup, [sample({ status: 503, code: 'service.unavailable' })], {
        mayFail: 'none',
      }),
    ).toHaveLength(1);
  });

  it('notices a signature that the journal does not have', async () => {
    expect(await broken(sample({}))).toEqual(['1 signatures left that the journal does not have']);
  });

  it('notices a second address, and a wallet that is not stored', async () => {
    const wallet = (address: string): Sample => sample({ kind: 'wallet', user: 'nobody', address });
    const lost = 'the wallet that nobody was told of is not stored';
    expect(await broken(wallet('0x1'))).toEqual([lost]);
    expect(await broken(wallet('0x1'), wallet('0x2'))).toEqual(['nobody got two addresses', lost]);
  });

  it('notices a signature without an intent, and a changed journal', async () => {
    const owner = new pg.Client({ connectionString: setup.stack.databaseUrl });
    await owner.connect();
    await owner.query(
      `delete from wallet.journal_entries where kind = 'intent'
       and seq = (select max(seq) from wallet.journal_entries where kind = 'intent')`,
    );
    await owner.end();
    expect(await broken()).toEqual([
      '1 signatures were made without an intent in the journal',
      expect.stringMatching(/^the journal is broken: entry-missing at \d+$/),
    ]);
  });
});
