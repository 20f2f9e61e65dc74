import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { prepareKeySet } from '../src/index.js';
import { parseSignedParts } from '../src/parse-token.js';
import { TokenRuleBroken } from '../src/token-refusal.js';
import { refuseAlgorithm, verifySignature } from '../src/verify-signature.js';

const vectors = process.env['VECTORS_DIR'] ?? '';
const withVectors = existsSync(path.join(vectors, 'wycheproof')) ? it : it.skip;
if (withVectors === it.skip)
  console.warn(
    'skipped: set VECTORS_DIR to a folder with C2SP/wycheproof (testvectors_v1) and ietf-jose/cookbook',
  );
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(vectors, file), 'utf8'));

type Jwk = Record<string, unknown>;

/**
 * What the two layers, our own rules of form and jose's signature verification, together say to a signed text under one
 * key set.
 */
async function verdictOn(jws: string, jwks: { keys: Jwk[] }): Promise<string> {
  const prepared = prepareKeySet(jwks);
  if (!prepared.ok) return 'key set refused';
  try {
    const { algorithm, kid } = parseSignedParts(jws);
    const key = prepared.keys.get(kid);
    if (key === undefined) return 'key unknown';
    refuseAlgorithm(key, algorithm);
    await verifySignature(jws, key, algorithm);
    return 'accepted';
  } catch (error) {
    if (error instanceof TokenRuleBroken) return error.refused.fault;
    throw error;
  }
}

type Group = {
  comment: string;
  public?: Jwk;
  private: Jwk;
  tests: { tcId: number; jws: unknown; result: string; comment: string }[];
};
const publicMembers = ['kty', 'kid', 'alg', 'use', 'key_ops', 'crv', 'n', 'e', 'x', 'y', 'k'];

withVectors(
  'Wycheproof JWS: nothing invalid is accepted, and every valid signature of a supported algorithm is',
  async () => {
    const { testGroups } = read('wycheproof/json_web_signature_test.json') as { testGroups: Group[] };
    let accepted = 0;
    for (const group of testGroups) {
      const key = group.public ?? group.private;
      const jwk = Object.fromEntries(Object.entries(key).filter(([name]) => publicMembers.includes(name)));
      for (const { tcId, jws, result } of group.tests) {
        if (typeof jws !== 'string') continue;
        const verdict = await verdictOn(jws, { keys: [jwk] });
        if (verdict === 'accepted') accepted += 1;
        if (verdict === 'accepted' && result !== 'valid') throw new Error(`case ${tcId} was accepted`);
        const supported = /^(RS|PS|ES)(256|384|512)$/.test(String(jwk['alg'])) && jwk['kid'] !== undefined;
        const strictly = ['malformed', 'key unknown', 'key set refused', 'algorithm'];
        if (result === 'valid' && verdict !== 'accepted' && supported && !strictly.includes(verdict))
          throw new Error(`case ${tcId} (${group.comment}) was refused: ${verdict}`);
      }
    }
    expect(accepted).toBeGreaterThan(20);
  },
);

withVectors('Wycheproof JWK: nothing invalid is accepted', async () => {
  const { testGroups } = read('wycheproof/json_web_key_test.json') as {
    testGroups: { public?: { keys: Jwk[] }; private: { keys: Jwk[] }; tests: Group['tests'] }[];
  };
  let seen = 0;
  for (const group of testGroups)
    for (const { tcId, jws, result } of group.tests) {
      seen += 1;
      const verdict = await verdictOn(String(jws), group.public ?? group.private);
      if (verdict === 'accepted' && result !== 'valid') throw new Error(`case ${tcId} was accepted`);
    }
  expect(seen).toBe(26);
});

withVectors(
  'the JOSE cookbook: RS256, PS384 and EdDSA verify, everything else is not supported',
  async () => {
    const files = [
      'jws/4_1.rsa_v15_signature',
      'jws/4_2.rsa-pss_signature',
      'jws/4_3.ecdsa_signature',
      'jws/4_4.hmac-sha2_integrity_protection',
      'curve25519/jws',
    ];
    const verdicts: Record<string, string> = {};
    for (const file of files) {
      const { input, output } = read(`jose-cookbook/${file}.json`) as {
        input: { key: Jwk; alg: string };
        output: { compact: string };
      };
      const key = Object.fromEntries(
        Object.entries(input.key).filter(([name]) => publicMembers.includes(name)),
      );
      verdicts[input.alg] = await verdictOn(output.compact, { keys: [{ kid: 'none', ...key }] });
    }
    // The Ed25519 example has no kid in its header, which user tokens must have.
    expect(verdicts).toEqual({
      RS256: 'accepted',
      PS384: 'accepted',
      ES512: 'key unknown',
      HS256: 'key set refused',
      EdDSA: 'malformed',
    });
  },
);
