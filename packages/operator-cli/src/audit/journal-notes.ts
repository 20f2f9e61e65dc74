import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import * as Value from 'typebox/value';
import type { JournalNote } from '@wallet-service/journal-format';

const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const noteSchema = Type.Object({
  generation: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  hashes: Type.Array(hash),
  checkpoint: Type.Union([Type.Object({ note: Type.String(), public_key: hash }), Type.Null()]),
  attested: Type.Boolean(),
});
const notesSchema = Type.Record(Type.String(), noteSchema);
/** Until version 0.3 journals were chains. Notes had the hash of the last entry. */
const chainNotesSchema = Type.Record(
  Type.String(),
  Type.Object({ seq: Type.Integer(), hash, public_key: Type.Union([hash, Type.Null()]) }),
);

/** Notes by application. None if there is no file yet. Throws an Error for any other file. */
export function readNotes(file: string): Map<string, JournalNote> {
  if (!existsSync(file)) return new Map();
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (Value.Check(notesSchema, json))
    return new Map(Object.entries(json).map(([applicationId, note]) => [applicationId, noteOf(note)]));
  if (Value.Check(chainNotesSchema, json))
    throw new Error(
      `${file} has notes of version 0.2, when journals were chains: begin a new file, and keep this one`,
    );
  throw new Error(`${file} holds no notes of an audit`);
}

/** The file is either complete or absent. */
export function writeNotes(file: string, notes: ReadonlyMap<string, JournalNote>): void {
  const json = Object.fromEntries([...notes].map(([applicationId, note]) => [applicationId, jsonOf(note)]));
  writeFileSync(`${file}.part`, `${JSON.stringify(json, undefined, 2)}\n`);
  renameSync(`${file}.part`, file);
}

function noteOf({ generation, size, hashes, checkpoint, attested }: Static<typeof noteSchema>): JournalNote {
  return {
    generation,
    size,
    hashes: hashes.map((each) => Buffer.from(each, 'hex')),
    checkpoint: checkpoint
      ? { note: checkpoint.note, publicKey: Buffer.from(checkpoint.public_key, 'hex') }
      : undefined,
    attested,
  };
}

function jsonOf({ generation, size, hashes, checkpoint, attested }: JournalNote): Static<typeof noteSchema> {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return {
    generation,
    size,
    hashes: hashes.map(text),
    checkpoint: checkpoint ? { note: checkpoint.note, public_key: text(checkpoint.publicKey) } : null,
    attested,
  };
}
