import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import type { Refused } from '@wallet-service/signer-protocol';
import { playPolicy } from '../../../../packages/signer-protocol/test/verdict-parties.js';
import { exchangeKeyOf } from './exchange-key.js';
import { VerdictMacs } from './verdict-macs.js';

const now = 1_800_000_000;
const verdictKey = generateKeyPairSync('ed25519').privateKey;
const publicOf = (key: KeyObject) => createPublicKey(key);
const keys = [publicOf(verdictKey)];
const sealingKey = new Uint8Array(randomBytes(32));
const own = exchangeKeyOf(sealingKey);
const verdict = new Uint8Array(randomBytes(300));
const lasting = { issuedAt: now, expiresAt: now + 3600 };

/** The refusal of a verdict that was made for `signers`. */
function outcomeOf(
  macs: VerdictMacs,
  policy: ReturnType<typeof playPolicy>,
  at = now,
  trusted = keys,
): string {
  try {
    macs.demand(
      { verdict, verdictMac: policy.mac(own.publicKey, verdict), mandate: policy.mandate },
      trusted,
      at,
    );
    return 'none';
  } catch (error) {
    return (error as Refused).refusal;
  }
}

it('the exchange key is that of the sealing key, and another one with another sealing key', () => {
  expect(exchangeKeyOf(sealingKey.slice()).publicKey).toEqual(own.publicKey);
  expect(exchangeKeyOf(new Uint8Array(randomBytes(32))).publicKey).not.toEqual(own.publicKey);
});

it('a mandate that was believed before ends at its time all the same', () => {
  const macs = new VerdictMacs([own]);
  const policy = playPolicy(verdictKey, lasting);
  const outcomes = [-11, -10, 0, 3599, 3600, 3599].map((seconds) => outcomeOf(macs, policy, now + seconds));
  expect(outcomes).toEqual(['verdict-mandate', 'none', 'none', 'none', 'verdict-mandate', 'none']);
});

it('a mandate that was believed before ends with the verdict key that signed it', () => {
  const macs = new VerdictMacs([own]);
  const policy = playPolicy(verdictKey, lasting);
  const other = publicOf(generateKeyPairSync('ed25519').privateKey);
  expect(outcomeOf(macs, policy)).toBe('none');
  expect(outcomeOf(macs, policy, now, [other])).toBe('verdict-mandate');
  expect(outcomeOf(macs, policy, now, [])).toBe('verdict-mandate');
  expect(outcomeOf(macs, policy, now, [other, publicOf(verdictKey)])).toBe('none');
});

it('believes any number of processes, in any order, and none of another verdict key', () => {
  const macs = new VerdictMacs([own]);
  const good = Array.from({ length: 105 }, () => playPolicy(verdictKey, lasting));
  const bad = playPolicy(generateKeyPairSync('ed25519').privateKey, lasting);
  fc.assert(
    fc.property(fc.array(fc.nat(good.length), { maxLength: 300 }), (order) => {
      for (const index of order)
        expect(outcomeOf(macs, good[index] ?? bad)).toBe(index < good.length ? 'none' : 'verdict-mandate');
    }),
    { numRuns: 5 },
  );
});
