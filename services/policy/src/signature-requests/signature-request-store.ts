import type { PoolClient } from 'pg';
import { AppError } from '@wallet-service/errors';
import type { RowMac } from '@wallet-service/values';
import type { ListPage } from '../wire/list-page.js';
import { repeatSeconds, type GivenApproval, type SignatureRequest } from './signature-request.js';

type Row = {
  request_id: string;
  wallet_id: string;
  operation_hash: Buffer;
  text: string;
  needed: number;
  state: SignatureRequest['state'];
  approvals_json: string;
  time: Date;
  time_expires: Date;
  time_signed: Date | null;
  decision_id: string | null;
  mac: Buffer;
};

const columns = `request_id, wallet_id, operation_hash, text, needed, state, approvals_json, time, time_expires,
  time_signed, decision_id, mac`;

const dateOf = (seconds: number): Date => new Date(seconds * 1000);
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** `mac` proves that this service wrote a row, so that owners approve what it has decoded. */
export function signatureRequestStore(client: PoolClient, applicationId: string, mac: RowMac) {
  const partsOf = (row: Omit<Row, 'mac'>) => [
    ...[applicationId, row.request_id, row.wallet_id, row.operation_hash, row.text, row.needed, row.state],
    ...[row.approvals_json, row.time, row.time_expires, row.time_signed],
    // Rows from before there was the column have none.
    ...(row.decision_id === null ? [] : [row.decision_id]),
  ];

  function requestOf(row: Row): SignatureRequest {
    if (!mac.fits(row.mac, ...partsOf(row)))
      throw new AppError('policy.record-mismatch', 'a signature request was changed outside of this service');
    return {
      applicationId,
      id: row.request_id,
      walletId: row.wallet_id,
      operationHash: row.operation_hash,
      ...{ text: row.text, needed: row.needed, state: row.state },
      approvals: JSON.parse(row.approvals_json) as readonly GivenApproval[],
      timeCreated: secondsOf(row.time),
      timeExpires: secondsOf(row.time_expires),
      timeSigned: row.time_signed ? secondsOf(row.time_signed) : undefined,
      decisionId: row.decision_id ?? undefined,
    };
  }

  const select = async (rest: string, ...values: unknown[]): Promise<readonly SignatureRequest[]> => {
    const { rows } = await client.query<Row>(
      `select ${columns} from signature_requests where application_id = $1 ${rest}`,
      [applicationId, ...values],
    );
    return rows.map(requestOf);
  };

  return {
    /** For the operation: what waits, or was signed and is not used up. Not what was declined or has expired. */
    findOpen: async (walletId: string, operationHash: Uint8Array, nowSeconds: number) =>
      (
        await select(
          `and wallet_id = $2 and operation_hash = $3 and state = 'open' and time_expires > $4
             and (time_signed is null or time_signed > $5)
           order by time_signed is null desc, request_id desc limit 1`,
          ...[walletId, operationHash, dateOf(nowSeconds), dateOf(nowSeconds - repeatSeconds)],
        )
      )[0],

    /** All that wait, and that the person has approved. */
    openApprovedBy: async (personId: string, nowSeconds: number) => {
      const open = await select(
        `and state = 'open' and time_signed is null and time_expires > $2 and position($3 in approvals_json) > 0`,
        ...[dateOf(nowSeconds), personId],
      );
      return open.filter(({ approvals }) => approvals.some(({ person_id: id }) => id === personId));
    },

    find: async (id: string) => (await select('and request_id = $2', id))[0],

    /** Newest first. `before`: the last id of the page before. */
    list: ({ before, limit }: ListPage) =>
      select(
        `and ($2::text is null or request_id < $2) order by request_id desc limit $3`,
        before ?? null,
        limit,
      ),

    /** Those that wait: of the application, and of the wallet. */
    async countWaiting(walletId: string, nowSeconds: number) {
      const { rows } = await client.query<{ all: number; own: number }>(
        `select count(*)::int as all, (count(*) filter (where wallet_id = $2))::int as own from signature_requests
          where application_id = $1 and state = 'open' and time_signed is null and time_expires > $3`,
        [applicationId, walletId, dateOf(nowSeconds)],
      );
      return rows[0] ?? { all: 0, own: 0 };
    },

    /** Inserts it, or writes what may change of it: `needed`, state, approvals and what is known of its signature. */
    async write(request: SignatureRequest): Promise<void> {
      const row = rowOf(request);
      await client.query(
        `insert into signature_requests (application_id, ${columns})
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (application_id, request_id) do update set needed = excluded.needed, state = excluded.state,
           approvals_json = excluded.approvals_json, time_signed = excluded.time_signed,
           decision_id = excluded.decision_id, mac = excluded.mac`,
        [applicationId, ...Object.values(row), mac.of(...partsOf(row))],
      );
    },
  };
}

function rowOf(request: SignatureRequest): Omit<Row, 'mac'> {
  return {
    ...{ request_id: request.id, wallet_id: request.walletId, operation_hash: request.operationHash },
    ...{ text: request.text, needed: request.needed, state: request.state },
    approvals_json: JSON.stringify(request.approvals),
    ...{ time: dateOf(request.timeCreated), time_expires: dateOf(request.timeExpires) },
    time_signed: request.timeSigned === undefined ? null : dateOf(request.timeSigned),
    decision_id: request.decisionId ?? null,
  };
}

export type SignatureRequestStore = ReturnType<typeof signatureRequestStore>;
