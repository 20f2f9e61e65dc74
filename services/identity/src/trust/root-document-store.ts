import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from '../row-macs.js';

type Row = { version: bigint; signed_document: Buffer; mac: Buffer };

/** The newest root document of the installation. It belongs to no application. */
export function rootDocumentRows(rows: Queryable, macs: RowMacs) {
  const meaningOf = ({ version, signed_document }: Omit<Row, 'mac'>) => [
    String(version),
    signed_document.toString('base64'),
  ];
  return {
    /** Undefined if there is none, or if identity did not write it. */
    async find(): Promise<Uint8Array | undefined> {
      const { rows: found } = await rows.query<Row>(
        'select version, signed_document, mac from root_documents',
      );
      const [row] = found;
      if (!row || !macs.fits('root_documents', '', 'root', meaningOf(row), row.mac)) return undefined;
      return row.signed_document;
    },

    async put(version: number, signed: Uint8Array): Promise<void> {
      const row = { version: BigInt(version), signed_document: Buffer.from(signed) };
      await rows.query(
        `insert into root_documents (id, version, signed_document, mac) values (1, $1, $2, $3)
         on conflict (id) do update set version = excluded.version, signed_document = excluded.signed_document,
           mac = excluded.mac`,
        [row.version, row.signed_document, macs.of('root_documents', '', 'root', meaningOf(row))],
      );
    },
  };
}
