import { randomBytes, sign } from 'node:crypto';
import {
  encodeTrustBundle,
  logKeyOf,
  noCheckpoint,
  signerKeyOf,
  textOfLogCheckpoint,
  witnessKeyOf,
  type LogCheckpoint,
} from '@wallet-service/signer-protocol';
import { cosignedAt, cosignNote, encodeNote, isSignedBy, readNote } from '@wallet-service/transparency-log';
import { leavesOf, logOfLeaves } from '../../../packages/signer-protocol/test/log-of-leaves.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, must, nowSeconds } from './trust-kit.js';
import { bakedRoot, makeNamedKey, makeWitnessKit, type NamedKey } from './witness-kit.js';

const kit = makeWitnessKit({ k: 2, n: 3 });
const sealingKey = randomBytes(32);
let signer: SignerProcess;
beforeAll(async () => {
  signer = await startSigner({ trustBundle: bakedRoot(kit), sealingKey });
});
afterAll(async () => {
  await signer.stop();
});

// Each test has an application of its own, of which the signer remembers nothing.
let [applicationId, applications] = ['', 0];
let [log, forked] = [logOfLeaves('', []), logOfLeaves('', [])];
let nothing: string;
let wrappedApplicationKey: Uint8Array;
beforeEach(async () => {
  applicationId = `app-${(applications += 1)}`;
  log = logOfLeaves(applicationId, leavesOf(40));
  forked = logOfLeaves(applicationId, leavesOf(40, 4));
  nothing = witnessed(noCheckpoint(applicationId));
  ({ wrappedKey: wrappedApplicationKey } = must(
    await signer.call('CreateApplicationKey', { applicationId }),
  ));
});

type Asked = {
  readonly oldSize?: number;
  readonly of?: typeof log;
  readonly witnessed?: string;
  readonly by?: SignerProcess;
  readonly consistencyProof?: readonly Uint8Array[];
};

async function ask(
  next: LogCheckpoint,
  { oldSize = 0, of = log, witnessed = '', by = signer, ...given }: Asked = {},
) {
  const isStep = oldSize >= 1 && oldSize < next.size;
  const consistencyProof = given.consistencyProof ?? (isStep ? await of.prove(oldSize, next.size) : []);
  const { generation, size, root } = next;
  return by.call('CosignCheckpoint', {
    applicationId: next.applicationId,
    wrappedApplicationKey,
    generation: BigInt(generation),
    size: BigInt(size),
    root,
    oldSize: BigInt(oldSize),
    consistencyProof: [...consistencyProof],
    witnessed,
  });
}

/** The checkpoint with cosignatures of witnesses, so many seconds ago. */
function witnessed(checkpoint: LogCheckpoint, by: readonly NamedKey[] = kit.witnesses, age = 0): string {
  const text = textOfLogCheckpoint(checkpoint);
  const signatures = by.map(({ kid, privateKey, public: { publicKey } }) =>
    cosignNote(text, witnessKeyOf(kid, publicKey), nowSeconds() - age, (message) =>
      sign(null, message, privateKey),
    ),
  );
  return encodeNote({ text, signatures });
}

it('signs a journal that grows, as its log and with the time', async () => {
  const first = must(await ask(log.at(3), { witnessed: nothing }));
  const note = readNote(first.note);
  if (!note) throw new Error('no note');
  expect(note.text).toBe(textOfLogCheckpoint(log.at(3)));
  expect(isSignedBy(note, logKeyOf(note.text, first.publicKey))).toBe(true);
  expect(Math.abs(Number(cosignedAt(note, signerKeyOf(first.publicKey))) - nowSeconds())).toBeLessThanOrEqual(
    2,
  );
  expect(must(await ask(log.at(3))).publicKey).toEqual(first.publicKey);
  must(await ask(log.at(20), { oldSize: 3 }));
  must(await ask(log.at(40), { oldSize: 20 }));
});

it('signs nothing that lacks what it signed before', async () => {
  must(await ask(log.at(20), { witnessed: nothing }));
  const seen = { details: { generation_seen: 1, size_seen: 20 } };
  const refusal = (name: string) => ({ refusal: name, ...seen });
  expect(await ask(log.at(19), { oldSize: 3 })).toMatchObject(refusal('log-rolled-back'));
  expect(await ask(forked.at(20))).toMatchObject(refusal('log-forked'));
  expect(await ask(forked.at(30), { oldSize: 20, of: forked })).toMatchObject(refusal('log-forked'));
  expect(await ask(forked.at(30), { oldSize: 20 })).toMatchObject(refusal('log-forked'));
  expect(await ask(log.at(30), { oldSize: 19 })).toMatchObject(refusal('log-proof-needed'));
  expect(await ask(log.at(30))).toMatchObject(refusal('log-proof-needed'));
  // What witnesses once held does not replace what it remembers.
  expect(await ask(forked.at(30), { oldSize: 4, of: forked, witnessed: witnessed(log.at(4)) })).toMatchObject(
    refusal('log-proof-needed'),
  );
  must(await ask(log.at(21), { oldSize: 20 }));
});

it('lets a new generation begin anywhere, and none come back', async () => {
  must(await ask(log.at(20), { witnessed: nothing }));
  must(await ask(log.at(5, 2)));
  expect(await ask(log.at(40), { oldSize: 20 })).toMatchObject({
    refusal: 'log-rolled-back',
    details: { generation_seen: 2, size_seen: 5 },
  });
  must(await ask(log.at(6, 2), { oldSize: 5 }));
});

describe('after a restart', () => {
  it('goes on from what enough witnesses hold, with the same key', async () => {
    const { publicKey } = must(await ask(log.at(10), { witnessed: nothing }));
    const next = await startSigner({ trustBundle: bakedRoot(kit), sealingKey });
    const before = witnessed(log.at(10), kit.witnesses, 15);
    expect(await ask(log.at(12), { by: next, oldSize: 10, witnessed: before })).toMatchObject({
      refusal: 'log-unwitnessed',
    });
    const held = witnessed(log.at(10), kit.witnesses.slice(1));
    expect(await ask(log.at(9), { by: next, witnessed: held })).toMatchObject({ refusal: 'log-rolled-back' });
    expect(await ask(forked.at(12), { by: next, oldSize: 10, of: forked, witnessed: held })).toMatchObject({
      refusal: 'log-forked',
      details: { size_seen: 10 },
    });
    expect(must(await ask(log.at(12), { by: next, oldSize: 10, witnessed: held })).publicKey).toEqual(
      publicKey,
    );
    await next.stop();
  });

  it.each<[string, () => string, object]>([
    ['no witness is heard', () => '', { agree: 0 }],
    ['too few witnesses say so', () => witnessed(log.at(10), kit.witnesses.slice(0, 1)), { agree: 1 }],
    ['they said so half a minute ago', () => witnessed(log.at(10), kit.witnesses, 32), { agree: 0 }],
    ['they will say so', () => witnessed(log.at(10), kit.witnesses, -30), { agree: 0 }],
    [
      'those who say so are not in the root document',
      () =>
        witnessed(
          log.at(10),
          [1, 2, 3].map((n) => makeNamedKey(`witness-${n}`)),
        ),
      { agree: 0 },
    ],
    [
      'they said so of another checkpoint',
      () => witnessed(log.at(10)).replace(textOfLogCheckpoint(log.at(10)), textOfLogCheckpoint(log.at(4))),
      { agree: 0 },
    ],
  ])('signs nothing while %s', async (_, held, details) => {
    expect(await ask(log.at(12), { oldSize: 10, witnessed: held() })).toMatchObject({
      refusal: 'log-unwitnessed',
      details: { needed: 2, ...details },
    });
  });

  it('takes no checkpoint of another journal, and no text that is none', async () => {
    for (const held of [witnessed(logOfLeaves('another', leavesOf(40)).at(10)), 'nonsense'])
      expect(await ask(log.at(12), { oldSize: 10, witnessed: held })).toMatchObject({
        refusal: 'malformed-request',
        details: { field: 'witnessed' },
      });
  });
});

it('of an image that names no witness begins with what it is shown, and remembers it', async () => {
  const alone = await startSigner({ trustBundle: encodeTrustBundle(makeTrustKit().bundle), sealingKey });
  must(await ask(log.at(10), { by: alone }));
  expect(await ask(log.at(9), { by: alone })).toMatchObject({ refusal: 'log-rolled-back' });
  await alone.stop();
});

it('refuses what is out of form, and the application key of another application', async () => {
  const malformed = (field: string) => ({ refusal: 'malformed-request', details: { field } });
  const huge = { ...log.at(3), size: 2 ** 53 };
  for (const [next, field] of [
    [{ ...log.at(3), applicationId: 'a b' }, 'applicationId'],
    [{ ...log.at(3), root: new Uint8Array(31) }, 'root'],
    [{ ...log.at(3), size: 0 }, 'size'],
    [{ ...log.at(3), generation: 0 }, 'generation'],
    [huge, 'size'],
  ] as const)
    expect(await ask(next)).toMatchObject(malformed(field));
  const consistencyProof = [new Uint8Array(31)];
  expect(await ask(log.at(3), { consistencyProof })).toMatchObject(malformed('consistencyProof'));
  const tooMany = Array.from({ length: 65 }, () => new Uint8Array(32));
  expect(await ask(log.at(3), { consistencyProof: tooMany })).toMatchObject(malformed('consistencyProof'));
  expect(await ask({ ...log.at(3), applicationId: 'another' }, { witnessed: nothing })).toMatchObject({
    refusal: 'application-key-invalid',
  });
});
