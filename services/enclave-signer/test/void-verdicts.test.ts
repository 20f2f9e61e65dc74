import { createHash, verify } from 'node:crypto';
import fc from 'fast-check';
import {
  ed25519PublicKey,
  encodeTrustBundle,
  Refused,
  verdictVoidPayload,
  type SignerRequest,
  type Verdict,
} from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  makeTrustKit,
  makeWallet,
  must,
  nowSeconds,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';

// A reservation is released when a signer states that the verdict is void: not used. Everything here tries to get both
// that statement and a signature.

const kit = makeTrustKit();
const trustBundle = encodeTrustBundle(kit.bundle);
let signer: SignerProcess;
let other: SignerProcess;
let wallet: TestWallet;
let key: Uint8Array;
let otherKey: Uint8Array;

beforeAll(async () => {
  signer = await startSigner({ trustBundle });
  other = await startSigner({ trustBundle, sealingKey: signer.sealingKey });
  wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  [key, otherKey] = [await receiptKeyOf(signer), await receiptKeyOf(other)];
});
afterAll(async () => {
  await Promise.all([signer.stop(), other.stop()]);
});

const receiptKeyOf = async (process: SignerProcess): Promise<Uint8Array> =>
  must(await process.call('GetStatus', { applicationId: '' })).receiptPublicKey;

let requests = 0;
/** A request whose verdict has a reservation. */
function reserved(changes: Partial<Verdict> = {}): SignerRequest<'Sign'> {
  requests += 1;
  const request = signRequest(kit, wallet, [new Uint8Array(32).fill(requests)]);
  return withVerdict(request, kit.policyKey, {
    reservation: { id: `r${requests}`, signer: key },
    ...changes,
  });
}
const voided = ({ verdict, verdictMac, mandate }: SignerRequest<'Sign'>, by: SignerProcess = signer) =>
  by.call('VoidVerdict', { verdict, verdictMac, mandate });
const outcome = (answer: unknown): string => (answer instanceof Refused ? answer.refusal : 'ok');

describe('a void verdict statement', () => {
  it('is signed with the key that the verdict names, over that verdict', async () => {
    const request = reserved();
    const { statementSignature } = must(await voided(request));
    const hash = createHash('sha256').update(request.verdict).digest();
    expect(verify(null, verdictVoidPayload(hash), ed25519PublicKey(key), statementSignature)).toBe(true);
  });

  it('is final: the verdict cannot be used afterwards, and the statement can be had again', async () => {
    const request = reserved();
    must(await voided(request));
    expect(outcome(await signer.call('Sign', request))).toBe('verdict-void');
    expect(outcome(await voided(request))).toBe('ok');
  });

  it('is refused for a used verdict, which may be used again for the same request after a lost answer', async () => {
    const request = reserved();
    const first = must(await signer.call('Sign', request));
    expect(outcome(await voided(request))).toBe('verdict-used');
    expect(must(await signer.call('Sign', request)).signatures).toEqual(first.signatures);
  });

  it('is given after refusals, which do not use the verdict', async () => {
    const request = reserved();
    const stolen = { ...request, jwt: kit.token('mallory') };
    expect(outcome(await signer.call('Sign', stolen))).not.toBe('ok');
    const damaged = { ...request, sealed: request.sealed.map((byte) => byte ^ 1) };
    expect(outcome(await signer.call('Sign', damaged))).toBe('record-corrupt');
    expect(outcome(await voided(request))).toBe('ok');
  });

  it('is not given by another signer, which cannot use the verdict either', async () => {
    const request = reserved();
    expect(await other.call('Sign', request)).toMatchObject({
      refusal: 'verdict-mismatch',
      details: { field: 'signer' },
    });
    expect(outcome(await voided(request, other))).toBe('verdict-mismatch');
    must(await signer.call('Sign', request));
    expect(outcome(await voided(request, other))).toBe('verdict-mismatch');
    const others = reserved({ reservation: { id: 'r', signer: otherKey } });
    expect(outcome(await voided(others))).toBe('verdict-mismatch');
    must(await other.call('Sign', others));
  });

  it('is not given for a verdict that every signer may use', async () => {
    const request = signRequest(kit, wallet, [new Uint8Array(32)]);
    expect(outcome(await voided(withVerdict(request, kit.policyKey)))).toBe('verdict-mismatch');
  });

  it('is given for a verdict that expired unused, unless that was too long ago for the signer to know', async () => {
    const expired = (ago: number) =>
      reserved({ issuedAt: nowSeconds() - ago - 20, expiresAt: nowSeconds() - ago });
    const request = expired(1);
    expect(outcome(await signer.call('Sign', request))).toBe('verdict-expired');
    expect(outcome(await voided(request))).toBe('ok');
    expect(outcome(await voided(expired(62)))).toBe('verdict-used');
  });

  it('is not given for anything that the policy service did not make', async () => {
    const request = reserved();
    const verdictMac = request.verdictMac.map((byte, index) => (index === 5 ? byte ^ 1 : byte));
    expect(outcome(await voided({ ...request, verdictMac }))).toBe('verdict-mac');
    const mandate = request.mandate.map((byte, index) =>
      index === request.mandate.length - 5 ? byte ^ 1 : byte,
    );
    expect(outcome(await voided({ ...request, mandate }))).toBe('verdict-mandate');
    const longer = reserved({ expiresAt: nowSeconds() + 31, issuedAt: nowSeconds() });
    expect(outcome(await voided(longer))).toBe('verdict-lifetime');
  });

  it('is not given by a restarted signer, which cannot use earlier verdicts either', async () => {
    const first = await startSigner({ trustBundle, sealingKey: signer.sealingKey });
    const named = { id: 'r', signer: await receiptKeyOf(first) };
    const [used, unused] = [reserved({ reservation: named }), reserved({ reservation: named })];
    must(await first.call('Sign', used));
    await first.stop();
    const again = await startSigner({ trustBundle, sealingKey: signer.sealingKey });
    for (const request of [used, unused]) {
      expect(outcome(await voided(request, again))).toBe('verdict-mismatch');
      expect(outcome(await again.call('Sign', request))).toBe('verdict-mismatch');
    }
    await again.stop();
  });

  it('never exists together with a signature, whatever the order and timing of the two requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('sign', 'void', 'steal'), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (steps, together) => {
          const request = reserved();
          const ask = async (step: string) => {
            if (step === 'void') return { step, was: outcome(await voided(request)) };
            const jwt = step === 'steal' ? kit.token('mallory') : request.jwt;
            return { step, was: outcome(await signer.call('Sign', { ...request, jwt })) };
          };
          const seen = [];
          if (together) seen.push(...(await Promise.all(steps.map(ask))));
          else for (const step of steps) seen.push(await ask(step));
          const got = new Set(seen.filter(({ was }) => was === 'ok').map(({ step }) => step));
          expect([...got].filter((step) => step !== 'steal').length).toBe(
            steps.every((step) => step === 'steal') ? 0 : 1,
          );
          expect(got.has('steal')).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the payloads of one verdict', () => {
  const digests = [1, 2, 3].map((fill) => new Uint8Array(32).fill(200 + fill));
  const [one, two, three] = digests as [Uint8Array, Uint8Array, Uint8Array];
  const foreign = new Uint8Array(32).fill(99);

  it.each<[string, Uint8Array[]]>([
    ['in another order', [two, one, three]],
    ['backwards', [three, two, one]],
    ['without the last', [one, two]],
    ['without the first', [two, three]],
    ['only the first', [one]],
    ['one twice', [one, one, three]],
    ['one more', [one, two, three, three]],
    ['with one of another request among them', [one, foreign, three]],
    ['with one of another request after them', [one, two, three, foreign]],
  ])('are not signed %s', async (_title, payloads) => {
    const request = withVerdict(signRequest(kit, wallet, digests), kit.policyKey);
    expect(await signer.call('Sign', { ...request, payloads })).toMatchObject({
      refusal: 'verdict-mismatch',
      details: { field: 'payloadHashes' },
    });
    expect(outcome(await signer.call('Sign', request))).toBe('ok');
  });

  it('are signed only as a whole and in their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(7), { minLength: 1, maxLength: 6 }),
        async (permitted, picks) => {
          const request = withVerdict(signRequest(kit, wallet, permitted), kit.policyKey);
          const payloads = picks.map((pick) => permitted[pick % permitted.length] ?? foreign);
          const isSame =
            payloads.length === permitted.length &&
            payloads.every((payload, index) => Buffer.compare(payload, permitted[index] ?? foreign) === 0);
          const answer = await signer.call('Sign', { ...request, payloads });
          expect(outcome(answer)).toBe(isSame ? 'ok' : 'verdict-mismatch');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of two verdicts cannot be mixed', async () => {
    const [left, right] = [
      [one, two],
      [three, foreign],
    ].map((payloads) => withVerdict(signRequest(kit, wallet, payloads), kit.policyKey)) as [
      SignerRequest<'Sign'>,
      SignerRequest<'Sign'>,
    ];
    for (const payloads of [
      [one, foreign],
      [three, two],
      [one, two, three, foreign],
    ])
      for (const { verdict, verdictMac } of [left, right])
        expect(outcome(await signer.call('Sign', { ...left, payloads, verdict, verdictMac }))).toBe(
          'verdict-mismatch',
        );
  });
});
