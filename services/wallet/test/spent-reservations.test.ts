import { generateKeyPairSync, randomBytes, randomUUID, sign as signBytes, createHash } from 'node:crypto';
import pg from 'pg';
import { connect, definitions } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import { decodeVerdict, verdictVoidPayload } from '@wallet-service/signer-protocol';
import { issuer, realSuite, type RealSuite, type Running } from './real-suite.js';

// A window of ten ether an hour over real processes. What was not signed comes back. What was signed does not, whatever
// the wallet service says.

const ether = 10n ** 18n;
const call = { deadlineMs: 10_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };
let suite: RealSuite;
let signers: Running[];
let owner: pg.Client;
let applicationId: string;

beforeAll(async () => {
  suite = await realSuite('wallet_spent');
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
  const [first, second] = await Promise.all([
    suite.startSigner(0),
    suite.startSigner(1),
    suite.startPolicy(),
  ]);
  signers = [first, second];
  const targets = [0, 1].map((index) => `unix:${suite.folder}/signer-${index}.sock`).join(',');
  await suite.startWallet(0, { SIGNER_TARGETS: targets });
});
afterAll(async () => {
  await owner.end();
  await suite.stop();
});

beforeEach(async () => {
  applicationId = randomUUID();
  suite.trust([applicationId]);
  const policy = suite.policyClient();
  const changes = { policyEvaluationEnabled: true };
  await policy.call('UpdateSettings', { applicationId, changes, validateOnly: false }, call);
  const limit = {
    fieldSource: 'spending_window',
    field: 'native_amount',
    operator: 'gt',
    text: String(10n * ether),
    windowSeconds: 3600,
  };
  const rule = { name: 'limit', method: 'eth_signTransaction', action: 'DENY', conditions: [limit] };
  const ten = { name: 'ten', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
  await policy.call('CreatePolicy', { applicationId, policy: ten }, call);
  await suite.client(0).call('GetOrCreateWallet', { user: user(), chain: 'ETH' }, call);
});

const user = () => ({
  applicationId,
  providerId: randomUUID(),
  issuer,
  subject: 'alice',
  jwt: suite.token('alice', { nonce: randomUUID() }),
  opJwtMode: 'observe',
});

/** RLP of bytes and lists. */
type Rlp = Buffer | readonly Rlp[];
function rlp(item: Rlp): Buffer {
  const body = Buffer.isBuffer(item) ? item : Buffer.concat(item.map(rlp));
  const [short, long] = Buffer.isBuffer(item) ? [0x80, 0xb7] : [0xc0, 0xf7];
  if (Buffer.isBuffer(item) && body.length === 1 && (body[0] ?? 0) < 0x80) return body;
  if (body.length < 56) return Buffer.concat([Buffer.from([short + body.length]), body]);
  return Buffer.concat([Buffer.from([long + 1, body.length]), body]);
}
const number = (value: bigint): Buffer => {
  const hex = value.toString(16);
  return value === 0n
    ? Buffer.alloc(0)
    : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
};
/** One ether to somebody, without a fee. */
const payment = (nonce: number) => ({
  transaction: {
    unsigned: Buffer.concat([
      Buffer.from([2]),
      rlp([
        ...[1n, BigInt(nonce), 0n, 0n, 21_000n].map(number),
        ...[Buffer.alloc(20, 7), number(ether), Buffer.alloc(0), []],
      ]),
    ]),
  },
});
const pay = (nonce: number) => {
  const operation = { transaction: { text: `0x${payment(nonce).transaction.unsigned.toString('hex')}` } };
  return suite.client(0).call('Sign', { user: user(), chain: 'ETH', operation }, call);
};
const outcomeOf = (nonce: number): Promise<string> =>
  pay(nonce).then(
    () => 'signed',
    (error: unknown) => (error as { code: string }).code,
  );

it('comes back when nothing was signed, and the signer says so', async () => {
  const { role } = suite.database.roles.wallet;
  await owner.query(`revoke insert on wallet.journal_pending from "${role}"`);
  for (let nonce = 100; nonce < 115; nonce += 1) expect(await outcomeOf(nonce)).toBe('service.unavailable');
  await owner.query(`grant insert on wallet.journal_pending to "${role}"`);
  for (let nonce = 0; nonce < 10; nonce += 1) expect(await outcomeOf(nonce)).toBe('signed');
  expect(await outcomeOf(10)).toBe('policy.denied');
});

it('does not come back when something was signed, but its result is not in the journal', async () => {
  await owner.query(
    `alter table wallet.journal_pending add constraint no_results check (kind = 'intent') not valid`,
  );
  for (let nonce = 0; nonce < 4; nonce += 1) expect(await outcomeOf(nonce)).toBe('service.unavailable');
  await owner.query('alter table wallet.journal_pending drop constraint no_results');
  for (let nonce = 4; nonce < 10; nonce += 1) expect(await outcomeOf(nonce)).toBe('signed');
  expect(await outcomeOf(10)).toBe('policy.denied');
});

it('does not come back because the holder of the wallet service’s certificate says so', async () => {
  const policy = connect({
    definition: definitions.policy,
    targets: [`unix:${suite.folder}/policy.sock`],
    tls: readCertificate(suite.certificates.wallet),
    serverName: 'policy',
  });
  for (let nonce = 0; nonce < 9; nonce += 1) expect(await outcomeOf(nonce)).toBe('signed');
  const { id, publicKey } = await suite
    .client(0)
    .call('GetOrCreateWallet', { user: user(), chain: 'ETH' }, call)
    .then(async (wallet) => {
      const { rows } = await owner.query<{ public_key: Buffer }>(
        'select public_key from wallet.wallets where wallet_id = $1',
        [wallet.id],
      );
      return { id: wallet.id, publicKey: rows[0]?.public_key ?? Buffer.alloc(0) };
    });
  const mine = generateKeyPairSync('ed25519');
  const myKey = mine.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const evaluate = (signer: Buffer) =>
    policy.call(
      'Evaluate',
      {
        ...{ applicationId, walletId: id, chain: 'ETH', network: 'EVM', publicKey, issuer, subject: 'alice' },
        ...{ jwtHash: randomBytes(32), recordVersion: 1, operation: payment(9), signer },
      },
      call,
    );
  const statementOf = (verdict: Buffer) =>
    signBytes(null, verdictVoidPayload(createHash('sha256').update(verdict).digest()), mine.privateKey);
  // A real signer's verdict, which that signer may have used. No statement releases it: not a missing one, not one by
  // my key, and not one about my verdict.
  const real = await evaluate(Buffer.alloc(32, 9));
  const own = await evaluate(myKey);
  expect(decodeVerdict(own.verdict)?.reservation?.id).toBe(own.reservationId);
  const tries = [
    { applicationId, reservationId: real.reservationId },
    { verdict: real.verdict, releaseMac: real.releaseMac, statementSignature: Buffer.alloc(64) },
    { verdict: real.verdict, releaseMac: real.releaseMac, statementSignature: statementOf(real.verdict) },
    { verdict: real.verdict, releaseMac: real.releaseMac, statementSignature: statementOf(own.verdict) },
    { verdict: own.verdict, releaseMac: real.releaseMac, statementSignature: statementOf(own.verdict) },
    { verdict: own.verdict, releaseMac: own.mac, statementSignature: statementOf(own.verdict) },
  ];
  for (const request of tries)
    await expect(policy.call('ReleaseReservation', request, call)).rejects.toMatchObject({
      code: 'request.invalid',
    });
  // No signer accepts my own verdict. It reserved nothing more than the other verdict for the same payload.
  const { verdict, releaseMac } = own;
  const mineReleased = { verdict, releaseMac, statementSignature: statementOf(verdict) };
  expect(await policy.call('ReleaseReservation', mineReleased, call)).toMatchObject({ released: true });
  expect(await outcomeOf(10)).toBe('policy.denied');
  policy.close();
});

it('stays and counts once when the signer is gone, and the other one signs', async () => {
  const paying = (async () => {
    const seen: string[] = [];
    for (let nonce = 0; nonce < 11; nonce += 1) {
      if (nonce === 4) await suite.kill(signers[0] as Running);
      seen.push(await outcomeOf(nonce));
    }
    return seen;
  })();
  expect(await paying).toEqual([...Array.from({ length: 10 }, () => 'signed'), 'policy.denied']);
});
