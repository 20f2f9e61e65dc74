import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';

/** A document that waits, because only the roots signed it. */
export type ProposedDocument = {
  readonly version: number;
  readonly signed: Uint8Array;
  /** Unix seconds. */
  readonly notBefore: number;
};

type Row = { version: bigint; signed_document: Buffer; not_before: number; mac: Buffer };

/** The document that waits for one application. */
export function proposedDocumentRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    async find(): Promise<ProposedDocument | undefined> {
      const { rows: found } = await rows.query<Row>(
        `select version, signed_document, floor(extract(epoch from time_not_before))::float8 as not_before, mac
         from proposed_trust_documents where application_id = $1`,
        [applicationId],
      );
      const [row] = found;
      if (
        !row ||
        !macs.fits('proposed_trust_documents', applicationId, applicationId, meaningOf(row), row.mac)
      )
        return undefined;
      return { version: Number(row.version), signed: row.signed_document, notBefore: row.not_before };
    },

    async put({ version, signed, notBefore }: ProposedDocument): Promise<void> {
      const row = { version: BigInt(version), signed_document: Buffer.from(signed) };
      await rows.query(
        `insert into proposed_trust_documents (application_id, version, signed_document, time_not_before,
           time_next_try, mac)
         values ($1, $2, $3, to_timestamp($4), to_timestamp($4), $5)
         on conflict (application_id) do update set version = excluded.version,
           signed_document = excluded.signed_document, time_not_before = excluded.time_not_before,
           time_next_try = excluded.time_next_try, mac = excluded.mac`,
        [
          applicationId,
          row.version,
          row.signed_document,
          notBefore,
          macs.of('proposed_trust_documents', applicationId, applicationId, meaningOf(row)),
        ],
      );
    },

    async remove(): Promise<void> {
      await rows.query('delete from proposed_trust_documents where application_id = $1', [applicationId]);
    },
  };
}

/** Only what it says. When it is tried is not covered: the witnesses decide when it may take effect. */
function meaningOf({ version, signed_document }: Pick<Row, 'version' | 'signed_document'>): Meaning {
  return [String(version), signed_document.toString('base64')];
}

/** Of every application. Null: there is none. */
export const nextProposalSql = '(select min(time_next_try) from proposed_trust_documents)';

/**
 * The applications whose waiting documents are due, at most `limit`, and not again for `pauseSeconds`. Leaves those to
 * another replica that it is taking. Needs a transaction that sees every application.
 */
export async function takeDueProposals(
  rows: Queryable,
  limit: number,
  pauseSeconds: number,
): Promise<string[]> {
  const { rows: due } = await rows.query<{ application_id: string }>(
    `select application_id from proposed_trust_documents where time_next_try <= now()
     order by time_next_try limit $1`,
    [limit],
  );
  const taken: string[] = [];
  // One by one, because locks of several applications may be on several servers.
  for (const { application_id: applicationId } of due) {
    const { rowCount } = await rows.query(
      `update proposed_trust_documents set time_next_try = now() + $2 * interval '1 second'
       where application_id = $1 and exists (
         select 1 from proposed_trust_documents where application_id = $1 and time_next_try <= now()
         for update skip locked)`,
      [applicationId, pauseSeconds],
    );
    if (rowCount === 1) taken.push(applicationId);
  }
  return taken;
}
