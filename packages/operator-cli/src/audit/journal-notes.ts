import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Type } from 'typebox';
import * as Value from 'typebox/value';
import type { JournalNote } from '@wallet-service/journal-format';

const notesSchema = Type.Record(
  Type.String(),
  Type.Object({
    seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    public_key: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
    // Notes of version 0.3 and older don't say it.
    attested: Type.Optional(Type.Boolean()),
  }),
);

/** Notes by application. None if there is no file yet. Throws an Error for any other file. */
export function readNotes(file: string): Map<string, JournalNote> {
  if (!existsSync(file)) return new Map();
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(notesSchema, json)) throw new Error(`${file} holds no notes of an audit`);
  return new Map(
    Object.entries(json).map(([applicationId, { seq, hash, public_key, attested = false }]) => [
      applicationId,
      {
        seq: BigInt(seq),
        hash: Buffer.from(hash, 'hex'),
        publicKey: public_key === null ? undefined : Buffer.from(public_key, 'hex'),
        attested,
      },
    ]),
  );
}

/** The file is either complete or absent. */
export function writeNotes(file: string, notes: ReadonlyMap<string, JournalNote>): void {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const json = Object.fromEntries(
    [...notes].map(([applicationId, { seq, hash, publicKey, attested }]) => [
      applicationId,
      { seq: Number(seq), hash: text(hash), public_key: publicKey ? text(publicKey) : null, attested },
    ]),
  );
  writeFileSync(`${file}.part`, `${JSON.stringify(json, undefined, 2)}\n`);
  renameSync(`${file}.part`, file);
}
