import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { base64urlOf, bytesOfBase64url } from './base64url.js';
import { encodeCanonical } from './canonical.js';
import { ed25519PublicKey } from './ed25519.js';
import { Refused } from './refusals.js';
import { parseStrictJson } from './strict-json.js';
import {
  maxSignedTrustBundleBytes,
  parseTrustBundle,
  type TrustBundle,
  type TrustRoot,
} from './trust-bundle.js';

/** A bundle and its identity: SHA-256 of its payload. */
export type TrustBundleInForce = { readonly bundle: TrustBundle; readonly payloadHash: Uint8Array };

/**
 * The signed form, as JSON: `{ payload, signatures: [{ kid, signature }] }`, both in base64url, Ed25519 over
 * the payload under a domain of its own. Throws an Error that names every problem when the payload is no
 * acceptable bundle, so that nobody signs what no signer would take.
 */
export function signTrustBundle(
  payload: Uint8Array,
  root: { kid: string; privateKey: KeyObject },
): Uint8Array {
  const parsed = parseTrustBundle(payload);
  if (!parsed.ok) throw new Error(`the trust bundle has problems: ${parsed.problems.join('; ')}`);
  const signature = sign(null, signaturePayload(payload), root.privateKey);
  const signed = {
    payload: base64urlOf(payload),
    signatures: [{ kid: root.kid, signature: base64urlOf(signature) }],
  };
  return new TextEncoder().encode(JSON.stringify(signed));
}

function signaturePayload(payload: Uint8Array): Uint8Array {
  return encodeCanonical('wallet-service/trust-bundle/1', [payload]);
}

/**
 * The payload of a signed bundle that one of `roots` signed. Otherwise throws Refused('trust-refused'), also
 * if a signature in the name of a known root is wrong next to a good one, because no honest signer produces
 * that.
 */
function verifyTrustBundle(signed: Uint8Array, roots: readonly TrustRoot[]): Uint8Array {
  const { payload, signatures } = parseSigned(signed);
  const signedPayload = signaturePayload(payload);
  let good = 0;
  for (const { kid, signature } of signatures) {
    const root = roots.find((candidate) => candidate.kid === kid);
    if (root === undefined) continue;
    if (!verify(null, signedPayload, ed25519PublicKey(root.publicKey), signature)) throw refused('signature');
    good += 1;
  }
  if (good === 0) throw refused('not signed by a root key of this signer');
  return payload;
}

/**
 * The bundle built into an image, as payload or in signed form. It needs no signature, because it is measured
 * with the image. But if it has one, it must be by one of its own roots.
 */
export function readBakedTrustBundle(file: Uint8Array): TrustBundleInForce {
  const asPayload = parseTrustBundle(file);
  if (asPayload.ok || !looksSigned(file)) return bundleInForce(file);
  const inForce = bundleInForce(parseSigned(file).payload);
  verifyTrustBundle(file, inForce.bundle.roots);
  return inForce;
}

function looksSigned(file: Uint8Array): boolean {
  try {
    return Object.hasOwn(JSON.parse(Buffer.from(file).toString()) as object, 'signatures');
  } catch {
    return false;
  }
}

function bundleInForce(payload: Uint8Array): TrustBundleInForce {
  const parsed = parseTrustBundle(payload);
  // Twenty problems are enough. A hostile bundle could have a million.
  if (!parsed.ok) throw refused('problems', { problems: parsed.problems.slice(0, 20) });
  return { bundle: parsed.bundle, payloadHash: hashOf(payload) };
}

function hashOf(payload: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(payload).digest());
}

type Signed = { payload: Uint8Array; signatures: { kid: string; signature: Uint8Array }[] };

function parseSigned(signed: Uint8Array): Signed {
  if (signed.length > maxSignedTrustBundleBytes) throw refused('bigger than 6 MiB');
  let json: unknown;
  try {
    json = parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(signed));
  } catch {
    throw refused('not strict JSON');
  }
  if (!isObject(json) || !hasExactly(json, ['payload', 'signatures'])) throw refused('form');
  const payload = base64urlMember(json, 'payload');
  const list = json['signatures'];
  if (!Array.isArray(list) || list.length < 1 || list.length > 16) throw refused('signatures');
  const signatures = list.map((entry: unknown) => {
    if (!isObject(entry) || !hasExactly(entry, ['kid', 'signature'])) throw refused('signatures');
    const kid = entry['kid'];
    if (typeof kid !== 'string') throw refused('signatures');
    return { kid, signature: base64urlMember(entry, 'signature') };
  });
  if (new Set(signatures.map(({ kid }) => kid)).size !== signatures.length)
    throw refused('two signatures of one kid');
  return { payload, signatures };
}

function base64urlMember(json: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const text = json[name];
  const bytes = typeof text === 'string' ? bytesOfBase64url(text) : undefined;
  if (bytes === undefined) throw refused(`${name} is not base64url`);
  return bytes;
}

function hasExactly(json: object, names: readonly string[]): boolean {
  return Object.keys(json).length === names.length && names.every((name) => Object.hasOwn(json, name));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(reason: string, details: Readonly<Record<string, unknown>> = {}): Refused {
  return new Refused('trust-refused', { document: 'trust bundle', reason, ...details });
}
