import { createDecipheriv, createHash, hkdfSync, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { ed25519PublicKeyObject } from '../src/core/derive-keys.js';
import { checking } from '../src/core/secp256k1.js';

// Runs Wycheproof against the libraries that the signer ships. What they accept and refuse is what the signer accepts
// and refuses.

const folder = path.join(process.env['VECTORS_DIR'] ?? '', 'wycheproof');
const withVectors = existsSync(folder) ? it : it.skip;
if (withVectors === it.skip)
  console.warn('skipped: set VECTORS_DIR to a folder with C2SP/wycheproof testvectors_v1 as wycheproof/');

type Case = Readonly<Record<string, string>> & { readonly tcId: number; readonly size: number };
type Group = {
  readonly tests: readonly Case[];
  readonly publicKey: { readonly uncompressed: string; readonly pk: string };
  readonly tagSize: number;
};

function casesOf(file: string): { test: Case; group: Group }[] {
  const { testGroups } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { testGroups: Group[] };
  return testGroups.flatMap((group) => group.tests.map((test) => ({ test, group })));
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** An exception is a refusal. */
function attempt(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function mismatches(
  file: string,
  check: (test: Case, group: Group) => boolean,
): { total: number; wrong: number[] } {
  const cases = casesOf(file);
  const wrong = cases
    .filter(({ test, group }) => attempt(() => check(test, group)) !== (test['result'] === 'valid'))
    .map(({ test }) => test.tcId);
  return { total: cases.length, wrong };
}

/** The signature verifies under the key if it recovers to it, under one of the recovery ids. */
function recoversTo(publicKey: string | undefined, signature: Uint8Array, digest: Uint8Array): boolean {
  const compressed = Buffer.from(secp256k1.Point.fromHex(publicKey ?? '').toBytes(true));
  const keys = [0, 1, 2, 3].map((id) => checking.recoverPublicKey(signature, id, digest));
  return keys.some((key) => key !== undefined && compressed.equals(key));
}

/** A DER signature as r ‖ s, or undefined when the DER is not strict. */
function compactOf(der: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.Signature.fromBytes(der, 'der').toBytes('compact');
  } catch {
    return undefined;
  }
}

withVectors('secp256k1: the bitcoin file (low s), 463 cases', () => {
  const result = mismatches('ecdsa_secp256k1_sha256_bitcoin_test.json', (test, { publicKey }) => {
    const signature = compactOf(bytesOfHex(test['sig']));
    return (
      signature !== undefined &&
      // The signer refuses a high s after this (signatures.ts).
      !secp256k1.Signature.fromBytes(signature, 'compact').hasHighS() &&
      recoversTo(publicKey.uncompressed, signature, sha256(bytesOfHex(test['msg'])))
    );
  });
  expect(result).toEqual({ total: 463, wrong: [] });
});

withVectors('secp256k1: the p1363 file, 252 cases', () => {
  const result = mismatches('ecdsa_secp256k1_sha256_p1363_test.json', (test, { publicKey }) =>
    recoversTo(publicKey.uncompressed, bytesOfHex(test['sig']), sha256(bytesOfHex(test['msg']))),
  );
  expect(result).toEqual({ total: 252, wrong: [] });
});

withVectors('secp256k1: the plain file, 476 cases', () => {
  const result = mismatches('ecdsa_secp256k1_sha256_test.json', (test, { publicKey }) => {
    const signature = compactOf(bytesOfHex(test['sig']));
    return (
      signature !== undefined &&
      recoversTo(publicKey.uncompressed, signature, sha256(bytesOfHex(test['msg'])))
    );
  });
  expect(result).toEqual({ total: 476, wrong: [] });
});

withVectors('Ed25519: 151 cases', () => {
  const result = mismatches('ed25519_test.json', (test, { publicKey }) =>
    verify(
      null,
      bytesOfHex(test['msg']),
      ed25519PublicKeyObject(bytesOfHex(publicKey.pk)),
      bytesOfHex(test['sig']),
    ),
  );
  expect(result).toEqual({ total: 151, wrong: [] });
});

withVectors('AES-256-GCM with 12-byte nonces and 16-byte tags', () => {
  let seen = 0;
  for (const { test, group } of casesOf('aes_gcm_test.json')) {
    const [key, iv] = [bytesOfHex(test['key']), bytesOfHex(test['iv'])];
    if (key.length !== 32 || iv.length !== 12 || group.tagSize !== 128) continue;
    seen += 1;
    const opened = attempt(() => {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
      decipher.setAAD(bytesOfHex(test['aad']));
      decipher.setAuthTag(bytesOfHex(test['tag']));
      const plain = Buffer.concat([decipher.update(bytesOfHex(test['ct'])), decipher.final()]);
      return plain.toString('hex') === test['msg'];
    });
    expect([test.tcId, opened]).toEqual([test.tcId, test['result'] === 'valid']);
  }
  expect(seen).toBeGreaterThan(40);
});

it('opens nothing with a tag of fewer than 16 bytes', () => {
  const decipher = createDecipheriv('aes-256-gcm', new Uint8Array(32), new Uint8Array(12), {
    authTagLength: 16,
  });
  for (const length of [4, 8, 12, 15]) expect(() => decipher.setAuthTag(new Uint8Array(length))).toThrow();
});

withVectors('HKDF-SHA256: 86 cases', () => {
  const result = mismatches('hkdf_sha256_test.json', (test) => {
    const derived = hkdfSync(
      'sha256',
      bytesOfHex(test['ikm']),
      bytesOfHex(test['salt']),
      bytesOfHex(test['info']),
      test.size,
    );
    return Buffer.from(derived).toString('hex') === test['okm'];
  });
  expect(result).toEqual({ total: 86, wrong: [] });
});
