import { createHash } from 'node:crypto';
import { Refused } from '../refusals.js';
import { readBakedTrustBundle } from '../signed-trust-bundle.js';
import { countSigners, parseSignedDocument } from './signed-document.js';
import {
  maxRootDocumentBytes,
  parseRootDocument,
  type RootDocument,
  type RootInForce,
} from './root-document.js';

/**
 * What the image trusts: a root document, as payload or signed by enough of its own roots, or a trust bundle of an
 * earlier version. It needs no signature, because it is measured with the image. Throws Refused.
 */
export function readBakedTrust(file: Uint8Array): RootInForce {
  const plain = parseRootDocument(file);
  if (plain.ok) return inForce(plain.document, file);
  const signed = parseSignedDocument(file, maxRootDocumentBytes);
  if (!signed.ok) return readBundle(file, plain.problems);
  const inner = parseRootDocument(signed.document.payload);
  if (!inner.ok) return readBundle(file, inner.problems);
  const { keys, threshold } = inner.document.roots;
  if (countSigners('root', signed.document, keys) < threshold)
    throw new Refused('trust-refused', { document: 'root', reason: 'signatures of root keys' });
  return { ...inForce(inner.document, signed.document.payload), signed: file };
}

function inForce(document: RootDocument, payload: Uint8Array): RootInForce {
  return {
    document,
    payloadHash: new Uint8Array(createHash('sha256').update(payload).digest()),
    bundled: [],
  };
}

/** The bundle's roots sign alone, as they did. It names no witness, so nothing else is trusted under it. */
function readBundle(file: Uint8Array, problems: readonly string[]): RootInForce {
  const { bundle, payloadHash } = bundleOr(file, problems);
  const document = {
    version: bundle.version,
    issuedAt: bundle.issuedAt,
    expiresAt: bundle.expiresAt,
    roots: { keys: bundle.roots.map((root) => ({ ...root, kind: 'ed25519' as const })), threshold: 1 },
    verdictKeys: bundle.verdictKeys,
    registrars: [],
    witnesses: { keys: [], threshold: 1 },
    keySetMaxAgeSeconds: 86_400,
    administratorDelaySeconds: 259_200,
  };
  return { document, payloadHash, bundled: bundle.applications };
}

/** What is neither is reported as a root document, which is what belongs there. */
function bundleOr(file: Uint8Array, problems: readonly string[]) {
  try {
    return readBakedTrustBundle(file);
  } catch (error) {
    if (error instanceof Refused && !isBundle(file))
      throw new Refused('trust-refused', { document: 'root', problems: problems.slice(0, 20) });
    throw error;
  }
}

function isBundle(file: Uint8Array): boolean {
  return Buffer.from(file).includes('"applications"') || Buffer.from(file).includes('"signatures"');
}
