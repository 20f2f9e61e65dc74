import {
  digestOf,
  keyThumbprint,
  maxApplicationDocumentBytes,
  parseApplicationDocument,
  parseKeySet,
  parseSignedDocument,
  parseStrictJson,
  type ApplicationTrust,
} from '@wallet-service/signer-protocol';

/** The operation of its journal entries. */
export const trustApplied = 'trust.applied';

/** What signers trust of an application, as the journal shows it. */
export type AppliedTrust = {
  readonly root_version: number;
  readonly document_version: number;
  /** SHA-256 of the document's payload, in hex. */
  readonly document_sha256: string;
  readonly providers: readonly {
    readonly id: string;
    readonly issuer: string;
    readonly audience: string;
    /** SHA-256 thumbprints (RFC 7638). Empty: too few witnesses agree on a key set. */
    readonly keys: readonly string[];
  }[];
};

/** Reads what a signer took, and so checked. Throws if it cannot be read. */
export function appliedTrust({ document, statements, keySets }: ApplicationTrust): AppliedTrust {
  const signed = parseSignedDocument(document, maxApplicationDocumentBytes);
  if (!signed.ok) throw new Error(`an application document cannot be read: ${signed.problems.join('; ')}`);
  const { payload } = signed.document;
  const parsed = parseApplicationDocument(payload);
  if (!parsed.ok) throw new Error(`an application document cannot be read: ${parsed.problems.join('; ')}`);
  const { version, providers } = parsed.document;
  const keysOf = new Map(keySets.map(({ issuer, keys }) => [issuer, thumbprintsIn(keys)]));
  return {
    root_version: middleOf(statements.map(({ rootVersion }) => Number(rootVersion))),
    document_version: version,
    document_sha256: Buffer.from(digestOf(payload)).toString('hex'),
    providers: providers.map(({ id, issuer, audience }) => ({
      id,
      issuer,
      audience,
      keys: keysOf.get(issuer) ?? [],
    })),
  };
}

/** One witness that lies among others does not decide it. */
function middleOf(versions: readonly number[]): number {
  const falling = [...versions].sort((one, other) => other - one);
  return falling[Math.floor((falling.length - 1) / 2)] ?? 0;
}

function thumbprintsIn(keySet: Uint8Array): readonly string[] {
  const { keys } = parseKeySet(parseStrictJson(Buffer.from(keySet).toString()), 'strict');
  return keys.map(keyThumbprint);
}
