import { sign, verify, type KeyObject } from 'node:crypto';
import { bytesOfInteger, bytesOfText, encodeCanonical } from '../canonical.js';
import { ed25519PublicKey } from '../ed25519.js';
import { Refused } from '../refusals.js';
import type { RootDocument } from './root-document.js';

/**
 * What one witness says: "At `statedAt`, the newest that I know of the subject has this digest. I saw it at
 * `observedAt`." The subject is an application's document or a key set, and known from where the statement is.
 */
export type Statement = {
  /** SHA-256, 32 bytes. */
  readonly digest: Uint8Array;
  /** Unix seconds. */
  readonly observedAt: number;
  /** Unix seconds. */
  readonly statedAt: number;
  /** The newest root document that the witness knows. A signer with an older one must not go on with it. */
  readonly rootVersion: number;
};

export type SignedStatement = Statement & {
  /** The witness's key in the root document. */
  readonly kid: string;
  readonly signature: Uint8Array;
};

/** What enough witnesses agree on: the oldest times that any counted one of them states. */
export type Agreed = {
  readonly observedAt: number;
  readonly statedAt: number;
  /** The kids of the witnesses that count. */
  readonly witnesses: readonly string[];
};

/** How old a statement may be when it reaches a signer. So an old document has nothing to vouch for it. */
export const statementMaxAgeSeconds = 120;
/** How far a witness's clock may be ahead. */
const clockSkewSeconds = 10;
const maxStatements = 16;

function statementPayload(subject: string, statement: Statement): Uint8Array {
  return encodeCanonical('wallet-service/witness-statement/1', [
    bytesOfText(subject),
    statement.digest,
    bytesOfInteger(statement.observedAt),
    bytesOfInteger(statement.statedAt),
    bytesOfInteger(statement.rootVersion),
  ]);
}

export function signStatement(
  subject: string,
  statement: Statement,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: KeyObject },
): SignedStatement {
  return { ...statement, kid, signature: sign(null, statementPayload(subject, statement), privateKey) };
}

type Integer = bigint | string | number;
type OnTheWire = Pick<SignedStatement, 'kid' | 'digest' | 'signature'> & {
  readonly observedAt: Integer;
  readonly statedAt: Integer;
  readonly rootVersion: Integer;
};

/** A statement as messages carry it. Integers out of range become 0, so that the signature no longer fits. */
export function statementOf(wire: OnTheWire): SignedStatement {
  const { kid, digest, signature } = wire;
  const integer = (value: Integer) => {
    const number = Number(value);
    return Number.isSafeInteger(number) && number >= 0 ? number : 0;
  };
  return {
    kid,
    digest,
    observedAt: integer(wire.observedAt),
    statedAt: integer(wire.statedAt),
    rootVersion: integer(wire.rootVersion),
    signature,
  };
}

/**
 * Whether enough witnesses of the root document state now that `digest` is the newest of `subject`. Throws
 * Refused('trust-refused') otherwise, with the number that is missing. `now`: Unix seconds.
 */
export function demandAgreement(
  root: RootDocument,
  subject: string,
  digest: Uint8Array,
  statements: readonly SignedStatement[],
  now: number,
): Agreed {
  const { keys, threshold } = root.witnesses;
  const recent = statements
    .slice(0, maxStatements)
    .filter(
      ({ statedAt, observedAt }) =>
        statedAt > now - statementMaxAgeSeconds &&
        statedAt <= now + clockSkewSeconds &&
        observedAt <= statedAt,
    );
  const counted = keys.flatMap(({ kid, publicKey }) => {
    const found = recent.find((statement) => statement.kid === kid && isSame(statement.digest, digest));
    if (found === undefined || found.rootVersion > root.version) return [];
    const payload = statementPayload(subject, found);
    return verify(null, payload, ed25519PublicKey(publicKey), found.signature) ? [found] : [];
  });
  if (keys.length === 0 || counted.length < threshold)
    throw new Refused('trust-refused', {
      subject,
      reason: 'too few witnesses agree',
      needed: threshold,
      agree: counted.length,
      recent: recent.length,
      root_version: root.version,
      root_version_stated: Math.max(0, ...statements.map(({ rootVersion }) => rootVersion)),
    });
  const best = counted.sort((a, b) => b.observedAt - a.observedAt).slice(0, threshold);
  return {
    observedAt: Math.min(...best.map(({ observedAt }) => observedAt)),
    statedAt: Math.min(...best.map(({ statedAt }) => statedAt)),
    witnesses: best.map(({ kid }) => kid),
  };
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
