import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import type { Approval, ChangeRequest } from './change-request.js';

type Row = {
  request_id: string;
  asked_by: string;
  scope: string;
  method: string;
  path: string;
  body: string;
  before: string;
  reason: string;
  needed: number;
  state: ChangeRequest['state'];
  status: number;
  code: string;
  time_created: Date;
  time_expires: Date;
  time_ended: Date | null;
  mac: Buffer;
};

type ApprovalRow = {
  request_id: string;
  person_id: string;
  passkey_json: string;
  time_created: Date;
  mac: Buffer;
};

const columns = `request_id, asked_by, scope, method, path, body, before, reason, needed, state, status, code,
  time_created, time_expires, time_ended, mac`;

export type ChangeRequestPage = {
  /** The id of the last one of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
};

/** The change requests of one application and their approvals, except rows that identity did not write. */
export function changeRequestRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const macOf = (request: ChangeRequest) =>
    macs.of('change_requests', applicationId, request.id, meaningOf(request));
  const genuine = (found: readonly Row[]): ChangeRequest[] =>
    found.flatMap((row) => {
      const request = requestOfRow(applicationId, row);
      const fits = macs.fits('change_requests', applicationId, request.id, meaningOf(request), row.mac);
      return fits ? [request] : [];
    });

  return {
    async find(id: string, lock: 'for update' | '' = ''): Promise<ChangeRequest | undefined> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from change_requests where application_id = $1 and request_id = $2 ${lock}`,
        [applicationId, id],
      );
      return genuine(found)[0];
    },

    /** Newest first. */
    async list({ before, limit }: ChangeRequestPage): Promise<ChangeRequest[]> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from change_requests
         where application_id = $1 and ($2::uuid is null or request_id < $2) order by request_id desc limit $3`,
        [applicationId, before ?? null, limit],
      );
      return genuine(found);
    },

    async countOpen(nowSeconds: number): Promise<number> {
      const { rows: found } = await rows.query<{ open: bigint }>(
        `select count(*) as open from change_requests
         where application_id = $1 and state = 'open' and time_expires > to_timestamp($2)`,
        [applicationId, nowSeconds],
      );
      return Number(found[0]?.open ?? 0n);
    },

    async insert(request: ChangeRequest): Promise<void> {
      const { id, askedBy, scope, method, path, body, before, reason, needed, state } = request;
      await rows.query(
        `insert into change_requests (application_id, request_id, asked_by, scope, method, path, body, before, reason,
           needed, state, status, code, time_created, time_expires, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, '', to_timestamp($12), to_timestamp($13), $14)`,
        [
          ...[applicationId, id, askedBy, scope, method, path, body, before, reason, needed, state],
          ...[request.timeCreated, request.timeExpires, macOf(request)],
        ],
      );
    },

    /** MUST have been locked. */
    async move(
      request: ChangeRequest,
      to: Pick<ChangeRequest, 'state' | 'status' | 'code' | 'timeEnded'>,
    ): Promise<ChangeRequest> {
      const moved = { ...request, ...to };
      await rows.query(
        `update change_requests set state = $3, status = $4, code = $5, time_ended = to_timestamp($6), mac = $7
         where application_id = $1 and request_id = $2`,
        [applicationId, request.id, to.state, to.status, to.code, to.timeEnded ?? null, macOf(moved)],
      );
      return moved;
    },
  };
}

/** The approvals of change requests of one application, except rows that identity did not write. */
export function changeApprovalRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    async of(requestIds: readonly string[]): Promise<ReadonlyMap<string, readonly Approval[]>> {
      const { rows: found } = await rows.query<ApprovalRow>(
        `select request_id, person_id, passkey_json, time_created, mac from change_approvals
         where application_id = $1 and request_id = any($2::uuid[]) order by time_created, person_id`,
        [applicationId, requestIds],
      );
      const all = found.flatMap((row) => {
        const approval = approvalOfRow(row);
        const name = `${row.request_id} ${row.person_id}`;
        const meaning = meaningOfApproval(approval);
        const fits = macs.fits('change_approvals', applicationId, name, meaning, row.mac);
        return fits ? [[row.request_id, approval] as const] : [];
      });
      return new Map(
        requestIds.map((id) => [id, all.filter(([of]) => of === id).map(([, approval]) => approval)]),
      );
    },

    /** False if they have approved it already. */
    async insert(requestId: string, approval: Approval): Promise<boolean> {
      const { personId, passkeyJson, timeCreated } = approval;
      const name = `${requestId} ${personId}`;
      const mac = macs.of('change_approvals', applicationId, name, meaningOfApproval(approval));
      const { rowCount } = await rows.query(
        `insert into change_approvals (application_id, request_id, person_id, passkey_json, time_created, mac)
         values ($1, $2, $3, $4, to_timestamp($5), $6) on conflict do nothing`,
        [applicationId, requestId, personId, passkeyJson, timeCreated, mac],
      );
      return rowCount === 1;
    },
  };
}

/**
 * Removes those that were asked for before, with their approvals: at most `limit`, the oldest first. Resolves to
 * whether there may be more.
 */
export async function removeOldChangeRequests(
  rows: Queryable,
  beforeSeconds: number,
  limit: number,
): Promise<boolean> {
  const { rowCount } = await rows.query(
    `delete from change_requests where (application_id, request_id) in (
       select application_id, request_id from change_requests where time_created <= to_timestamp($1)
       order by time_created limit $2)`,
    [beforeSeconds, limit],
  );
  return rowCount === limit;
}

function meaningOf(request: ChangeRequest): Meaning {
  const { askedBy, scope, method, path, body, before, reason, needed, state, status, code } = request;
  const { timeCreated, timeExpires, timeEnded } = request;
  const asked = [askedBy, scope, method, path, body, before, reason, needed];
  return [...asked, state, status, code, timeCreated, timeExpires, timeEnded ?? null];
}

function meaningOfApproval({ passkeyJson, timeCreated }: Approval): Meaning {
  return [passkeyJson, timeCreated];
}

function requestOfRow(applicationId: string, row: Row): ChangeRequest {
  const { scope, method, path, body, before, reason, needed, state, status, code } = row;
  return {
    ...{
      applicationId,
      id: row.request_id,
      askedBy: row.asked_by,
      scope,
      method,
      path,
      body,
      before,
      reason,
    },
    ...{ needed, state, status, code },
    timeCreated: secondsOf(row.time_created),
    timeExpires: secondsOf(row.time_expires),
    timeEnded: row.time_ended ? secondsOf(row.time_ended) : undefined,
  };
}

function approvalOfRow(row: ApprovalRow): Approval {
  return {
    personId: row.person_id,
    passkeyJson: row.passkey_json,
    timeCreated: secondsOf(row.time_created),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
