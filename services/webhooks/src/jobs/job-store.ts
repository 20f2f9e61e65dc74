import type { Queryable } from '@wallet-service/postgres';

/** The schema of the job queue (graphile-worker), separate from the service's own. */
export const jobSchema = 'webhooks_jobs';
export const deliverTask = 'deliver';

/** Events that must stay in order: those of one key to one endpoint. */
export type Stream = { readonly endpointId: string; readonly orderingKey: string };
export type DeliveryStream = Stream & { readonly applicationId: string };

/**
 * The key under which a stream has at most one waiting job, in SQL. It is a hash, because the queue refuses a
 * key of more than 512 characters, and a forged row could otherwise block the streams of all others.
 */
export const jobKey = (endpointId: string, orderingKey: string): string =>
  `encode(sha256(convert_to(${endpointId} || ':' || ${orderingKey}, 'UTF8')), 'hex')`;

/** The content of a job. */
export type DeliverPayload = {
  readonly application_id: string;
  readonly endpoint_id: string;
  readonly ordering_key: string;
};

type When = { readonly runAt: Date | null; readonly mode: 'replace' | 'preserve_run_at' };

/** At most one waiting job per stream, of any applications. */
export async function addJobs(
  rows: Queryable,
  payloads: readonly DeliverPayload[],
  { runAt, mode }: When,
): Promise<void> {
  await rows.query(
    `select from unnest($1::text[], $2::text[], $3::text[]) as s (payload, endpoint_id, ordering_key),
       lateral ${jobSchema}.add_job('${deliverTask}', payload => s.payload::json,
         job_key => ${jobKey('s.endpoint_id', 's.ordering_key')}, run_at => $4::timestamptz, job_key_mode => $5)`,
    [
      payloads.map((payload) => JSON.stringify(payload)),
      payloads.map((payload) => payload.endpoint_id),
      payloads.map((payload) => payload.ordering_key),
      runAt,
      mode,
    ],
  );
}

/**
 * The delivery jobs of one application, written in the transaction of their cause. At most one waiting job
 * per stream. Calls `onWritten` when it has written some.
 */
export function jobRows(rows: Queryable, applicationId: string, onWritten: () => void) {
  const add = async (streams: readonly Stream[], when: When) => {
    const payloads = streams.map((stream) => payloadOf(applicationId, stream));
    await addJobs(rows, payloads, when);
    onWritten();
  };
  return {
    /** Has the streams processed now. A stream that waits for its next attempt continues to wait. */
    async wake(streams: readonly Stream[]): Promise<void> {
      if (streams.length > 0) await add(streams, { runAt: null, mode: 'preserve_run_at' });
    },

    /** Has the stream processed at this time instead of the planned one. */
    async schedule(stream: Stream, at: Date): Promise<void> {
      await add([stream], { runAt: at, mode: 'replace' });
    },
  };
}

function payloadOf(applicationId: string, { endpointId, orderingKey }: Stream): DeliverPayload {
  return { application_id: applicationId, endpoint_id: endpointId, ordering_key: orderingKey };
}
