import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import {
  decodeMandate,
  decodeVerdict,
  encodeVerdict,
  verdictVoidPayload,
  type SignedMandate,
  type Verdict,
} from '@wallet-service/signer-protocol';
import { hmac, macKeyOf } from '../../../packages/signer-protocol/test/verdict-parties.js';
import type { App } from '../src/app.js';
import { mallory, payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  serviceOn,
  signingRequest,
  verdictPrivateKey,
  receivedOperation,
} from './policy-service.js';

const ether = 10n ** 18n;
/** Without a fee, which would count. */
const free = (changes: Parameters<typeof payment>[0]) =>
  payment({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, ...changes } as typeof changes);
const tenEtherAnHour = {
  name: 'ten an hour',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'limit',
      method: 'eth_signTransaction',
      action: 'DENY',
      conditions: [
        {
          field_source: 'spending_window',
          field: 'native_amount',
          operator: 'gt',
          value: String(10n * ether),
          window_seconds: 3600,
        },
      ],
    },
  ],
};

let database: PolicyDatabase;
let app: App;
let replica: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('spending');
  app = serviceOn(database.pool);
  replica = serviceOn(database.secondPool);
});
afterAll(async () => {
  await Promise.all([app.drain(), replica.drain()]);
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
  await createPolicy(app, applicationId, tenEtherAnHour);
});

const signerKeys = generateKeyPairSync('ed25519');
const signer = signerKeys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const spend = async (on: App, nonce: number, overrides: object = {}) => {
  const request = signingRequest(applicationId, free({ nonce }), { signer, ...overrides });
  const { verdict, releaseMac, reservationId } = await on.handlers.Evaluate(request, context);
  return { verdict: bytesOf(verdict), releaseMac: bytesOf(releaseMac), reservationId };
};
const bytesOf = (bytes: unknown): Buffer => Buffer.from(bytes as Uint8Array);
type Spent = Awaited<ReturnType<typeof spend>>;
const isAllowed = (on: App, nonce: number, overrides: object = {}) =>
  spend(on, nonce, overrides).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: string }).code === 'policy.denied') return false;
      throw error;
    },
  );
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
/** The void verdict statement by the signer with this key. */
const statementOf = ({ verdict }: Pick<Spent, 'verdict'>, key = signerKeys.privateKey) =>
  sign(null, verdictVoidPayload(sha256(verdict)), key);
const release = async (spent: Spent, changes: object = {}) => {
  const { verdict, releaseMac } = spent;
  const request = { verdict, releaseMac, statementSignature: statementOf(spent), ...changes };
  return (await app.handlers.ReleaseReservation(request, context)).released;
};

describe('a spending window', () => {
  it('is not used up by requests for signers whose key is a point of small order', async () => {
    const exchangeKey = Buffer.alloc(32);
    for (let nonce = 0; nonce < 10; nonce += 1)
      await expect(spend(app, nonce, { exchangeKey })).rejects.toMatchObject({
        code: 'request.invalid',
        fields: [{ path: '/exchange_key' }],
      });
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('is exact under 100 concurrent requests on two replicas', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nonce) => isAllowed(nonce % 2 === 0 ? app : replica, nonce)),
    );
    expect(answers.filter(Boolean)).toHaveLength(10);
    expect(await isAllowed(app, 1000)).toBe(false);
  });

  it('counts each wallet separately', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await isAllowed(app, 10, { walletId: 'wallet-2' })).toBe(true);
  });

  it('gives back what is released, once, and only for a limited time', async () => {
    const [first, second] = [await spend(app, 0), await spend(app, 1)];
    for (let nonce = 2; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(first)).toBe(true);
    expect(await release(first)).toBe(false);
    expect(await isAllowed(app, 10)).toBe(true);
    expect(await isAllowed(app, 11)).toBe(false);
    await database.owner.query(
      `update policy.spending_reservations set time = time - interval '3 minutes' where application_id = $1`,
      [applicationId],
    );
    expect(await release(second)).toBe(false);
  });

  it('keeps a reservation unless the one signer that may use the verdict states that it is void', async () => {
    const spent = await spend(app, 0);
    const other = await spend(app, 1);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const unnamed = await spend(app, 2, { signer: undefined });
    const forged = await spend(app, 3, { signer: Buffer.alloc(32, 255) });
    const attacks: [string, Spent, object][] = [
      ['nobody says it', spent, { statementSignature: Buffer.alloc(64) }],
      ['another signer says it', spent, { statementSignature: statementOf(spent, stranger) }],
      ['it is said of another verdict', spent, { statementSignature: statementOf(other) }],
      ['the MAC is of another', spent, { releaseMac: other.releaseMac }],
      ['the MAC is missing', spent, { releaseMac: Buffer.alloc(0) }],
      ['the MAC is cut', spent, { releaseMac: spent.releaseMac.subarray(0, 31) }],
      ['the verdict is changed', spent, { verdict: Buffer.concat([spent.verdict, Buffer.alloc(1)]) }],
      ['the verdict is none', spent, { verdict: Buffer.alloc(0) }],
      ['the verdict names no signer', unnamed, {}],
      ['nobody has the named key', forged, {}],
    ];
    for (const [, from, changes] of attacks)
      await expect(release(from, changes)).rejects.toMatchObject({ code: 'request.invalid' });
    for (let nonce = 4; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(spent)).toBe(true);
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('keeps a reservation although somebody who knows a key of MACs forges a verdict that names it', async () => {
    const spent = await spend(app, 0);
    // The attacker had their own key taken for that of signers, so they can make MACs of this process.
    const attacker = generateKeyPairSync('x25519');
    const theirs = attacker.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const request = signingRequest(applicationId, free({ nonce: 1 }), { signer, exchangeKey: theirs });
    const own = await app.handlers.Evaluate(request, context);
    const { publicKey: ofPolicy } = decodeMandate(bytesOf(own.mandate)) as SignedMandate;
    const macKey = macKeyOf(attacker.privateKey, ofPolicy, [ofPolicy, theirs]);
    expect(Buffer.from(hmac(macKey, bytesOf(own.verdict)))).toEqual(bytesOf(own.mac));
    const mine = generateKeyPairSync('ed25519');
    const named = mine.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const real = decodeVerdict(spent.verdict) as Verdict;
    const forged = Buffer.from(
      encodeVerdict({ ...real, reservation: { id: spent.reservationId ?? '', signer: named } }),
    );
    const said = { verdict: forged, statementSignature: statementOf({ verdict: forged }, mine.privateKey) };
    for (const releaseMac of [Buffer.from(hmac(macKey, forged)), bytesOf(own.mac), bytesOf(own.releaseMac)])
      await expect(release(spent, { ...said, releaseMac })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    for (const releaseMac of [bytesOf(own.mac), bytesOf(own.releaseMac)])
      await expect(release(spent, { releaseMac })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('keeps a reservation that was made under the verdict key before, so that its thief releases nothing', async () => {
    const spent = await spend(app, 0);
    const previousVerdictKey = verdictPrivateKey;
    const { privateKey: verdictKey } = generateKeyPairSync('ed25519');
    const rotated = serviceOn(database.pool, undefined, undefined, { verdictKey, previousVerdictKey });
    const { verdict, releaseMac } = spent;
    const request = { verdict, releaseMac, statementSignature: statementOf(spent) };
    await expect(rotated.handlers.ReleaseReservation(request, context)).rejects.toMatchObject({
      code: 'request.invalid',
    });
    expect(await release(spent)).toBe(true);
  });

  it('puts the reservation and its signer into the verdict, and neither when nothing is reserved', async () => {
    const spent = await spend(app, 0);
    const { reservation } = decodeVerdict(spent.verdict) ?? {};
    expect(reservation).toMatchObject({ id: spent.reservationId });
    expect(Buffer.compare(reservation?.signer ?? Buffer.alloc(0), signer)).toBe(0);
    const free0 = signingRequest(applicationId, free({ value: 0n, to: mallory }), { signer });
    const { verdict } = await app.handlers.Evaluate(free0, context);
    expect(decodeVerdict(bytesOf(verdict))?.reservation).toBeUndefined();
  });

  it('counts the same payload once, however often it is signed, while one of its reservations remains', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    const again = await spend(app, 9);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(again)).toBe(true);
    expect(await isAllowed(app, 10)).toBe(false);
  });

  it('counts a later reservation of the same payload when the first is released', async () => {
    const first = await spend(app, 0);
    const second = await spend(replica, 0);
    expect(await release(first)).toBe(true);
    for (let nonce = 1; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(second)).toBe(true);
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('is exact when many callers sign one payload and most of them release it', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => spend(index % 2 === 0 ? app : replica, 0)),
    );
    await Promise.all(made.slice(1).map((spent) => release(spent)));
    for (let nonce = 1; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(made[0] as Spent)).toBe(true);
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('stores no further reservation of a payload that is reserved for good', async () => {
    await spend(app, 0);
    await database.owner.query(
      `update policy.spending_reservations set time = time - interval '3 minutes' where application_id = $1`,
      [applicationId],
    );
    expect(await release(await spend(app, 0))).toBe(false);
    const { rows } = await database.owner.query(
      'select amount::text from policy.spending_reservations where application_id = $1',
      [applicationId],
    );
    expect(rows).toEqual([{ amount: String(ether) }]);
  });

  it('forgets spending from before the window', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    await database.owner.query(
      `update policy.spending_reservations set time = time - interval '3601 seconds' where application_id = $1`,
      [applicationId],
    );
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('reserves nothing for a denied operation, and nothing when no window applies', async () => {
    const big = free({ value: 11n * ether });
    await expect(app.handlers.Evaluate(signingRequest(applicationId, big), context)).rejects.toMatchObject({
      code: 'policy.denied',
      details: { value_seen: String(11n * ether) },
    });
    const unspent = await app.handlers.Evaluate(
      signingRequest(applicationId, free({ value: 0n, to: mallory })),
      context,
    );
    expect(unspent.reservationId).toBe('');
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
  });

  it('shows earlier spending in a dry run, and reserves nothing', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    const dryRun = async (walletId: string) => {
      const { explanation } = await app.handlers.EvaluateDryRun(
        {
          applicationId,
          chain: 'ETH',
          network: 'EVM',
          publicKey: Buffer.alloc(0),
          address: '',
          walletId,
          issuer: '',
          operation: receivedOperation(free({ nonce: 50 })),
          policy: null,
          policyId: '',
        },
        context,
      );
      return explanation;
    };
    expect(await dryRun('wallet-1')).toMatchObject({
      outcome: 'deny',
      rules: [{ conditions: [{ valueSeen: { text: String(11n * ether) } }] }],
    });
    expect(await dryRun('')).toMatchObject({ outcome: 'allow' });
    expect(await isAllowed(app, 3, { walletId: 'wallet-2' })).toBe(true);
  });
});
