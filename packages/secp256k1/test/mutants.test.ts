import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { Secp256k1Checking } from '../src/checking.js';
import { checkingModule } from '../src/generated/checking-module.js';
import { signingModule } from '../src/generated/signing-module.js';
import { knownInputs, knownKeys, knownSignatures } from '../src/known-answers.js';
import { Secp256k1Signing, type RecoverableSignature } from '../src/signing.js';
import { mutantsOf, numbersOf, outcomeOf, pairsOf, sectionOf } from './mutants.js';

// Modules with a flipped bit: in code, in tables, in memory. What is handed out is what RFC 6979 has, byte by byte, as
// @noble/curves computes it. So no nonce is another one either, which would not make a signature wrong.

const seed = Number(process.env['MUTANTS_SEED'] ?? 1);
/** Of each kind. */
const count = Number(process.env['MUTANTS'] ?? 150);

const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
const base64Of = (module: Uint8Array): string => Buffer.from(module).toString('base64');
const [signing, checking] = [signingModule, checkingModule].map(
  (base64) => new Uint8Array(Buffer.from(base64, 'base64')),
) as [Uint8Array, Uint8Array];

// Two keys with three digests each.
const cases = Array.from({ length: 6 }, (_, index) => {
  const [key, digest] = [hash(`key ${index % 2}`), hash(`digest ${index}`)];
  const [recoveryId = 9, ...signature] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  const right = { recoveryId, signature: Uint8Array.from(signature) };
  return { key, digest, publicKey: secp256k1.getPublicKey(key), right };
});
type Case = (typeof cases)[number];

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;
// SEC 2 section 2.4.1.
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** As the signer does it. Undefined: nothing is handed out. */
function handedOut(signer: Secp256k1Signing, checker: Secp256k1Checking, { key, digest, publicKey }: Case) {
  const made = signer.sign(digest, key);
  const isLow = Buffer.compare(made.signature.subarray(32), halfOrder) <= 0;
  const recovered = checker.recoverPublicKey(made.signature, made.recoveryId, digest);
  return isLow && isSame(recovered, publicKey) ? made : undefined;
}

const isRight = ({ signature, recoveryId }: RecoverableSignature, { right }: Case): boolean =>
  isSame(signature, right.signature) && recoveryId === right.recoveryId;

type Fate = 'right' | 'refused' | 'trapped' | 'stuck' | 'not begun';

/** Fails if anything is handed out that is not right. */
function fateOf(begin: () => readonly [Secp256k1Signing, Secp256k1Checking]): Fate {
  const begun = outcomeOf(begin);
  if (typeof begun === 'string') return begun === 'stuck' ? 'stuck' : 'not begun';
  let fate: Fate = 'right';
  for (const each of cases) {
    const made = outcomeOf(() => handedOut(...begun, each));
    if (typeof made === 'object') expect(isRight(made, each)).toBe(true);
    else fate = made ?? 'refused';
  }
  return fate;
}

/** How many have each fate. */
function fatesOf(begins: readonly Parameters<typeof fateOf>[0][]): Record<Fate, number> {
  const seen = { right: 0, refused: 0, trapped: 0, stuck: 0, 'not begun': 0 };
  for (const begin of begins) seen[fateOf(begin)]++;
  return seen;
}

const goodChecker = new Secp256k1Checking();

it.each(['code', 'data'] as const)(
  'no bit of the signing module’s %s makes it hand out what is wrong',
  (section) => {
    const mutants = mutantsOf(signing, sectionOf(signing, section), { count, seed });
    const seen = fatesOf(
      mutants.map((mutant) => () => [new Secp256k1Signing(base64Of(mutant)), goodChecker] as const),
    );
    // Some change nothing, such as an alignment or a point of a table that no case uses.
    expect(seen.right).toBeGreaterThan(0);
    expect(seen['not begun']).toBeGreaterThan(count / 4);
  },
);

it('no bit of code that both modules have, flipped in both, makes them hand out what is wrong', () => {
  const seen = fatesOf(
    pairsOf(signing, checking, { count, seed }).map(
      ([one, other]) =>
        () =>
          [new Secp256k1Signing(base64Of(one)), new Secp256k1Checking(base64Of(other))] as const,
    ),
  );
  expect(seen.right).toBeGreaterThan(0);
  expect(seen['not begun']).toBeGreaterThan(count / 4);
});

it.each(['code', 'data'] as const)(
  'no bit of the checking module’s %s makes it accept what is wrong',
  (section) => {
    for (const mutant of mutantsOf(checking, sectionOf(checking, section), { count: count / 2, seed })) {
      const checker = outcomeOf(() => new Secp256k1Checking(base64Of(mutant)));
      if (typeof checker === 'string') continue;
      for (const [index, { digest, publicKey, right }] of cases.entries()) {
        const accepts = (bytes: Uint8Array, id: number, signed: Uint8Array): boolean => {
          const found = outcomeOf(() => checker.recoverPublicKey(bytes, id, signed));
          return typeof found === 'object' && isSame(found, publicKey);
        };
        const { signature, recoveryId } = right;
        // The right one first: nothing of it may be left for the next.
        accepts(signature, recoveryId, digest);
        const wrong = Uint8Array.of(...signature.subarray(0, 63), (signature[63] ?? 0) ^ 1);
        const other = cases[(index + 2) % cases.length];
        expect([
          accepts(wrong, recoveryId, digest),
          accepts(signature, recoveryId ^ 1, digest),
          accepts(signature, recoveryId, other?.digest ?? wrong),
        ]).toEqual([false, false, false]);
      }
    }
  },
);

it('no bit of the memory at rest, of either module, makes them hand out what is wrong', () => {
  const number = numbersOf(seed);
  const [signer, checker] = [new Secp256k1Signing(), new Secp256k1Checking()];
  const seen = { right: 0, refused: 0 };
  for (let round = 0; round < 4 * count; round++) {
    const { memory } = round % 2 === 0 ? signer : checker;
    // Behind the stack, which is zero at rest.
    const [at, bit] = [16_384 + number(memory.length - 16_384), 1 << number(8)];
    memory[at] = (memory[at] ?? 0) ^ bit;
    const each = cases[round % cases.length] as Case;
    const made = outcomeOf(() => handedOut(signer, checker, each));
    memory[at] = (memory[at] ?? 0) ^ bit;
    if (typeof made === 'object') expect(isRight(made, each)).toBe(true);
    seen[typeof made === 'object' ? 'right' : 'refused']++;
  }
  expect(seen.right).toBeGreaterThan(0);
});

describe('the answers that are known', () => {
  const [keys, digests] = [knownInputs('key'), knownInputs('digest')];
  const none = new Uint8Array(0);

  it('have each bit of a key and of a digest both ways', () => {
    for (const inputs of [keys, digests])
      for (let at = 0; at < 32; at++) {
        const bytes = inputs.map((input) => input[at] ?? 0);
        expect([bytes.reduce((all, byte) => all | byte), bytes.reduce((all, byte) => all & byte)]).toEqual([
          255, 0,
        ]);
      }
  });

  it('are those of noble: signatures, public keys and sums', () => {
    const order = secp256k1.Point.CURVE().n;
    const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    const answers = createHash('sha256');
    for (const [index, key] of keys.entries()) {
      const digest = digests[index] ?? none;
      const [recoveryId, ...made] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      const sum = (numberOf(key) + numberOf(digest)) % order;
      answers.update(`${recoveryId}`).update(Uint8Array.from(made)).update(secp256k1.getPublicKey(key));
      answers.update(bytesOfHex(sum.toString(16).padStart(64, '0')));
    }
    expect(answers.digest('hex')).toBe(knownSignatures);
  });

  it('are those of noble: recovered keys', () => {
    const [rs, ss] = [knownInputs('r'), knownInputs('s')];
    const answers = createHash('sha256');
    for (const [index, r] of rs.entries())
      for (const recoveryId of [0, 1]) {
        const compact = Uint8Array.of(...r, ...(ss[index] ?? none));
        answers.update(recoveredByNoble(compact, recoveryId, digests[index] ?? none) ?? '-');
      }
    expect(answers.digest('hex')).toBe(knownKeys);
  });
});

function recoveredByNoble(compact: Uint8Array, id: number, digest: Uint8Array): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(id);
    return signature.recoverPublicKey(digest).toBytes(true);
  } catch {
    return undefined;
  }
}
