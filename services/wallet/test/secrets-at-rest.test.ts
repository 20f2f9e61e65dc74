import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { readCertificate } from '@wallet-service/local-certificates';
import {
  encodeVerdict,
  Refused,
  type SignerRequest,
  type WalletContext,
} from '@wallet-service/signer-protocol';
import { playPolicy, type PlayedPolicy } from '../../../packages/signer-protocol/test/verdict-parties.js';
import { until } from '@wallet-service/test-kit/until';
import { hashOfLabels } from '../src/wallets/wallet.js';
import { createSignerClient, type SignerClient } from '../src/signer/signer-client.js';
import {
  suiteWithApplications,
  call,
  idempotencyOf,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { nowSeconds, type RealSuite } from './real-suite.js';

// The attacker has the whole database, the wallet service's certificate, the policy service's signing key and a live
// token of the owner: every secret of the servers except the signer's sealing key. They do not have the access key.

let suite: RealSuite;
let app: ApplicationUnderTest;
let signer: SignerClient;
let policy: PlayedPolicy;
let exchangeKey: Uint8Array;
let owner: pg.Client;

beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_at_rest'));
  signer = createSignerClient({
    targets: [`unix:${suite.folder}/signer-0.sock`],
    tls: readCertificate(suite.certificates.wallet),
    now: Date.now,
  });
  exchangeKey = await until('a signer told its exchange key', () => signer.exchangeKey());
  policy = playPolicy(suite.verdictKey);
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
});
afterAll(async () => {
  signer.close();
  await owner.end();
  await suite.stop();
});

type Row = {
  wallet_id: string;
  chain: string;
  network: string;
  public_key: Buffer;
  owner_issuer: string;
  owner_subject: string;
  record_version: number;
  sealed: Buffer;
  recovery_record: Buffer | null;
  recoverable: boolean;
  wrapped_key: Buffer;
};

async function stolen(walletId: string): Promise<Row> {
  const { rows } = await owner.query<Row>(
    `select w.*, k.wrapped_key from wallet.wallets w join wallet.application_keys k using (application_id)
      where wallet_id = $1`,
    [walletId],
  );
  const [row] = rows;
  if (!row) throw new Error('no such wallet');
  return row;
}

function contextOf(row: Row, changes: Partial<WalletContext> = {}): WalletContext {
  return {
    applicationId: app.applicationId,
    wrappedApplicationKey: row.wrapped_key,
    walletId: row.wallet_id,
    chain: row.chain,
    network: row.network,
    recordVersion: row.record_version,
    accessKeyRequired: true,
    recoverable: row.recoverable,
    labels: hashOfLabels({
      interface: 'core',
      origin: 'created',
      groupId: undefined,
      resourceId: undefined,
    }),
    ...changes,
  };
}

/** A request to sign with everything right except for `changes`, with a verdict under the policy service's own key. */
function signRequestOf(
  row: Row,
  jwt: string,
  changes: Partial<SignerRequest<'Sign'>>,
): SignerRequest<'Sign'> {
  const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
  const payload = randomBytes(32);
  const now = nowSeconds();
  const verdict = encodeVerdict({
    applicationId: app.applicationId,
    walletId: row.wallet_id,
    chain: row.chain,
    network: row.network,
    publicKey: row.public_key,
    issuer: row.owner_issuer,
    subject: row.owner_subject,
    operation: 'raw_hash',
    payloadHashes: [sha256(payload)],
    jwtHash: sha256(jwt),
    recordVersion: row.record_version,
    policyRevision: '1',
    mfa: null,
    issuedAt: now,
    expiresAt: now + 20,
  });
  return {
    context: contextOf(row),
    sealed: row.sealed,
    accessKey: new Uint8Array(0),
    jwt,
    tokenUse: 'core',
    operation: 'raw_hash',
    payloads: [payload],
    verdict,
    verdictMac: policy.mac(exchangeKey, verdict),
    mandate: policy.mandate,
    mfaReceipt: new Uint8Array(0),
    receipt: false,
    ...changes,
  };
}

const scope = () => ({ deadline: Date.now() + 10_000, traceId: call.traceId });
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'opened',
    (error: unknown) => (error instanceof Refused ? error.refusal : 'failed'),
  );

it('opens for owners with their access key: the attacker’s tools work', async () => {
  const { wallet, accessKey } = await app.create('alice');
  const row = await stolen(wallet.id);
  const request = signRequestOf(row, suite.token('alice'), { accessKey });
  expect((await signer.call('Sign', request, scope())).signatures).toHaveLength(1);
});

it('opens neither for signing nor for export without the access key', async () => {
  const { wallet } = await app.create('alice', { recoverable: false });
  const row = await stolen(wallet.id);
  const jwt = suite.token('alice');
  const attempts: Partial<SignerRequest<'Sign'>>[] = [
    {},
    { accessKey: new Uint8Array(32) },
    { accessKey: randomBytes(32) },
    { context: contextOf(row, { accessKeyRequired: false, recoverable: false }) },
    { context: contextOf(row, { recoverable: true }), accessKey: new Uint8Array(32) },
  ];
  for (const attempt of attempts)
    expect(await refusal(signer.call('Sign', signRequestOf(row, jwt, attempt), scope()))).toMatch(
      /^(access-key-wrong|context-mismatch)$/,
    );
});

it('gives no new access key for a wallet without recovery, whatever record is offered', async () => {
  const { wallet } = await app.create('alice', { recoverable: false });
  const row = await stolen(wallet.id);
  expect(row.recovery_record).toBeNull();
  for (const recoverable of [false, true]) {
    const request = {
      context: contextOf(row, { recoverable }),
      recoveryRecord: row.sealed,
      jwt: suite.token('alice'),
    };
    expect(await refusal(signer.call('RecoverAccessKey', request, scope()))).toMatch(
      /^(not-recoverable|context-mismatch)$/,
    );
  }
});

it('signs nothing with the recovery record of a recoverable wallet', async () => {
  const { wallet } = await app.create('alice', { recoverable: true });
  const row = await stolen(wallet.id);
  const sealed = row.recovery_record ?? Buffer.alloc(0);
  expect(sealed.length).toBeGreaterThan(0);
  const jwt = suite.token('alice');
  for (const attempt of [
    { sealed, accessKey: new Uint8Array(32) },
    { sealed, context: contextOf(row, { accessKeyRequired: false, recoverable: false }) },
  ])
    expect(await refusal(signer.call('Sign', signRequestOf(row, jwt, attempt), scope()))).toBe(
      'context-mismatch',
    );
});

it('stores no access key anywhere, kept answers included, and logs none', async () => {
  const idempotency = idempotencyOf('at-rest');
  const { wallet, accessKey } = await app.create('alice', { idempotency });
  const rotated = await app.client.call(
    'RotateAccessKey',
    { user: app.user('alice'), walletId: wallet.id, accessKey, idempotency: idempotencyOf('rotation') },
    call,
  );
  await app.signerOf('alice', wallet.id, rotated.accessKey);
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('wallet', 'policy', 'identity')`,
  );
  const texts = [suite.policy().output()];
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ text: string }>(
      `select row_to_json(t)::text as text from ${name} t`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  expect(texts.length).toBeGreaterThan(10);
  const everything = texts.join('\n').toLowerCase();
  for (const secret of [accessKey, rotated.accessKey, idempotency.sealKey])
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(everything).not.toContain(secret.toString(encoding).toLowerCase());
});

it('answers a repeated request with the same access key, which only the caller’s secret key opens', async () => {
  const idempotency = idempotencyOf('create');
  const first = await app.create('bob', { idempotency });
  expect(await app.create('bob', { idempotency })).toEqual(first);
  await expect(
    app.create('bob', { idempotency: { ...idempotency, sealKey: randomBytes(32) } }),
  ).rejects.toMatchObject({ code: 'request.idempotency-answer-sealed' });
  await expect(
    app.create('bob', { idempotency: { ...idempotency, bodyHash: randomBytes(32) } }),
  ).rejects.toMatchObject({ code: 'request.idempotency-mismatch' });
});
