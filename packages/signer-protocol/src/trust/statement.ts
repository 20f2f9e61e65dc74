import { sign, verify, type KeyObject } from 'node:crypto';
import { bytesOfInteger, encodeCanonical } from '../canonical.js';
import { ed25519PublicKey } from '../ed25519.js';

/**
 * All that one witness says in one answer: "At `statedAt`, of each subject, the newest that I know has this digest."
 * One signature covers it, so that a signer checks one for each witness, however many providers an application has.
 */
export type Statement = {
  /** Unix seconds. */
  readonly statedAt: number;
  /** The newest root document that the witness knows. A signer with an older one must not go on with it. */
  readonly rootVersion: number;
  /** Of different subjects. */
  readonly items: readonly StatedItem[];
};

/** What is stated about one subject: an application's document, or a key set. */
export type StatedItem = {
  readonly subject: string;
  /** SHA-256, 32 bytes. */
  readonly digest: Uint8Array;
  /** When the witness saw it. Unix seconds. */
  readonly observedAt: number;
};

export type SignedStatement = Statement & {
  /** The witness's key in the root document. */
  readonly kid: string;
  readonly signature: Uint8Array;
};

function statementPayload({ statedAt, rootVersion, items }: Statement): Uint8Array {
  return encodeCanonical('wallet-service/witness-statement/2', [
    bytesOfInteger(statedAt),
    bytesOfInteger(rootVersion),
    ...items.flatMap(({ subject, digest, observedAt }) => [subject, digest, bytesOfInteger(observedAt)]),
  ]);
}

export function signStatement(
  statement: Statement,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: KeyObject },
): SignedStatement {
  return { ...statement, kid, signature: sign(null, statementPayload(statement), privateKey) };
}

/** Whether the witness with this key signed the statement. `publicKey`: raw Ed25519. */
export function isSignedBy(publicKey: Uint8Array, statement: SignedStatement): boolean {
  return verify(null, statementPayload(statement), ed25519PublicKey(publicKey), statement.signature);
}

type Integer = bigint | string | number;
type OnTheWire = Pick<SignedStatement, 'kid' | 'signature'> & {
  readonly statedAt: Integer;
  readonly rootVersion: Integer;
  readonly items: readonly (Omit<StatedItem, 'observedAt'> & { readonly observedAt: Integer })[];
};

/** A statement as messages carry it. Integers out of range become 0, so that the signature no longer fits. */
export function statementOf(wire: OnTheWire): SignedStatement {
  const integer = (value: Integer) => {
    const number = Number(value);
    return Number.isSafeInteger(number) && number >= 0 ? number : 0;
  };
  return {
    kid: wire.kid,
    statedAt: integer(wire.statedAt),
    rootVersion: integer(wire.rootVersion),
    items: wire.items.map(({ subject, digest, observedAt }) => ({
      subject,
      digest,
      observedAt: integer(observedAt),
    })),
    signature: wire.signature,
  };
}
