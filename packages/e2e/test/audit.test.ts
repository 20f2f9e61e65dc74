import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { emulatedMeasurements, makeNsmAuthority, startNsm } from '@wallet-service/nitro-emulator';
import { logKeyOf, readLogCheckpoint, signerKeyOf } from '@wallet-service/signer-protocol';
import {
  cosignedAt,
  cosignNote,
  encodeNote,
  isSignedBy,
  readNote,
  signNote,
} from '@wallet-service/transparency-log';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { expectJson, requestJson } from '@wallet-service/operator-cli/http-json';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { runScript } from './launcher.js';

// `pnpm audit:verify` on the journal of a real stack: over HTTP, in a copy, and in the database.

type Page = {
  readonly data: readonly object[];
  readonly size: number;
  readonly checkpoint: { readonly size: number; readonly public_key: string } | null;
};

let stack: TestStack;
let owner: pg.Client;
const folder = mkdtempSync(path.join(tmpdir(), 'audit-'));
const inside = (name: string): string => path.join(folder, name);

async function page(): Promise<Page> {
  const headers = { 'x-service-secret-key': stack.stack.app.secret_key };
  return expectJson<Page>(`${stack.expressUrl}/v1/audit?limit=1`, { headers });
}

beforeAll(async () => {
  stack = await startTestStack();
  owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  const client = createExpressClient(stack.stack);
  const token = await client.token('alice');
  for (const chain of ['ETH', 'SOL'] as const) {
    await client.wallet(token, chain);
    for (let index = 0; index < 30; index++) await client.signMessage(token, chain, Buffer.from('ä'));
  }
  writeFileSync(inside('secret'), `${stack.stack.app.secret_key}\n`);
  await until('a checkpoint of all of it', async () => {
    const { size, checkpoint } = await page();
    return checkpoint?.size === size;
  });
});
afterAll(async () => {
  await owner.end();
  await stack.stop();
  rmSync(folder, { recursive: true });
});

async function verify(args: readonly string[]): Promise<{ status: number | null; text: string }> {
  const command = ['audit', 'verify', ...args];
  const started = runScript(
    'packages/local-stack/dist/operate.js',
    { DATA_DIR: stack.dataDir },
    { args: command },
  );
  return { status: await started.exit, text: started.output() };
}
const overHttp = (): string[] => ['--url', stack.expressUrl, '--secret-key-file', inside('secret')];

it('a signer signs a checkpoint of the journal within seconds', async () => {
  expect((await page()).checkpoint?.size).toBeGreaterThan(0);
});

it("finds the journal whole over HTTP, in the copy that it made, and in the stack's database", async () => {
  const { size } = await page();
  expect(size).toBeGreaterThan(100);
  // The first run gets the key from the signers, the others from the notes.
  for (const args of [[...overHttp(), '--save', inside('copy')], ['--file', inside('copy')], []]) {
    const { status, text } = await verify([...args, '--notes', inside('notes')]);
    expect(text).toMatch(new RegExp(`${stack.stack.app.id} +${size} +\\d+, \\S+ +whole`));
    expect(status).toBe(0);
  }
});

it('goes on where the notes end, or from the start if it is told to', async () => {
  const { size } = await page();
  for (const source of [overHttp(), []]) {
    const notes = ['--json', '--notes', inside('notes')];
    const resumed = await verify([...source, ...notes]);
    expect([resumed.status, JSON.parse(resumed.text)]).toMatchObject([
      0,
      { read_from: size + 1, entries: size, intact: true, unchecked: ['earlier'] },
    ]);
    const whole = await verify([...source, ...notes, '--from-start']);
    expect([whole.status, JSON.parse(whole.text)]).toMatchObject([0, { read_from: 1, unchecked: [] }]);
  }
});

describe('says what it could not check, in words, in JSON and by its exit code', () => {
  type Line = { readonly application_id: string; readonly intact: boolean; readonly unchecked: string[] };
  const own = (text: string): Line | undefined =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .find((line) => line.application_id === stack.stack.app.id);

  it('in the database: without notes and signers it checks neither the key nor for a cut-off end', async () => {
    const { status, text } = await verify([]);
    expect(status).toBe(3);
    expect(text).toMatch(/not checked, checkpoint-key: whose checkpoint key this is/);
    expect(text).toMatch(/not checked, rollback: whether the journal was longer/);
    const json = await verify(['--json']);
    expect(json.status).toBe(3);
    expect(own(json.text)).toMatchObject({
      intact: true,
      unchecked: expect.arrayContaining(['checkpoint-key', 'rollback']) as string[],
    });
  });

  it('with the signers it checks the key, but still not for a cut-off end', async () => {
    const { status, text } = await verify(['--json', '--signers', stack.expressUrl]);
    expect(status).toBe(3);
    expect(own(text)?.unchecked).not.toContain('checkpoint-key');
    expect(own(text)?.unchecked).toContain('rollback');
    const noted = await verify(['--signers', stack.expressUrl, '--notes', inside('new notes')]);
    expect(noted.status).toBe(0);
  });

  it('a key given by hand applies to its application, and must be valid', async () => {
    const id = stack.stack.app.id;
    const { public_key: key = '' } = (await page()).checkpoint ?? {};
    const good = await verify(['--json', '--checkpoint-key', `${id}=${key}`]);
    expect(own(good.text)).toMatchObject({ intact: true });
    expect(own(good.text)?.unchecked).not.toContain('checkpoint-key');
    const other = await verify(['--checkpoint-key', `${id}=${'ab'.repeat(32)}`]);
    expect([other.status, other.text]).toEqual([1, expect.stringContaining('checkpoint-key-changed')]);
    expect((await verify(['--checkpoint-key', key])).text).toContain('--checkpoint-key must be');
  });
});

describe('with signers attested by hardware', () => {
  const signer = () => stack.processes.find(({ name }) => name === 'signer-0');
  const measurements = (file: string, changes: object = {}) => {
    writeFileSync(inside(file), JSON.stringify({ pcrs: { ...emulatedMeasurements(), ...changes } }));
    return ['--measurements', inside(file)];
  };
  const asked = (...args: string[]) => verify(['--json', '--signers', stack.expressUrl, ...args]);
  let nsm: Awaited<ReturnType<typeof startNsm>>;
  let root: string[];
  beforeAll(async () => {
    nsm = await startNsm({ socketPath: inside('nsm'), authority: await makeNsmAuthority(Date.now()) });
    writeFileSync(inside('root.pem'), nsm.root);
    root = ['--root', inside('root.pem')];
    await signer()?.restart({ NSM_SOCKET: inside('nsm') });
    const attestation = `${stack.expressUrl}/v2/attestation?nonce=${'ab'.repeat(32)}`;
    await until('an attestation', async () => (await requestJson(attestation)).status === 200);
  });
  afterAll(async () => {
    await signer()?.restart();
    await nsm.close();
  });

  it('the key is from the image with these measurements', async () => {
    const { status, text } = await asked(...measurements('measurements'), ...root);
    expect(text).toContain('EMULATED, proves nothing');
    const line = text.split('\n').find((each) => each.includes(stack.stack.app.id)) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      intact: true,
      unchecked: expect.not.arrayContaining(['checkpoint-key']) as string[],
    });
    expect(status).toBe(3);
  });

  it.each<[string, () => string[], string]>([
    ['no measurements', () => [], 'give --measurements FILE'],
    ['a root and no measurements', () => root, '--measurements is missing'],
    ["AWS's root", () => measurements('measurements'), 'does not begin with the pinned root'],
    [
      'another image',
      () => [...measurements('other', { 2: '07'.repeat(48) }), ...root],
      'another image than expected (PCR2)',
    ],
  ])('trusts nothing with %s', async (_, args, told) => {
    const { status, text } = await asked(...args());
    expect(text).toContain(told);
    expect(status).toBe(2);
  });
});

it('has a checkpoint of its log, which the application, a signer and the witness signed', async () => {
  const { id } = stack.stack.app;
  type Row = { readonly size: string; readonly public_key: Buffer; readonly note: string };
  const [row] = await until('a checkpoint of the log', async () => {
    const { rows } = await owner.query<Row>(
      'select size, public_key, note from wallet.journal_checkpoints where application_id = $1',
      [id],
    );
    return rows.length > 0 && rows;
  });
  const note = readNote(row?.note ?? '');
  if (!row || !note) throw new Error('no note');
  expect(readLogCheckpoint(note.text)).toMatchObject({
    applicationId: id,
    generation: 1,
    size: Number(row.size),
  });
  expect(isSignedBy(note, logKeyOf(note.text, row.public_key))).toBe(true);
  expect(cosignedAt(note, signerKeyOf(row.public_key))).toBeGreaterThan(0);
  expect(note.signatures.map(({ name }) => name)).toEqual([
    `wallet-service/journal/${id}/1`,
    'wallet-service/signer',
    expect.stringMatching(/^wallet-service\/witness\//),
  ]);
});

it('finds a key and all checkpoints replaced together, from what the signers attest', async () => {
  const id = stack.stack.app.id;
  const { rows } = await owner.query<{ size: string; signed_at: string; note: string }>(
    'select size, signed_at, note from wallet.journal_checkpoints where application_id = $1',
    [id],
  );
  await owner.query('create temp table genuine as select * from wallet.journal_checkpoints');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const by = (message: Uint8Array) => sign(null, message, privateKey);
  for (const { size, signed_at, note } of rows) {
    const text = readNote(note)?.text ?? '';
    const signatures = [
      signNote(text, logKeyOf(text, raw), by),
      cosignNote(text, signerKeyOf(raw), Number(signed_at), by),
    ];
    await owner.query(
      'update wallet.journal_checkpoints set public_key = $3, note = $4 where application_id = $1 and size = $2',
      [id, size, raw, encodeNote({ text, signatures })],
    );
  }
  const unaware = await verify([]);
  expect([unaware.status, unaware.text]).toEqual([3, expect.stringContaining('not checked, checkpoint-key')]);
  for (const args of [['--signers', stack.expressUrl], overHttp()]) {
    const { status, text } = await verify(args);
    expect(text).toMatch(/ALTERED: checkpoint-key-changed at \d+/);
    expect(status).toBe(1);
  }
  await owner.query('delete from wallet.journal_checkpoints');
  await owner.query('insert into wallet.journal_checkpoints select * from genuine');
});

it.each<[string, (lines: string[]) => string[], RegExp]>([
  [
    'changed',
    ([first = '', ...rest]) => [first.replace('"outcome":"signed"', '"outcome":"denied"'), ...rest],
    /ALTERED: entry-changed at \d+/,
  ],
  ['cut off', (lines) => lines.slice(0, -1), /ALTERED: end-missing at 101/],
  ['reordered', ([first = '', second = '']) => [second, first], /ALTERED: entry-missing at 1/],
])('names the place in a copy that was %s', async (_, tamper, expected) => {
  const lines = readFileSync(inside('copy'), 'utf8').trim().split('\n');
  writeFileSync(inside('tampered'), tamper(lines).join('\n'));
  const { status, text } = await verify(['--file', inside('tampered'), '--notes', inside('notes')]);
  expect(text).toMatch(expected);
  expect(status).toBe(1);
});

it('refuses a file that is not a copy of a journal, and says what it expects', async () => {
  writeFileSync(inside('other'), '{"data":[]}');
  const { status, text } = await verify(['--file', inside('other')]);
  expect(status).toBe(2);
  expect(text).toContain('not an answer of GET /v1/audit');
});

it('names the entry that the database owner removed', async () => {
  await owner.query(`delete from wallet.journal_entries where application_id = $1 and seq = 5`, [
    stack.stack.app.id,
  ]);
  const inDatabase = await verify([]);
  expect(inDatabase.text).toContain('ALTERED: entry-missing at 5');
  expect(inDatabase.status).toBe(1);
  expect((await verify(overHttp())).text).toContain('ALTERED: entry-missing at 5');
});
