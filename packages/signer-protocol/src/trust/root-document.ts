import { createHash } from 'node:crypto';
import { base64urlOf } from '../base64url.js';
import { readJson, type JsonReader } from '../json-reader.js';
import { Refused } from '../refusals.js';
import type { TrustedApplication } from '../trust-bundle.js';
import {
  countSigners,
  parseSignedDocument,
  readEd25519Key,
  readSigners,
  type DocumentKey,
} from './signed-document.js';

/** Keys of one role, and how many of them must agree. */
export type Signers = { readonly keys: readonly DocumentKey[]; readonly threshold: number };

/** Who may sign what. Signed offline by M of N root keys, and seldom changed. */
export type RootDocument = {
  /** Only ever rises. */
  readonly version: number;
  /** Unix seconds. */
  readonly issuedAt: number;
  /** Unix seconds. After it a signer refuses every token and every verdict. */
  readonly expiresAt: number;
  readonly roots: Signers;
  /** Raw Ed25519 public keys of the policy service, 32 bytes each. Several while they are being rotated. */
  readonly verdictKeys: readonly Uint8Array[];
  /** Keys of which one may add and remove providers of applications without administrators. */
  readonly registrars: readonly DocumentKey[];
  readonly witnesses: Signers;
  /** How long a key set, or a document, counts that no witness confirms any more. */
  readonly keySetMaxAgeSeconds: number;
  /** How long witnesses hold back what the roots sign for an application that has administrators. */
  readonly administratorDelaySeconds: number;
};

/** A root document and its identity: SHA-256 of its payload. */
export type RootInForce = {
  readonly document: RootDocument;
  readonly payloadHash: Uint8Array;
  /** The signed form, to hand on. Absent if the image has the payload alone. */
  readonly signed?: Uint8Array;
  /** Of an image with a trust bundle: the applications that it names. They count until a root document arrives. */
  readonly bundled: readonly TrustedApplication[];
};

export const maxRootDocumentBytes = 32 * 1024;

/** The payload: JSON with the members of the type in snake_case, keys in base64url. */
export function encodeRootDocument(root: RootDocument): Uint8Array {
  const keysOf = (keys: readonly DocumentKey[]) =>
    keys.map(({ kid, publicKey }) => ({ kid, public_key: base64urlOf(publicKey) }));
  const json = {
    version: root.version,
    issued_at: root.issuedAt,
    expires_at: root.expiresAt,
    roots: keysOf(root.roots.keys),
    root_threshold: root.roots.threshold,
    verdict_keys: root.verdictKeys.map(base64urlOf),
    registrars: keysOf(root.registrars),
    witnesses: keysOf(root.witnesses.keys),
    witness_threshold: root.witnesses.threshold,
    key_set_max_age_seconds: root.keySetMaxAgeSeconds,
    administrator_delay_seconds: root.administratorDelaySeconds,
  };
  return new TextEncoder().encode(JSON.stringify(json));
}

/** Reads a payload. All problems are named by their paths. */
export function parseRootDocument(payload: Uint8Array) {
  return readJson(payload, maxRootDocumentBytes, readRoot);
}

function readRoot(reader: JsonReader): RootDocument {
  reader.onlyMembers(
    'version',
    'issued_at',
    'expires_at',
    'roots',
    'root_threshold',
    'verdict_keys',
    'registrars',
    'witnesses',
    'witness_threshold',
    'key_set_max_age_seconds',
    'administrator_delay_seconds',
  );
  const root = {
    version: reader.member('version').integer(1, Number.MAX_SAFE_INTEGER),
    issuedAt: reader.member('issued_at').integer(0, Number.MAX_SAFE_INTEGER),
    expiresAt: reader.member('expires_at').integer(0, Number.MAX_SAFE_INTEGER),
    roots: readSigners(reader, 'root_threshold', 'roots'),
    verdictKeys: reader
      .member('verdict_keys')
      .list(1, 16)
      .map((key) => key.base64url(32)),
    registrars: reader.member('registrars').list(1, 16).map(readEd25519Key),
    witnesses: readSigners(reader, 'witness_threshold', 'witnesses'),
    keySetMaxAgeSeconds: reader.member('key_set_max_age_seconds').integer(300, 30 * 86_400),
    administratorDelaySeconds: reader.member('administrator_delay_seconds').integer(0, 90 * 86_400),
  };
  if (root.expiresAt <= root.issuedAt) reader.member('expires_at').problem('must be later than issued_at');
  return root;
}

/**
 * The root document in force after `signed` was offered. Throws Refused('trust-refused') unless enough root keys of
 * the image signed it, its version is higher and it has not expired. The one in force, byte for byte, changes nothing.
 *
 * `baked` is the image's own: a later document can't appoint those who sign documents. `now`: Unix seconds.
 */
export function acceptRootDocument(
  current: RootInForce,
  baked: RootInForce,
  signed: Uint8Array,
  now: number,
): RootInForce {
  const parsed = parseSignedDocument(signed, maxRootDocumentBytes);
  if (!parsed.ok) throw refused('form', { problems: parsed.problems.slice(0, 20) });
  const { payload } = parsed.document;
  const payloadHash = new Uint8Array(createHash('sha256').update(payload).digest());
  if (Buffer.compare(payloadHash, current.payloadHash) === 0) return current;
  const { keys, threshold } = baked.document.roots;
  const signers = countSigners('root', parsed.document, keys);
  if (signers < threshold) throw refused('signatures of root keys', { needed: threshold, good: signers });
  const read = parseRootDocument(payload);
  if (!read.ok) throw refused('problems', { problems: read.problems.slice(0, 20) });
  const { version, expiresAt } = read.document;
  const inForce = current.document.version;
  if (version <= inForce) throw refused('version is not higher', { version, version_in_force: inForce });
  if (expiresAt <= now) throw refused('expired', { version, expires_at: expiresAt });
  return { document: read.document, payloadHash, signed, bundled: [] };
}

function refused(reason: string, details: Readonly<Record<string, unknown>>): Refused {
  return new Refused('trust-refused', { document: 'root', reason, ...details });
}
