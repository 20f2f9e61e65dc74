import { parseApplicationDocument, parseSignedDocument, digestOf } from '@wallet-service/signer-protocol';
import { maxApplicationDocumentBytes, type JudgedDocument } from '@wallet-service/signer-protocol';
import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';

/** A document as it is stored, with its signatures. */
export type StoredDocument = JudgedDocument & { readonly signed: Uint8Array };

type Row = { version: bigint; signed_document: Buffer; mac: Buffer };

/** The signed document of one application. */
export function applicationDocumentRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    /** Undefined if there is none, or if identity did not write it. */
    async find(): Promise<StoredDocument | undefined> {
      const { rows: found } = await rows.query<Row>(
        'select version, signed_document, mac from trust_documents where application_id = $1',
        [applicationId],
      );
      const [row] = found;
      if (!row || !macs.fits('trust_documents', applicationId, applicationId, meaningOf(row), row.mac))
        return undefined;
      return readStored(row.signed_document);
    },

    async put({ document, signed }: StoredDocument): Promise<void> {
      const row = { version: BigInt(document.version), signed_document: Buffer.from(signed) };
      const mac = macs.of('trust_documents', applicationId, applicationId, meaningOf(row));
      await rows.query(
        `insert into trust_documents (application_id, version, signed_document, mac) values ($1, $2, $3, $4)
         on conflict (application_id) do update set version = excluded.version,
           signed_document = excluded.signed_document, mac = excluded.mac`,
        [applicationId, row.version, row.signed_document, mac],
      );
    },
  };
}

function meaningOf({ version, signed_document }: Omit<Row, 'mac'>): Meaning {
  return [String(version), signed_document.toString('base64')];
}

/** Undefined for what is no signed application document. Checks no signature. */
export function readStored(signed: Uint8Array): StoredDocument | undefined {
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  if (!parsed.ok) return undefined;
  const read = parseApplicationDocument(parsed.document.payload);
  if (!read.ok) return undefined;
  return { document: read.document, digest: digestOf(parsed.document.payload), signed };
}
